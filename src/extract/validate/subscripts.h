/// \file Dependence test by subscripts: an array addressed as i * n + j is taken apart into rows and columns, and two
/// accesses meet where all their subscripts are equal. Whether that can happen in different iterations is a system of
/// linear equations and inequalities over the counters, which isl decides.
///
/// Finds what intervals cannot: columns written by different iterations, out[i][j] beside out[j][i] with j >= i.
/// After: Maslov, Delinearization: an efficient way to break multiloop dependence equations, PLDI 1992.
#pragma once

#include "../block.h"

namespace xc {

/// The conditions under which every subscript stays within its dimension.
struct SubscriptsWithin {
  std::vector<Inequality> conditions;
  bool isDeclared; ///< The dimensions are the array's declared ones: a program that leaves them is in error.
};

/// If `a` and `b`, accesses of `array`, can only meet in one and the same iteration of `loop` as long as every
/// subscript stays within its dimension: the conditions for that. `fixedOuter`: iterations of the loops around `loop`
/// are the same for both.
std::optional<SubscriptsWithin> separateBySubscripts(Forms &forms, const llvm::Loop &loop, bool fixedOuter,
                                                     const Array &array, const Access &a, const Access &b);

} // namespace xc
