#include "kernel.h"
#include "device_module.h"
#include "gpu_safety.h"
#include "ptx/ptx.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace xc {

namespace {

std::optional<blob::Type> typeOf(const Type *type) {
  if (type->isFloatTy())
    return blob::Type::F32;
  if (type->isDoubleTy())
    return blob::Type::F64;
  if (!type->isIntegerTy())
    return std::nullopt;
  switch (type->getIntegerBitWidth()) {
  case 1:
    return blob::Type::I1;
  case 8:
    return blob::Type::I8;
  case 16:
    return blob::Type::I16;
  case 32:
    return blob::Type::I32;
  case 64:
    return blob::Type::I64;
  default:
    return std::nullopt;
  }
}

/// The header of the blob: everything but kernels. Nothing if a reduction is of a type that it cannot name.
std::optional<blob::Content> describe(const KernelSource &source, const RecordLayout &record) {
  const DataLayout &DL = source.body->getParent()->getDataLayout();
  blob::Content content;
  content.name = source.name;
  content.arrays = source.arrays;
  blob::Header &header = content.header;
  header.dims = source.dims;
  header.guards = source.guards;
  header.workPerItem = source.workPerItem;
  header.recordSize = record.size;
  header.captureSize = record.captureSize;
  header.recordAlign = 8;
  for (const KernelPointer &pointer : source.pointers) {
    blob::Pointer entry = {uint32_t(pointer.place), pointer.array, blob::Pointer::Captured};
    for (const auto &[object, place] : record.objects)
      if (object == pointer.object)
        entry = {uint32_t(place), pointer.array, blob::Pointer::Object};
    content.pointers.push_back(entry);
  }
  for (auto [type, offset] : zip(source.captures->elements(), DL.getStructLayout(source.captures)->getMemberOffsets()))
    if (auto number = typeOf(type))
      content.scalars.push_back({uint32_t(offset.getFixedValue()), uint32_t(*number)});
  if (source.reductions.empty())
    return content;
  header.resultSize = DL.getTypeAllocSize(source.results);
  header.resultAlign = DL.getABITypeAlign(source.results).value();
  ArrayRef<TypeSize> offsets = DL.getStructLayout(source.results)->getMemberOffsets();
  for (auto [operation, type, offset] : zip(source.reductions, source.results->elements(), offsets)) {
    auto number = typeOf(type);
    if (!number)
      return std::nullopt;
    content.reductions.push_back({uint32_t(offset.getFixedValue()), uint32_t(*number), uint32_t(operation)});
  }
  return content;
}

} // namespace

bool KernelSource::isReadOnly(unsigned array) const {
  if (isWritten(array))
    return false;
  for (unsigned other = 0; other != arrays.size(); ++other)
    if (isWritten(other) && !is_contained(disjoint, std::pair(std::min(array, other), std::max(array, other))))
      return false;
  return true;
}

KernelForms KernelForms::parse(StringRef text, StringRef hostTriple) {
  KernelForms forms;
  Triple host(hostTriple);
  for (StringRef name : split(text, ',')) {
    if (name == "none")
      forms = {};
    bool isHost = name == "host" && host.getArch() == Triple::x86_64 && host.isOSLinux();
    forms.ptx |= name == "ptx" || name == "all" || isHost;
  }
  return forms;
}

struct KernelMaker::Tools {
  PtxMaker ptx;
};

KernelMaker::KernelMaker(KernelForms forms, MathRules rules) : forms(forms), rules(rules) {}
KernelMaker::~KernelMaker() = default;

GpuRefusal KernelMaker::make(const KernelSource &source, std::string &blob) {
  if (GpuRefusal refusal = checkGpuSafety(source, rules))
    return refusal;
  RecordLayout record(source);
  auto content = describe(source, record);
  if (!content)
    return {GpuReason::UnsupportedType, "", {}};
  if (!tools)
    tools = std::make_unique<Tools>();
  if (forms.ptx) {
    blob::Content::Code code;
    if (GpuRefusal refusal = tools->ptx.make(source, record, content->header, code))
      return refusal;
    if (dump)
      dump(code.code);
    content->kernels.push_back(std::move(code));
  }
  blob = blob::write(*content);
  assert(!blob.empty() && "a blob that its own reader refuses");
  return {};
}

} // namespace xc
