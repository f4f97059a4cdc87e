/// \file What the front plugin keeps for the pass plugin while clang compiles one input: the compiler instance, whose
/// diagnostics engine reports for the pass, and the options given by -fplugin-arg-xcc-KEY=VALUE.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "llvm/ADT/StringRef.h"

namespace clang {
class CompilerInstance;
} // namespace clang

namespace xc::front {

/// The compiler instance of the input being compiled; null between inputs and for inputs clang makes no AST of
/// (.ll, .bc).
clang::CompilerInstance *currentCompiler();

/// True while an input is parsed in order to be compiled, not merely preprocessed.
bool isCompiling();

/// The value of option `key`, null if it was not given. Valid until the next input starts.
const char *findOption(llvm::StringRef key);

/// FrontHooks::warn, see extract/report.h.
void warn(llvm::StringRef directory, llvm::StringRef file, unsigned line, unsigned column, llvm::StringRef message,
          llvm::StringRef kind);

} // namespace xc::front
