/// \file The C ABI between compiled programs and the runtime.
///
/// The compiler emits one constant `struct xcrt_block` per lifted loop and, in front of the plain loop, a gate that
/// calls xcrt_run() once the estimated work is worth it. Everything the runtime knows about a loop is in the block;
/// everything a run needs is in its capture record, which the block's own functions and tables look into.
///
/// Items are numbered 0 .. n-1 in the order of the plain loop. A block over a grid numbers its items row by row.
/// SPDX-License-Identifier: Apache-2.0
#ifndef XCRT_ABI_H
#define XCRT_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Changes whenever the layout below or the meaning of a field changes.
#define XCRT_ABI 5

/// A range of bytes, `lo <= address < hi`; empty when lo == hi.
struct xcrt_range {
  uint64_t lo, hi;
};

/// Entries of a block's `arrays` at most.
#define XCRT_MOST_ARRAYS 64
/// No run has as many items.
#define XCRT_MOST_ITEMS ((int64_t)1 << 48)

enum xcrt_access {
  XCRT_READ = 1,
  XCRT_WRITTEN = 2,
};

/// One array of a block: all accesses through one base pointer.
struct xcrt_array {
  const char *name;   ///< As in the source where known, else "array 1", …; never null.
  uint32_t access;    ///< Or of enum xcrt_access.
  uint32_t element;   ///< Bytes of the narrowest access, at least 1.
  const void *object; ///< What its bounds count from; null if they are addresses.
};

/// Two arrays of a block, by index, that must not overlap in any run.
struct xcrt_apart {
  uint32_t a, b;
  const char *text; ///< What is wrong if they do.
};

enum xcrt_block_flags {
  /// The reduction is not associative (a float sum under fast-math): the result must come from the fixed tree, that is
  /// from grains that depend on n alone, folded in order, on any number of threads, one thread included.
  XCRT_FIXED_TREE = 1,
  /// Floating-point results may legally differ between the block and the plain loop (built with fast-math).
  XCRT_INEXACT = 2,
  /// The work of an item depends on its number (a triangular loop).
  XCRT_UNEVEN = 4,
  /// An address of the block may wrap around: a run needs a footprint of all its items.
  XCRT_WRAPS = 8,
};

/// Numbers that depend on a run are constant tables of words, to be evaluated over the run's capture record. Arithmetic
/// is exact: what leaves 64 bits has no value, and what needs such a value fails.
///
///   polynomial = number of terms, or -1 if it has no value; the terms, to be added
///   term       = coefficient; number of variables; the variables, to be multiplied
///   variable   = the byte of the capture record at which it stands as an i64 or a pointer, or XCRT_COUNTER
///   bound      = polynomial; 1 or 0; number of clamped polynomials p; those. What is added to the first polynomial is
///                max(0, p) after a 1, min(0, p) after a 0.
///
///   guard      = number of conditions; the conditions, each with its text in `guard_texts`
///   condition  = number of alternatives, of which one must hold; the alternatives
///   alternative = number of inequalities, which must all hold; the inequalities
///   inequality = bound; bound that it must not exceed
///
///   footprint  = polynomial: items in an iteration of the outermost loop; for each array its extent
///   extent     = number of lower bounds, 0 if it is unknown; those; number of upper bounds; those. They are linear in
///                the counter, or clamped so that they are least, or greatest, at one of its ends.
enum xcrt_variable {
  XCRT_COUNTER = -1, ///< In a footprint an iteration of the outermost loop, in a guard the number of items.
};

/// What opens the gate in front of a loop, and what a program remembers of the loop. Only the runtime writes to it.
struct xcrt_gate {
  /// The gate opens for runs of this size or more. At first the compiler's guess; raised once runs have shown to be
  /// over before another core could do anything.
  uint64_t least;
  /// What sizes are: n items have at most n * per_item. If it is 0, the size of a run is its work.
  uint64_t per_item;
  /// The runtime's own; zeros at first.
  uint64_t memory[6];
};

/// One parallel loop. Constant, lives as long as the object that carries it.
struct xcrt_block {
  uint32_t abi;         ///< XCRT_ABI.
  uint32_t flags;       ///< Or of enum xcrt_block_flags.
  const char *name;     ///< "function.par.line".
  const char *file;     ///< Source file, "" when unknown.
  uint32_t line;        ///< Line of the loop, 0 when unknown.
  uint32_t column;      ///< Column of the loop, 0 when unknown.
  uint32_t dims;        ///< Dimensions of the grid, 1 to 3.
  uint32_t array_count; ///< Entries of `arrays`.
  uint32_t apart_count; ///< Entries of `apart`.
  uint32_t result_size; ///< Bytes of the reduction record, 0 without reductions.
  uint32_t result_align;

  /// Runs items lo .. hi-1 (0 <= lo < hi <= n < XCRT_MOST_ITEMS). Reductions go on from the values in `result`, which
  /// is null iff result_size is 0, and are stored there at the end. May run at the same time on other items.
  void (*body)(const void *captures, int64_t lo, int64_t hi, void *result);

  /// Runs all n items in order exactly as the plain loop does, assuming no array disjoint from another.
  void (*serial)(const void *captures, int64_t n, void *result);

  /// Writes the neutral element of every reduction to `result`; of a last value, which has none on the right, anything.
  /// Null without reductions.
  void (*identity)(void *result);

  /// `into` = `into` op `from` for every reduction; a last value is the one of `from`. Null without reductions.
  void (*fold)(void *into, const void *from);

  /// What else could not be settled at compile time, a table; null when there is nothing to check.
  const int64_t *guard;
  const char *const *guard_texts; ///< What is wrong if a condition does not hold.

  /// What each array's accesses touch, a table: a superset of the bytes; unknown never for an array that is written.
  const int64_t *footprint;
  const struct xcrt_array *arrays;
  /// To be checked before a run, by the footprint of all its items.
  const struct xcrt_apart *apart;
  struct xcrt_gate *gate; ///< Null if the gate is fixed.

  /// What devices run, a kernel blob (src/blob/format.h) aligned to 8 bytes; null if no device can run the block.
  const void *kernels;
  uint64_t kernels_size;
};

/// Runs a block of `n` items (any number: 0, negative and huge ones are refused) whose estimated work is `work` machine
/// instructions in all. On entry `result` holds each reduction's value before the loop, on return its value after it.
/// Returns 1 if the block ran; 0 if nothing was done and the caller must run the plain loop. Never fails otherwise,
/// never throws, never ends the program. May be called from any thread, and from inside a block.
int32_t xcrt_run(const struct xcrt_block *block, const void *captures, int64_t n, uint64_t work, void *result);

#ifdef __cplusplus
}
#endif

#endif
