/// \file What a command line asks for.
/// SPDX-License-Identifier: Apache-2.0
#include "driver/invocation.h"

#include <cstdio>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace xc::driver;

namespace {

using Arguments = std::vector<std::string>;

Invocation look(const Arguments &arguments) { return analyse("xcc", arguments); }

TEST(Invocation, CountsInputs) {
  Invocation facts = look({"a.c", "b.cpp", "c.o", "d.s", "-lm", "e.h", "f.f90", "libx.a", "g.ll", "-o", "h.c"});
  EXPECT_EQ(facts.sources, 3u);
  EXPECT_EQ(facts.headers, 1u);
  EXPECT_EQ(facts.foreign, 1u);
  EXPECT_EQ(facts.linkerInputs, 4u);
}

TEST(Invocation, FolderNamesAreNoExtensions) {
  EXPECT_EQ(look({"dir.c/file"}).sources, 0u);
  EXPECT_EQ(look({"dir.o/file.c"}).sources, 1u);
  EXPECT_EQ(look({"a.b.c"}).sources, 1u);
  EXPECT_EQ(look({".c"}).sources, 1u);
}

TEST(Invocation, LanguageOption) {
  EXPECT_EQ(look({"-x", "c", "-"}).sources, 1u);
  EXPECT_EQ(look({"-xc++", "a.h"}).sources, 1u);
  EXPECT_EQ(look({"-x", "c-header", "a.c"}).headers, 1u);
  EXPECT_EQ(look({"-x", "cuda", "a.c"}).foreign, 1u);
  EXPECT_EQ(look({"-x", "objective-c", "a.c"}).foreign, 1u);
  EXPECT_EQ(look({"-x", "assembler", "a.c"}).linkerInputs, 1u);
  Invocation facts = look({"-x", "cuda", "-x", "none", "a.c"});
  EXPECT_EQ(facts.sources, 1u);
  EXPECT_EQ(facts.foreign, 0u);
  EXPECT_EQ(look({"a.cu", "-x", "c"}).foreign, 1u);
}

TEST(Invocation, LastPhase) {
  EXPECT_EQ(look({"a.c"}).lastPhase, LastPhase::Link);
  EXPECT_EQ(look({"-c", "a.c"}).lastPhase, LastPhase::Object);
  EXPECT_EQ(look({"-S", "-emit-llvm", "a.c"}).lastPhase, LastPhase::Object);
  for (const char *option : {"-E", "-M", "-MM", "-fsyntax-only", "-emit-ast", "--precompile", "--analyze"})
    EXPECT_EQ(look({"-c", option, "a.c"}).lastPhase, LastPhase::NoCode) << option;
  EXPECT_EQ(look({"-c", "-MD", "-MF", "-E", "a.c"}).lastPhase, LastPhase::Object);
}

TEST(Invocation, Optimisation) {
  EXPECT_FALSE(look({"a.c"}).isOptimised);
  EXPECT_FALSE(look({"-O2", "-O0", "a.c"}).isOptimised);
  EXPECT_TRUE(look({"-O0", "-O2", "a.c"}).isOptimised);
  for (const char *option : {"-O", "-O1", "-O2", "-O3", "-O4", "-Os", "-Oz", "-Og", "-Ofast", "--optimize=2"})
    EXPECT_TRUE(look({option, "a.c"}).isOptimised) << option;
}

TEST(Invocation, Targets) {
  EXPECT_FALSE(look({"a.c"}).isForeignTarget);
  EXPECT_TRUE(look({"-m32", "a.c"}).isForeignTarget);
  EXPECT_FALSE(look({"-m32", "-m64", "a.c"}).isForeignTarget);
  EXPECT_TRUE(look({"--target=riscv64-linux-gnu", "a.c"}).isForeignTarget);
  EXPECT_TRUE(look({"-target", "wasm32", "a.c"}).isForeignTarget);
  EXPECT_TRUE(look({"-fopenmp-targets=nvptx64", "a.c"}).isForeignTarget);
  EXPECT_FALSE(look({"-fopenmp", "-march=native", "a.c"}).isForeignTarget);
}

TEST(Invocation, HostTriples) {
#if defined(__x86_64__)
  EXPECT_TRUE(isHostTriple("x86_64-linux-gnu"));
  EXPECT_TRUE(isHostTriple("x86_64-pc-linux-gnu"));
  EXPECT_TRUE(isHostTriple("x86_64-unknown-linux"));
  EXPECT_FALSE(isHostTriple("x86_64-linux-gnux32"));
  EXPECT_FALSE(isHostTriple("x86_64-linux-musl"));
  EXPECT_FALSE(isHostTriple("x86_64-linux-android"));
  EXPECT_FALSE(isHostTriple("x86_64-w64-mingw32"));
  EXPECT_FALSE(isHostTriple("x86_64"));
  EXPECT_FALSE(isHostTriple("aarch64-linux-gnu"));
#endif
  EXPECT_FALSE(isHostTriple(""));
}

TEST(Invocation, Freestanding) {
  EXPECT_TRUE(look({"-ffreestanding", "a.c"}).isFreestanding);
  EXPECT_FALSE(look({"-ffreestanding", "-fhosted", "a.c"}).isFreestanding);
  EXPECT_TRUE(look({"-mcmodel=kernel", "a.c"}).isFreestanding);
  EXPECT_TRUE(look({"-nostdlib", "a.c"}).lacksLibraries);
  EXPECT_FALSE(look({"-nostartfiles", "a.c"}).lacksLibraries);
}

TEST(Invocation, CxxByName) {
  EXPECT_FALSE(analyse("xcc", {"a.c"}).isCxx);
  EXPECT_TRUE(analyse("xcc++", {"a.c"}).isCxx);
  EXPECT_TRUE(analyse("/usr/bin/xcc++", {"a.c"}).isCxx);
  EXPECT_TRUE(analyse("c++", {"a.c"}).isCxx);
  EXPECT_TRUE(analyse("xcc++-19", {"a.c"}).isCxx);
  EXPECT_FALSE(analyse("/c++/xcc", {"a.c"}).isCxx);
  EXPECT_TRUE(analyse("xcc", {"--driver-mode=g++", "a.c"}).isCxx);
  EXPECT_FALSE(analyse("xcc++", {"--driver-mode=gcc", "a.c"}).isCxx);
}

TEST(Invocation, InternalCommandsStayAsTheyAre) {
  Invocation facts = look({"-cc1", "-Wpar-auto", "a.c"});
  EXPECT_TRUE(facts.isPlainClang);
  EXPECT_EQ(facts.arguments.size(), 3u);
}

TEST(Invocation, OwnOptionsAreTakenOut) {
  Invocation facts = look({"--par-style=manual", "-c", "a.c", "-Wpar-auto"});
  EXPECT_EQ(facts.arguments, (Arguments{"-c", "a.c"}));
  EXPECT_EQ(facts.own.get("style"), "manual");
}

TEST(Invocation, ValuesAreNoOptions) {
  Invocation facts = look({"-o", "-Wpar-auto", "-Xclang", "-c", "a.c"});
  EXPECT_EQ(facts.arguments.size(), 5u);
  EXPECT_EQ(facts.own.get("warn"), "");
  EXPECT_EQ(facts.lastPhase, LastPhase::Link);
}

TEST(Invocation, ErrorsAreCollected) { EXPECT_EQ(look({"--par-style=a", "--xc-gate=b", "a.c"}).errors.size(), 2u); }

TEST(Invocation, DashDash) {
  Invocation facts = look({"-c", "--", "-Wpar-auto", "a.c"});
  EXPECT_TRUE(facts.hasDashDash);
  EXPECT_EQ(facts.sources, 1u);
  EXPECT_EQ(facts.own.get("warn"), "");
}

TEST(Invocation, ResponseFileStaysUnlessItHoldsOurs) {
  std::string path = "/tmp/xcc-invocation-" + std::to_string(getpid());
  auto write = [&](const char *text) {
    FILE *file = fopen(path.c_str(), "w");
    fputs(text, file);
    fclose(file);
  };
  write("-c -O2 a.c");
  Invocation facts = look({"@" + path, "-Wpar-auto"});
  EXPECT_EQ(facts.arguments, (Arguments{"@" + path}));
  EXPECT_EQ(facts.sources, 1u);
  EXPECT_TRUE(facts.isOptimised);
  write("-c -Wpar-auto 'b c.c'");
  facts = look({"-O2", "@" + path, "d.c"});
  EXPECT_EQ(facts.arguments, (Arguments{"-O2", "-c", "b c.c", "d.c"}));
  EXPECT_EQ(facts.own.get("warn"), "1");
  unlink(path.c_str());
}

} // namespace
