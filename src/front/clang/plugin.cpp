/// \file xcc-front.so: the clang half of xcc.
///
/// Clang loads it with -fplugin and starts its action before the main one; the action adds nothing to the AST. It keeps
/// the CompilerInstance within reach of xcc-pass.so, which runs later in the same process, in clang's back end, and
/// which finds us by the name xcc_front_hooks (it cannot link to us: it must load in lld and opt as well).
///
/// One process may compile several inputs one after the other, so the state below is per input.
/// SPDX-License-Identifier: Apache-2.0
#include "extract/report.h"
#include "front/clang/session.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/ADT/StringMap.h"

#include <memory>
#include <string>
#include <vector>

namespace xc::front {
namespace {

/// State of the input being compiled. Owned by its AST consumer: clang may leave the consumer unfreed at exit
/// (-disable-free), in which case everything lives until the process ends.
struct Session {
  clang::CompilerInstance *compiler = nullptr;
  llvm::StringMap<std::string> options;
};

Session *current = nullptr;
unsigned sessions = 0; ///< Of the input, and of modules that it imports.

class SessionConsumer : public clang::ASTConsumer {
public:
  explicit SessionConsumer(std::unique_ptr<Session> session) : session(std::move(session)) { ++sessions; }
  ~SessionConsumer() override {
    --sessions;
    if (current == session.get())
      current = nullptr;
  }

  /// Called right before the main action's consumer runs the back end. Not earlier: while this input is parsed, clang
  /// may build modules it imports, each with a compiler instance and a session of its own.
  void HandleTranslationUnit(clang::ASTContext &) override { current = session.get(); }

private:
  std::unique_ptr<Session> session;
};

class SessionAction : public clang::PluginASTAction {
public:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler, llvm::StringRef) override {
    session->compiler = &compiler;
    return std::make_unique<SessionConsumer>(std::move(session));
  }

  bool ParseArgs(const clang::CompilerInstance &, const std::vector<std::string> &arguments) override {
    // Only the driver writes these, so unknown keys are not ours to reject: the pass knows which exist.
    for (llvm::StringRef argument : arguments) {
      auto [key, value] = argument.split('=');
      session->options[key] = value.str();
    }
    return true;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  // Clang makes one action per input: ParseArgs comes first, CreateASTConsumer takes the session over.
  std::unique_ptr<Session> session = std::make_unique<Session>();
};

} // namespace

bool isCompiling() { return sessions != 0; }

clang::CompilerInstance *currentCompiler() { return current ? current->compiler : nullptr; }

const char *findOption(llvm::StringRef key) {
  if (!current)
    return nullptr;
  auto entry = current->options.find(key);
  return entry == current->options.end() ? nullptr : entry->second.c_str();
}

} // namespace xc::front

const xc::FrontHooks *xcc_front_hooks() {
  static constexpr xc::FrontHooks hooks = {
      .warn = xc::front::warn,
      .option = [](const char *key) { return xc::front::findOption(key); },
  };
  // Null for LLVM IR: the pass reads its options from the environment then and reports by itself.
  return xc::front::currentCompiler() ? &hooks : nullptr;
}

// Clang finds plugins by a list that static constructors fill: the only one in the project.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wglobal-constructors"
static clang::FrontendPluginRegistry::Add<xc::front::SessionAction> registration("xcc", "lifts parallel loops");
#pragma clang diagnostic pop
