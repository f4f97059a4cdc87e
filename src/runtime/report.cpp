/// SPDX-License-Identifier: Apache-2.0
#include "runtime/report.h"

#include "base/text.h"
#include "runtime/os/os.h"

#include <string.h>

namespace xc::rt {

/// The reason that a status gives.
static void describe(Text &line, const Status &status) {
  // By code; null where what is wrong says it all.
  static constexpr const char *kReasons[] = {nullptr,
                                             nullptr,
                                             "the driver refuses its kernel",
                                             "no memory there",
                                             "a part of an array is not there",
                                             "the device failed"};
  const char *reason = kReasons[status.code];
  if (status.number != 0)
    line << (reason ? reason : "no use") << " (" << (status.what ? status.what : "?") << ", error "
         << int64_t(status.number) << ")";
  else if (reason && status.what)
    line << reason << " (" << status.what << ")";
  else
    line << (reason ? reason : status.what ? status.what : "no use");
}

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
  const OnDevice &onDevice = outcome.onDevice;
  const bool ranThere = outcome.ran && onDevice.device && onDevice.status.isOk();
  if (ranThere)
    line << outcome.how << (strcmp(outcome.how, onDevice.device) == 0 ? "" : " on ")
         << (strcmp(outcome.how, onDevice.device) == 0 ? "" : onDevice.device) << ", " << onDevice.bytesIn
         << " bytes in, " << onDevice.bytesOut << " bytes out, " << milliseconds << " ms";
  else if (outcome.ran)
    line << outcome.how << ", " << outcome.threads << (outcome.threads == 1 ? " thread, " : " threads, ")
         << outcome.tiles << (outcome.tiles == 1 ? " tile, " : " tiles, ") << milliseconds << " ms";
  else
    line << "plain loop, " << milliseconds << " ms";
  if (*outcome.why)
    line << ": " << outcome.why;
  if (onDevice.device && !onDevice.status.isOk())
    describe(line << "; not on " << onDevice.device << ": ", onDevice.status);
  line << "\n";
  os::writeError(line.data(), line.size());
  return outcome.ran;
}

} // namespace xc::rt
