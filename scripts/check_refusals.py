#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every reason for not lifting a loop, or for keeping a block on the CPU, is named by a lit test."""
import re
import sys

from common import ROOT, report, tracked_files

TABLES = ("src/extract/refusals.def", "src/kernels/gpu_refusals.def")
ENTRY = re.compile(r'^XC_(?:GPU_)?REFUSAL\((\w+),\s*(?:\w+,\s*)?"((?:[^"\\]|\\.)*)"', re.M)


def main():
    tests = "\n".join(path.read_text() for path in tracked_files()
                      if path.is_relative_to(ROOT / "tests/lit") and path.suffix in (".c", ".cpp", ".ll", ".test"))
    problems = []
    for table in TABLES:
        entries = ENTRY.findall((ROOT / table).read_text())
        problems += [f"{table}: no test in tests/lit names {name}: \"{text}\"" for name, text in entries
                     if text not in tests]
        if not entries:
            problems.append(f"{table}: no entries found")
    return report("refusals", problems)


if __name__ == "__main__":
    sys.exit(main())
