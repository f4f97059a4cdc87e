// LIFT: 1
// LIBS: -ldl
// SHARED: plugins/one.c plugins/two.c
// Two libraries with blocks, opened apart from each other (RTLD_LOCAL), beside blocks in the program; then closed and
// opened again.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <dlfcn.h>

enum { N = 2500 };
static unsigned a[N];

typedef unsigned work_function(unsigned *, int);

APART static unsigned own(unsigned *p, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s += p[i] ^ (unsigned)i;
  return s;
}

int main(void) {
  for (int round = 0; round < 3; round++) {
    void *one = dlopen("./one.so", RTLD_NOW | RTLD_LOCAL);
    void *two = dlopen("./two.so", RTLD_LAZY | RTLD_LOCAL);
    if (!one || !two) {
      puts(dlerror());
      return 1;
    }
    work_function *f, *g;
    *(void **)&f = dlsym(one, "work");
    *(void **)&g = dlsym(two, "work");
    for (int r = 0; r < 5; r++) {
      show_int("one", f(a, N - r));
      show_int("own", own(a, N));
      show_int("two", g(a, N - r));
    }
    dlclose(one);
    show_int("own", own(a, N));
    show_int("two", g(a, N));
    dlclose(two);
    show_int("own", own(a, N));
  }
  SHOW(a);
  return 0;
}
