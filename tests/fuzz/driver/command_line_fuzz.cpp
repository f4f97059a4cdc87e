/// \file Any command line can be looked at, and the user's arguments come out as they went in.
/// SPDX-License-Identifier: Apache-2.0
#include "driver/plan.h"
#include "driver/response_files.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

using namespace xc::driver;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::vector<std::string> arguments = splitResponseFile({reinterpret_cast<const char *>(data), size});
  // Whatever is in the folder of the fuzzer is not part of the input.
  for (std::string &argument : arguments)
    if (argument.starts_with("@"))
      argument[0] = '-';
  Invocation invocation = analyse(size % 2 ? "xcc" : "xcc++", arguments);
  if (invocation.arguments.size() > arguments.size())
    abort();
  static const Parts parts = {"/bin/clang", "/f.so", "/p.so", "/r.a", ""};
  Plan plan = makePlan(invocation, parts);
  if (std::search(plan.arguments.begin(), plan.arguments.end(), invocation.arguments.begin(),
                  invocation.arguments.end()) == plan.arguments.end() &&
      !invocation.arguments.empty())
    abort();
  return 0;
}
