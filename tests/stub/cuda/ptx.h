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
  std::string name;                   ///< As written, for messages.
  std::string operation;              ///< Its first word.
  std::vector<std::string> modifiers; ///< The others but types.
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
