/// \file See own_options.h.
/// SPDX-License-Identifier: Apache-2.0
#include "driver/own_options.h"

#include <algorithm>

namespace xc::driver {
namespace {

enum class Kind { Flag, Choice, List, Number, Text };

struct Entry {
  std::string_view spelling;
  std::string_view key;
  Kind kind;
  std::string_view detail; ///< Of a flag: the value it sets; else: the metavar.
  std::string_view help;
};

constexpr Entry table[] = {
#define XCC_FLAG(spelling, key, value, help) {spelling, key, Kind::Flag, value, help},
#define XCC_VALUE(spelling, key, kind, metavar, help) {spelling, key, Kind::kind, metavar, help},
#include "driver/options.def"
};

/// Whether `value` is one of `choices`, which are separated by '|'.
bool isChoice(std::string_view choices, std::string_view value) {
  while (!choices.empty()) {
    size_t end = std::min(choices.find('|'), choices.size());
    if (choices.substr(0, end) == value)
      return true;
    choices.remove_prefix(std::min(end + 1, choices.size()));
  }
  return false;
}

/// Whether all of `list`, which are separated by ',', are choices.
bool areChoices(std::string_view choices, std::string_view list) {
  size_t end = list.find(',');
  if (!isChoice(choices, list.substr(0, end)))
    return false;
  return end == list.npos || areChoices(choices, list.substr(end + 1));
}

bool isValid(const Entry &entry, std::string_view value) {
  switch (entry.kind) {
  case Kind::Flag:
    return true;
  case Kind::Choice:
    return isChoice(entry.detail, value);
  case Kind::List:
    return areChoices(entry.detail, value);
  case Kind::Number:
    return !value.empty() && value.size() <= 18 &&
           std::all_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
  case Kind::Text:
    // ';' separates the options where they travel by environment variable.
    return !value.empty() && value.find(';') == value.npos;
  }
  return false;
}

/// Whether clang has no option that starts like this, so that what the table does not know is a mistake.
bool isOurPrefix(std::string_view argument) {
  return argument.starts_with("--xc-") || argument == "--par-style" || argument.starts_with("--par-");
}

} // namespace

OwnOptions::Match OwnOptions::take(std::string_view argument) {
  for (const Entry &entry : table) {
    if (entry.kind == Kind::Flag) {
      if (argument != entry.spelling)
        continue;
      set(entry.key, entry.detail);
      return Match::Taken;
    }
    if (!argument.starts_with(entry.spelling))
      continue;
    std::string_view value = argument.substr(entry.spelling.size());
    if (!isValid(entry, value)) {
      message = "invalid value '" + std::string(value) + "' in '" + std::string(argument) + "'";
      return Match::Invalid;
    }
    set(entry.key, value);
    return Match::Taken;
  }
  if (!isOurPrefix(argument))
    return Match::NotOurs;
  message = "unknown argument: '" + std::string(argument) + "'";
  return Match::Invalid;
}

std::string_view OwnOptions::get(std::string_view key, std::string_view otherwise) const {
  for (const auto &[name, value] : entries)
    if (name == key)
      return value;
  return otherwise;
}

void OwnOptions::set(std::string_view key, std::string_view value) {
  for (auto &[name, old] : entries)
    if (name == key) {
      old = value;
      return;
    }
  entries.emplace_back(key, value);
}

std::string ownHelp() {
  constexpr size_t column = 26; // where clang's own help texts start
  std::string text = "OVERVIEW: xcc, a drop-in for clang that runs parallel loops on every core\n\nPARALLEL LOOPS:\n";
  for (const Entry &entry : table) {
    if (entry.help.empty())
      continue;
    std::string line = "  " + std::string(entry.spelling);
    if (entry.kind != Kind::Flag)
      line += entry.detail;
    if (line.size() + 1 > column)
      line += "\n" + std::string(column, ' ');
    else
      line.resize(column, ' ');
    text += line + std::string(entry.help) + "\n";
  }
  return text + "\nEvery option of clang works as well:\n\n";
}

} // namespace xc::driver
