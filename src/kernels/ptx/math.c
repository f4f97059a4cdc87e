/// \file What libclc computes not at all, or not well enough, for kernels: compiled for the GPU and linked into
/// math.bc. SPDX-License-Identifier: Apache-2.0

typedef unsigned u32;
typedef unsigned long u64;

// libclc's.
float _Z3expf(float), _Z4exp2f(float), _Z5exp10f(float), _Z3powff(float, float);
double _Z3expd(double), _Z4exp2d(double), _Z5exp10d(double), _Z3powdd(double, double), _Z4erfcd(double);

/// Results below that are subnormal; libclc makes zeros of most of them.
static const float leastNormal = 0x1p-126f;

float xc_expf(float x) {
  float y = _Z3expf(x);
  return y < leastNormal ? (float)_Z3expd(x) : y;
}
float xc_exp2f(float x) {
  float y = _Z4exp2f(x);
  return y < leastNormal ? (float)_Z4exp2d(x) : y;
}
float xc_exp10f(float x) {
  float y = _Z5exp10f(x);
  return y < leastNormal ? (float)_Z5exp10d(x) : y;
}
float xc_powf(float x, float y) {
  float z = _Z3powff(x, y);
  return __builtin_fabsf(z) < leastNormal ? (float)_Z3powdd(x, y) : z;
}
/// The tail is 60 units of the last place off.
float xc_erfcf(float x) { return (float)_Z4erfcd(x); }

static u64 bitsOf(double x) { return __builtin_bit_cast(u64, x); }

/// The remainder of a division that rounds to zero, exact: one bit of the quotient after the other.
double xc_fmod(double x, double y) {
  const u64 infinity = 0x7ffull << 52, hidden = 1ull << 52;
  u64 a = bitsOf(x) & ~(1ull << 63), b = bitsOf(y) & ~(1ull << 63), sign = bitsOf(x) & 1ull << 63;
  if (b == 0 || a >= infinity || b > infinity)
    return __builtin_nan("");
  if (a < b)
    return x;
  int ea = (int)(a >> 52), eb = (int)(b >> 52);
  // Significands as integers, a * 2^(ea - 1) and b * 2^(eb - 1); those of subnormals are not shifted up.
  a &= hidden - 1;
  b &= hidden - 1;
  if (ea)
    a |= hidden;
  else
    ea = 1;
  if (eb)
    b |= hidden;
  else
    eb = 1;
  // a < 2 * b is not given when b is subnormal.
  u64 rest = a % b;
  int left = ea - eb;
  // As many bits at a time as there is room for above the largest rest.
  int room = __builtin_clzl(b);
  while (left > 0 && rest != 0) {
    int bits = left < room ? left : room;
    rest = (rest << bits) % b;
    left -= bits;
  }
  if (rest == 0)
    return __builtin_bit_cast(double, sign);
  int up = __builtin_clzl(rest) - 11;
  if (up < eb) { // A normal number.
    rest = (rest << up) - hidden + ((u64)(eb - up) << 52);
  } else {
    rest <<= eb - 1;
  }
  return __builtin_bit_cast(double, rest | sign);
}
/// Both numbers and the result are floats, so the exact result is the same.
float xc_fmodf(float x, float y) { return (float)xc_fmod(x, y); }
