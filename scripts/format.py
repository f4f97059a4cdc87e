#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Formats all C and C++ with clang-format 19, or with --check says which files would change."""
import argparse
import subprocess
import sys

from common import ROOT, report, tracked_files

# Lit tests name lines and columns; programs to compile are written as users write.
EXCLUDED = ("bench/kernels/", "tests/lit/", "tests/programs/")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    names = [str(path.relative_to(ROOT)) for path in tracked_files(".h", ".c", ".cc", ".cpp")]
    names = [name for name in names if not name.startswith(EXCLUDED)]
    if not options.check:
        subprocess.run(["clang-format-19", "-i", *names], cwd=ROOT, check=True)
        return 0
    problems = [f"{name}: not formatted, run './x fmt'" for name in names
                if subprocess.run(["clang-format-19", "--dry-run", "-Werror", name], cwd=ROOT,
                                  capture_output=True).returncode]
    return report("format", problems)


if __name__ == "__main__":
    sys.exit(main())
