#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of a build tree with ctest and closes with one line of counts.

    scripts/run_tests.py --build build [pattern]

The pattern is a regular expression for names of ctest tests; if it fits none, for names of lit tests. A suite that
ctest sees as one test (lit) counts with each of its own.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

LIT_CODES = {"PASS": "passed", "FLAKYPASS": "passed", "XFAIL": "passed", "FAIL": "failed", "XPASS": "failed",
             "TIMEOUT": "failed", "UNRESOLVED": "failed", "UNSUPPORTED": "skipped", "SKIPPED": "skipped"}


def ctest(build, arguments, environment=None):
    return subprocess.run(["ctest", "--test-dir", str(build), *arguments], env={**os.environ, **(environment or {})})


def matches(build, pattern):
    listing = subprocess.run(["ctest", "--test-dir", str(build), "-N", "-R", pattern], capture_output=True, text=True)
    return not re.search(r"Total Tests: 0\b", listing.stdout)


def count_lit(results, counts, failures):
    for test in json.loads(results.read_text())["tests"]:
        outcome = LIT_CODES.get(test["code"])
        if outcome:
            counts[outcome] += 1
            if outcome == "failed":
                failures.append(test["name"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", type=Path)
    parser.add_argument("pattern", nargs="?")
    options = parser.parse_args()

    build = options.build.resolve()
    junit = build / "test-results.xml"
    lit_results = build / "tests/lit/results.json"
    for old in (junit, lit_results):
        old.unlink(missing_ok=True)
    arguments = ["--output-on-failure", "--output-junit", str(junit), "-j", str(os.cpu_count() or 1),
                 "--timeout", "1800", "--no-tests=error"]
    environment = {}
    if options.pattern and matches(build, options.pattern):
        arguments += ["-R", options.pattern]
    elif options.pattern:
        arguments += ["-R", "^lit$"]
        environment["LIT_FILTER"] = options.pattern
    status = ctest(build, arguments, environment).returncode

    counts = {"passed": 0, "failed": 0, "skipped": 0}
    failures = []
    if junit.exists():
        for case in ElementTree.parse(junit).getroot().iter("testcase"):
            if case.get("name") == "lit" and lit_results.exists():
                count_lit(lit_results, counts, failures)
            elif case.get("status") in ("notrun", "disabled") or case.find("skipped") is not None:
                counts["skipped"] += 1
            elif case.get("status") == "run":
                counts["passed"] += 1
            else:
                counts["failed"] += 1
                failures.append(case.get("name"))
    if status and not counts["failed"]:
        counts["failed"] = 1
        failures.append("ctest itself")
    if failures:
        print("\nFailed, and how to run each again:")
        for name in failures:
            print(f"  ./x test '{name.split(' :: ')[-1]}'")
    line = f"{counts['passed']} passed, {counts['failed']} failed"
    if counts["skipped"]:
        line += f", {counts['skipped']} skipped"
    print(line)
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
