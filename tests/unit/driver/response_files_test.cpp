/// \file Response files.
/// SPDX-License-Identifier: Apache-2.0
#include "driver/response_files.h"

#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace xc::driver;

namespace {

using Arguments = std::vector<std::string>;

/// A file that is gone after the test.
class File {
public:
  explicit File(const std::string &text) {
    int handle = mkstemp(path.data());
    EXPECT_GE(handle, 0);
    EXPECT_EQ(write(handle, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    close(handle);
  }
  ~File() { unlink(path.c_str()); }
  std::string path = "/tmp/xcc-response-XXXXXX";
};

TEST(ResponseFiles, SplitsAtWhiteSpace) {
  EXPECT_EQ(splitResponseFile(" -c\ta.c\n\r\n-O2 "), (Arguments{"-c", "a.c", "-O2"}));
  EXPECT_EQ(splitResponseFile(""), Arguments{});
  EXPECT_EQ(splitResponseFile(" \n"), Arguments{});
}

TEST(ResponseFiles, Quotes) {
  EXPECT_EQ(splitResponseFile("\"a b\" 'c d' e\\ f"), (Arguments{"a b", "c d", "e f"}));
  EXPECT_EQ(splitResponseFile("-DX=\"a\\\"b\""), (Arguments{"-DX=a\"b"}));
  EXPECT_EQ(splitResponseFile("'a\"b' \"c'd\""), (Arguments{"a\"b", "c'd"}));
  EXPECT_EQ(splitResponseFile("\"\""), (Arguments{""}));
  EXPECT_EQ(splitResponseFile("\"open"), (Arguments{"open"}));
  EXPECT_EQ(splitResponseFile("end\\"), (Arguments{"end\\"}));
}

TEST(ResponseFiles, ExpandsNestedFiles) {
  File inner("-O2 b.c");
  File outer("-c @" + inner.path + " d.c");
  Expansion expansion = expandResponseFiles({"a.c", "@" + outer.path, "e.c"});
  EXPECT_EQ(expansion.arguments, (Arguments{"a.c", "-c", "-O2", "b.c", "d.c", "e.c"}));
  EXPECT_EQ(expansion.origins, (std::vector<size_t>{0, 1, 1, 1, 1, 2}));
  EXPECT_EQ(expansion.fromFile, (std::vector<bool>{false, true, true, true, true, false}));
}

TEST(ResponseFiles, WhatCannotBeReadStays) {
  EXPECT_EQ(expandResponseFiles({"@", "@/nonexistent", "@/tmp"}).arguments, (Arguments{"@", "@/nonexistent", "@/tmp"}));
}

TEST(ResponseFiles, CyclesEnd) {
  File file("");
  FILE *stream = fopen(file.path.c_str(), "w");
  fprintf(stream, "a.c @%s", file.path.c_str());
  fclose(stream);
  EXPECT_LE(expandResponseFiles({"@" + file.path}).arguments.size(), 32u);
}

} // namespace
