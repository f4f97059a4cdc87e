/// SPDX-License-Identifier: Apache-2.0
#include "runtime/os/cgroup.h"

#include "base/text.h"
#include "runtime/os/os.h"

#include <stdint.h>
#include <string.h>

namespace xc::rt::os {

/// Reads a decimal number and moves `text` behind it and the blanks that follow; false if there is none.
static bool readNumber(const char *&text, uint64_t &number) {
  if (*text < '0' || *text > '9')
    return false;
  for (number = 0; *text >= '0' && *text <= '9'; ++text) {
    if (number > UINT64_MAX / 100)
      return false;
    number = number * 10 + uint64_t(*text - '0');
  }
  while (*text == ' ' || *text == '\t' || *text == '\n')
    ++text;
  return true;
}

static unsigned roundedUp(uint64_t quota, uint64_t period) {
  if (quota == 0 || period == 0)
    return kNoQuota;
  const uint64_t cpus = quota / period + (quota % period != 0);
  return cpus < kNoQuota ? unsigned(cpus) : kNoQuota;
}

unsigned quotaFromCpuMax(const char *text) {
  uint64_t quota = 0, period = 0;
  if (!readNumber(text, quota) || !readNumber(text, period))
    return kNoQuota; // "max 100000"
  return roundedUp(quota, period);
}

unsigned quotaFromCfs(const char *quotaText, const char *periodText) {
  uint64_t quota = 0, period = 0;
  if (!readNumber(quotaText, quota) || !readNumber(periodText, period))
    return kNoQuota; // "-1"
  return roundedUp(quota, period);
}

/// Whether `name` is one of the names between `list` and `end`, which are separated by commas.
static bool listed(const char *list, const char *end, const char *name) {
  const size_t length = strlen(name);
  while (true) {
    const char *comma = list;
    while (comma != end && *comma != ',')
      ++comma;
    if (size_t(comma - list) == length && memcmp(list, name, length) == 0)
      return true;
    if (comma == end)
      return false;
    list = comma + 1;
  }
}

bool groupPath(const char *text, const char *controller, char *path, size_t size) {
  // Lines "number:controllers:path".
  while (*text) {
    const char *end = strchr(text, '\n');
    if (!end)
      end = text + strlen(text);
    const char *first = static_cast<const char *>(memchr(text, ':', size_t(end - text)));
    const char *second = first ? static_cast<const char *>(memchr(first + 1, ':', size_t(end - first - 1))) : nullptr;
    if (second && listed(first + 1, second, controller)) {
      const size_t length = size_t(end - second - 1);
      if (length >= size)
        return false;
      memcpy(path, second + 1, length);
      path[length] = '\0';
      return true;
    }
    text = *end ? end + 1 : end;
  }
  return false;
}

static bool readGroupFile(const char *mount, const char *path, const char *file, char *buffer, size_t size) {
  Text name;
  name << mount << path << "/" << file;
  return readFile(name.data(), buffer, size);
}

/// The limit that one group sets.
static unsigned groupQuota(bool versionTwo, const char *path) {
  char first[64], second[64];
  if (versionTwo)
    return readGroupFile("/sys/fs/cgroup", path, "cpu.max", first, sizeof first) ? quotaFromCpuMax(first) : kNoQuota;
  return readGroupFile("/sys/fs/cgroup/cpu", path, "cpu.cfs_quota_us", first, sizeof first) &&
                 readGroupFile("/sys/fs/cgroup/cpu", path, "cpu.cfs_period_us", second, sizeof second)
             ? quotaFromCfs(first, second)
             : kNoQuota;
}

unsigned cpuQuota() {
  char text[4096], path[512];
  if (!readFile("/proc/self/cgroup", text, sizeof text))
    return kNoQuota;
  unsigned least = kNoQuota;
  for (bool versionTwo : {true, false}) {
    if (!groupPath(text, versionTwo ? "" : "cpu", path, sizeof path))
      continue;
    // In a container the path may be the host's, which is not visible here; the loop then ends at the mount itself,
    // which is the container's own group.
    for (size_t length = strlen(path);; path[length] = '\0') {
      if (length == 1)
        path[--length] = '\0'; // "/"
      const unsigned quota = groupQuota(versionTwo, path);
      least = quota < least ? quota : least;
      if (length == 0)
        break;
      while (length > 0 && path[length - 1] != '/')
        --length;
      length -= length != 0;
    }
  }
  return least;
}

} // namespace xc::rt::os
