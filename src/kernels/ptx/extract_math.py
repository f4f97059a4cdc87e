#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes the functions that device_math.def names out of libclc's bitcode, with all that they call and read."""
import argparse
import re
import subprocess
import sys

ENTRY = re.compile(r"^XC_FUNCTION\((\w+), (\w+)\)", re.M)


def symbols(text):
    for name, parameters in ENTRY.findall(text):
        for letter in "fd":
            second = {"One": "", "Two": letter, "WithInt": "i"}[parameters]
            yield f"_Z{len(name)}{name}{letter}{second}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("functions", "llvm-extract", "library", "output"):
        parser.add_argument("--" + option, required=True)
    options = parser.parse_args()
    with open(options.functions, encoding="utf-8") as file:
        functions = [f"--func={symbol}" for symbol in symbols(file.read())]
    command = [options.llvm_extract, "--recursive", "--rglob=_TBL", "--rglob=TWO_TO_JBY64", *functions,
               options.library, "-o", options.output]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
