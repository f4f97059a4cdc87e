/// \file Response files: the arguments that "@file" stands for.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace xc::driver {

/// A command line with its response files expanded.
struct Expansion {
  std::vector<std::string> arguments;
  /// For each of `arguments`, its index in the command line, or that of the "@file" it came from.
  std::vector<size_t> origins;
  /// For each of `arguments`, whether it came from a file.
  std::vector<bool> fromFile;
};

/// Expands as clang does: GNU quoting, nested files, names of files that cannot be read are left as they are.
Expansion expandResponseFiles(const std::vector<std::string> &arguments);

/// Splits the text of a response file into arguments.
std::vector<std::string> splitResponseFile(std::string_view text);

} // namespace xc::driver
