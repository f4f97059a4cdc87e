/// \file Reports the pass's messages through clang's own diagnostics engine, so that they look like clang's: caret,
/// colours, -fdiagnostics-format, serialised diagnostics.
///
/// Clang's engine treats diagnostics it does not know from its tables as always on: it applies neither -w nor -Werror
/// nor the rule for system headers to them. We do that here.
///
/// The pass gives a location as it stands in debug locations, that is the *presumed* one, after #line. Clang wants a
/// physical one. For a file with #line directives or line markers (output of -E, yacc) we look the line up in clang's
/// line table.
/// SPDX-License-Identifier: Apache-2.0
#include "front/clang/session.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/SourceManagerInternals.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <string>

namespace xc::front {
namespace {

/// A place as debug locations give it.
struct Place {
  llvm::StringRef directory;
  llvm::StringRef file;
  unsigned line;
  unsigned column;
};

bool isFile(const Place &place, llvm::StringRef name) {
  if (name == place.file)
    return true;
  llvm::SmallString<256> full(place.directory);
  llvm::sys::path::append(full, place.file);
  return name == full;
}

/// The physical location whose presumed location is `place`, by the entries that #line left in clang's table.
clang::SourceLocation findThroughLineTable(clang::SourceManager &sources, const Place &place) {
  if (!sources.hasLineTable())
    return {};
  clang::LineTableInfo &table = sources.getLineTable();
  for (auto &[file, entries] : table) {
    for (size_t i = 0; i != entries.size(); ++i) {
      const clang::LineEntry &entry = entries[i];
      llvm::StringRef name;
      if (entry.FilenameID >= 0)
        name = table.getFilename(entry.FilenameID);
      else if (clang::OptionalFileEntryRef own = sources.getFileEntryRefForID(file))
        name = own->getName();
      if (place.line < entry.LineNo || !isFile(place, name))
        continue;
      // The line after the directive is number entry.LineNo; the entry holds up to the next directive.
      unsigned physical = sources.getLineNumber(file, entry.FileOffset) + 1 + (place.line - entry.LineNo);
      bool beyond = i + 1 != entries.size() && physical > sources.getLineNumber(file, entries[i + 1].FileOffset);
      if (!beyond)
        return sources.translateLineCol(file, physical, place.column);
    }
  }
  return {};
}

clang::SourceLocation findPhysical(clang::SourceManager &sources, const Place &place) {
  if (place.line == 0 || place.file.empty())
    return {};
  clang::FileManager &files = sources.getFileManager();
  clang::OptionalFileEntryRef file = files.getOptionalFileRef(place.file);
  if (!file) {
    llvm::SmallString<256> full(place.directory);
    llvm::sys::path::append(full, place.file);
    file = files.getOptionalFileRef(full);
  }
  if (file) {
    clang::SourceLocation location = sources.translateFileLineCol(&file->getFileEntry(), place.line, place.column);
    // A file that #line renumbers can have that line, too, and mean another one, or be shorter.
    clang::PresumedLoc presumed = sources.getPresumedLoc(location);
    if (presumed.isValid() && presumed.getLine() == place.line && presumed.getColumn() == place.column)
      return location;
  }
  return findThroughLineTable(sources, place);
}

/// Whether the warning is an error: our own flag decides, else -Werror.
bool isError(const clang::DiagnosticsEngine &engine, llvm::StringRef kind) {
  if (const char *own = findOption(kind == "auto" ? "werror" : "werror-gpu"))
    return llvm::StringRef(own) == "1";
  return engine.getWarningsAsErrors();
}

} // namespace

void warn(llvm::StringRef directory, llvm::StringRef file, unsigned line, unsigned column, llvm::StringRef message,
          llvm::StringRef kind) {
  clang::CompilerInstance *compiler = currentCompiler();
  if (!compiler || !compiler->hasSourceManager())
    return;
  clang::DiagnosticsEngine &engine = compiler->getDiagnostics();
  if (engine.getIgnoreAllWarnings())
    return;
  clang::SourceManager &sources = compiler->getSourceManager();
  Place place = {directory, file, line, column ? column : 1};
  clang::SourceLocation location = findPhysical(sources, place);
  if (location.isValid() && sources.isInSystemHeader(location) && engine.getSuppressSystemWarnings())
    return;

  // Where clang has no such place, the text still names it.
  std::string text = message.str();
  if (location.isInvalid() && line != 0 && !file.empty())
    text = (file + ":" + llvm::Twine(line) + ":" + llvm::Twine(place.column) + ": " + message).str();

  unsigned id = isError(engine, kind) ? engine.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0 [-Werror,-Wpar-%1]")
                                      : engine.getCustomDiagID(clang::DiagnosticsEngine::Warning, "%0 [-Wpar-%1]");
  engine.Report(location, id) << text << kind;
}

} // namespace xc::front
