#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keeps files readable: a warning above 800 lines, an error above 1500."""
import sys

from common import ROOT, report, tracked_files

SOFT, HARD = 800, 1500
SOURCES = (".c", ".cc", ".cpp", ".h", ".py", ".def", ".cmake")


def main():
    problems = []
    for path in tracked_files(*SOURCES):
        name = path.relative_to(ROOT)
        text = path.read_text()
        lines = text.count("\n")
        if lines > HARD:
            problems.append(f"{name}: {lines} lines, {HARD} at most")
        elif lines > SOFT:
            print(f"{name}: warning: {lines} lines, {SOFT} are a good limit")
    return report("size", problems)


if __name__ == "__main__":
    sys.exit(main())
