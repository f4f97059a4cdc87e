/// \file See clang_options.h. The rules are those of LLVM's OptTable: of all options that fit, the longest name wins.
/// SPDX-License-Identifier: Apache-2.0
#include "driver/clang_options.h"

#include <algorithm>
#include <array>

namespace xc::driver {
namespace {

enum class Kind : unsigned char {
  Group,
  Input,
  Unknown,
  Flag,
  Joined,
  Values,
  Separate,
  CommaJoined,
  MultiArg,
  JoinedOrSeparate,
  JoinedAndSeparate,
  RemainingArgs,
  RemainingArgsJoined,
};

// The words that the table's columns for flags and visibility are written in. Only two of them matter to us.
namespace words {
enum Flag : unsigned {
  LinkerInput = 1,
  HelpHidden = 0,
  Ignored = 0,
  LinkOption = 0,
  NoArgumentUnused = 0,
  NoXarchOption = 0,
  RenderAsInput = 0,
  RenderJoined = 0,
  RenderSeparate = 0,
  TargetSpecific = 0,
  Unsupported = 0,
};
enum Visibility : unsigned {
  DefaultVis = 1,
  CC1AsOption = 0,
  CC1Option = 0,
  CLOption = 0,
  DXCOption = 0,
  FC1Option = 0,
  FlangOption = 0,
};
} // namespace words

struct Entry {
  std::string_view name; ///< With its first dash or dashes.
  OptionId id;
  OptionId alias;
  Kind kind;
  unsigned char values; ///< Of a MultiArg.
  bool isLinkerInput;
  bool isVisible; ///< The gcc-like driver has it.
};

constexpr Entry makeEntry(std::string_view name, OptionId id, OptionId alias, Kind kind, unsigned values,
                          unsigned flags, unsigned visibility) {
  return {name, id, alias, kind, static_cast<unsigned char>(values), flags != 0, visibility != 0};
}

constexpr auto makeTable() {
  using namespace words;
  return std::to_array<Entry>({
#define OPTION(PREFIX, NAME, ID, KIND, GROUP, ALIAS, ALIASARGS, FLAGS, VISIBILITY, PARAM, ...)                         \
  makeEntry(NAME, OPT_##ID, OPT_##ALIAS, Kind::KIND, PARAM, unsigned{FLAGS}, unsigned{VISIBILITY}),
#include "clang/Driver/Options.inc"
#undef OPTION
  });
}

constexpr auto table = makeTable();

OptionId resolveAlias(const Entry &entry) {
  OptionId id = entry.id;
  for (OptionId alias = entry.alias; alias != OPT_INVALID; alias = table[id - 1].alias)
    id = alias;
  return id;
}

/// Whether an option of this kind can be spelt `argument`, given that its name is a prefix of it.
bool fits(const Entry &entry, std::string_view argument) {
  switch (entry.kind) {
  case Kind::Joined:
  case Kind::CommaJoined:
  case Kind::JoinedOrSeparate:
  case Kind::JoinedAndSeparate:
  case Kind::RemainingArgsJoined:
    return true;
  case Kind::Flag:
  case Kind::Separate:
  case Kind::MultiArg:
  case Kind::RemainingArgs:
  case Kind::Values:
    return argument.size() == entry.name.size();
  case Kind::Group:
  case Kind::Input:
  case Kind::Unknown:
    return false;
  }
  return false;
}

const Entry *findOption(std::string_view argument) {
  const Entry *best = nullptr;
  for (const Entry &entry : table) {
    // The second character sorts most out; a name has two at least.
    if (!entry.isVisible || entry.name.size() < 2 || entry.name[1] != argument[1] || !argument.starts_with(entry.name))
      continue;
    if ((!best || entry.name.size() > best->name.size()) && fits(entry, argument))
      best = &entry;
  }
  return best;
}

} // namespace

ClangArgument readClangArgument(const std::vector<std::string> &arguments, size_t first) {
  std::string_view argument = arguments[first];
  if (argument.size() < 2 || argument[0] != '-')
    return {OPT_INPUT, first, 1, std::string(argument), false};
  const Entry *entry = findOption(argument);
  if (!entry && argument.starts_with("--")) // some options may have one dash or two; the table has the first spelling
    entry = findOption(argument = argument.substr(1));
  if (!entry)
    return {OPT_UNKNOWN, first, 1, "", false};

  std::string_view joined = argument.substr(entry->name.size());
  size_t left = arguments.size() - first;
  size_t count = 1;
  bool separate = false;
  switch (entry->kind) {
  case Kind::Separate:
    count = 2;
    separate = true;
    break;
  case Kind::JoinedOrSeparate:
    separate = joined.empty();
    count = separate ? 2 : 1;
    break;
  case Kind::JoinedAndSeparate:
    count = 2;
    break;
  case Kind::MultiArg:
    count = 1 + entry->values;
    separate = true;
    break;
  case Kind::RemainingArgs:
  case Kind::RemainingArgsJoined:
    count = left;
    break;
  default:
    break;
  }
  count = std::min(count, left); // clang will complain of missing values
  std::string value(joined);
  if (separate)
    value = count > 1 ? arguments[first + 1] : "";
  return {resolveAlias(*entry), first, count, value, entry->isLinkerInput};
}

} // namespace xc::driver
