/// SPDX-License-Identifier: Apache-2.0
#include "ptx.h"

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>

namespace xc::ptx {

namespace {

bool isSigned(Type type) { return type == Type::S8 || type == Type::S16 || type == Type::S32 || type == Type::S64; }
bool isFloat(Type type) { return type == Type::F32 || type == Type::F64; }

unsigned bitsOf(Type type) {
  return type == Type::Pred ? 1 : type <= Type::S8 ? 8 : type <= Type::S16 ? 16 : type <= Type::F32 ? 32 : 64;
}

uint64_t cut(uint64_t value, unsigned bits) { return bits == 64 ? value : value & ((uint64_t(1) << bits) - 1); }

int64_t extend(uint64_t value, unsigned bits) { return int64_t(value << (64 - bits)) >> (64 - bits); }

float asFloat(uint64_t bits) { return std::bit_cast<float>(uint32_t(bits)); }
double asDouble(uint64_t bits) { return std::bit_cast<double>(bits); }
uint64_t bitsOf(float value) { return std::isnan(value) ? 0x7fffffff : std::bit_cast<uint32_t>(value); }
uint64_t bitsOf(double value) { return std::isnan(value) ? 0x7ff8000000000000 : std::bit_cast<uint64_t>(value); }

/// One thread of a launch.
class Thread {
public:
  Thread(const Entry &entry, Launch &launch, MayTouch mayTouch)
      : entry(entry), launch(launch), mayTouch(mayTouch), registers(entry.registers), local(entry.localBytes + 1) {}

  std::string run(uint32_t group, uint32_t number);

private:
  using Values = std::vector<uint64_t>;

  uint64_t get(const Operand &operand) const;
  void set(const Operand &operand, uint64_t value) { registers[operand.index] = value; }
  uint64_t addressOf(const Operand &operand) const;
  unsigned char *touch(const Instruction &instruction, const Operand &operand, uint64_t offset, unsigned size) const;
  void step(const Instruction &instruction);
  void load(const Instruction &instruction);
  void store(const Instruction &instruction);
  void move(const Instruction &instruction);
  void convert(const Instruction &instruction);
  void compare(const Instruction &instruction);
  uint64_t integer(const Instruction &instruction, Type type) const;
  template <class Float> uint64_t floating(const Instruction &instruction) const;
  uint64_t atomic(const Instruction &instruction);
  [[nodiscard]] bool holds(Relation relation, Type type, uint64_t a, uint64_t b) const;

  const Entry &entry;
  Launch &launch;
  const MayTouch mayTouch;
  std::vector<uint64_t> registers;
  std::vector<unsigned char> local;
  uint32_t group = 0, number = 0;
  mutable std::string wrong;
};

uint64_t Thread::get(const Operand &operand) const {
  switch (operand.kind) {
  case Operand::Register:
    return operand.negated ? !registers[operand.index] : registers[operand.index];
  case Operand::Immediate:
    if (operand.parameter >= 0)
      return uint64_t(uintptr_t(launch.parameters.data())) + uint64_t(operand.parameter);
    return operand.local ? uint64_t(uintptr_t(local.data())) + operand.value : operand.value;
  case Operand::Special: {
    const uint32_t values[] = {number, 0, 0, launch.groupSize, 1, 1, group, 0, 0, launch.groups, 1, 1};
    return values[operand.index];
  }
  default:
    wrong = "an operand of an unknown kind";
    return 0;
  }
}

uint64_t Thread::addressOf(const Operand &operand) const {
  Operand base = operand;
  base.kind = operand.hasRegister ? Operand::Register : Operand::Immediate;
  if (operand.hasRegister)
    return get(base) + operand.value;
  if (operand.parameter >= 0)
    return get(base) + operand.value;
  return get(base);
}

unsigned char *Thread::touch(const Instruction &instruction, const Operand &operand, uint64_t offset,
                             unsigned size) const {
  const uint64_t address = addressOf(operand) + offset;
  auto within = [&](const std::vector<unsigned char> &bytes) {
    const uint64_t start = uint64_t(uintptr_t(bytes.data()));
    return address >= start && address - start + size <= bytes.size();
  };
  if (address % size != 0)
    wrong = "misaligned address: " + instruction.name;
  else if (instruction.isParameter ? !within(launch.parameters) : !within(local) && !mayTouch(address, size))
    wrong = "illegal address: " + instruction.name;
  return wrong.empty() ? reinterpret_cast<unsigned char *>(uintptr_t(address)) : nullptr;
}

void Thread::load(const Instruction &instruction) {
  const Operand &target = instruction.operands[0];
  const Type type = instruction.types.back();
  const unsigned size = bitsOf(type) / 8;
  auto one = [&](const Operand &part, uint64_t offset) {
    uint64_t value = 0;
    if (const unsigned char *bytes = touch(instruction, instruction.operands[1], offset, size)) {
      memcpy(&value, bytes, size);
      set(part, isSigned(type) ? uint64_t(extend(value, size * 8)) : value);
    }
  };
  if (target.kind != Operand::Vector)
    return one(target, 0);
  for (size_t i = 0; i < target.parts.size(); ++i)
    one(target.parts[i], i * size);
}

void Thread::store(const Instruction &instruction) {
  const Operand &source = instruction.operands[1];
  const unsigned size = bitsOf(instruction.types.back()) / 8;
  auto one = [&](const Operand &part, uint64_t offset) {
    const uint64_t value = get(part);
    if (unsigned char *bytes = touch(instruction, instruction.operands[0], offset, size))
      memcpy(bytes, &value, size);
  };
  if (source.kind != Operand::Vector)
    return one(source, 0);
  for (size_t i = 0; i < source.parts.size(); ++i)
    one(source.parts[i], i * size);
}

void Thread::move(const Instruction &instruction) {
  const Operand &to = instruction.operands[0], &from = instruction.operands[1];
  if (to.kind == Operand::Vector) {
    const unsigned bits = bitsOf(instruction.types[0]) / unsigned(to.parts.size());
    const uint64_t value = get(from);
    for (size_t i = 0; i < to.parts.size(); ++i)
      if (to.parts[i].kind == Operand::Register)
        set(to.parts[i], cut(value >> (i * bits), bits));
  } else if (from.kind == Operand::Vector) {
    const unsigned bits = bitsOf(instruction.types[0]) / unsigned(from.parts.size());
    uint64_t value = 0;
    for (size_t i = 0; i < from.parts.size(); ++i)
      value |= cut(get(from.parts[i]), bits) << (i * bits);
    set(to, value);
  } else {
    set(to, get(from));
  }
}

/// A float as an integer, rounded; what does not fit becomes the nearest that does, NaN zero.
template <class Float> uint64_t toInteger(Float value, Type type) {
  const unsigned bits = bitsOf(type);
  if (std::isnan(value))
    return 0;
  if (isSigned(type)) {
    const Float limit = std::ldexp(Float(1), int(bits) - 1);
    if (value >= limit)
      return uint64_t(std::numeric_limits<int64_t>::max() >> (64 - bits));
    return value < -limit ? uint64_t(std::numeric_limits<int64_t>::min() >> (64 - bits)) : uint64_t(int64_t(value));
  }
  if (value >= std::ldexp(Float(1), int(bits)))
    return cut(~uint64_t(0), bits);
  return value <= 0 ? 0 : uint64_t(value);
}

void Thread::convert(const Instruction &instruction) {
  const Type to = instruction.types[0], from = instruction.types.size() > 1 ? instruction.types[1] : to;
  const uint64_t value = get(instruction.operands[1]);
  double (*rounded)(double) = [](double x) { return x; };
  int mode = FE_TONEAREST;
  for (const std::string &modifier : instruction.modifiers)
    if (modifier == "rni")
      rounded = [](double x) { return std::nearbyint(x); };
    else if (modifier == "rzi")
      rounded = [](double x) { return std::trunc(x); };
    else if (modifier == "rmi")
      rounded = [](double x) { return std::floor(x); };
    else if (modifier == "rpi")
      rounded = [](double x) { return std::ceil(x); };
    else if (modifier == "rz")
      mode = FE_TOWARDZERO;
    else if (modifier == "rm")
      mode = FE_DOWNWARD;
    else if (modifier == "rp")
      mode = FE_UPWARD;
    else if (modifier != "rn")
      wrong = "unknown conversion " + instruction.name;
  if (mode != FE_TONEAREST)
    fesetround(mode);
  uint64_t result = 0;
  if (isFloat(from)) {
    const double wide = rounded(from == Type::F32 ? double(asFloat(value)) : asDouble(value));
    if (to == Type::F32)
      result = bitsOf(float(wide));
    else if (to == Type::F64)
      result = bitsOf(wide);
    else
      result = toInteger(wide, to);
  } else {
    const uint64_t unsignedValue = cut(value, bitsOf(from));
    const int64_t signedValue = extend(value, bitsOf(from));
    if (to == Type::F32)
      result = bitsOf(isSigned(from) ? float(signedValue) : float(unsignedValue));
    else if (to == Type::F64)
      result = bitsOf(isSigned(from) ? double(signedValue) : double(unsignedValue));
    else
      result = isSigned(from) ? uint64_t(signedValue) : unsignedValue;
  }
  if (mode != FE_TONEAREST)
    fesetround(FE_TONEAREST);
  if (!isFloat(to))
    result = isSigned(to) ? uint64_t(extend(result, bitsOf(to))) : cut(result, bitsOf(to));
  set(instruction.operands[0], result);
}

bool Thread::holds(Relation relation, Type type, uint64_t a, uint64_t b) const {
  auto compare = [&](auto x, auto y) {
    switch (relation) {
    case Relation::Eq:
    case Relation::Equ:
      return x == y;
    case Relation::Ne:
    case Relation::Neu:
      return x != y;
    case Relation::Lt:
    case Relation::Lo:
    case Relation::Ltu:
      return x < y;
    case Relation::Le:
    case Relation::Ls:
    case Relation::Leu:
      return x <= y;
    case Relation::Gt:
    case Relation::Hi:
    case Relation::Gtu:
      return x > y;
    default:
      return x >= y;
    }
  };
  const unsigned bits = bitsOf(type);
  if (!isFloat(type))
    return isSigned(type) ? compare(extend(a, bits), extend(b, bits)) : compare(cut(a, bits), cut(b, bits));
  const double x = type == Type::F32 ? double(asFloat(a)) : asDouble(a);
  const double y = type == Type::F32 ? double(asFloat(b)) : asDouble(b);
  if (std::isnan(x) || std::isnan(y))
    return relation == Relation::Nan || (relation >= Relation::Equ && relation <= Relation::Geu);
  return relation == Relation::Num || (relation != Relation::Nan && compare(x, y));
}

void Thread::compare(const Instruction &instruction) {
  const bool result =
      holds(instruction.relation, instruction.types[0], get(instruction.operands[1]), get(instruction.operands[2]));
  bool combined = result;
  if (instruction.modifiers.size() > 1) {
    const bool other = get(instruction.operands[3]);
    const std::string &how = instruction.modifiers[1];
    combined = how == "and" ? result && other : how == "or" ? result || other : result != other;
  }
  set(instruction.operands[0], combined);
}

uint64_t Thread::integer(const Instruction &instruction, Type type) const {
  const Op name = instruction.op;
  const unsigned bits = bitsOf(type);
  const size_t count = instruction.operands.size();
  const uint64_t a = get(instruction.operands[1]), b = count > 2 ? get(instruction.operands[2]) : 0,
                 c = count > 3 ? get(instruction.operands[3]) : 0;
  const uint64_t ua = cut(a, bits), ub = cut(b, bits);
  const int64_t sa = extend(a, bits), sb = extend(b, bits);
  auto product = [&]() -> uint64_t {
    if (instruction.isWide)
      return isSigned(type) ? uint64_t(sa * sb) : ua * ub;
    if (instruction.isHigh) {
      if (isSigned(type))
        return uint64_t((__int128(sa) * sb) >> bits);
      return uint64_t(((unsigned __int128)(ua)*ub) >> bits);
    }
    return a * b;
  };
  if (name == Op::Add)
    return a + b;
  if (name == Op::Sub)
    return a - b;
  if (name == Op::Mul)
    return product();
  if (name == Op::Mad)
    return product() + c;
  if (name == Op::Div || name == Op::Rem) {
    if (ub == 0)
      return ~uint64_t(0);
    const bool divides = name == Op::Div;
    if (!isSigned(type))
      return divides ? ua / ub : ua % ub;
    if (sb == -1)
      return divides ? 0 - uint64_t(sa) : 0;
    return uint64_t(divides ? sa / sb : sa % sb);
  }
  if (name == Op::Min)
    return isSigned(type) ? uint64_t(std::min(sa, sb)) : std::min(ua, ub);
  if (name == Op::Max)
    return isSigned(type) ? uint64_t(std::max(sa, sb)) : std::max(ua, ub);
  if (name == Op::Neg)
    return 0 - a;
  if (name == Op::Abs)
    return sa < 0 ? 0 - uint64_t(sa) : uint64_t(sa);
  if (name == Op::And)
    return a & b;
  if (name == Op::Or)
    return a | b;
  if (name == Op::Xor)
    return a ^ b;
  if (name == Op::Not)
    return type == Type::Pred ? !a : ~a;
  if (name == Op::Cnot)
    return ua == 0;
  if (name == Op::Shl)
    return cut(b, 32) >= bits ? 0 : a << cut(b, 32);
  if (name == Op::Shr) {
    const uint64_t by = std::min<uint64_t>(cut(b, 32), bits);
    if (isSigned(type))
      return uint64_t(by >= bits ? sa >> (bits - 1) : sa >> by);
    return by >= bits ? 0 : ua >> by;
  }
  if (name == Op::Shf) {
    const uint64_t both = cut(b, 32) << 32 | cut(a, 32);
    const uint64_t by = instruction.has("wrap") ? c & 31 : std::min<uint64_t>(cut(c, 32), 32);
    return instruction.has("l") ? (by == 0 ? cut(b, 32) : cut(both >> (32 - by), 32)) : cut(both >> by, 32);
  }
  if (name == Op::Popc)
    return uint64_t(std::popcount(ua));
  if (name == Op::Clz)
    return uint64_t(std::countl_zero(ua)) - (64 - bits);
  if (name == Op::Brev) {
    uint64_t result = 0;
    for (unsigned i = 0; i < bits; ++i)
      result |= (ua >> i & 1) << (bits - 1 - i);
    return result;
  }
  if (name == Op::Bfe) {
    const uint64_t start = b & 255, length = std::min<uint64_t>(c & 255, bits);
    if (length == 0)
      return 0;
    const uint64_t shifted = start >= bits    ? (isSigned(type) && sa < 0 ? ~uint64_t(0) : 0)
                             : isSigned(type) ? uint64_t(sa >> start)
                                              : ua >> start;
    return isSigned(type) ? uint64_t(extend(shifted, unsigned(length))) : cut(shifted, unsigned(length));
  }
  if (name == Op::Bfi) {
    const uint64_t start = c & 255, length = get(instruction.operands[4]) & 255;
    const uint64_t mask =
        start >= bits || length == 0 ? 0 : cut(~uint64_t(0), unsigned(std::min<uint64_t>(length, 64))) << start;
    return (b & ~mask) | ((a << (start & 63)) & mask);
  }
  if (name == Op::Prmt) {
    const uint64_t bytes = cut(b, 32) << 32 | cut(a, 32);
    uint64_t result = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned selector = unsigned(c >> (4 * i)) & 15;
      uint64_t byte = bytes >> (8 * (selector & 7)) & 255;
      if (selector & 8)
        byte = byte & 128 ? 255 : 0;
      result |= byte << (8 * i);
    }
    return result;
  }
  wrong = "unknown instruction " + instruction.name;
  return 0;
}

template <class Float> uint64_t Thread::floating(const Instruction &instruction) const {
  const Op name = instruction.op;
  auto value = [&](size_t index) -> Float {
    if (instruction.operands.size() <= index)
      return 0;
    const uint64_t bits = get(instruction.operands[index]);
    if constexpr (sizeof(Float) == 4)
      return asFloat(bits);
    else
      return asDouble(bits);
  };
  const uint64_t raw = get(instruction.operands[1]);
  constexpr uint64_t kSign = uint64_t(1) << (sizeof(Float) * 8 - 1);
  const Float a = value(1), b = value(2), c = value(3);
  if (name == Op::Neg)
    return raw ^ kSign;
  if (name == Op::Abs)
    return raw & ~kSign;
  if (name == Op::Copysign) // The sign is the first operand's.
    return (get(instruction.operands[2]) & ~kSign) | (raw & kSign);
  if (name == Op::Min || name == Op::Max) {
    if (instruction.has("ftz") || instruction.has("NaN"))
      wrong = "not exact: " + instruction.name;
    if (std::isnan(a) || std::isnan(b))
      return bitsOf(std::isnan(a) ? b : a);
    if (a == b)
      return bitsOf(std::signbit(a) == (name == Op::Min) ? a : b);
    return bitsOf((a < b) == (name == Op::Min) ? a : b);
  }
  // What has no rounding may be contracted or approximated.
  if (!instruction.isExact) {
    wrong = "not exact: " + instruction.name;
    return 0;
  }
  if (name == Op::Add)
    return bitsOf(a + b);
  if (name == Op::Sub)
    return bitsOf(a - b);
  if (name == Op::Mul)
    return bitsOf(a * b);
  if (name == Op::Div)
    return bitsOf(a / b);
  if (name == Op::Fma)
    return bitsOf(std::fma(a, b, c));
  if (name == Op::Sqrt)
    return bitsOf(std::sqrt(a));
  if (name == Op::Rcp)
    return bitsOf(Float(1) / a);
  wrong = "unknown instruction " + instruction.name;
  return 0;
}

uint64_t Thread::atomic(const Instruction &instruction) {
  const bool returns = instruction.op == Op::Atom;
  const Type type = instruction.types.back();
  const unsigned bits = bitsOf(type), size = bits / 8;
  const Operand &place = instruction.operands[returns];
  unsigned char *bytes = touch(instruction, place, 0, size);
  if (!bytes)
    return 0;
  uint64_t old = 0;
  memcpy(&old, bytes, size);
  const uint64_t b = get(instruction.operands[returns + 1]);
  uint64_t value = b;
  if (instruction.has("add") && !isFloat(type))
    value = old + b;
  else if (instruction.has("and"))
    value = old & b;
  else if (instruction.has("or"))
    value = old | b;
  else if (instruction.has("xor"))
    value = old ^ b;
  else if (instruction.has("min") || instruction.has("max"))
    value = holds(instruction.has("min") ? Relation::Lt : Relation::Gt, type, b, old) ? b : old;
  else if (instruction.has("cas"))
    value = cut(old, bits) == cut(b, bits) ? get(instruction.operands[returns + 2]) : old;
  else if (!instruction.has("exch"))
    wrong = "unknown instruction " + instruction.name;
  memcpy(bytes, &value, size);
  return old;
}

void Thread::step(const Instruction &instruction) {
  switch (instruction.op) {
  case Op::Ld:
  case Op::Ldu:
    return load(instruction);
  case Op::St:
    return store(instruction);
  case Op::Mov:
    return move(instruction);
  case Op::Cvt:
    return convert(instruction);
  case Op::Setp:
    return compare(instruction);
  case Op::Cvta:
    return set(instruction.operands[0], get(instruction.operands[1]));
  case Op::Selp:
    return set(instruction.operands[0], get(instruction.operands[get(instruction.operands[3]) ? 1 : 2]));
  case Op::Atom:
    return set(instruction.operands[0], atomic(instruction));
  case Op::Red:
    atomic(instruction);
    return;
  case Op::Trap:
    wrong = "trap";
    return;
  default:
    break;
  }
  const Type type = instruction.types.back();
  if (type == Type::F32)
    return set(instruction.operands[0], floating<float>(instruction));
  if (type == Type::F64)
    return set(instruction.operands[0], floating<double>(instruction));
  const bool counts = instruction.op == Op::Popc || instruction.op == Op::Clz;
  const unsigned bits = counts ? 32 : instruction.isWide ? 2 * bitsOf(type) : bitsOf(type);
  set(instruction.operands[0], cut(integer(instruction, type), bits));
}

std::string Thread::run(uint32_t newGroup, uint32_t newNumber) {
  group = newGroup;
  number = newNumber;
  for (size_t at = 0; at < entry.code.size();) {
    const Instruction &instruction = entry.code[at++];
    if (instruction.guard >= 0 && bool(registers[size_t(instruction.guard)]) == instruction.guardNegated)
      continue;
    if (instruction.op == Op::Ret || instruction.op == Op::Exit)
      break;
    if (instruction.op == Op::Bra)
      at = instruction.target;
    else
      step(instruction);
    if (!wrong.empty())
      return wrong;
  }
  return "";
}

} // namespace

std::string run(const Module &, const Entry &entry, const Launch &given, MayTouch mayTouch) {
  Launch launch = given;
  Thread thread(entry, launch, mayTouch);
  for (uint32_t group = 0; group < launch.groups; ++group)
    for (uint32_t number = 0; number < launch.groupSize; ++number)
      if (std::string wrong = thread.run(group, number); !wrong.empty())
        return wrong;
  return "";
}

} // namespace xc::ptx
