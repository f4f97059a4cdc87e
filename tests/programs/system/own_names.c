// A program's own functions called like system calls, which C allows: the runtime must not call them.
// LIFT: 1
#include "../common.h"

static int calls;

#define OWN(name)                                                                                                      \
  int name(const char *text, double value) {                                                                           \
    ++calls;                                                                                                           \
    return printf("%s: %s, %g\n", #name, text, value);                                                                 \
  }

OWN(close)
OWN(getpid)
OWN(open)
OWN(openat)
OWN(prctl)
OWN(read)
OWN(sched_yield)
OWN(write)

static double data[1 << 20];

int main(void) {
  for (int i = 0; i < 1 << 20; ++i)
    data[i] = i * 0.5 + 1.0 / (i + 1);
  double sum = 0;
  for (int i = 0; i < 1 << 20; i += 4097)
    sum += data[i];
  printf("%.17g, %d calls\n", sum, calls);
  write("own", sum);
  return 0;
}
