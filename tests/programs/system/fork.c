// LIFT: 1
// LIBS: -pthread
// Parent and children run blocks, before and after fork, also when a thread other than the first one forks.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 3000 };
static unsigned a[N];

APART static unsigned work(unsigned *p, int n, unsigned seed) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) {
    p[i] = p[i] * 7 + seed + (unsigned)i;
    s ^= p[i];
  }
  return s;
}

/* The child prints through the pipe, so that the order of the output is fixed. */
static void child_and_parent(const char *what, int depth) {
  int ends[2];
  if (pipe(ends))
    exit(2);
  fflush(stdout);
  pid_t pid = fork();
  if (pid < 0)
    exit(3);
  if (pid == 0) {
    unsigned result = 0;
    for (int r = 0; r < 5; r++)
      result += work(a, N, (unsigned)(r + depth));
    if (depth > 0) {
      pid_t grandchild = fork();
      if (grandchild == 0) {
        unsigned last = work(a, N, 77);
        _exit(write(ends[1], &last, sizeof last) == sizeof last ? 0 : 5);
      }
      int status;
      waitpid(grandchild, &status, 0);
      if (status)
        _exit(6);
    }
    ssize_t written = write(ends[1], &result, sizeof result);
    _exit(written == sizeof result ? 0 : 4);
  }
  show_int("parent", work(a, N, 1));
  close(ends[1]);
  unsigned result;
  while (read(ends[0], &result, sizeof result) == sizeof result)
    show_int(what, result);
  close(ends[0]);
  int status;
  waitpid(pid, &status, 0);
  show_int("status", status);
}

static void *forks(void *arg) {
  (void)arg;
  work(a, N, 11);
  child_and_parent("from thread", 0);
  return 0;
}

int main(void) {
  child_and_parent("before any block", 0);
  show_int("main", work(a, N, 3));
  for (int r = 0; r < 4; r++)
    child_and_parent("after blocks", r & 1);
  pthread_t thread;
  pthread_create(&thread, 0, forks, 0);
  pthread_join(thread, 0);
  show_int("main", work(a, N, 4));
  return 0;
}
