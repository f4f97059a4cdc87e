/// \file Splits a command line the way clang's driver does, by clang's own table of options.
///
/// The table is a generated header of the clang we run (clang/Driver/Options.inc), read at compile time: xcc needs to
/// know which options take the next argument as value, and nothing else of LLVM, so it links none of it.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace xc::driver {

/// Clang's options: OPT_o, OPT_x, … and OPT_INPUT for inputs, OPT_UNKNOWN for what clang will reject.
enum OptionId : unsigned {
  OPT_INVALID = 0,
#define OPTION(PREFIX, NAME, ID, ...) OPT_##ID,
#include "clang/Driver/Options.inc"
#undef OPTION
};

/// One option with its values, or one input.
struct ClangArgument {
  OptionId id;        ///< Aliases resolved: -O is OPT_O, --output=x is OPT_o.
  size_t first;       ///< Index of its first argument.
  size_t count;       ///< Number of arguments it takes up, at least 1.
  std::string value;  ///< Joined or separate value, "" if it has none; the first of several. Of an input: its name.
  bool isLinkerInput; ///< Takes part in linking in the order given, like a file: -lm, -Wl,….
};

/// Reads the option or input that starts at `arguments[first]`.
ClangArgument readClangArgument(const std::vector<std::string> &arguments, size_t first);

} // namespace xc::driver
