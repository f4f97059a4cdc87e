#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every reason for not lifting a loop (src/extract/refusals.def) is named by a lit test."""
import re
import sys

from common import ROOT, report, tracked_files

ENTRY = re.compile(r'^XC_REFUSAL\((\w+),\s*\w+,\s*"((?:[^"\\]|\\.)*)"', re.M)


def main():
    entries = ENTRY.findall((ROOT / "src/extract/refusals.def").read_text())
    tests = "\n".join(path.read_text() for path in tracked_files()
                      if path.is_relative_to(ROOT / "tests/lit") and path.suffix in (".c", ".cpp", ".ll", ".test"))
    problems = [f"src/extract/refusals.def: no test in tests/lit names {name}: \"{text}\""
                for name, text in entries if text not in tests]
    if not entries:
        problems.append("src/extract/refusals.def: no entries found")
    return report("refusals", problems)


if __name__ == "__main__":
    sys.exit(main())
