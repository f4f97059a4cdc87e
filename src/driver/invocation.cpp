/// \file See invocation.h.
/// SPDX-License-Identifier: Apache-2.0
#include "driver/invocation.h"
#include "driver/clang_options.h"
#include "driver/response_files.h"

#include <algorithm>
#include <array>

namespace xc::driver {
namespace {

enum class Language {
  Source,   ///< C, C++, LLVM IR
  Foreign,  ///< Whatever else becomes code
  Header,   ///< Is precompiled
  Assembly, ///< Becomes an object, not by way of LLVM's optimiser
  Object,   ///< For the linker
};

struct Word {
  std::string_view name;
  Language language;
};

// Clang's types.def. Languages that are not listed are foreign, extensions that are not listed are objects.
constexpr Word languages[] = {
    {"c", Language::Source},
    {"c++", Language::Source},
    {"cpp-output", Language::Source},
    {"c++-cpp-output", Language::Source},
    {"c++-module", Language::Source},
    {"c++-module-cpp-output", Language::Source},
    {"ir", Language::Source},
    {"c-header", Language::Header},
    {"c-header-cpp-output", Language::Header},
    {"c++-header", Language::Header},
    {"c++-header-cpp-output", Language::Header},
    {"c++-system-header", Language::Header},
    {"c++-user-header", Language::Header},
    {"assembler", Language::Assembly},
    {"assembler-with-cpp", Language::Assembly},
    {"object", Language::Object},
};

constexpr Word extensions[] = {
    {"c", Language::Source},     {"C", Language::Source},    {"cc", Language::Source},     {"CC", Language::Source},
    {"cp", Language::Source},    {"cpp", Language::Source},  {"CPP", Language::Source},    {"cxx", Language::Source},
    {"CXX", Language::Source},   {"c++", Language::Source},  {"C++", Language::Source},    {"i", Language::Source},
    {"ii", Language::Source},    {"ll", Language::Source},   {"bc", Language::Source},     {"cppm", Language::Source},
    {"ccm", Language::Source},   {"cxxm", Language::Source}, {"c++m", Language::Source},   {"iim", Language::Source},
    {"pcm", Language::Source},   {"h", Language::Header},    {"H", Language::Header},      {"hh", Language::Header},
    {"hpp", Language::Header},   {"hxx", Language::Header},  {"iih", Language::Header},    {"s", Language::Assembly},
    {"asm", Language::Assembly}, {"S", Language::Assembly},  {"sx", Language::Assembly},   {"m", Language::Foreign},
    {"mi", Language::Foreign},   {"mm", Language::Foreign},  {"mii", Language::Foreign},   {"M", Language::Foreign},
    {"cu", Language::Foreign},   {"cui", Language::Foreign}, {"hip", Language::Foreign},   {"hipi", Language::Foreign},
    {"cl", Language::Foreign},   {"cli", Language::Foreign}, {"clcpp", Language::Foreign}, {"rs", Language::Foreign},
    {"hlsl", Language::Foreign}, {"ast", Language::Foreign}, {"f", Language::Foreign},     {"F", Language::Foreign},
    {"for", Language::Foreign},  {"FOR", Language::Foreign}, {"fpp", Language::Foreign},   {"FPP", Language::Foreign},
    {"f90", Language::Foreign},  {"F90", Language::Foreign}, {"f95", Language::Foreign},   {"F95", Language::Foreign},
    {"f03", Language::Foreign},  {"F03", Language::Foreign}, {"f08", Language::Foreign},   {"F08", Language::Foreign},
    {"gs", Language::Foreign},   {"ads", Language::Foreign}, {"adb", Language::Foreign},
};

template <size_t N> const Word *find(const Word (&list)[N], std::string_view name) {
  const Word *found = std::find_if(std::begin(list), std::end(list), [&](const Word &w) { return w.name == name; });
  return found == std::end(list) ? nullptr : found;
}

Language languageOfFile(std::string_view name) {
  if (name == "-") // clang demands -E here, or -x
    return Language::Foreign;
  size_t slash = name.rfind('/');
  if (slash != name.npos)
    name.remove_prefix(slash + 1);
  size_t dot = name.rfind('.');
  const Word *word = dot == name.npos ? nullptr : find(extensions, name.substr(dot + 1));
  return word ? word->language : Language::Object;
}

/// The state of the walk over the arguments.
struct Analysis {
  Invocation facts;
  std::string language = "none"; ///< The last -x.
  std::string mode;              ///< --driver-mode
  bool hasPreprocess = false, hasNoCode = false, hasObject = false;

  void addInput(std::string_view name);
  void addOption(const ClangArgument &argument);
};

void Analysis::addInput(std::string_view name) {
  Language kind = languageOfFile(name);
  if (language != "none") {
    const Word *word = find(languages, language);
    kind = word ? word->language : Language::Foreign;
  }
  switch (kind) {
  case Language::Source:
    ++facts.sources;
    break;
  case Language::Foreign:
    ++facts.foreign;
    break;
  case Language::Header:
    ++facts.headers;
    break;
  case Language::Assembly:
  case Language::Object:
    ++facts.linkerInputs;
    break;
  }
}

void Analysis::addOption(const ClangArgument &argument) {
  switch (argument.id) {
  case OPT_x:
    language = argument.value;
    break;
  case OPT_driver_mode:
    mode = argument.value;
    break;

  case OPT_E:
  case OPT_M:
  case OPT_MM:
    hasPreprocess = true;
    break;
  case OPT_fsyntax_only:
  case OPT_emit_ast:
  case OPT__precompile:
  case OPT__analyze:
  case OPT_extract_api:
  case OPT_verify_pch:
  case OPT_module_file_info:
  case OPT_rewrite_objc:
  case OPT_rewrite_legacy_objc:
  case OPT_emit_interface_stubs:
  case OPT_fdriver_only:
    hasNoCode = true;
    break;
  case OPT_c:
  case OPT_S:
    hasObject = true;
    break;

  case OPT_target:
    facts.isForeignTarget = !isHostTriple(argument.value);
    break;
  case OPT_m16:
  case OPT_m32:
  case OPT_mx32:
    facts.isForeignTarget = true;
    break;
  case OPT_m64:
    facts.isForeignTarget = sizeof(void *) != 8;
    break;
  case OPT_arch:
  case OPT_fopenmp_targets_EQ:
  case OPT_offload_arch_EQ:
    facts.isForeignTarget = true;
    break;

  case OPT_ffreestanding:
    facts.isFreestanding = true;
    break;
  case OPT_fhosted:
    facts.isFreestanding = false;
    break;
  case OPT_mkernel:
  case OPT_fapple_kext:
    facts.isFreestanding = true;
    break;
  case OPT_mcmodel_EQ:
    if (argument.value == "kernel")
      facts.isFreestanding = true;
    break;
  case OPT_nostdlib:
  case OPT_nodefaultlibs:
  case OPT_nolibc:
    facts.lacksLibraries = true;
    break;
  case OPT_r:
  case OPT_emit_static_lib:
    facts.isRelocatable = true;
    break;

  case OPT_O0:
    facts.isOptimised = false;
    break;
  case OPT_O:
  case OPT_O4:
  case OPT_Ofast:
    facts.isOptimised = argument.value != "0";
    break;

  case OPT_flto:
    facts.isLto = true;
    break;
  case OPT_flto_EQ:
    facts.isLto = argument.value != "none";
    break;
  case OPT_fno_lto:
    facts.isLto = false;
    break;
  case OPT_fuse_ld_EQ:
  case OPT_ld_path_EQ:
    facts.linker = argument.value;
    break;
  case OPT_fsanitize_EQ:
  case OPT_fsanitize_coverage:
  case OPT_fprofile_generate:
  case OPT_fprofile_generate_EQ:
  case OPT_fprofile_instr_generate:
  case OPT_fprofile_instr_generate_EQ:
  case OPT_fprofile_use:
  case OPT_fprofile_use_EQ:
  case OPT_fprofile_instr_use:
  case OPT_fprofile_instr_use_EQ:
  case OPT_fcs_profile_generate:
  case OPT_fcs_profile_generate_EQ:
  case OPT_fmemory_profile:
  case OPT_fmemory_profile_EQ:
  case OPT_fmemory_profile_use_EQ:
  case OPT_fprofile_arcs:
  case OPT_ftest_coverage:
  case OPT_coverage:
  case OPT_fpass_plugin_EQ:
  case OPT_fplugin_EQ:
  case OPT_fthinlto_index_EQ:
  case OPT_fembed_bitcode_EQ:
  case OPT_ffat_lto_objects:
  case OPT_emit_llvm:
    facts.needsPipeline = true;
    break;

  case OPT_Rpass_EQ:
  case OPT_Rpass_analysis_EQ:
  case OPT_Rpass_missed_EQ:
  case OPT_R_Joined:
  case OPT_foptimization_record_passes_EQ:
  case OPT_fsave_optimization_record:
  case OPT_fsave_optimization_record_EQ:
  case OPT_fstack_usage:
    facts.wantsLocations = true;
    break;
  case OPT_fprofile_sample_use_EQ:
    facts.wantsLocations = facts.needsPipeline = true;
    break;
  case OPT_w:
    facts.hidesWarnings = true;
    break;
  case OPT_no_canonical_prefixes:
    facts.needsOwnPath = true;
    break;
  case OPT_help:
  case OPT__help_hidden:
    facts.asksHelp = true;
    break;
  case OPT__version:
    facts.asksVersion = true;
    break;
  default:
    break;
  }
  if (argument.isLinkerInput)
    ++facts.linkerInputs;
}

/// Whether clang, called by this name, acts as clang++.
bool isCxxName(std::string_view name) {
  size_t slash = name.rfind('/');
  if (slash != name.npos)
    name.remove_prefix(slash + 1);
  size_t end = name.find_last_not_of("-.0123456789"); // as in xcc++-1
  return end != name.npos && name.substr(0, end + 1).ends_with("++");
}

/// `arguments` without our own options, which are marked in `isOwn` by their index in the expansion. Response files
/// stay as they are, unless one holds an option of ours, which clang would not understand.
std::vector<std::string> withoutOwn(const std::vector<std::string> &arguments, const Expansion &expansion,
                                    const std::vector<bool> &isOwn) {
  std::vector<bool> dropped(arguments.size());
  for (size_t i = 0; i != isOwn.size(); ++i)
    if (isOwn[i]) {
      if (expansion.fromFile[i]) {
        std::vector<std::string> all;
        for (size_t j = 0; j != isOwn.size(); ++j)
          if (!isOwn[j])
            all.push_back(expansion.arguments[j]);
        return all;
      }
      dropped[expansion.origins[i]] = true;
    }
  std::vector<std::string> rest;
  for (size_t i = 0; i != arguments.size(); ++i)
    if (!dropped[i])
      rest.push_back(arguments[i]);
  return rest;
}

} // namespace

bool isHostTriple(std::string_view triple) {
#if defined(__x86_64__)
  constexpr std::array<std::string_view, 2> names = {"x86_64", "amd64"};
#elif defined(__aarch64__)
  constexpr std::array<std::string_view, 2> names = {"aarch64", "arm64"};
#else
#error "xcc runs on x86-64 and AArch64"
#endif
  std::string_view arch = triple.substr(0, triple.find('-'));
  if (std::find(names.begin(), names.end(), arch) == names.end())
    return false;
  return triple.ends_with("-linux") || triple.ends_with("-linux-gnu");
}

Invocation analyse(std::string_view programName, const std::vector<std::string> &arguments) {
  Analysis analysis;
  Invocation &facts = analysis.facts;
  if (isCxxName(programName))
    analysis.mode = "g++";
  if (!arguments.empty() && arguments[0].starts_with("-cc1")) {
    facts.isPlainClang = true;
    facts.arguments = arguments;
    return std::move(facts);
  }

  Expansion expansion = expandResponseFiles(arguments);
  const std::vector<std::string> &all = expansion.arguments;
  std::vector<bool> isOwn(all.size());
  for (size_t i = 0; i < all.size();) {
    OwnOptions::Match match = facts.own.take(all[i]);
    if (match != OwnOptions::Match::NotOurs) {
      if (match == OwnOptions::Match::Invalid)
        facts.errors.push_back(facts.own.error());
      isOwn[i++] = true;
      continue;
    }
    if (all[i] == "-Werror")
      facts.warningsAreErrors = true;
    else if (all[i] == "-Wno-error")
      facts.warningsAreErrors = false;
    ClangArgument argument = readClangArgument(all, i);
    if (argument.id == OPT_INPUT) {
      analysis.addInput(argument.value);
    } else if (argument.id == OPT__DASH_DASH) {
      facts.hasDashDash = true;
      for (size_t j = i + 1; j != all.size(); ++j)
        analysis.addInput(all[j]);
    } else {
      analysis.addOption(argument);
    }
    i += argument.count;
  }

  // In clang's order of precedence, whatever the order on the command line.
  if (analysis.hasPreprocess || analysis.hasNoCode || analysis.mode == "cpp")
    facts.lastPhase = LastPhase::NoCode;
  else if (analysis.hasObject)
    facts.lastPhase = LastPhase::Object;
  facts.isCxx = analysis.mode == "g++";
  facts.namesLanguage = analysis.language != "none";
  facts.isPlainClang = analysis.mode == "cl" || analysis.mode == "flang" || analysis.mode == "dxc";
  facts.arguments = withoutOwn(arguments, expansion, isOwn);
  return std::move(facts);
}

} // namespace xc::driver
