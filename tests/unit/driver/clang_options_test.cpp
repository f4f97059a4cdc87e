/// \file Splitting command lines by clang's table of options.
/// SPDX-License-Identifier: Apache-2.0
#include "driver/clang_options.h"

#include <gtest/gtest.h>

using namespace xc::driver;

namespace {

using Arguments = std::vector<std::string>;

ClangArgument first(const Arguments &arguments) { return readClangArgument(arguments, 0); }

TEST(ClangOptions, InputsAreWhatHasNoDash) {
  EXPECT_EQ(first({"a.c"}).id, OPT_INPUT);
  EXPECT_EQ(first({"-"}).id, OPT_INPUT);
  EXPECT_EQ(first({""}).id, OPT_INPUT);
  EXPECT_EQ(first({"a.c"}).value, "a.c");
}

TEST(ClangOptions, SeparateValueIsTaken) {
  ClangArgument output = first({"-o", "a.c", "b.c"});
  EXPECT_EQ(output.id, OPT_o);
  EXPECT_EQ(output.count, 2u);
  EXPECT_EQ(output.value, "a.c");
  EXPECT_EQ(first({"-Xclang", "a.c"}).count, 2u);
  EXPECT_EQ(first({"-include", "a.c"}).count, 2u);
  EXPECT_EQ(first({"-MF", "a.c"}).count, 2u);
  EXPECT_EQ(first({"-I", "a.c"}).count, 2u);
  EXPECT_EQ(first({"-D", "a.c"}).count, 2u);
  EXPECT_EQ(first({"-T", "a.c"}).count, 2u);
  EXPECT_EQ(first({"-framework", "a.c"}).count, 2u);
}

TEST(ClangOptions, JoinedValueIsTaken) {
  EXPECT_EQ(first({"-oout", "a.c"}).count, 1u);
  EXPECT_EQ(first({"-oout"}).value, "out");
  EXPECT_EQ(first({"-xc"}).id, OPT_x);
  EXPECT_EQ(first({"-xc"}).value, "c");
  EXPECT_EQ(first({"-Iinclude", "a.c"}).count, 1u);
}

TEST(ClangOptions, LongestNameWins) {
  EXPECT_EQ(first({"-objcmt-migrate-all"}).id, OPT_objcmt_migrate_all); // not -o
  EXPECT_EQ(first({"-O0"}).id, OPT_O0);
  EXPECT_EQ(first({"-O2"}).id, OPT_O);
  EXPECT_EQ(first({"-Ofast"}).id, OPT_Ofast);
  EXPECT_EQ(first({"-MMD"}).id, OPT_MMD);
  EXPECT_EQ(first({"-Wl,-x"}).id, OPT_Wl_COMMA);
  EXPECT_EQ(first({"-include-pch", "a.pch"}).id, OPT_include_pch);
}

TEST(ClangOptions, AliasesAreResolved) {
  EXPECT_EQ(first({"-O"}).id, OPT_O);
  EXPECT_EQ(first({"-target", "x"}).id, OPT_target);
  EXPECT_EQ(first({"--target=x"}).value, "x");
  EXPECT_EQ(first({"--output=x"}).id, OPT_o);
  EXPECT_EQ(first({"--compile"}).id, OPT_c);
  EXPECT_EQ(first({"--assemble"}).id, OPT_S);
  EXPECT_EQ(first({"--language=c"}).id, OPT_x);
}

TEST(ClangOptions, OneOrTwoDashes) {
  EXPECT_EQ(first({"-help"}).id, OPT_help);
  EXPECT_EQ(first({"--help"}).id, OPT_help);
  EXPECT_EQ(first({"--version"}).id, OPT__version);
}

TEST(ClangOptions, DashDashTakesTheRest) {
  ClangArgument rest = first({"--", "-o", "a.c"});
  EXPECT_EQ(rest.id, OPT__DASH_DASH);
  EXPECT_EQ(rest.count, 3u);
}

TEST(ClangOptions, MissingValueIsLeftToClang) {
  EXPECT_EQ(first({"-o"}).count, 1u);
  EXPECT_EQ(first({"-o"}).value, "");
  EXPECT_EQ(first({"-Xclang"}).count, 1u);
}

TEST(ClangOptions, UnknownIsLeftToClang) {
  EXPECT_EQ(first({"-@"}).id, OPT_UNKNOWN);
  EXPECT_EQ(first({"--no-such-thing"}).id, OPT_UNKNOWN);
}

TEST(ClangOptions, LinkerInputs) {
  EXPECT_TRUE(first({"-lm"}).isLinkerInput);
  EXPECT_TRUE(first({"-l", "m"}).isLinkerInput);
  EXPECT_TRUE(first({"-Wl,--as-needed"}).isLinkerInput);
  EXPECT_TRUE(first({"-Xlinker", "-x"}).isLinkerInput);
  EXPECT_FALSE(first({"-L."}).isLinkerInput);
  EXPECT_FALSE(first({"-pthread"}).isLinkerInput);
}

} // namespace
