/// SPDX-License-Identifier: Apache-2.0
#include "runtime/devices/service.h"

namespace xc::rt {

/// How long both sides spin before they sleep (ns): the next run, or the end of a short one, is often near.
constexpr uint64_t kSpinTime = 50'000;
constexpr int kTurnsPerLook = 64;
/// How long the thread sleeps before it ends (ns).
constexpr uint64_t kIdleTime = 3'000'000'000;
/// A sleeping caller looks again after this time (ns), should a wake-up be lost to a failing system call, or should it
/// be in a child that a signal handler has forked.
constexpr uint64_t kCallerNap = 5'000'000;

/// Returns the state once it is another than `old`, or after `time` ns.
static uint32_t spinWhile(const std::atomic<uint32_t> &state, uint32_t old, uint64_t time) {
  const uint64_t end = os::now() + time;
  uint32_t seen;
  do {
    for (int turn = 0; turn < kTurnsPerLook; ++turn) {
      seen = state.load(std::memory_order_acquire);
      if (seen != old)
        return seen;
      os::relax();
    }
  } while (os::now() < end);
  return seen;
}

void *Service::threadMain(void *argument) {
  Service &self = *static_cast<Service *>(argument);
  os::nameThread("xcrt/device");
  while (true) {
    uint32_t seen = spinWhile(self.state, Finished, kSpinTime);
    while (seen == Finished) {
      const bool woken = os::futexWait(&self.state, seen, kIdleTime);
      // Whoever asks next finds no thread and creates one.
      if (!woken && self.state.compare_exchange_strong(seen, NoThread, std::memory_order_acq_rel))
        return nullptr;
      seen = self.state.load(std::memory_order_acquire);
    }
    if (seen == Ending) {
      self.state.store(NoThread, std::memory_order_release);
      os::futexWake(&self.state);
      return nullptr;
    }
    if (seen != Asked)
      return nullptr;
    Job &job = *self.job;
    job.run(job);
    // If the caller has given up nothing is touched any more.
    seen = Asked;
    if (!self.state.compare_exchange_strong(seen, Finished, std::memory_order_acq_rel))
      return nullptr;
    os::futexWake(&self.state);
  }
}

const char *Service::whyUnusable() const {
  const uint32_t owner = process.load(std::memory_order_relaxed);
  if (owner != 0 && owner != os::currentProcess())
    return "it belongs to the process that forked this one";
  return state.load(std::memory_order_relaxed) == Hung ? "it has stopped answering" : nullptr;
}

bool Service::start() {
  os::CpuSet cpus;
  if (os::allowedCpus(cpus) == 0)
    return false;
  os::keepLoaded(reinterpret_cast<const void *>(&threadMain));
  process.store(os::currentProcess(), std::memory_order_relaxed);
  state.store(Asked, std::memory_order_release);
  if (os::createThread(threadMain, this, cpus))
    return true;
  state.store(NoThread, std::memory_order_relaxed);
  return false;
}

Service::End Service::run(Job &newJob, uint64_t timeout) {
  if (whyUnusable())
    return End::NotStarted;
  job = &newJob;
  uint32_t seen = state.load(std::memory_order_acquire);
  // The thread may just be ending.
  if (seen == Finished && state.compare_exchange_strong(seen, Asked, std::memory_order_acq_rel))
    os::futexWake(&state);
  if (seen == NoThread && !start())
    return End::NotStarted;

  const uint64_t end = os::now() + timeout;
  seen = spinWhile(state, Asked, kSpinTime);
  while (seen == Asked) {
    os::futexWait(&state, Asked, kCallerNap);
    seen = state.load(std::memory_order_acquire);
    if (seen != Asked)
      break;
    if (process.load(std::memory_order_relaxed) != os::currentProcess())
      return End::GivenUp; // Unusable here for ever.
    if (os::now() >= end && state.compare_exchange_strong(seen, Hung, std::memory_order_acq_rel))
      return End::GivenUp;
  }
  return End::Done;
}

void Service::stop() {
  uint32_t seen = Finished;
  if (state.compare_exchange_strong(seen, Ending, std::memory_order_acq_rel))
    while (state.load(std::memory_order_acquire) == Ending) {
      os::futexWake(&state);
      os::yield();
    }
  process.store(0, std::memory_order_relaxed);
}

} // namespace xc::rt
