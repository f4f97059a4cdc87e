// SPDX-License-Identifier: Apache-2.0
unsigned work(unsigned *p, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) {
    p[i] = p[i] * 3 + (unsigned)i;
    s += p[i];
  }
  return s;
}
