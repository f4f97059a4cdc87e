/// \file What kernels compute themselves of <math.h>, compiled for the host and compared with the C library.
/// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

extern "C" {
#include "kernels/ptx/math.c"

// In place of libclc's.
float _Z3expf(float x) { return std::exp(x); }
float _Z4exp2f(float x) { return std::exp2(x); }
float _Z5exp10f(float x) { return std::pow(10.0f, x); }
float _Z3powff(float x, float y) { return std::pow(x, y); }
double _Z3expd(double x) { return std::exp(x); }
double _Z4exp2d(double x) { return std::exp2(x); }
double _Z5exp10d(double x) { return std::pow(10.0, x); }
double _Z3powdd(double x, double y) { return std::pow(x, y); }
double _Z4erfcd(double x) { return std::erfc(x); }
}

namespace {

template <class T, class Bits> bool same(T a, T b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b);
}

TEST(KernelMath, RemaindersAreExact) {
  std::mt19937_64 random(1);
  auto any = [&] {
    uint64_t bits = random();
    if (random() % 4 == 0) // Exponents close to each other, and subnormal numbers.
      bits &= ~(0x7ffull << 52) | (random() % 2 ? 3ull << 52 : 0);
    if (random() % 8 == 0) // Few digits.
      bits &= ~0ull << (random() % 53);
    return std::bit_cast<double>(bits);
  };
  for (int i = 0; i < 500000; ++i) {
    const double x = any(), y = any();
    ASSERT_TRUE((same<double, uint64_t>(xc_fmod(x, y), std::fmod(x, y)))) << std::hexfloat << x << " " << y;
    const float a = std::bit_cast<float>(uint32_t(random())), b = std::bit_cast<float>(uint32_t(random()));
    ASSERT_TRUE((same<float, uint32_t>(xc_fmodf(a, b), std::fmod(a, b)))) << std::hexfloat << a << " " << b;
  }
}

TEST(KernelMath, RemaindersOfSpecialNumbers) {
  const double numbers[] = {
      0.0, -0.0, 1, -1, 3, 5e-324, -5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, INFINITY, -INFINITY, NAN};
  for (double x : numbers)
    for (double y : numbers)
      EXPECT_TRUE((same<double, uint64_t>(xc_fmod(x, y), std::fmod(x, y)))) << x << " " << y;
}

} // namespace
