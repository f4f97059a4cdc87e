#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs what gpu_pack.py has packed, on the machine with the GPU: needs nothing but python3 and the driver.

    python3 gpu_test.py [--device cuda] [--jobs 4] [--seconds 500] [name ...]

Each program must print what it prints on the CPU, with its blocks on the device, and again while every run of a block
is compared with the plain loop. A fault that only a device can show (a kernel that the driver refuses, an illegal
address) counts as a failure, although the program's results are right all the same.
"""
import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent


def report_patterns(device):
    return (re.compile(rf"^xcc: \S+: \d+ items?, (?:check on )?{device}, ", re.M),
            re.compile(rf"; not on {device}: (.*)$", re.M),
            re.compile(r"^.*(?:DIFFERS|differs at|the driver refuses|the device failed|^stub:).*$", re.M))


def environment(**more):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("XC_PAR", "XCC"))}
    return {**env, **more}


def execute(entry, variables, seconds):
    folder = HERE / entry["folder"]
    try:
        done = subprocess.run([str(folder / "program")], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                              env=environment(XC_PAR_REPORT="1", **variables), timeout=seconds)
    except subprocess.TimeoutExpired:
        return "hangs", b"", ""
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def test(entry, options):
    wrong, counts = [], Counter()
    expected = (HERE / entry["folder"] / "expected").read_bytes()
    ran, stayed, trouble = report_patterns(options.device)
    modes = {options.device: {"XC_PAR": options.device},
             f"check on {options.device}": {"XC_PAR": "check", "XC_PAR_GPU": options.device}}
    for mode, variables in modes.items():
        if mode == entry["skip"]:
            continue
        status, output, text = execute(entry, variables, options.patience)
        counts["runs of programs"] += 1
        counts["runs of blocks on the device"] += len(ran.findall(text))
        for reason in stayed.findall(text):
            counts["stayed on the CPU: " + reason] += 1
        if status != 0:
            wrong.append(f"{entry['name']}, {mode}: ends with {status}: {text[-300:]}")
        elif output != expected and not entry["self"]:
            pairs = zip(expected.splitlines(), output.splitlines())
            first = next((f"{got[:80]!r} instead of {want[:80]!r}" for want, got in pairs if want != got), "length")
            wrong.append(f"{entry['name']}, {mode}: prints {first}")
        wrong += [f"{entry['name']}, {mode}: {line[:300]}" for line in trouble.findall(text)[:3]]
    return wrong, counts


def device_tests(device):
    """The suite of devices itself. Returns what failed."""
    done = subprocess.run([str(HERE / "device_tests"), f"--gtest_filter=*{device}*:Service*:Slices*:StaysHere*"],
                          capture_output=True, text=True, env=environment(XC_TEST_CUDA="1"), errors="replace")
    lines = done.stdout.splitlines()
    skipped = [line for line in lines if line.startswith("[  SKIPPED ]") and "(" in line]
    print(f"device_tests: {sum('[       OK ]' in line for line in lines)} passed, {len(skipped)} skipped")
    for line in skipped:
        print("  " + line)
    if done.returncode == 0:
        return []
    return [f"device_tests ends with {done.returncode}:\n" + "\n".join(
        line for line in lines if "OK ]" not in line and "RUN " not in line)[-6000:]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--patience", type=int, default=120, help="seconds for one program")
    parser.add_argument("--seconds", type=int, default=500, help="no program is started after this time")
    parser.add_argument("names", nargs="*", help="parts of the names of programs")
    options = parser.parse_args()
    start = time.monotonic()
    failures = device_tests(options.device)
    entries = [entry for entry in json.loads((HERE / "manifest.json").read_text())
               if not options.names or any(name in entry["name"] for name in options.names)]
    total, late = Counter(), 0

    def one(entry):
        return test(entry, options) if time.monotonic() - start < options.seconds else None

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(one, entries):
            if result is None:
                late += 1
                continue
            failures += result[0]
            total += result[1]
    for failure in failures:
        print("FAIL " + failure)
    for what, count in total.most_common():
        print(f"{count:>8} {what}")
    print(f"{len(entries) - late} programs, {late} not run, {len(failures)} failures, "
          f"{time.monotonic() - start:.0f} s")
    return 1 if failures or late else 0


if __name__ == "__main__":
    sys.exit(main())
