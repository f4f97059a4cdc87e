/// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <gtest/gtest.h>

using namespace xc;

TEST(Text, Numbers) {
  Text text;
  text << 0u << " " << UINT64_MAX << " " << INT64_MIN << " " << -1 << " " << int64_t(42);
  EXPECT_STREQ(text.data(), "0 18446744073709551615 -9223372036854775808 -1 42");
}

TEST(Text, HexAndHundredths) {
  Text text;
  text << Hex{0xabc, 8} << " " << Hex{0, 1} << " " << Hundredths{183} << " " << Hundredths{5} << " " << Hundredths{100};
  EXPECT_STREQ(text.data(), "0x00000abc 0x0 1.83 0.05 1.00");
}

TEST(Text, EndOfLineSurvivesACut) {
  Text text;
  for (int i = 0; i < 1000; ++i)
    text << "ab";
  EXPECT_EQ(text.size(), Text::kCapacity - 1);
  text << "\n";
  EXPECT_EQ(text.size(), Text::kCapacity - 1);
  EXPECT_EQ(text.data()[text.size() - 1], '\n');
  EXPECT_EQ(text.data()[text.size()], '\0');
}
