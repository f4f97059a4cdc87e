#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a folder to carry to a machine with a GPU, which needs nothing but a driver and python3 there.

    scripts/gpu_pack.py --build build --output build/gpu-pack [--loops 60]

In it are the tests of devices, every test program and some generated ones, built with kernels, and what they must
print. There, `python3 gpu_test.py` runs all of it and compares.
"""
import argparse
import concurrent.futures
import importlib.util
import json
import os
import shutil
import sys
from pathlib import Path

from common import ROOT


def load(name, path):
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PROGRAMS = load("programs_run", ROOT / "tests/programs/run.py")
LOOPS = load("fuzz_run", ROOT / "tests/fuzz/run.py")
FLAGS = ["-fpar-kernels=ptx", "--xc-gate=0", "-Wno-everything"]


class Packer:
    def __init__(self, options):
        self.output = options.output.resolve()
        self.clang = [[options.clang], [options.clang.replace("clang", "clang++"), "-static-libstdc++", "-static-libgcc"]]
        xcc = str(options.build.resolve() / "bin/xcc")
        self.xcc = [[xcc], [xcc, "--driver-mode=g++", "-static-libstdc++", "-static-libgcc"]]
        self.flags = options.flags.split()

    def program(self, source):
        """Returns the entry of a test program, or what went wrong."""
        program = PROGRAMS.Program(source)
        if "NO-DEVICE" in program.settings:
            return None
        folder = self.output / "programs" / program.name.replace("/", "-").replace(".", "-")
        oracle = folder / "oracle"
        oracle.mkdir(parents=True)
        for compilers, flags, out in ((self.clang, self.flags, oracle / "program"),
                                      (self.xcc, [*self.flags, *FLAGS], folder / "program")):
            wrong, _ = PROGRAMS.build(compilers, program, out, flags)
            if wrong:
                return wrong
        expected = PROGRAMS.execute(oracle / "program", {})
        shutil.rmtree(oracle)
        (folder / "expected").write_bytes(expected[1])
        return {"name": program.name, "folder": str(folder.relative_to(self.output)), "skip": program.skipped,
                "self": program.self_compare}

    def loops(self, seed):
        folder = self.output / "loops" / str(seed)
        folder.mkdir(parents=True)
        source = folder / "loops.c"
        source.write_text(LOOPS.loopgen.program(seed, 10)[0])
        runtime = str(ROOT / "tests/fuzz/runtime.c")
        for compiler, flags, out in ((self.clang[0], ["-O1"], "oracle"), (self.xcc[0], [*self.flags, *FLAGS], "program")):
            done = LOOPS.command(*compiler, *flags, "-I", ROOT / "tests/fuzz", source, runtime, "-o", folder / out, "-lm")
            if done.returncode:
                return f"loops {seed}: {done.stderr[-2000:]}"
        (folder / "expected").write_text(LOOPS.run(folder / "oracle")[1])
        (folder / "oracle").unlink()
        return {"name": f"loops {seed}", "folder": str(folder.relative_to(self.output)), "skip": "", "self": False}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", type=Path)
    parser.add_argument("--output", default="build/gpu-pack", type=Path)
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--flags", default="-O2")
    parser.add_argument("--loops", type=int, default=60, help="generated programs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()

    packer = Packer(options)
    shutil.rmtree(packer.output, ignore_errors=True)
    packer.output.mkdir(parents=True)
    shutil.copy(options.build / "bin/device_tests", packer.output)
    shutil.copy(ROOT / "scripts/gpu_test.py", packer.output)
    sources = sorted(p for p in (ROOT / "tests/programs").glob("*/*") if p.suffix in (".c", ".cc"))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        entries = list(pool.map(packer.program, sources))
        entries += pool.map(packer.loops, range(options.seed, options.seed + options.loops))
    problems = [entry for entry in entries if isinstance(entry, str)]
    for problem in problems:
        print(problem)
    programs = [entry for entry in entries if isinstance(entry, dict)]
    (packer.output / "manifest.json").write_text(json.dumps(programs, indent=1))
    size = sum(path.stat().st_size for path in packer.output.rglob("*") if path.is_file())
    print(f"{packer.output}: {len(programs)} programs, {size / 2**20:.1f} MiB; there: python3 gpu_test.py")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
