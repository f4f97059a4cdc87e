/// \file A program without a runtime that opens shared objects that have one, runs their block, closes them again, and
/// waits. usage: loader MICROSECONDS LIBRARY...
/// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  for (int round = 0; round < 40; round++)
    for (int i = 2; i < argc; i++) {
      void *library = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
      int (*run)(void) = NULL;
      if (library)
        *(void **)&run = dlsym(library, "run_block");
      if (!run || !run() || !run()) {
        printf("failed: %s\n", library ? argv[i] : dlerror());
        return 1;
      }
      dlclose(library);
      usleep(2000); // Now the helpers have gone to sleep in code that must still be there.
    }
  usleep((useconds_t)atoi(argv[1])); // And, after some seconds, have ended in it.
  return 0;
}
