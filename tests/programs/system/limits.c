// LIFT: 2
// LIBS: -pthread
// Blocks with large local arrays, on threads with small stacks, under a limit on new processes, and with all file
// descriptors in use.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

enum { N = 200, BUFFER = 100000 };
static unsigned out[N];

APART static void big_frames(int n) {
  for (int i = 0; i < n; i++) {
    unsigned char buffer[BUFFER];
    memset(buffer, i & 255, sizeof buffer);
    unsigned s = 0;
    for (int j = 0; j < BUFFER; j += 997)
      s += buffer[j] * (unsigned)j;
    out[i] = s;
  }
}

APART static unsigned sum(int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s += out[i];
  return s;
}

static void *small_stack(void *arg) {
  (void)arg;
  show_int("small stack", sum(N));
  return 0;
}

int main(void) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_NPROC, &none);
  int descriptors[64];
  struct rlimit few = {20, 20};
  setrlimit(RLIMIT_NOFILE, &few);
  int used = 0;
  while (used < 64 && (descriptors[used] = dup(0)) >= 0)
    used++;
  big_frames(N);
  SHOW(out);
  show_int("sum", sum(N));
  while (used > 0)
    close(descriptors[--used]);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 64 * 1024);
  pthread_t thread;
  /* Where the limit forbids a thread, the answer is the same without one. */
  if (pthread_create(&thread, &attributes, small_stack, 0) == 0)
    pthread_join(thread, 0);
  else
    small_stack(0);
  return 0;
}
