/// SPDX-License-Identifier: Apache-2.0
#include "ptx.h"

#include <cctype>
#include <cstring>

namespace xc::ptx {

namespace {

constexpr const char *kTypeNames[] = {"",    "pred", "b8",  "u8",  "s8",  "b16", "u16", "s16",
                                      "b32", "u32",  "s32", "f32", "b64", "u64", "s64", "f64"};
constexpr const char *kSpecials[] = {"%tid.x",   "%tid.y",   "%tid.z",   "%ntid.x",   "%ntid.y",   "%ntid.z",
                                     "%ctaid.x", "%ctaid.y", "%ctaid.z", "%nctaid.x", "%nctaid.y", "%nctaid.z"};

Op operationOf(const std::string &name) {
  static const std::map<std::string, Op> kOperations = {
#define XC_PTX_OP(name, text) {#text, Op::name},
      XC_PTX_OPERATIONS(XC_PTX_OP)
#undef XC_PTX_OP
  };
  const auto found = kOperations.find(name);
  return found == kOperations.end() ? Op::Unknown : found->second;
}

Relation relationOf(const std::string &name) {
  constexpr const char *kNames[] = {"eq", "ne",  "lt",  "le",  "gt",  "ge",  "lo",  "ls",  "hi",
                                    "hs", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
  for (unsigned i = 0; i < std::size(kNames); ++i)
    if (name == kNames[i])
      return Relation(i + 1);
  return Relation::None;
}

Type typeOf(const std::string &name) {
  for (unsigned i = 1; i < std::size(kTypeNames); ++i)
    if (name == kTypeNames[i])
      return Type(i);
  return Type::None;
}

uint32_t bytesOf(Type type) {
  return type <= Type::Pred ? 1 : type <= Type::S8 ? 1 : type <= Type::S16 ? 2 : type <= Type::F32 ? 4 : 8;
}

std::vector<std::string> split(const std::string &text, const std::string &separators) {
  std::vector<std::string> words;
  std::string word;
  int depth = 0;
  for (char c : text) {
    depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    if (depth == 0 && separators.find(c) != std::string::npos) {
      if (!word.empty())
        words.push_back(word);
      word.clear();
    } else if (!isspace(static_cast<unsigned char>(c)) || separators.find(' ') == std::string::npos) {
      word += c;
    }
  }
  if (!word.empty())
    words.push_back(word);
  return words;
}

std::string trim(const std::string &text) {
  const size_t first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

class Parser {
public:
  Parser(const std::string &text, Module &module) : text(withoutComments(text)), module(module) {}

  std::string parse();

private:
  static std::string withoutComments(const std::string &text);
  std::string statement(char &end);
  void parseVariable(const std::string &line);
  void parseEntry(const std::string &head);
  void parseBody(Entry &entry);
  void parseDeclaration(Entry &entry, const std::string &line);
  void parseInstruction(Entry &entry, std::string line);
  Operand parseOperand(Entry &entry, const std::string &text);
  uint32_t registerOf(Entry &entry, const std::string &name);
  void fail(const std::string &what) { wrong = wrong.empty() ? what : wrong; }

  std::string text;
  Module &module;
  size_t at = 0;
  std::string wrong;
  std::map<std::string, uint64_t> symbols;        ///< Variables of the module.
  std::map<std::string, uint32_t> parameters;     ///< Of the entry: offsets.
  std::map<std::string, uint32_t> registers;      ///< Of the entry.
  std::map<std::string, uint32_t> locals, labels; ///< Of the entry.
  std::vector<std::pair<size_t, std::string>> branches;
};

std::string Parser::withoutComments(const std::string &text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "//") == 0) {
      while (i < text.size() && text[i] != '\n')
        ++i;
    } else if (text.compare(i, 2, "/*") == 0) {
      i = text.find("*/", i);
      if (i == std::string::npos)
        break;
      ++i;
      continue;
    }
    if (i < text.size())
      result += text[i];
  }
  return result;
}

/// Up to the next ; or brace that opens or closes a body, or : behind a label.
std::string Parser::statement(char &end) {
  std::string result;
  bool inBraces = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '{' && (result.find_first_not_of(" \t\n") == std::string::npos || result.find(')') != std::string::npos)) {
      end = '{';
      ++at;
      return trim(result);
    }
    inBraces |= c == '{';
    if (c == '}' && inBraces)
      inBraces = false;
    else if (c == '}' || c == ';' || (c == ':' && result.find('.') == std::string::npos)) {
      end = c;
      ++at;
      return trim(result);
    }
    result += c;
    // Directives of the module end with their lines.
    if (c == '\n') {
      const std::string line = trim(result);
      if (line.starts_with(".version") || line.starts_with(".target") || line.starts_with(".address_size"))
        result.clear();
    }
  }
  end = 0;
  return trim(result);
}

std::string Parser::parse() {
  if (text.find(".version") == std::string::npos)
    return "no .version";
  while (wrong.empty()) {
    char end = 0;
    const std::string line = statement(end);
    if (end == 0)
      break;
    if (line.find(".entry") != std::string::npos && end == '{')
      parseEntry(line);
    else if (line.find(".global") != std::string::npos || line.find(".const") != std::string::npos)
      parseVariable(line);
    else if (!line.empty())
      fail("unknown: " + line);
  }
  if (wrong.empty() && module.entries.empty())
    fail("no entry");
  return wrong;
}

/// [.visible] .global .align 4 .b8 name[16] = {1, 2};
void Parser::parseVariable(const std::string &line) {
  const size_t equals = line.find('=');
  const std::vector<std::string> words = split(trim(line.substr(0, equals)), " \t\n");
  Type type = Type::B8;
  for (const std::string &word : words)
    if (word[0] == '.' && typeOf(word.substr(1)) != Type::None)
      type = typeOf(word.substr(1));
  std::string name = words.back();
  uint64_t count = 1;
  if (const size_t bracket = name.find('['); bracket != std::string::npos) {
    count = strtoull(name.c_str() + bracket + 1, nullptr, 0);
    name.resize(bracket);
  }
  const uint32_t size = bytesOf(type);
  auto bytes = std::make_unique<std::vector<unsigned char>>(count * size);
  if (equals != std::string::npos) {
    std::string values = trim(line.substr(equals + 1));
    if (values[0] == '{')
      values = values.substr(1, values.size() - 2);
    uint64_t index = 0;
    for (const std::string &word : split(values, ",")) {
      const std::string value = trim(word);
      uint64_t bits = value.starts_with("0f") || value.starts_with("0d") ? strtoull(value.c_str() + 2, nullptr, 16)
                                                                         : uint64_t(strtoll(value.c_str(), nullptr, 0));
      if (value.size() > 2 && !value.starts_with("0f") && !value.starts_with("0d") && value[0] != '-')
        bits = strtoull(value.c_str(), nullptr, 0);
      if (index < count)
        memcpy(bytes->data() + index * size, &bits, size);
      ++index;
    }
  }
  symbols[name] = uint64_t(uintptr_t(bytes->data()));
  module.globals.push_back(std::move(bytes));
}

void Parser::parseEntry(const std::string &head) {
  const size_t open = head.find('('), close = head.find(')');
  if (open == std::string::npos || close == std::string::npos)
    return fail("entry without parameters");
  Entry entry;
  entry.name = split(head.substr(head.find(".entry") + 6, open - head.find(".entry") - 6), " \t\n").back();
  parameters.clear();
  registers.clear();
  locals.clear();
  labels.clear();
  branches.clear();
  for (const std::string &parameter : split(head.substr(open + 1, close - open - 1), ",")) {
    const std::vector<std::string> words = split(trim(parameter), " \t\n");
    uint32_t align = 0, size = 0;
    for (size_t i = 0; i + 1 < words.size(); ++i)
      if (words[i] == ".align")
        align = uint32_t(strtoul(words[i + 1].c_str(), nullptr, 10));
      else if (typeOf(words[i].substr(1)) != Type::None)
        size = bytesOf(typeOf(words[i].substr(1)));
    std::string name = words.back();
    align = align ? align : size;
    if (const size_t bracket = name.find('['); bracket != std::string::npos) {
      size *= uint32_t(strtoul(name.c_str() + bracket + 1, nullptr, 10));
      name.resize(bracket);
    }
    if (size == 0)
      return fail("parameter without a type: " + parameter);
    const uint32_t offset = (entry.parameterBytes + align - 1) / align * align;
    entry.parameters.push_back({offset, size});
    entry.parameterBytes = offset + size;
    parameters[name] = offset;
  }
  parseBody(entry);
  module.entries[entry.name] = std::move(entry);
}

void Parser::parseBody(Entry &entry) {
  for (int depth = 1; wrong.empty();) {
    char end = 0;
    const std::string line = statement(end);
    depth += end == '{' ? 1 : end == '}' ? -1 : 0;
    if (depth == 0)
      break;
    if (end == 0)
      return fail("a body without end");
    if (end == ':')
      labels[line] = uint32_t(entry.code.size());
    else if (line.starts_with("."))
      parseDeclaration(entry, line);
    else if (!line.empty())
      parseInstruction(entry, line);
  }
  for (auto &[index, label] : branches) {
    if (!labels.contains(label))
      return fail("no label " + label);
    entry.code[index].target = labels[label];
  }
}

void Parser::parseDeclaration(Entry &entry, const std::string &line) {
  const std::vector<std::string> words = split(line, " \t\n");
  if (words[0] == ".pragma" || words[0] == ".loc")
    return;
  if (words[0] == ".reg") {
    // Registers are made as they are met, but without a % they look like other names.
    if (words.back()[0] != '%')
      registerOf(entry, words.back());
    return;
  }
  if (words[0] != ".local")
    return fail("unknown declaration: " + line);
  std::string name = words.back();
  const size_t bracket = name.find('[');
  if (bracket == std::string::npos)
    return fail("unknown declaration: " + line);
  entry.localBytes = (entry.localBytes + 63) / 64 * 64;
  locals[name.substr(0, bracket)] = entry.localBytes;
  entry.localBytes += uint32_t(strtoul(name.c_str() + bracket + 1, nullptr, 10));
}

uint32_t Parser::registerOf(Entry &entry, const std::string &name) {
  auto [place, isNew] = registers.try_emplace(name, entry.registers);
  entry.registers += isNew;
  return place->second;
}

Operand Parser::parseOperand(Entry &entry, const std::string &given) {
  const std::string word = trim(given);
  Operand result;
  if (word.empty()) {
    fail("an operand is missing");
    return result;
  }
  if (word[0] == '{') {
    result.kind = Operand::Vector;
    for (const std::string &part : split(word.substr(1, word.size() - 2), ","))
      result.parts.push_back(parseOperand(entry, part));
  } else if (word[0] == '[') {
    std::string inside = trim(word.substr(1, word.size() - 2));
    int64_t more = 0;
    if (const size_t sign = inside.find_first_of("+-", 1); sign != std::string::npos) {
      more = strtoll(inside.c_str() + sign + (inside[sign] == '+'), nullptr, 0);
      inside = trim(inside.substr(0, sign));
    }
    result = parseOperand(entry, inside);
    result.hasRegister = result.kind == Operand::Register;
    result.value = (result.kind == Operand::Immediate ? result.value : 0) + uint64_t(more);
    result.kind = Operand::Address;
  } else if (word[0] == '!') {
    result = parseOperand(entry, word.substr(1));
    result.negated = true;
  } else if (word[0] == '%') {
    result.kind = Operand::Register;
    for (unsigned i = 0; i < std::size(kSpecials); ++i)
      if (word == kSpecials[i]) {
        result.kind = Operand::Special;
        result.index = i;
      }
    if (result.kind == Operand::Register && word.find('.') != std::string::npos)
      fail("unknown special register " + word);
    if (result.kind == Operand::Register)
      result.index = registerOf(entry, word);
  } else {
    result.kind = Operand::Immediate;
    if (word.starts_with("0f") || word.starts_with("0d"))
      result.value = strtoull(word.c_str() + 2, nullptr, 16);
    else if (isdigit(static_cast<unsigned char>(word[0])))
      result.value = strtoull(word.c_str(), nullptr, 0);
    else if (word[0] == '-')
      result.value = uint64_t(strtoll(word.c_str(), nullptr, 0));
    else if (registers.contains(word)) {
      result.kind = Operand::Register;
      result.index = registers[word];
    } else if (parameters.contains(word))
      result.parameter = int32_t(parameters[word]);
    else if (locals.contains(word)) {
      result.local = true;
      result.value = locals[word];
    } else if (symbols.contains(word))
      result.value = symbols[word];
    else
      fail("unknown name " + word);
  }
  return result;
}

void Parser::parseInstruction(Entry &entry, std::string line) {
  Instruction instruction;
  if (line[0] == '@') {
    size_t space = line.find_first_of(" \t");
    std::string guard = line.substr(1, space - 1);
    instruction.guardNegated = guard[0] == '!';
    instruction.guard = int32_t(registerOf(entry, guard.substr(instruction.guardNegated)));
    line = trim(line.substr(space));
  }
  const size_t space = std::min(line.find_first_of(" \t"), line.size());
  instruction.name = line.substr(0, space);
  const std::vector<std::string> words = split(instruction.name, ".");
  instruction.op = operationOf(words[0]);
  if (instruction.op == Op::Unknown)
    return fail("unknown instruction " + line);
  for (size_t i = 1; i < words.size(); ++i)
    if (const Type type = typeOf(words[i]); type != Type::None)
      instruction.types.push_back(type);
    else
      instruction.modifiers.push_back(words[i]);
  instruction.isWide = instruction.has("wide");
  instruction.isHigh = instruction.has("hi");
  instruction.isParameter = instruction.has("param");
  instruction.isExact = instruction.modifiers == std::vector<std::string>{"rn"};
  if (instruction.op == Op::Setp) {
    instruction.relation = instruction.modifiers.empty() ? Relation::None : relationOf(instruction.modifiers[0]);
    if (instruction.relation == Relation::None)
      return fail("unknown relation: " + line);
  }
  if (instruction.op == Op::Bra) {
    branches.emplace_back(entry.code.size(), trim(line.substr(space)));
  } else {
    const std::string operands = line.substr(space);
    for (const std::string &operand : split(operands, ","))
      instruction.operands.push_back(parseOperand(entry, operand));
  }
  const bool needsType = instruction.op != Op::Bra && instruction.op != Op::Ret && instruction.op != Op::Exit &&
                         instruction.op != Op::Trap;
  if (needsType && (instruction.types.empty() || instruction.operands.size() < 2))
    return fail("unknown instruction " + line);
  entry.code.push_back(std::move(instruction));
}

} // namespace

std::string parse(const std::string &text, Module &module) { return Parser(text, module).parse(); }

} // namespace xc::ptx
