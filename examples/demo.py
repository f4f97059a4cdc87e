#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds every example with plain clang and with xcc, compares what they print and write bit for bit, and shows how
much faster the second one is.

    examples/demo.py [--xcc PATH] [--clang PATH] [--runs N] [--why] [example ...]
"""
import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
NOTE = re.compile(r"^(?P<place>[^\s:]+:\d+:\d+): (?:warning|remark): loop (?P<kind>lifted|demoted|declined)")


def build(compiler, source, out, flags, why=False):
    """Compiles one example; returns the places of the loops reported in each state."""
    command = [compiler, "-O3", *flags, str(source), "-o", str(out), "-lm"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    places = {"lifted": set(), "demoted": set(), "declined": set()}
    for line in done.stderr.splitlines():
        note = NOTE.match(line)
        if note and why:
            print("  " + line.replace(str(source), source.name))
        if note:
            places[note["kind"]].add(note["place"])
    return places


def run(program, folder):
    """Runs a program in its own folder: seconds, what it printed, and the files it wrote."""
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    start = time.monotonic()
    done = subprocess.run([str(program)], cwd=folder, capture_output=True)
    seconds = time.monotonic() - start
    files = {p.name: p.read_bytes() for p in sorted(folder.iterdir())}
    return seconds, (done.returncode, done.stdout, files)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--xcc", default=str(HERE.parent / "build" / "bin" / "xcc"))
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--runs", type=int, default=3, help="runs of each program, the fastest counts")
    parser.add_argument("--why", action="store_true", help="show what xcc says about each loop")
    parser.add_argument("examples", nargs="*", help="names without .c; default all")
    options = parser.parse_args()

    names = options.examples or sorted(p.stem for p in HERE.glob("*.c"))
    failures = 0
    print(f"{'example':<12} {'loops':>5} {'lifted':>6} {'clang':>9} {'xcc':>9} {'faster':>7}  result")
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        for name in names:
            source = HERE / f"{name}.c"
            plain, parallel = scratch / f"{name}.clang", scratch / f"{name}.xcc"
            build(options.clang, source, plain, [])
            places = build(options.xcc, source, parallel, ["-Wpar-auto"], options.why)
            times = {plain: [], parallel: []}
            outcomes = []
            for _ in range(options.runs):
                # Alternating, so that a slow moment of the machine hits both.
                for program in (plain, parallel):
                    seconds, outcome = run(program, scratch / "run")
                    times[program].append(seconds)
                    outcomes.append(outcome)
            equal = all(o == outcomes[0] for o in outcomes) and outcomes[0][0] == 0
            failures += not equal
            found = len(set().union(*places.values()))
            clang, xcc = min(times[plain]), min(times[parallel])
            verdict = "equal, bit for bit" if equal else "DIFFERENT"
            print(f"{name:<12} {found:>5} {len(places['lifted']):>6} {clang:>7.3f} s {xcc:>7.3f} s {clang / xcc:>6.2f}x"
                  f"  {verdict}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
