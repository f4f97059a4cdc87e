/// \file The device thread: runs jobs that talk to drivers, and can be given up.
///
/// A driver may hang in any call, needs more stack than a program's thread may have, and leaves signals, the current
/// context and the floating-point environment of its thread as it likes. So nothing of the program's own calls it. Like
/// a helper of the pool the thread ends when nothing has been asked of it for some seconds.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/os/os.h"

#include <atomic>
#include <stdint.h>

namespace xc::rt {

/// Something to do on the device thread. If the thread is given up, the job lives as long as the process.
struct Job {
  void (*run)(Job &job);
};

/// All zeros is its initial state. For one caller at a time.
class Service {
public:
  enum class End : uint8_t {
    Done,
    NotStarted, ///< There is no thread, and none could be created, or it is not for this process.
    GivenUp, ///< The thread did not come back in time: from now on there is none, and the job is never to be touched.
  };
  /// Runs the job and waits for it, for at most `timeout` ns.
  End run(Job &job, uint64_t timeout);

  /// Null, or why it takes no jobs: it has been given up, or this is a child of the process that used it.
  const char *whyUnusable() const;

  /// For tests: lets the thread end and waits for that, so that the service is as new unless it was given up.
  void stop();

private:
  enum State : uint32_t {
    NoThread, ///< None, or one that is about to end without touching anything.
    Asked,    ///< There is a job.
    Finished, ///< It is done.
    Ending,   ///< The thread shall end.
    Hung,     ///< It never came back.
  };
  static void *threadMain(void *service);
  bool start();

  std::atomic<uint32_t> state;   ///< Of enum State; both sides sleep on it.
  std::atomic<uint32_t> process; ///< Whose thread it is; 0 before the first.
  Job *job = nullptr;
};

} // namespace xc::rt
