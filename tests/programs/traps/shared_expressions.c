// Address expressions that share operands: looking at each once is enough.
// SPDX-License-Identifier: Apache-2.0
void k(int *restrict a, long n, unsigned long y) {
  unsigned long z = y;
  z = z * z + 3;
  z = z * z + 5;
  z = z * z + 7;
  z = z * z + 9;
  z = z * z + 11;
  z = z * z + 13;
  z = z * z + 15;
  z = z * z + 17;
  z = z * z + 19;
  z = z * z + 21;
  z = z * z + 23;
  z = z * z + 25;
  z = z * z + 27;
  z = z * z + 29;
  z = z * z + 31;
  z = z * z + 33;
  z = z * z + 35;
  z = z * z + 37;
  z = z * z + 39;
  z = z * z + 41;
  z = z * z + 43;
  z = z * z + 45;
  z = z * z + 47;
  z = z * z + 49;
  z = z * z + 51;
  z = z * z + 53;
  z = z * z + 55;
  z = z * z + 57;
  z = z * z + 59;
  z = z * z + 61;
  for (long i = 0; i < n; i++)
    a[i + z] = i;
}
int main() { return 0; }