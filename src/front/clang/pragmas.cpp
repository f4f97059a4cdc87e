/// \file `#pragma xc goal(speed)`: travels to the pass on the loop that follows, as metadata that `#pragma clang loop`
/// makes. Clang has no pragma of its own for plugins' loops; this one is for a pass that x86 and GPUs do not run.
/// SPDX-License-Identifier: Apache-2.0
#include "extract/report.h"
#include "front/clang/session.h"

#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"

#include <memory>
#include <string>

namespace xc::front {
namespace {

class XcPragma : public clang::PragmaHandler {
public:
  XcPragma() : PragmaHandler("xc") {}

  void HandlePragma(clang::Preprocessor &preprocessor, clang::PragmaIntroducer introducer,
                    clang::Token &first) override {
    llvm::SmallVector<clang::Token, 8> tokens;
    clang::Token token;
    for (preprocessor.LexUnexpandedToken(token); token.isNot(clang::tok::eod); preprocessor.LexUnexpandedToken(token))
      tokens.push_back(token);
    std::string text;
    for (const clang::Token &each : tokens)
      text += preprocessor.getSpelling(each);
    if (!isCompiling()) {
      // Preprocessed only: it must come out as it went in. Those that follow do by themselves.
      preprocessor.RemovePragmaHandler(this);
      enter(preprocessor, "xc " + text, introducer.Loc);
      return;
    }
    if (text == "goal(speed)") {
      enter(preprocessor, "clang loop pipeline_initiation_interval(" + std::to_string(speedGoalMark) + ")",
            introducer.Loc);
      return;
    }
    if (text == "goal(accuracy)") // What is done without it.
      return;
    auto &diagnostics = preprocessor.getDiagnostics();
    unsigned id = diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Warning,
                                              "expected 'goal(speed)' or 'goal(accuracy)' in '#pragma xc'; ignored");
    diagnostics.Report(tokens.empty() ? first.getLocation() : tokens.front().getLocation(), id);
  }

private:
  /// Has `_Pragma("text")` read next.
  static void enter(clang::Preprocessor &preprocessor, const std::string &text, clang::SourceLocation where) {
    auto tokens = std::make_unique<clang::Token[]>(4);
    for (unsigned i = 0; i != 4; ++i) {
      tokens[i].startToken();
      tokens[i].setLocation(where);
    }
    tokens[0].setKind(clang::tok::identifier);
    tokens[0].setIdentifierInfo(preprocessor.getIdentifierInfo("_Pragma"));
    tokens[0].setKind(tokens[0].getIdentifierInfo()->getTokenID());
    tokens[0].setLength(7);
    tokens[1].setKind(clang::tok::l_paren);
    tokens[1].setLength(1);
    tokens[2].setKind(clang::tok::string_literal);
    preprocessor.CreateString("\"" + text + "\"", tokens[2], where, where);
    tokens[3].setKind(clang::tok::r_paren);
    tokens[3].setLength(1);
    preprocessor.EnterTokenStream(std::move(tokens), 4, /*DisableMacroExpansion=*/false, /*IsReinject=*/false);
  }
};

} // namespace
} // namespace xc::front

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wglobal-constructors"
static clang::PragmaHandlerRegistry::Add<xc::front::XcPragma> registration("xc", "what xcc is to aim at in a loop");
#pragma clang diagnostic pop
