/// SPDX-License-Identifier: Apache-2.0
#include "runtime/os/cgroup.h"

#include "runtime/os/os.h"

#include <gtest/gtest.h>

using namespace xc::rt::os;

TEST(Cgroup, CpuMax) {
  EXPECT_EQ(quotaFromCpuMax("max 100000\n"), kNoQuota);
  EXPECT_EQ(quotaFromCpuMax("100000 100000\n"), 1u);
  EXPECT_EQ(quotaFromCpuMax("150000 100000\n"), 2u);
  EXPECT_EQ(quotaFromCpuMax("400000 100000"), 4u);
  EXPECT_EQ(quotaFromCpuMax("1000 100000"), 1u);
  for (const char *text : {"", "max", "x 1", "100000", "100000 ", "100000 0", "0 100000", "-1 100000",
                           "99999999999999999999999999 100000"})
    EXPECT_EQ(quotaFromCpuMax(text), kNoQuota) << text;
}

TEST(Cgroup, Cfs) {
  EXPECT_EQ(quotaFromCfs("-1\n", "100000\n"), kNoQuota);
  EXPECT_EQ(quotaFromCfs("250000\n", "100000\n"), 3u);
  EXPECT_EQ(quotaFromCfs("50000\n", "100000\n"), 1u);
  EXPECT_EQ(quotaFromCfs("", ""), kNoQuota);
  EXPECT_EQ(quotaFromCfs("50000", "0"), kNoQuota);
}

TEST(Cgroup, GroupPath) {
  const char *mixed = "12:cpuset:/a\n5:cpu,cpuacct:/docker/x\n4:cpuacct2:/no\n0::/user.slice/y\n";
  char path[64];
  ASSERT_TRUE(groupPath(mixed, "cpu", path, sizeof path));
  EXPECT_STREQ(path, "/docker/x");
  ASSERT_TRUE(groupPath(mixed, "cpuacct", path, sizeof path));
  EXPECT_STREQ(path, "/docker/x");
  ASSERT_TRUE(groupPath(mixed, "", path, sizeof path));
  EXPECT_STREQ(path, "/user.slice/y");
  EXPECT_FALSE(groupPath(mixed, "memory", path, sizeof path));
  EXPECT_FALSE(groupPath(mixed, "cpu", path, 9));
  EXPECT_TRUE(groupPath(mixed, "cpu", path, 10));

  ASSERT_TRUE(groupPath("0::/", "", path, sizeof path));
  EXPECT_STREQ(path, "/");
  EXPECT_FALSE(groupPath("", "", path, sizeof path));
  EXPECT_FALSE(groupPath("garbage\n:\n1:cpu\n", "cpu", path, sizeof path));
}

TEST(Cgroup, ThisMachineHasSomeQuota) { EXPECT_GE(cpuQuota(), 1u); }

TEST(Meminfo, Available) {
  EXPECT_EQ(freeMemoryIn("MemTotal:  100 kB\nMemAvailable:     20 kB\n"), 20u * 1024);
  EXPECT_EQ(freeMemoryIn("MemTotal:  100 kB\n"), 0u);
  EXPECT_GT(freeMemory(), 0u);
}
