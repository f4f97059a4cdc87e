/// \file xcrt_run(): how it is decided what becomes of a run, from top to bottom.
/// SPDX-License-Identifier: Apache-2.0
#include "runtime/chaos.h"
#include "runtime/check.h"
#include "runtime/cores.h"
#include "runtime/devices/offload.h"
#include "runtime/os/os.h"
#include "runtime/pace.h"
#include "runtime/report.h"
#include "runtime/root.h"
#include "runtime/settings.h"
#include "runtime/trials.h"
#include "xcrt/abi.h"

#include <errno.h>

namespace xc::rt {

/// Instructions below which the plain loop is over before a helper could do anything: about 1 us.
constexpr uint64_t kLeastWork = 4'000;

/// Where the run's arrays lie, checked; null if all is well.
static const char *failedRange(const Run &run) {
  const xcrt_block &block = run.block;
  if (block.apart_count == 0 && !(block.flags & XCRT_WRAPS))
    return nullptr;
  xcrt_range ranges[XCRT_MOST_ARRAYS];
  if (!run.footprint(ranges))
    return "an address may wrap around";
  for (uint32_t i = 0; i < block.apart_count; ++i) {
    const xcrt_apart &pair = block.apart[i];
    const xcrt_range &a = ranges[pair.a], &b = ranges[pair.b];
    if (a.lo < b.hi && b.lo < a.hi)
      return pair.text;
  }
  return nullptr;
}

/// The condition that keeps the block from running, or null.
static const char *failedGuard(const Run &run) {
  if (const char *condition = failedRange(run))
    return condition;
  const int32_t failed = firstFailure(run.block, run.captures, run.n);
  return failed < 0 ? nullptr : run.block.guard_texts[failed];
}

/// Runs a block on all cores or leaves it to the plain loop, whichever is faster.
static Outcome runFaster(const Run &run, Pool &pool, unsigned threads, const Pace &pace) XC_REQUIRES(pool.ownership) {
  // A train tries out on its own what is faster.
  Trial *trial = pace.isInTrain() || pace.isDue() ? nullptr : findTrial(run);
  if (!trial && !pace.isKept())
    return runOnCores(run, pool, threads, Order::Forward);
  const Way way = trial ? trial->next() : pace.isDue() ? Way::Alone : Way::Cores;
  if (trial && way == Way::Alone && trial->isDecided()) {
    trial->note(way, run.n, 0);
    return {.why = "one thread is faster"};
  }
  const uint64_t start = os::now();
  Outcome outcome = {.ran = true, .how = "measured"};
  if (way == Way::Alone)
    run.items(0, run.n, run.result);
  else
    outcome = runOnCores(run, pool, threads, Order::Forward, &pace);
  const uint64_t elapsed = os::now() - start;
  // A run that no helper was worth waking for tells nothing about all cores.
  if (trial && outcome.ran && (way == Way::Alone || outcome.threads > 1))
    trial->note(way, run.n, elapsed);
  pace.note(outcome.threads == 1 ? elapsed : outcome.alone);
  return outcome;
}

/// Runs a block on as many threads as is fastest.
static Outcome runHere(const Run &run, Pool &pool, unsigned threads, const Pace &pace) XC_REQUIRES(pool.ownership) {
  if (threads == 1)
    return run.fixedTree() ? runGrainsAlone(run) : Outcome{.why = "only one thread"};
  return runFaster(run, pool, threads, pace);
}

/// Runs a block on a device or, where that cannot be, here.
static Outcome runThere(const Run &run, Root &root, const Settings &settings, unsigned threads, const Pace &pace)
    XC_REQUIRES(root.pool.ownership) {
  const Outcome there = runOnDevice(run, root, settings.device);
  if (there.ran)
    return there;
  Outcome outcome = run.work < kLeastWork && !run.fixedTree() ? Outcome{.why = "too little work"}
                                                              : runHere(run, root.pool, threads, pace);
  outcome.onDevice = there.onDevice;
  return outcome;
}

/// Runs a block while the pool is ours, in the way that the settings name.
static Outcome runOnPool(const Run &run, Root &root, const Settings &settings, const Pace &pace)
    XC_REQUIRES(root.pool.ownership) {
  const unsigned threads = root.pool.threads(settings.threads);
  switch (settings.mode) {
  case Mode::Chaos:
    return runChaos(run, root.pool, settings.seed, root.chaosRuns.fetch_add(1, std::memory_order_relaxed));
  case Mode::Check:
    return runCheck(run, root, settings, threads);
  case Mode::Device:
    if (run.block.kernels)
      return runThere(run, root, settings, threads, pace);
    [[fallthrough]];
  case Mode::Auto:
  case Mode::Serial:
    return runHere(run, root.pool, threads, pace);
  case Mode::Cpu:
    break;
  }
  return runOnCores(run, root.pool, threads, Order::Forward);
}

static Outcome decide(const Run &run, Root &root, const Settings &settings) {
  // The value of a fixed tree must not depend on what else goes on, so such a block always runs.
  const bool always = run.fixedTree();
  if (settings.mode == Mode::Serial && !always)
    return {.why = "XC_PAR=serial"};
  // Inside a block, or while another thread runs one.
  if (root.pool.ownership.taken() && !always)
    return {.why = "pool busy"};
  const bool isAuto = settings.mode == Mode::Auto || (settings.mode == Mode::Device && !run.block.kernels);
  const Pace pace = isAuto ? Pace(run) : Pace();
  if (pace.isShort())
    return {.why = "over too soon to share"};
  if (const char *condition = failedGuard(run))
    return {.why = condition};
  if (isAuto && run.work < kLeastWork && !always)
    return {.why = "too little work"};
  if (settings.mode == Mode::Serial)
    return runGrainsAlone(run);
  // From here on the pool is ours, if nobody was faster.
  if (!root.pool.tryTake())
    return always ? runGrainsAlone(run) : Outcome{.why = "pool busy"};
  const Outcome outcome = runOnPool(run, root, settings, pace);
  root.pool.ownership.giveBack();
  return outcome;
}

} // namespace xc::rt

extern "C" __attribute__((visibility("default"))) int32_t xcrt_run(const xcrt_block *block, const void *captures,
                                                                   int64_t n, uint64_t work, void *result) {
  using namespace xc::rt;
  if (block->abi != XCRT_ABI || n < 1 || n >= XCRT_MOST_ITEMS)
    return 0;
  Root &root = theRoot();
  const Settings settings = currentSettings(root);
  const Run run = {*block, captures, n, work, result};
  const Reporter report(run, settings.report);
  const int errnoBefore = errno;
  const Outcome outcome = decide(run, root, settings);
  const uint64_t lastError = run.lastError.load(std::memory_order_relaxed);
  errno = lastError ? int(lastError & 0xffff) : errnoBefore;
  return report(outcome);
}
