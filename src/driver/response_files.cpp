/// \file See response_files.h.
/// SPDX-License-Identifier: Apache-2.0
#include "driver/response_files.h"

#include <cstdio>
#include <optional>

namespace xc::driver {
namespace {

/// Deeper nesting is a cycle. Clang detects those and reports them; we only look.
constexpr unsigned maxDepth = 16;
constexpr size_t maxArguments = 1 << 20;

std::optional<std::string> readFile(const std::string &name) {
  FILE *file = fopen(name.c_str(), "rb");
  if (!file)
    return std::nullopt;
  std::string text;
  char buffer[4096];
  while (size_t got = fread(buffer, 1, sizeof buffer, file))
    text.append(buffer, got);
  bool failed = ferror(file) != 0;
  fclose(file);
  if (failed)
    return std::nullopt;
  return text;
}

void expandInto(Expansion &expansion, const std::string &argument, size_t origin, unsigned depth) {
  if (expansion.arguments.size() >= maxArguments)
    return;
  if (argument.size() > 1 && argument[0] == '@' && depth < maxDepth) {
    if (std::optional<std::string> text = readFile(argument.substr(1))) {
      for (const std::string &inner : splitResponseFile(*text))
        expandInto(expansion, inner, origin, depth + 1);
      return;
    }
  }
  expansion.arguments.push_back(argument);
  expansion.origins.push_back(origin);
  expansion.fromFile.push_back(depth != 0);
}

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

} // namespace

std::vector<std::string> splitResponseFile(std::string_view text) {
  std::vector<std::string> arguments;
  std::string current;
  bool inArgument = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (isSpace(c)) {
      if (inArgument)
        arguments.push_back(current);
      current.clear();
      inArgument = false;
      continue;
    }
    inArgument = true;
    if (c == '\\' && i + 1 < text.size()) {
      current += text[++i];
    } else if (c == '"' || c == '\'') {
      for (++i; i < text.size() && text[i] != c; ++i) {
        if (text[i] == '\\' && i + 1 < text.size())
          ++i;
        current += text[i];
      }
    } else {
      current += c;
    }
  }
  if (inArgument)
    arguments.push_back(current);
  return arguments;
}

Expansion expandResponseFiles(const std::vector<std::string> &arguments) {
  Expansion expansion;
  for (size_t i = 0; i != arguments.size(); ++i)
    expandInto(expansion, arguments[i], i, 0);
  return expansion;
}

} // namespace xc::driver
