/// \file The options that xcc adds to clang's: recognised, checked, collected. The list is options.def.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xc::driver {

/// What the user said by our own options.
class OwnOptions {
public:
  enum class Match { NotOurs, Taken, Invalid };

  /// Takes `argument` if it is one of ours. After Invalid, error() says what is wrong with it.
  Match take(std::string_view argument);

  /// The value of `key`, `otherwise` if it was not given. The last one given counts.
  std::string_view get(std::string_view key, std::string_view otherwise = "") const;

  /// Every key given and its last value, in order of first appearance.
  const std::vector<std::pair<std::string, std::string>> &values() const { return entries; }

  /// In clang's words, without "error: ".
  const std::string &error() const { return message; }

private:
  void set(std::string_view key, std::string_view value);

  std::vector<std::pair<std::string, std::string>> entries;
  std::string message;
};

/// The section of --help on our own options.
std::string ownHelp();

} // namespace xc::driver
