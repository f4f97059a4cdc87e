/// \file What a block's runs have taken so far, kept beside its gate, and what follows from it for runs too short to
/// wake a helper for: they are left to the plain loop at once, and in the end by the gate.
///
/// But short runs that follow each other closely make a train, for which helpers can be kept awake. Whether that pays
/// is tried out: some runs of the train are left to the plain loop, some are shared, and what counts is the time from
/// the start of a run to the start of the next one, with all that sharing does to the caches in between.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/os/os.h"
#include "runtime/run.h"

namespace xc::rt {

/// Several threads may look at one block's pace at a time, each through an object of its own.
class Pace {
public:
  /// Nothing is kept.
  Pace() = default;
  /// A run that begins now; `clock` as os::now().
  explicit Pace(const Run &run, uint64_t (*clock)() = os::now);

  bool isKept() const { return gate != nullptr; }
  /// What the run will take on one thread (ns); 0 if that is not known.
  uint64_t expected() const { return time; }
  /// The run is not worth sharing: to be left to the plain loop.
  bool isShort() const { return state == Short; }
  /// The run is to be measured on one thread: things change.
  bool isDue() const { return state == Due; }
  /// The run is in a train that is shared: helpers are to be woken, though it is short.
  bool isInTrain() const { return state == InTrain; }

  /// The run is over, and one thread would have taken `alone` (ns), 0 if that is unknown.
  void note(uint64_t alone) const;

private:
  enum State : uint8_t { Unknown, Due, Short, InTrain, Long };

  State stateInTrain(uint64_t now) const;
  void closeGate() const;

  xcrt_gate *gate = nullptr; ///< Null if nothing is kept.
  uint64_t size = 0;
  uint64_t time = 0;
  State state = Unknown;
};

} // namespace xc::rt
