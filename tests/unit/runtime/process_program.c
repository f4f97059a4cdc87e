/// \file A C program, and with -DSHARED a shared object, that run blocks: what process_test.py builds in many ways.
/// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "xcrt/abi.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void body(const void *captures, int64_t lo, int64_t hi, void *result) {
  (void)captures;
  uint64_t sum = *(uint64_t *)result;
  for (int64_t i = lo; i < hi; i++)
    for (int k = 0; k < 100; k++) {
      sum += (uint64_t)i * (uint64_t)k;
      __asm__ volatile("" : "+r"(sum));
    }
  *(uint64_t *)result = sum;
}
static void serial(const void *captures, int64_t n, void *result) { body(captures, 0, n, result); }
static void identity(void *result) { *(uint64_t *)result = 0; }
static void fold(void *into, const void *from) { *(uint64_t *)into += *(const uint64_t *)from; }
static const int64_t footprint[] = {1, 1, 0}; // An item is an iteration; no array.
static const struct xcrt_block block = {.abi = XCRT_ABI,
                                        .name = "main.par.1",
                                        .file = "",
                                        .dims = 1,
                                        .result_size = 8,
                                        .result_align = 8,
                                        .body = body,
                                        .serial = serial,
                                        .identity = identity,
                                        .fold = fold,
                                        .footprint = footprint};

#ifdef SHARED
#define PUBLIC __attribute__((visibility("default")))
#else
#define PUBLIC static
#endif

/// Runs a block of some milliseconds; returns whether the result is right.
PUBLIC int run_block(void) {
  const int64_t n = 100000;
  uint64_t sum = 5;
  if (!xcrt_run(&block, NULL, n, (uint64_t)n * 300, &sum))
    serial(NULL, n, &sum);
  return sum == 5 + (uint64_t)n * (uint64_t)(n - 1) / 2 * 4950;
}

#ifndef SHARED
#include <dlfcn.h>

static void must(int condition, const char *what) {
  if (!condition) {
    printf("failed: %s\n", what);
    exit(1);
  }
}

/// How many threads of the runtime there are.
static int helpers(void) {
  int count = 0;
  DIR *tasks = opendir("/proc/self/task");
  must(tasks != NULL, "opendir");
  for (struct dirent *entry; (entry = readdir(tasks));) {
    char path[300], name[32] = "";
    snprintf(path, sizeof path, "/proc/self/task/%s/comm", entry->d_name);
    FILE *file = fopen(path, "r");
    if (file && fgets(name, sizeof name, file))
      count += strncmp(name, "xcrt/", 5) == 0;
    if (file)
      fclose(file);
  }
  closedir(tasks);
  return count;
}

static void *thread_main(void *argument) {
  (void)argument;
  usleep(100000);
  must(run_block(), "in a thread that outlives main");
  puts("thread done");
  return NULL;
}

int main(int argc, char **argv) {
  must(argc > 1, "usage");
  const char *what = argv[1];
  must(run_block(), "first block");
  must(run_block(), "second block");
  if (!strcmp(what, "plain"))
    return 0;
  if (!strcmp(what, "exec")) {
    execl(argv[0], argv[0], "plain", (char *)NULL);
    must(0, "exec");
  }
  if (!strcmp(what, "daemon")) {
    must(daemon(1, 1) == 0, "daemon");
    must(run_block() && run_block(), "block in the daemon");
    puts("daemon done");
    return 0;
  }
  if (!strcmp(what, "idle")) {
    usleep(20000);
    struct timespec before, after;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    sleep(1);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    must(after.tv_sec == before.tv_sec && after.tv_nsec - before.tv_nsec < 2000000, "an idle program uses no CPU");
    return 0;
  }
  if (!strcmp(what, "pthread_exit")) {
    pthread_t thread;
    must(pthread_create(&thread, NULL, thread_main, NULL) == 0, "pthread_create");
    pthread_exit(NULL);
  }
  if (!strcmp(what, "shared")) {
    // argv[2..]: shared objects that each carry a runtime.
    const int before = helpers();
    for (int i = 2; i < argc; i++) {
      void *library = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
      must(library != NULL, "dlopen");
      int (*run)(void);
      *(void **)&run = dlsym(library, "run_block");
      must(run && run() && run(), "block in a shared object");
      dlclose(library);
    }
    must(run_block(), "block after the shared objects");
    must(helpers() <= before + 1, "all share one pool"); // One more may have been woken since.
    return 0;
  }
  must(0, "unknown argument");
}
#endif
