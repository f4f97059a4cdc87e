#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every fuzz target of a fuzz build in turn until one fails or its time is up.

    scripts/fuzz.py --fuzz-build build-fuzz [--seconds 60] [target ...]

A target is an executable fuzz-NAME; its corpus grows in build-fuzz/corpus/NAME, from seeds in tests/fuzz/NAME/corpus if
there are any.
"""
import argparse
import os
import subprocess
import sys
from pathlib import Path

from common import ROOT


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fuzz-build", default="build-fuzz", type=Path)
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("targets", nargs="*")
    options = parser.parse_args()

    build = options.fuzz_build.resolve()
    available = sorted(path for path in (build / "bin").glob("fuzz-*") if os.access(path, os.X_OK))
    chosen = [path for path in available if not options.targets or path.name.removeprefix("fuzz-") in options.targets]
    if not chosen:
        print(f"no fuzz target in {build / 'bin'}")
        return 1
    for path in chosen:
        name = path.name.removeprefix("fuzz-")
        corpus = build / "corpus" / name
        corpus.mkdir(parents=True, exist_ok=True)
        seeds = ROOT / "tests/fuzz" / name / "corpus"
        folders = [str(corpus)] + ([str(seeds)] if seeds.is_dir() else [])
        print(f"{path.name}: {options.seconds} s", flush=True)
        code = subprocess.run([str(path), f"-max_total_time={options.seconds}", "-print_final_stats=0", "-verbosity=0",
                               *folders], cwd=build).returncode
        if code:
            print(f"{path.name}: failed")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
