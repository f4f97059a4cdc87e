/// \file xc-blob: shows, checks and takes apart the kernels that a program carries (src/blob/format.h).
/// SPDX-License-Identifier: Apache-2.0
#include "blob/read.h"

#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace xc;
using namespace xc::blob;

namespace {

constexpr char kUsage[] = R"(usage: xc-blob dump FILE...
       xc-blob check FILE...
       xc-blob extract FILE --form=FORM [--block=NAME] [--variant=N] [-o OUTPUT]

FILE is a program, an object, an archive or a blob itself. FORM is ptx, spirv, spirv32, msl or wgsl.
`check` is silent and returns 0 if every blob in the files is whole.
)";

constexpr const char *kForms[] = {"header", "ptx", "spirv", "spirv32", "msl", "wgsl"};
constexpr const char *kTypes[] = {"i1", "i8", "i16", "i32", "i64", "f32", "f64"};
constexpr const char *kOperations[] = {"add",  "mul",  "and",  "or",   "xor",  "smin", "smax",     "umin",
                                       "umax", "fadd", "fmul", "best", "kept", "last", "assigned", "is assigned"};
constexpr const char *kNeeds[] = {"int64", "int16", "int8", "float64", "fma", "exact /", "exact sqrt", "subnormals"};

/// What stands where a blob may begin.
struct Found {
  size_t offset;
  View view;
  const char *wrong; ///< Null if the view is one.
};

std::optional<std::string> readFile(const char *path) {
  FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
  if (!file)
    return std::nullopt;
  std::string text;
  char buffer[65536];
  while (size_t got = fread(buffer, 1, sizeof buffer, file))
    text.append(buffer, got);
  const bool failed = ferror(file);
  if (file != stdin)
    fclose(file);
  return failed ? std::nullopt : std::optional(text);
}

/// All blobs of a file. The magic number alone may be there by chance, or as part of xcc itself.
std::vector<Found> findBlobs(const std::string &file) {
  std::vector<Found> result;
  const char magic[] = {char(kMagic), char(kMagic >> 8), char(kMagic >> 16), char(kMagic >> 24)};
  for (size_t at = 0; (at = file.find(magic, at, sizeof magic)) != std::string::npos;) {
    const Bytes bytes = {reinterpret_cast<const unsigned char *>(file.data()) + at, file.size() - at};
    Found found = {at, {}, nullptr};
    found.wrong = View::open(bytes, found.view);
    ByteReader reader(bytes);
    Preamble preamble = {};
    layout(reader, preamble);
    const bool looksLikeOne =
        preamble.version != 0 && preamble.version <= 64 && preamble.sections != 0 && preamble.sections <= kMostSections;
    if (!found.wrong || looksLikeOne || at == 0)
      result.push_back(found);
    at += found.wrong ? sizeof magic : size_t(found.view.size());
  }
  return result;
}

void dumpKernel(const KernelView &view) {
  const Kernel &kernel = view.kernel;
  printf("  %s", kForms[unsigned(view.form)]);
  if (view.variant)
    printf(" variant %u", view.variant);
  printf(": entry %s, %llu bytes, groups of %u, %s", view.name, (unsigned long long)view.code.size, kernel.groupSize,
         kernel.order == uint32_t(Order::Grains) ? "grains" : "strided");
  if (kernel.mostItems)
    printf(", at most %llu items", (unsigned long long)kernel.mostItems);
  const char *separator = "; needs ";
  for (unsigned bit = 0; bit < std::size(kNeeds); ++bit)
    if (kernel.needs >> bit & 1) {
      printf("%s%s", separator, kNeeds[bit]);
      separator = ", ";
    }
  printf("\n");
}

void dump(const View &view) {
  const Header &header = view.header();
  printf("%s: %llu bytes, checksum %016llx\n", view.string(header.name), (unsigned long long)view.size(),
         (unsigned long long)view.checksum());
  printf("  %u dimension%s, record of %u bytes (%u captured)%s%s, %u guard%s\n", header.dims,
         header.dims == 1 ? "" : "s", header.recordSize, header.captureSize,
         header.flags & UsesFloats ? ", floats" : "", header.flags & CallsMath ? ", math functions" : "", header.guards,
         header.guards == 1 ? "" : "s");
  printf("  per item: %llu instructions, %llu bytes read, %llu written\n", (unsigned long long)header.workPerItem,
         (unsigned long long)header.readPerItem, (unsigned long long)header.writtenPerItem);
  for (uint32_t i = 0; i < header.arrays; ++i) {
    const Array array = view.array(i);
    printf("  array %u '%s':%s%s%s, elements of %u bytes, widths", i, view.string(array.name),
           array.access & Read ? " read" : "", array.access & Written ? " written" : "",
           array.access & Whole ? " whole" : "", array.element);
    for (unsigned bit = 0; bit < 32; ++bit)
      if (array.widths >> bit & 1)
        printf(" %u", 1u << bit);
    printf("\n");
  }
  for (uint32_t i = 0; i < header.pointers; ++i) {
    const Pointer pointer = view.pointer(i);
    printf("  pointer at %u: array %u, %s\n", pointer.place, pointer.array,
           pointer.source == Pointer::Object ? "object" : "captured");
  }
  for (uint32_t i = 0; i < header.scalars; ++i)
    printf("  scalar at %u: %s\n", view.scalar(i).place, kTypes[view.scalar(i).type]);
  for (uint32_t i = 0; i < header.reductions; ++i) {
    const Reduction reduction = view.reduction(i);
    printf("  reduction at %u of %u: %s %s\n", reduction.place, header.resultSize, kOperations[reduction.operation],
           kTypes[reduction.type]);
  }
  for (uint32_t i = 0; i < view.sections(); ++i) {
    const Section section = view.section(i);
    KernelView kernel;
    if (view.kernelIn(section, kernel))
      dumpKernel(kernel);
    else if (section.kind != Kind::Header)
      printf("  section of unknown kind %u, %llu bytes\n", unsigned(section.kind), (unsigned long long)section.size);
  }
}

struct Options {
  std::vector<const char *> files;
  std::string block, output = "-";
  std::optional<Kind> form;
  uint32_t variant = 0;
};

bool parse(int argc, char **argv, Options &options) {
  for (int i = 2; i < argc; ++i) {
    const std::string_view argument = argv[i];
    auto valueOf = [&](std::string_view name) -> std::optional<std::string> {
      if (!argument.starts_with(name))
        return std::nullopt;
      return std::string(argument.substr(name.size()));
    };
    if (auto name = valueOf("--form=")) {
      for (unsigned form = 1; form < std::size(kForms); ++form)
        if (*name == kForms[form])
          options.form = Kind(form);
      if (!options.form)
        return false;
    } else if (auto block = valueOf("--block=")) {
      options.block = *block;
    } else if (auto variant = valueOf("--variant=")) {
      options.variant = uint32_t(strtoul(variant->c_str(), nullptr, 10));
    } else if (argument == "-o" && i + 1 < argc) {
      options.output = argv[++i];
    } else if (argument.starts_with("-") && argument != "-") {
      return false;
    } else {
      options.files.push_back(argv[i]);
    }
  }
  return !options.files.empty();
}

int fail(const char *file, const std::string &why) {
  fprintf(stderr, "xc-blob: error: %s: %s\n", file, why.c_str());
  return 1;
}

int extract(const Options &options, const char *file, const std::vector<Found> &blobs) {
  std::vector<KernelView> kernels;
  for (const Found &found : blobs) {
    KernelView kernel;
    if (!found.wrong && (options.block.empty() || options.block == found.view.string(found.view.header().name)) &&
        found.view.find(*options.form, options.variant, kernel))
      kernels.push_back(kernel);
  }
  if (kernels.empty())
    return fail(file, "no such kernel");
  if (kernels.size() > 1)
    return fail(file, "several such kernels, choose one with --block=NAME");
  FILE *output = options.output == "-" ? stdout : fopen(options.output.c_str(), "wb");
  if (!output)
    return fail(options.output.c_str(), "cannot be written");
  const Bytes code = kernels[0].code;
  const bool isText = *options.form != Kind::Spirv && *options.form != Kind::Spirv32;
  const size_t size = size_t(code.size) - isText;
  const bool written = fwrite(code.data, 1, size, output) == size && fflush(output) == 0;
  if (output != stdout)
    fclose(output);
  return written ? 0 : fail(options.output.c_str(), "cannot be written");
}

} // namespace

int main(int argc, char **argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  Options options;
  if ((command != "dump" && command != "check" && command != "extract") || !parse(argc, argv, options) ||
      (command == "extract" && (!options.form || options.files.size() != 1))) {
    fputs(kUsage, stderr);
    return 2;
  }
  int code = 0;
  for (const char *path : options.files) {
    const std::optional<std::string> file = readFile(path);
    if (!file) {
      code = fail(path, "cannot be read");
      continue;
    }
    const std::vector<Found> blobs = findBlobs(*file);
    if (command == "extract")
      return extract(options, path, blobs);
    for (const Found &found : blobs)
      if (found.wrong)
        code = fail(path, std::string(found.wrong) + " at byte " + std::to_string(found.offset));
      else if (command == "dump")
        dump(found.view);
    if (command == "dump" && blobs.empty())
      printf("%s: no kernel blobs\n", path);
  }
  return code;
}
