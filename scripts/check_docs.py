#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every path that the documentation names exists.

A path is what stands in `backquotes` and starts with a folder or file of the project's root.
"""
import re
import sys

from common import ROOT, report, tracked_files

CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\((?!https?://|#|mailto:)([^)#\s]+)[^)]*\)")
FENCE = re.compile(r"^```.*?^```", re.M | re.S)
# What a build makes.
BUILT = ("build/", "build-")


def problems_of(path, top):
    text = FENCE.sub(lambda match: "\n" * match.group().count("\n"), path.read_text())

    def where(match):
        return f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}"

    for match in CODE.finditer(text):
        for word in match.group(1).split():
            word = word.rstrip(".,:;").removeprefix("./")
            if "/" not in word or word.split("/")[0] not in top or word.startswith(BUILT):
                continue
            if re.search(r"[<>$=]", word):
                continue
            if not (list(ROOT.glob(word)) if any(c in word for c in "*?[") else (ROOT / word).exists()):
                yield f"{where(match)}: no '{word}'"
    for match in LINK.finditer(text):
        if not (path.parent / match.group(1)).exists():
            yield f"{where(match)}: dead link '{match.group(1)}'"


def main():
    files = tracked_files()
    top = {file.relative_to(ROOT).parts[0] for file in files}
    problems = [problem for file in files if file.suffix == ".md" for problem in problems_of(file, top)]
    return report("docs", problems)


if __name__ == "__main__":
    sys.exit(main())
