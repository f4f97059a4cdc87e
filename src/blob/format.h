/// \file The kernel container: what a program carries for one block so that devices can run it. [bare]
///
/// A blob is one constant array of bytes in a program's data, aligned to 8. All numbers are little-endian and read and
/// written field by field (layout() below is the only statement of their order).
///
///     blob    = Preamble; Section for each section; the sections, each at a multiple of 8
///     header  = Header; its arrays, pointers, scalars, reductions; strings, each ended by a zero
///     kernel  = Kernel; name of the entry, ended by a zero; zeros up to a multiple of 8; code
///
/// Sections are sorted by kind, then by variant; the header is the first. Readers skip kinds that they do not know. A
/// name is the place of a string among the header's strings.
///
/// What a kernel is called with, in this order (PTX parameters; other forms keep their own table in `print/`):
///
///     record   the parameter record, Header::recordSize bytes by value: the capture record (xcrt/abi.h), and behind it
///              room for the addresses of objects that the code names, see Pointer. Pointers in it are the device's.
///     lo, hi   i64: the launch is to run items lo .. hi-1.
///     grain    i64: see Order; 0 if the block has no reductions.
///     results  pointer to reduction records, one for each thread, Header::resultSize rounded up to resultAlign apart;
///              null without reductions.
///
/// A kernel is right for any number of groups of Kernel::groupSize threads, all in one dimension. With reductions a
/// thread that has items goes on from the neutral elements and stores its record under its number; others store
/// nothing. The records are folded in the order of the threads.
///
/// The footprints of a block's arrays, and its guards, are the tables of its descriptor, which is beside the blob in
/// the program and is evaluated before anything leaves it.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/bytes.h"

namespace xc::blob {

constexpr uint32_t kMagic = 0x626b6378; // "xckb"
/// Changes with the layout, or with the meaning of a field.
constexpr uint16_t kVersion = 1;
constexpr uint64_t kAlign = 8;
/// Sections of a blob at most.
constexpr uint32_t kMostSections = 64;
/// Bytes of a parameter record at most: what every CUDA driver passes by value, less the other parameters.
constexpr uint32_t kMostRecordSize = 4000;

/// Kinds of sections; those of kernels are the forms.
enum class Kind : uint32_t {
  Header = 0,
  Ptx = 1,     ///< Text, ended by a zero.
  Spirv = 2,   ///< Words.
  Spirv32 = 3, ///< The same without 64-bit integers.
  Msl = 4,     ///< Text, ended by a zero.
  Wgsl = 5,    ///< Text, ended by a zero.
};
constexpr Kind kLastKind = Kind::Wgsl;

struct Preamble {
  uint32_t magic = 0;
  uint16_t version = 0;
  uint16_t sections = 0; ///< How many there are.
  uint64_t size = 0;     ///< Of the whole blob.
  uint64_t checksum = 0; ///< hashBytes() of all but these eight bytes.
};
constexpr uint64_t kChecksumPlace = 16;

struct Section {
  Kind kind = Kind::Header;
  uint32_t variant = 0; ///< Of several kernels of one form, 0 is the plain one.
  uint64_t offset = 0;  ///< From the start of the blob.
  uint64_t size = 0;
};

enum HeaderFlags : uint32_t {
  UsesFloats = 1, ///< Rounding and the treatment of subnormals matter.
  CallsMath = 2,  ///< Functions of <math.h>, whose last bits may differ from the host's.
  AllHeaderFlags = 3,
};

struct Header {
  uint32_t name = 0;        ///< Of the block, as in its descriptor.
  uint32_t flags = 0;       ///< Or of enum HeaderFlags.
  uint32_t dims = 1;        ///< Of the grid, 1 to 3. Items are numbered through.
  uint32_t recordSize = 0;  ///< Bytes of the parameter record.
  uint32_t captureSize = 0; ///< Of which those at the front are the capture record.
  uint32_t recordAlign = 8;
  uint32_t resultSize = 0; ///< Of the reduction record, 0 without reductions.
  uint32_t resultAlign = 1;
  uint32_t arrays = 0, pointers = 0, scalars = 0, reductions = 0; ///< How many there are.
  uint32_t guards = 0; ///< Conditions of the block's guard table, 0 if it has none.
  uint32_t stringBytes = 0;
  // For the cost model; 0 where nothing is known.
  uint64_t workPerItem = 0;                     ///< Machine instructions.
  uint64_t readPerItem = 0, writtenPerItem = 0; ///< Bytes.
};

enum ArrayAccess : uint32_t {
  Read = 1,
  Written = 2,
  Whole = 4, ///< A run of any items writes every byte of their footprint.
  AllAccesses = 7,
};

/// An array of the block's descriptor, by the same index: its buffer.
struct Array {
  uint32_t name = 0;
  uint32_t access = 0;  ///< Or of enum ArrayAccess.
  uint32_t element = 0; ///< Bytes of the narrowest access.
  uint32_t widths = 0;  ///< Bit k: there are accesses of 2^k bytes.
};

/// Where the kernel finds an address in the parameter record. Several pointers at one place say that all their arrays
/// are reached through it. A captured pointer that no Pointer names is not followed by the kernel.
struct Pointer {
  enum Source : uint32_t {
    Captured = 0, ///< Part of the capture record.
    Object = 1,   ///< Behind it: the address of the array's object (struct xcrt_array).
  };
  uint32_t place; ///< Bytes from the start of the record; 8 bytes.
  uint32_t array;
  uint32_t source;
};

/// A captured number, for devices that do not take the record as it is.
struct Scalar {
  uint32_t place = 0;
  uint32_t type = 0; ///< Of enum Type.
};

enum class Type : uint32_t { I1, I8, I16, I32, I64, F32, F64 };
constexpr Type kLastType = Type::F64;

struct Reduction {
  enum Operation : uint32_t {
    Add,
    Mul,
    And,
    Or,
    Xor,
    SMin,
    SMax,
    UMin,
    UMax,
    FAdd,
    FMul,
    Best,
    Kept,
    Last,
    Assigned,
    IsAssigned
  };
  uint32_t place; ///< In the reduction record.
  uint32_t type;
  uint32_t operation;
};

/// Which items a thread runs: t is its number in the launch, T how many there are.
enum class Order : uint32_t {
  Strided = 0, ///< lo + t, lo + t + T, lo + t + 2 T, … below hi.
  Grains = 1,  ///< lo + t * grain up to the next thread's first one, in order. There are enough threads for all.
};

/// What a kernel needs of its device beyond the arithmetic of 32-bit integers and floats.
enum Needs : uint32_t {
  Int64 = 1,
  Int16 = 2,
  Int8 = 4,
  Float64 = 8,
  FusedMultiplyAdd = 16, ///< In one rounding.
  ExactDivision = 32,
  ExactSquareRoot = 64,
  Subnormals = 128,
  AllNeeds = 255,
};

struct Kernel {
  uint32_t groupSize = 0; ///< Threads of a group.
  uint32_t order = 0;     ///< Of enum Order.
  uint32_t needs = 0;     ///< Or of enum Needs.
  uint32_t nameSize = 0;  ///< Of the entry's name, with its zero.
  uint64_t mostItems = 0; ///< hi at most; 0: as many as the runtime has.
  uint64_t codeSize = 0;
};

template <class Stream> constexpr void layout(Stream &stream, Preamble &p) {
  stream(p.magic, p.version, p.sections, p.size, p.checksum);
}
template <class Stream> constexpr void layout(Stream &stream, Section &s) {
  stream(s.kind, s.variant, s.offset, s.size);
}
template <class Stream> constexpr void layout(Stream &stream, Header &h) {
  stream(h.name, h.flags, h.dims, h.recordSize, h.captureSize, h.recordAlign, h.resultSize, h.resultAlign);
  stream(h.arrays, h.pointers, h.scalars, h.reductions, h.guards, h.stringBytes);
  stream(h.workPerItem, h.readPerItem, h.writtenPerItem);
}
template <class Stream> constexpr void layout(Stream &stream, Array &a) {
  stream(a.name, a.access, a.element, a.widths);
}
template <class Stream> constexpr void layout(Stream &stream, Pointer &p) { stream(p.place, p.array, p.source); }
template <class Stream> constexpr void layout(Stream &stream, Scalar &s) { stream(s.place, s.type); }
template <class Stream> constexpr void layout(Stream &stream, Reduction &r) { stream(r.place, r.type, r.operation); }
template <class Stream> constexpr void layout(Stream &stream, Kernel &k) {
  stream(k.groupSize, k.order, k.needs, k.nameSize, k.mostItems, k.codeSize);
}

/// Bytes of an entry in a blob.
template <class Entry> constexpr uint64_t sizeOf() {
  Entry entry = {};
  ByteCounter counter;
  layout(counter, entry);
  return counter.size();
}
static_assert(sizeOf<Preamble>() == kChecksumPlace + 8);

} // namespace xc::blob
