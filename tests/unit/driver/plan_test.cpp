/// \file What xcc adds to a command line.
/// SPDX-License-Identifier: Apache-2.0
#include "driver/plan.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace xc::driver;

namespace {

using Arguments = std::vector<std::string>;

const Parts &installed() {
  static const Parts parts = {"/bin/clang",     "/lib/xcc-front.so", "/lib/xcc-pass.so",
                              "/lib/libxcrt.a", "/bin/ld.lld",       ""};
  return parts;
}

Plan plan(const Arguments &arguments, const Parts &parts = installed()) {
  return makePlan(analyse("xcc", arguments), parts);
}

bool has(const Plan &plan, const std::string &argument) {
  return std::find(plan.arguments.begin(), plan.arguments.end(), argument) != plan.arguments.end();
}

bool lifting(const Arguments &arguments) { return has(plan(arguments), "-fpass-plugin=/lib/xcc-pass.so"); }
bool linking(const Arguments &arguments) { return has(plan(arguments), "/lib/libxcrt.a"); }

TEST(Plan, LiftsWhatIsCompiledForTheHost) {
  EXPECT_TRUE(lifting({"-O2", "a.c"}));
  EXPECT_TRUE(lifting({"-O2", "-c", "a.cpp"}));
  EXPECT_TRUE(lifting({"-O2", "-S", "a.ll"}));
  EXPECT_TRUE(lifting({"-O2", "-c", "a.i"}));
  EXPECT_TRUE(lifting({"-O2", "-c", "-xc", "-"}));
  EXPECT_TRUE(lifting({"-O2", "a.c", "b.s", "c.o"}));
  EXPECT_TRUE(lifting({"-O2", "-c", "-nostdlib", "a.c"}));
}

TEST(Plan, LeavesTheRestAlone) {
  for (const Arguments &arguments : std::vector<Arguments>{{},
                                                           {"a.c"},
                                                           {"-O0", "a.c"},
                                                           {"-O2"},
                                                           {"-O2", "a.o"},
                                                           {"-O2", "-c", "a.s"},
                                                           {"-O2", "-c", "a.S"},
                                                           {"-O2", "-E", "a.c"},
                                                           {"-O2", "-M", "a.c"},
                                                           {"-O2", "-fsyntax-only", "a.c"},
                                                           {"-O2", "-c", "a.h"},
                                                           {"-O2", "-c", "-m32", "a.c"},
                                                           {"-O2", "-c", "-ffreestanding", "a.c"},
                                                           {"-O2", "-nostdlib", "a.c"},
                                                           {"-O2", "-nodefaultlibs", "a.c"},
                                                           {"-O2", "-c", "a.cu"},
                                                           {"-O2", "-c", "-x", "objective-c", "a.c"},
                                                           {"-O2", "-c", "a.c", "b.f90"},
                                                           {"-O2", "-c", "--par-style=off", "a.c"}})
    EXPECT_FALSE(lifting(arguments)) << ::testing::PrintToString(arguments);
}

TEST(Plan, UserArgumentsStayTogetherInOrder) {
  Arguments user = {"-O2", "-c", "a.c", "-o", "b.o"};
  Arguments all = plan(user).arguments;
  EXPECT_NE(std::search(all.begin(), all.end(), user.begin(), user.end()), all.end());
  EXPECT_EQ(plan({"-dumpmachine"}).arguments, Arguments{"-dumpmachine"});
  EXPECT_EQ(plan({"-print-file-name=libc.so"}).arguments, Arguments{"-print-file-name=libc.so"});
}

TEST(Plan, LinksTheRuntimeWhereItMayBeNeeded) {
  EXPECT_TRUE(linking({"a.o"}));
  EXPECT_TRUE(linking({"-O2", "a.c"}));
  EXPECT_TRUE(linking({"-shared", "-Wl,--whole-archive,a.a"}));
  EXPECT_TRUE(linking({"-lfoo"}));
  // libtool links C++ libraries like this, with the libraries named one by one.
  EXPECT_TRUE(linking({"-shared", "-nostdlib", "crti.o", "a.o", "-lc"}));
  EXPECT_TRUE(linking({"--par-style=off", "a.o"}));
  EXPECT_FALSE(linking({"-c", "a.c"}));
  EXPECT_FALSE(linking({"-r", "a.o", "b.o"}));
  EXPECT_FALSE(linking({"-m32", "a.o"}));
  EXPECT_FALSE(linking({"-v"}));
  EXPECT_FALSE(linking({"-E", "a.c"}));
}

TEST(Plan, RuntimeComesLast) {
  Arguments all = plan({"a.o", "-lm"}).arguments;
  EXPECT_EQ(all[0], "a.o");
  EXPECT_EQ(all[1], "-lm");
  EXPECT_EQ(all.back(), "--end-no-unused-arguments");
}

TEST(Plan, Locations) {
  EXPECT_TRUE(has(plan({"-O2", "-c", "a.c"}), "-opt-record-passes"));
  EXPECT_TRUE(has(plan({"-O2", "-c", "a.c"}), "-fplugin-arg-xcc-locations=drop"));
  for (const char *own : {"-Rpass=par", "-Rpass-missed=par", "-fsave-optimization-record", "-fstack-usage",
                          "-fsave-optimization-record=yaml", "-foptimization-record-passes=par"}) {
    EXPECT_FALSE(has(plan({"-O2", "-c", "a.c", own}), "-opt-record-passes")) << own;
    EXPECT_FALSE(has(plan({"-O2", "-c", "a.c", own}), "-fplugin-arg-xcc-locations=drop")) << own;
  }
}

TEST(Plan, OptionsReachThePlugins) {
  Plan made = plan({"-O2", "-c", "a.c", "-Wpar-auto", "--xc-gate=5"});
  EXPECT_TRUE(has(made, "-fplugin-arg-xcc-warn=1"));
  EXPECT_TRUE(has(made, "-fplugin-arg-xcc-gate=5"));
  EXPECT_EQ(made.environment, "warn=1;gate=5");
}

TEST(Plan, WithLtoLoopsAreLiftedWhenLinking) {
  auto isRaw = [](const Plan &plan) { return has(plan, "-disable-llvm-passes"); };
  auto linksWithPlugin = [](const Plan &plan) { return has(plan, "-Wl,--load-pass-plugin=/lib/xcc-pass.so"); };
  for (const char *lto : {"-flto", "-flto=thin", "-flto=full"}) {
    Plan object = plan({"-O2", lto, "-c", "a.c"});
    EXPECT_TRUE(isRaw(object));
    EXPECT_FALSE(lifting({"-O2", lto, "-c", "a.c"}));
    EXPECT_FALSE(linksWithPlugin(object));
    EXPECT_FALSE(has(object, "-fuse-ld=lld"));
    for (const Plan &program : {plan({lto, "a.o"}), plan({"-O2", lto, "a.c"}), plan({lto, "--par-style=off", "a.o"})}) {
      EXPECT_TRUE(linksWithPlugin(program));
      EXPECT_TRUE(has(program, "-fuse-ld=lld"));
    }
  }
  // A linker of the user's is used; only lld loads the plugin.
  EXPECT_FALSE(has(plan({"-flto", "-fuse-ld=lld", "a.o"}), "-fuse-ld=lld-19"));
  EXPECT_TRUE(linksWithPlugin(plan({"-fuse-ld=lld", "a.o"})));
  EXPECT_TRUE(linksWithPlugin(plan({"--ld-path=/opt/bin/ld.lld", "a.o"})));
  for (const char *linker : {"-fuse-ld=gold", "-fuse-ld=bfd", "--ld-path=/usr/bin/ld"}) {
    EXPECT_FALSE(linksWithPlugin(plan({"-flto", linker, "a.o"}))) << linker;
    EXPECT_FALSE(isRaw(plan({"-O2", "-flto", linker, "a.c"}))) << linker;
    EXPECT_TRUE(lifting({"-O2", "-flto", linker, "a.c"})) << linker;
  }
  // Where clang's passes do more than optimise, they run.
  for (const char *option : {"-fsanitize=address", "-fprofile-generate", "-fprofile-instr-use=x", "--coverage",
                             "-ffat-lto-objects", "-emit-llvm", "-fpass-plugin=x", "-fno-lto"}) {
    EXPECT_FALSE(isRaw(plan({"-O2", "-flto", option, "-c", "a.c"}))) << option;
    EXPECT_TRUE(lifting({"-O2", "-flto", option, "-c", "a.c"})) << option;
  }
  EXPECT_FALSE(isRaw(plan({"-O0", "-flto", "-c", "a.c"})));
  EXPECT_FALSE(isRaw(plan({"-O2", "-flto", "--par-style=off", "-c", "a.c"})));
  Parts withoutLld = installed();
  withoutLld.lld = "";
  EXPECT_FALSE(isRaw(plan({"-O2", "-flto", "-c", "a.c"}, withoutLld)));
  EXPECT_FALSE(has(plan({"-flto", "a.o"}, withoutLld), "-fuse-ld=lld"));
}

TEST(Plan, SaysThatNothingIsLiftedAtO0) {
  EXPECT_EQ(plan({"-Wpar-auto", "a.c"}).warnings.size(), 1u);
  EXPECT_EQ(plan({"-Wpar-auto", "-O1", "a.c"}).warnings.size(), 0u);
  EXPECT_EQ(plan({"-Wpar-auto", "a.o"}).warnings.size(), 0u);
  EXPECT_EQ(plan({"-Wpar-auto", "-w", "a.c"}).warnings.size(), 0u);
  EXPECT_EQ(plan({"-Wpar-auto", "-E", "a.c"}).warnings.size(), 0u);
  EXPECT_EQ(plan({"a.c"}).warnings.size(), 0u);
  EXPECT_EQ(plan({"-Wpar-auto", "-Werror=par-auto", "a.c"}).errors.size(), 1u);
  EXPECT_EQ(plan({"-Wpar-auto", "-Werror", "a.c"}).errors.size(), 1u);
  EXPECT_EQ(plan({"-Wpar-auto", "-Werror", "-Wno-error=par-auto", "a.c"}).errors.size(), 0u);
}

TEST(Plan, WithoutItsPartsXccIsClang) {
  Parts broken = installed();
  broken.missing = broken.runtime;
  Plan made = plan({"-O2", "a.c"}, broken);
  EXPECT_EQ(made.arguments, (Arguments{"-O2", "a.c"}));
  EXPECT_EQ(made.warnings.size(), 1u);
  EXPECT_TRUE(made.errors.empty());
  EXPECT_TRUE(plan({"a.o"}, broken).warnings.empty());
}

TEST(Plan, WithoutClangThereIsAnError) { EXPECT_EQ(plan({"a.c"}, Parts{}).errors.size(), 1u); }

TEST(Plan, AfterDashDashThereIsRoomForInputsOnly) {
  EXPECT_EQ(plan({"--", "a.o"}).arguments, (Arguments{"--", "a.o", "/lib/libxcrt.a"}));
  EXPECT_EQ(plan({"-O2", "-xc", "--", "a.c"}).arguments, (Arguments{"-O2", "-xc", "--", "a.c"}));
  EXPECT_TRUE(lifting({"-O2", "--", "a.c"}));
  EXPECT_TRUE(lifting({"-O2", "-c", "--", "a.c"}));
}

TEST(Plan, ClangIsToldTheLanguageByItsName) {
  EXPECT_EQ(makePlan(analyse("xcc", {"a.c"}), installed()).programName, "xcc");
  EXPECT_EQ(makePlan(analyse("/x/c++", {"a.c"}), installed()).programName, "xcc++");
  EXPECT_EQ(makePlan(analyse("xcc", {"-no-canonical-prefixes", "a.c"}), installed()).programName, "/bin/clang");
}

} // namespace
