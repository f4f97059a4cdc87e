/// \file See parts.h.
/// SPDX-License-Identifier: Apache-2.0
#include "driver/parts.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <unistd.h>

namespace xc::driver {
namespace {

bool isProgram(const std::string &path) { return access(path.c_str(), X_OK) == 0; }
bool isReadable(const std::string &path) { return access(path.c_str(), R_OK) == 0; }

std::string searchPath(std::string_view name) {
  const char *variable = getenv("PATH");
  std::string_view path = variable ? variable : "/usr/bin:/bin";
  while (!path.empty()) {
    size_t end = std::min(path.find(':'), path.size());
    std::string candidate = std::string(path.substr(0, end)) + "/" + std::string(name);
    if (isProgram(candidate))
      return candidate;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return "";
}

/// What the running program is installed under, with a '/' at the end: the parent of its folder, symbolic links
/// resolved. "" if it cannot be found out.
std::string ownPrefix(std::string_view programName) {
  char path[PATH_MAX];
  ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  std::string program(path, size > 0 ? static_cast<size_t>(size) : 0);
  if (program.empty()) { // no /proc, as in a bare chroot
    program = programName.find('/') == programName.npos ? searchPath(programName) : std::string(programName);
    program = realpath(program.c_str(), path) ? path : "";
  }
  for (int level = 0; level != 2; ++level) {
    size_t slash = program.rfind('/');
    program.resize(slash == program.npos ? 0 : slash);
  }
  return program + "/";
}

std::string findClang() {
  if (const char *chosen = getenv("XCC_CLANG"); chosen && *chosen) {
    std::string name = chosen;
    std::string path = name.find('/') == name.npos ? searchPath(name) : name;
    return isProgram(path) ? path : "";
  }
  if (isProgram(XCC_CLANG_PATH))
    return XCC_CLANG_PATH;
  return searchPath("clang-19");
}

/// The linker of clang's own version, which stands beside it.
std::string findLld(const std::string &clang) {
  char path[PATH_MAX];
  std::string linker = realpath(clang.c_str(), path) ? path : "";
  linker.resize(linker.rfind('/') + 1);
  linker += "ld.lld";
  return isProgram(linker) ? linker : "";
}

} // namespace

Parts findParts(std::string_view programName) {
  Parts parts;
  parts.clang = findClang();
  parts.lld = findLld(parts.clang);
  std::string prefix = ownPrefix(programName);
  std::string folder = prefix + "lib/xcc/";
  if (!isReadable(folder + "xcc-front.so"))
    folder = prefix + "lib/";
  parts.frontPlugin = folder + "xcc-front.so";
  parts.passPlugin = folder + "xcc-pass.so";
  parts.runtime = folder + "libxcrt.a";
  for (const std::string &part : {parts.frontPlugin, parts.passPlugin, parts.runtime})
    if (!isReadable(part)) {
      parts.missing = part;
      break;
    }
  return parts;
}

} // namespace xc::driver
