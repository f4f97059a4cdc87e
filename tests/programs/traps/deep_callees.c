// Callees that share callees: looking at each once is enough.
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
__attribute__((noinline)) static int f0(int x) { return x * x + 1; }
__attribute__((noinline)) static int f1(int x) { return f0(x) + f0(x ^ 1); }
__attribute__((noinline)) static int f2(int x) { return f1(x) + f1(x ^ 1); }
__attribute__((noinline)) static int f3(int x) { return f2(x) + f2(x ^ 1); }
__attribute__((noinline)) static int f4(int x) { return f3(x) + f3(x ^ 1); }
__attribute__((noinline)) static int f5(int x) { return f4(x) + f4(x ^ 1); }
__attribute__((noinline)) static int f6(int x) { return f5(x) + f5(x ^ 1); }
__attribute__((noinline)) static int f7(int x) { return f6(x) + f6(x ^ 1); }
__attribute__((noinline)) static int f8(int x) { return f7(x) + f7(x ^ 1); }
__attribute__((noinline)) static int f9(int x) { return f8(x) + f8(x ^ 1); }
__attribute__((noinline)) static int f10(int x) { return f9(x) + f9(x ^ 1); }
__attribute__((noinline)) static int f11(int x) { return f10(x) + f10(x ^ 1); }
__attribute__((noinline)) static int f12(int x) { return f11(x) + f11(x ^ 1); }
__attribute__((noinline)) static int f13(int x) { return f12(x) + f12(x ^ 1); }
__attribute__((noinline)) static int f14(int x) { return f13(x) + f13(x ^ 1); }
__attribute__((noinline)) static int f15(int x) { return f14(x) + f14(x ^ 1); }
__attribute__((noinline)) static int f16(int x) { return f15(x) + f15(x ^ 1); }
__attribute__((noinline)) static int f17(int x) { return f16(x) + f16(x ^ 1); }
__attribute__((noinline)) static int f18(int x) { return f17(x) + f17(x ^ 1); }
__attribute__((noinline)) static int f19(int x) { return f18(x) + f18(x ^ 1); }
__attribute__((noinline)) static int f20(int x) { return f19(x) + f19(x ^ 1); }
__attribute__((noinline)) static int f21(int x) { return f20(x) + f20(x ^ 1); }
__attribute__((noinline)) static int f22(int x) { return f21(x) + f21(x ^ 1); }
__attribute__((noinline)) static int f23(int x) { return f22(x) + f22(x ^ 1); }
__attribute__((noinline)) static int f24(int x) { return f23(x) + f23(x ^ 1); }
__attribute__((noinline)) static int f25(int x) { return f24(x) + f24(x ^ 1); }
void k(int *restrict a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = f25(i);
}
int main() { return 0; }