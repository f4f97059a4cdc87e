/// \file See driver.h.
/// SPDX-License-Identifier: Apache-2.0
#include "driver/driver.h"
#include "driver/invocation.h"
#include "driver/parts.h"
#include "driver/plan.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace xc::driver {
namespace {

std::vector<char *> makeArgv(Plan &plan) {
  std::vector<char *> argv = {plan.programName.data()};
  for (std::string &argument : plan.arguments)
    argv.push_back(argument.data());
  argv.push_back(nullptr);
  return argv;
}

/// Scripts read a compiler's version off the first line of --version, so clang's text comes first, unchanged. This is
/// the one case where clang runs as a child.
int printVersion(const std::string &clang, char **argv) {
  pid_t child;
  int error = posix_spawn(&child, clang.c_str(), nullptr, nullptr, argv, environ);
  if (error != 0) {
    fprintf(stderr, "xcc: error: cannot run '%s': %s\n", clang.c_str(), strerror(error));
    return 1;
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  printf("xcc %s: runs parallel loops on every core\n", XCC_VERSION);
  return 0;
}

} // namespace

int runDriver(int argc, char **argv) {
  std::string programName = argc > 0 ? argv[0] : "xcc";
  Invocation invocation = analyse(programName, std::vector<std::string>(argv + (argc > 0), argv + argc));
  Parts parts = findParts(programName);
  Plan plan = makePlan(invocation, parts);

  for (const std::string &warning : plan.warnings)
    fprintf(stderr, "xcc: warning: %s\n", warning.c_str());
  for (const std::string &error : plan.errors)
    fprintf(stderr, "xcc: error: %s\n", error.c_str());
  if (!plan.errors.empty())
    return 1;

  std::vector<char *> clangArgv = makeArgv(plan);
  if (invocation.asksHelp && !invocation.isPlainClang) {
    fputs(ownHelp().c_str(), stdout);
    fflush(stdout);
  } else if (invocation.asksVersion && !invocation.isPlainClang) {
    return printVersion(parts.clang, clangArgv.data());
  }
  if (!plan.environment.empty())
    setenv("XCC_OPTIONS", plan.environment.c_str(), 1);
  execv(parts.clang.c_str(), clangArgv.data());
  fprintf(stderr, "xcc: error: cannot run '%s': %s\n", parts.clang.c_str(), strerror(errno));
  return 1;
}

} // namespace xc::driver
