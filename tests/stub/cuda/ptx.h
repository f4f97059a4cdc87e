/// \file Runs PTX on the CPU, one thread after the other: slow, but it checks each address, and refuses what is not
/// exact.
///
/// What LLVM's NVPTX back end prints for kernels without calls, barriers and shared memory. Roundings other than to
/// nearest, flushing of subnormals, and float arithmetic that a driver might contract count as errors.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace xc::ptx {

enum class Type : uint8_t { None, Pred, B8, U8, S8, B16, U16, S16, B32, U32, S32, F32, B64, U64, S64, F64 };

/// The operations, each with its name in PTX.
#define XC_PTX_OPERATIONS(X)                                                                                           \
  X(Ld, ld)                                                                                                            \
  X(Ldu, ldu)                                                                                                          \
  X(St, st)                                                                                                            \
  X(Mov, mov)                                                                                                          \
  X(Cvt, cvt)                                                                                                          \
  X(Setp, setp)                                                                                                        \
  X(Cvta, cvta)                                                                                                        \
  X(Selp, selp)                                                                                                        \
  X(Atom, atom)                                                                                                        \
  X(Red, red)                                                                                                          \
  X(Trap, trap)                                                                                                        \
  X(Bra, bra)                                                                                                          \
  X(Ret, ret)                                                                                                          \
  X(Exit, exit)                                                                                                        \
  X(Add, add)                                                                                                          \
  X(Sub, sub)                                                                                                          \
  X(Mul, mul)                                                                                                          \
  X(Mad, mad)                                                                                                          \
  X(Fma, fma)                                                                                                          \
  X(Div, div)                                                                                                          \
  X(Rem, rem)                                                                                                          \
  X(Min, min)                                                                                                          \
  X(Max, max)                                                                                                          \
  X(Neg, neg)                                                                                                          \
  X(Abs, abs)                                                                                                          \
  X(And, and)                                                                                                          \
  X(Or, or)                                                                                                            \
  X(Xor, xor)                                                                                                          \
  X(Not, not)                                                                                                          \
  X(Cnot, cnot)                                                                                                        \
  X(Shl, shl)                                                                                                          \
  X(Shr, shr)                                                                                                          \
  X(Shf, shf)                                                                                                          \
  X(Popc, popc)                                                                                                        \
  X(Clz, clz)                                                                                                          \
  X(Brev, brev)                                                                                                        \
  X(Bfe, bfe)                                                                                                          \
  X(Bfi, bfi)                                                                                                          \
  X(Prmt, prmt)                                                                                                        \
  X(Copysign, copysign)                                                                                                \
  X(Sqrt, sqrt)                                                                                                        \
  X(Rcp, rcp)
enum class Op : uint8_t {
  Unknown,
#define XC_PTX_OP(name, text) name,
  XC_PTX_OPERATIONS(XC_PTX_OP)
#undef XC_PTX_OP
};

/// Relations of setp; from Equ to Geu they hold for NaNs, too.
enum class Relation : uint8_t { None, Eq, Ne, Lt, Le, Gt, Ge, Lo, Ls, Hi, Hs, Equ, Neu, Ltu, Leu, Gtu, Geu, Num, Nan };

struct Operand {
  enum Kind : uint8_t { None, Register, Immediate, Special, Vector, Address } kind = None;
  bool negated = false;
  uint32_t index = 0;         ///< Of a register or special one; of an address its register, if it has one.
  uint64_t value = 0;         ///< Of an immediate; of an address what is to be added.
  bool hasRegister = false;   ///< Of an address.
  int32_t parameter = -1;     ///< Offset in the parameters that an address or immediate stands for.
  bool local = false;         ///< The start of the thread's local memory is to be added.
  std::vector<Operand> parts; ///< Of a vector.
};

struct Instruction {
  std::string name; ///< As written, for messages.
  Op op = Op::Unknown;
  std::vector<std::string> modifiers; ///< All words but the first one and types.
  Relation relation = Relation::None;
  // Modifiers that are asked for in each step.
  bool isWide = false, isHigh = false, isParameter = false, isExact = false; ///< .wide .hi .param .rn and nothing else
  std::vector<Type> types;
  int32_t guard = -1; ///< Register of the predicate.
  bool guardNegated = false;
  std::vector<Operand> operands;
  uint32_t target = 0; ///< Of a branch.

  bool has(const char *modifier) const {
    for (const std::string &m : modifiers)
      if (m == modifier)
        return true;
    return false;
  }
};

struct Entry {
  std::string name;
  struct Parameter {
    uint32_t offset, size;
  };
  std::vector<Parameter> parameters;
  uint32_t parameterBytes = 0;
  uint32_t localBytes = 0;
  uint32_t registers = 0;
  std::vector<Instruction> code;
};

struct Module {
  std::map<std::string, Entry> entries;
  std::vector<std::unique_ptr<std::vector<unsigned char>>> globals; ///< Variables of the module.
};

/// Reads a module. Returns what is wrong with it, "" if nothing is.
std::string parse(const std::string &text, Module &module);

/// Whether a kernel may touch these bytes.
using MayTouch = bool (*)(uint64_t address, uint64_t size);

struct Launch {
  uint32_t groups, groupSize;
  std::vector<unsigned char> parameters; ///< Entry::parameterBytes.
};

/// Runs all threads. Returns what went wrong, "" if nothing did.
std::string run(const Module &module, const Entry &entry, const Launch &launch, MayTouch mayTouch);

} // namespace xc::ptx
