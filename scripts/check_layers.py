#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks every #include in src/ against src/layers.txt."""
import re
import sys

from common import ROOT, report, tracked_files

SRC = ROOT / "src"
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.M)
# The driver reads clang's table of options, a generated list without code.
EXCEPTIONS = {("driver", "clang/Driver/Options.inc")}
ALLOWED_PREFIXES = {"bare": (), "host": (), "llvm": ("llvm/", "llvm-c/"), "clang": ("llvm/", "llvm-c/", "clang/")}
ALL_PREFIXES = ("llvm/", "llvm-c/", "clang/", "clang-c/", "mlir/", "lld/")


def read_layers():
    layers = {}
    for line in (SRC / "layers.txt").read_text().splitlines():
        words = line.split("#")[0].split()
        if words:
            folder, kind, *includes = words
            layers[folder] = (kind, includes)
    return layers


def owner(path, name):
    """The file of ours that the quoted `name` means in `path`, relative to src/ or include/, None if it is not ours."""
    folder = SRC / path.relative_to(SRC).parts[0]
    for base in (path.parent, folder, SRC, ROOT / "include"):
        target = (base / name).resolve()
        if target.is_file() and target.is_relative_to(ROOT):
            return target
    return None


def check(path, layers):
    folder = path.relative_to(SRC).parts[0]
    kind, allowed = layers[folder]
    text = path.read_text()
    for match in INCLUDE.finditer(text):
        quote, name = match.groups()
        where = f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, match.start(2)) + 1}"
        if name.startswith(ALL_PREFIXES):
            if not name.startswith(ALLOWED_PREFIXES[kind]) and (folder, name) not in EXCEPTIONS:
                yield f"{where}: a [{kind}] folder must not include {name}"
            continue
        if quote == "<" and not name.startswith("xcrt/"):
            continue
        target = owner(path, name)
        if target is None:
            if quote == '"':
                yield f"{where}: {name} is not a file of the project"
            continue
        if target.is_relative_to(ROOT / "include"):
            continue
        if not target.is_relative_to(SRC):
            yield f"{where}: {name} is outside src/"
            continue
        inside = target.relative_to(SRC)
        if inside.parts[0] != folder and inside.parts[0] not in allowed and str(inside) not in allowed:
            yield f"{where}: {folder} must not include {inside} (src/layers.txt)"


def main():
    layers = read_layers()
    problems = []
    for folder in sorted(p.name for p in SRC.iterdir() if p.is_dir()):
        if folder not in layers:
            problems.append(f"src/{folder}: not in src/layers.txt")
    order = list(layers)
    for folder, (kind, allowed) in layers.items():
        if kind not in ALLOWED_PREFIXES:
            problems.append(f"src/layers.txt: unknown kind '{kind}'")
        for other in allowed:
            if other.split("/")[0] not in order[:order.index(folder)]:
                problems.append(f"src/layers.txt: {folder} includes {other}, which does not stand above it")
    if not problems:
        for path in tracked_files(".h", ".cpp", ".c", ".def"):
            if path.is_relative_to(SRC):
                problems += check(path, layers)
    return report("layers", problems)


if __name__ == "__main__":
    sys.exit(main())
