// LIFT: 2
// NO-ORACLE: the handler arrives within items, and its blocks would count as theirs
// A timer signal arrives all the time while blocks run: the handler runs blocks itself, and jumps out of nothing.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <signal.h>
#include <sys/time.h>

enum { N = 3000 };
static unsigned a[N], b[64];
static volatile sig_atomic_t arrived;

APART static unsigned work(unsigned *p, int n, unsigned seed) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) {
    p[i] = p[i] * 9 + seed + (unsigned)i;
    s += p[i];
  }
  return s;
}

/* A handler may do this: it touches nothing that the rest of the program does. */
APART static void small_work(int n) {
  for (int i = 0; i < n; i++)
    b[i] = b[i] * 3 + 1;
}

static void handler(int number) {
  (void)number;
  arrived++;
  small_work(64);
}

int main(void) {
  struct sigaction action = {0};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, 0);
  struct itimerval timer = {{0, 300}, {0, 300}};
  setitimer(ITIMER_REAL, &timer, 0);
  unsigned total = 0;
  for (int r = 0; r < 300 || arrived < 20; r++) {
    unsigned s = work(a, N, (unsigned)r);
    if (r < 300)
      total += s;
    if (r == 299)
      SHOW(a);
  }
  struct itimerval off = {0};
  setitimer(ITIMER_REAL, &off, 0);
  show_int("total", total);
  show_int("arrived", arrived >= 20);
  return 0;
}
