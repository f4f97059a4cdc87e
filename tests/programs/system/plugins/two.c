// SPDX-License-Identifier: Apache-2.0
unsigned work(unsigned *p, int n) {
  unsigned s = 1;
  for (int i = 0; i < n; i++) {
    p[i] = p[i] * 5 ^ (unsigned)i;
    s ^= p[i];
  }
  return s;
}
