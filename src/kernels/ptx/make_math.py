#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts math.c and the functions of libclc that device_math.def names into one bitcode file."""
import argparse
import re
import subprocess
import sys
import tempfile

ENTRY = re.compile(r"^XC_FUNCTION\((\w+), (\w+)\)", re.M)

COMPILE = ("--target=nvptx64-nvidia-cuda", "-nocudalib", "-O1", "-ffp-contract=off", "-fno-builtin", "-emit-llvm", "-c")

def symbols(text):
    for name, parameters in ENTRY.findall(text):
        for letter in "fd":
            second = {"One": "", "Two": letter, "WithInt": "i"}[parameters]
            yield f"_Z{len(name)}{name}{letter}{second}"

def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("functions", "source", "llvm", "library", "output"):
        parser.add_argument("--" + option, required=True)
    options = parser.parse_args()
    with open(options.functions, encoding="utf-8") as file:
        functions = [f"--func={symbol}" for symbol in symbols(file.read())]
    tool = options.llvm + "/bin/"
    with tempfile.TemporaryDirectory() as folder:
        own, library = folder + "/own.bc", folder + "/library.bc"
        subprocess.run([tool + "llvm-extract", "--recursive", "--rglob=_TBL", "--rglob=TWO_TO_JBY64", *functions,
                        options.library, "-o", library], check=True)
        subprocess.run([tool + "clang", *COMPILE, options.source, "-o", own], check=True)
        subprocess.run([tool + "llvm-link", "--suppress-warnings", library, own, "-o", options.output], check=True)
    return 0

if __name__ == "__main__":
    sys.exit(main())
