/// \file xcc's own options.
/// SPDX-License-Identifier: Apache-2.0
#include "driver/own_options.h"

#include <gtest/gtest.h>

using xc::driver::OwnOptions;
using Match = OwnOptions::Match;

namespace {

TEST(OwnOptions, TakesOurs) {
  OwnOptions own;
  EXPECT_EQ(own.take("--par-style=manual"), Match::Taken);
  EXPECT_EQ(own.take("-Wpar-auto"), Match::Taken);
  EXPECT_EQ(own.take("--xc-gate=0"), Match::Taken);
  EXPECT_EQ(own.take("--xc-off=a,b"), Match::Taken);
  EXPECT_EQ(own.take("--xc-time"), Match::Taken);
  EXPECT_EQ(own.get("style"), "manual");
  EXPECT_EQ(own.get("warn"), "1");
  EXPECT_EQ(own.get("gate"), "0");
  EXPECT_EQ(own.get("off"), "a,b");
  EXPECT_EQ(own.take("-fpar-kernels=host,ptx"), Match::Taken);
  EXPECT_EQ(own.get("kernels"), "host,ptx");
  EXPECT_EQ(own.get("time"), "1");
  EXPECT_EQ(own.get("dump"), "");
  EXPECT_EQ(own.get("dump", "x"), "x");
}

TEST(OwnOptions, LeavesClangsAlone) {
  OwnOptions own;
  for (const char *option : {"-Wall", "-Wpar", "-Wpar-auto2", "--version", "-o", "a.c", "", "-", "--", "-Werror"})
    EXPECT_EQ(own.take(option), Match::NotOurs) << option;
  EXPECT_TRUE(own.values().empty());
}

TEST(OwnOptions, LastOneCounts) {
  OwnOptions own;
  own.take("-Wpar-auto");
  own.take("--par-style=off");
  own.take("--par-style=auto");
  own.take("-Wno-par-auto");
  EXPECT_EQ(own.get("style"), "auto");
  EXPECT_EQ(own.get("warn"), "0");
  EXPECT_EQ(own.values().size(), 2u);
}

TEST(OwnOptions, RejectsBadValues) {
  OwnOptions own;
  EXPECT_EQ(own.take("--par-style=x"), Match::Invalid);
  EXPECT_EQ(own.error(), "invalid value 'x' in '--par-style=x'");
  for (const char *option :
       {"--par-style=", "--par-style=auto|manual", "--par-style=aut", "-fpar-kernels=", "-fpar-kernels=cuda",
        "-fpar-kernels=ptx,", "-fpar-kernels=ptx,x", "--xc-gate=", "--xc-gate=-1", "--xc-gate=1x",
        "--xc-gate=99999999999999999999", "--xc-off=", "--xc-off=a;warn=1"})
    EXPECT_EQ(own.take(option), Match::Invalid) << option;
  EXPECT_TRUE(own.values().empty());
}

TEST(OwnOptions, RejectsMisspellings) {
  OwnOptions own;
  EXPECT_EQ(own.take("--par-style"), Match::Invalid);
  EXPECT_EQ(own.take("--xc-foo"), Match::Invalid);
  EXPECT_EQ(own.take("--xc-time=1"), Match::Invalid);
  EXPECT_EQ(own.error(), "unknown argument: '--xc-time=1'");
}

TEST(OwnOptions, HelpNamesTheUsersOptionsOnly) {
  std::string help = xc::driver::ownHelp();
  EXPECT_NE(help.find("--par-style=auto|manual|off"), help.npos);
  EXPECT_NE(help.find("-Wpar-auto"), help.npos);
  EXPECT_EQ(help.find("--xc-"), help.npos);
}

} // namespace
