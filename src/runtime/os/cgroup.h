/// \file How many CPUs the process's control group lets it use at a time.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>

namespace xc::rt::os {

/// No limit.
constexpr unsigned kNoQuota = ~0u;

/// The limit in the text of a version 2 `cpu.max` ("max 100000" or "150000 100000"), in CPUs, rounded up.
unsigned quotaFromCpuMax(const char *text);

/// The limit in the texts of a version 1 `cpu.cfs_quota_us` ("-1" or "150000") and `cpu.cfs_period_us`.
unsigned quotaFromCfs(const char *quota, const char *period);

/// Finds a group's path in the text of /proc/self/cgroup: that of the version 1 controller "cpu", or of version 2 for
/// "". Copies it to `path`; returns false if there is none or it does not fit.
bool groupPath(const char *text, const char *controller, char *path, size_t size);

/// The limit on this process: the least of its group and all groups around it.
unsigned cpuQuota();

} // namespace xc::rt::os
