/// SPDX-License-Identifier: Apache-2.0
#include "runtime/report.h"

#include "base/text.h"
#include "runtime/os/os.h"

namespace xc::rt {

Reporter::Reporter(const Run &run, bool wanted) : run(run), wanted(wanted) {
  if (wanted)
    start = os::now();
}

int32_t Reporter::operator()(const Outcome &outcome) const {
  if (!wanted) [[likely]]
    return outcome.ran;
  const Hundredths milliseconds = {(os::now() - start + 5'000) / 10'000};
  Text line;
  line << "xcc: " << run.block.name << ": " << run.n << (run.n == 1 ? " item, " : " items, ");
  if (outcome.ran)
    line << outcome.how << ", " << outcome.threads << (outcome.threads == 1 ? " thread, " : " threads, ")
         << outcome.tiles << (outcome.tiles == 1 ? " tile, " : " tiles, ") << milliseconds << " ms";
  else
    line << "plain loop, " << milliseconds << " ms";
  if (*outcome.why)
    line << ": " << outcome.why;
  line << "\n";
  os::writeError(line.data(), line.size());
  return outcome.ran;
}

} // namespace xc::rt
