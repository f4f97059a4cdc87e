/// \file The pass plugin's options, as the driver passes them.
#pragma once

#include "kernels/kernel.h"
#include <cstdint>
#include <string>
#include <vector>

namespace xc {

struct Options {
  bool lift = true;              ///< style=auto; false for manual and off.
  bool warn = false;             ///< warn=1: -Wpar-auto.
  uint64_t gate = 50000;         ///< gate=N: instructions below which the plain loop runs; 0 also lifts tiny loops.
  bool warnGpu = false;          ///< warn-gpu=1: -Wpar-gpu, what keeps blocks on the CPU; by default as `warn`.
  std::string kernels = "none";  ///< kernels=all|host|none|FORM,…: which kernels blocks get.
  MathRules math;                ///< math=exact, math-errno=1: which functions of <math.h> keep blocks on the CPU.
  bool dropLocations = false;    ///< locations=drop: only messages need the locations that clang kept.
  bool time = false;             ///< time=1: print the time that each stage takes.
  std::vector<std::string> off;  ///< off=STAGE,…: stages to leave out.
  std::vector<std::string> dump; ///< dump=STAGE,…: stages after which a function that they changed is printed.
  std::string stopAfter;         ///< stop-after=STAGE: the last one.
  bool verify = false;           ///< XCC_VERIFY in the environment: broken code ends the compilation, as in tests.
};

/// Reads the options from xcc-front.so if it is loaded, else from the environment variable XCC_OPTIONS
/// ("key=value;key=value"). Unknown keys are the driver's business and ignored.
Options readOptions();

} // namespace xc
