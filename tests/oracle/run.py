#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs programs under the access oracle (oracle.cpp): no two items of a block may touch a byte that one of them writes.

    tests/oracle/run.py                                     # the programs of tests/programs and the wrong blocks here
    tests/oracle/run.py tests/programs/dense
    tests/oracle/run.py --together --flags "-I include -DN=9" --libs -lm a.c b.c -- arguments of the program

What a program expects stands in its comments:

    // CONFLICT: TEXT    a conflict is reported whose line contains the text; none but these may be
    // NO-ORACLE: WHY    it is left out
    // FLAGS: ... and LIBS: ... as for tests/programs/run.py; programs with SHARED: are left out
"""
import argparse
import concurrent.futures
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# Vector accesses of some kinds are not instrumented.
FLAGS = ["--xc-gate=0", "-O2", "-g", "-fsanitize=thread", "-fno-vectorize", "-fno-slp-vectorize", "-Wpar-auto",
         "-mllvm", "-tsan-instrument-func-entry-exit=0", "-mllvm", "-tsan-instrument-atomics=0"]
SETTING = re.compile(r"//\s*(FLAGS|LIBS|SHARED|NO-ORACLE):\s*(.*)")
CONFLICT = re.compile(r"//\s*CONFLICT:\s*(.*)")
LIFTED = re.compile(r"^(.*?:\d+:\d+): warning: loop lifted", re.MULTILINE)
BLOCK = re.compile(r"^oracle: block: \S+ \((.*?:\d+:\d+)\)", re.MULTILINE)
PLACES = re.compile(r"at (0x[0-9a-f]+) and (0x[0-9a-f]+);")
SUMMARY = re.compile(r"^oracle: (\d+) blocks, (\d+) runs, (\d+) items, (\d+) accesses, (\d+) conflicts", re.MULTILINE)


class Program:
    def __init__(self, sources, options):
        self.sources = sources
        self.name = os.path.relpath(sources[0])
        text = "\n".join(source.read_text(errors="replace") for source in sources)
        settings = dict(SETTING.findall(text))
        self.flags = ["-I", str(ROOT / "include")] if sources[0].resolve().parent == HERE else []
        self.flags += shlex.split(settings.get("FLAGS", "")) + shlex.split(options.flags)
        self.libs = shlex.split(settings.get("LIBS", "")) + shlex.split(options.libs)
        self.left_out = "SHARED" in settings or "NO-ORACLE" in settings
        self.expected = CONFLICT.findall(text)


class Failure(Exception):
    pass


def call(command, timeout, **more):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=timeout, errors="replace", **more)
    except subprocess.TimeoutExpired:
        raise Failure(f"did not end in {timeout} s: {shlex.join(map(str, command))}") from None


def compile_one(command):
    done = call(command, 300)
    if done.returncode:
        raise Failure(f"{shlex.join(map(str, command))}\n{done.stderr[-3000:]}")
    return done.stderr


def symbolise(line, binary, options):
    """Puts source lines where a conflict has addresses in the program."""
    places = PLACES.search(line)
    if not places:
        return line
    done = call([options.symbolizer, f"--obj={binary}", "--output-style=GNU", "--basenames", *places.groups()], 60)
    names = (done.stdout.split() + ["?", "?"])[:2]
    return line.replace(places[0], f"at {names[0]} and {names[1]};")


def test(program, options):
    """Returns (what went wrong, what is worth telling)."""
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        binary, objects, notes = scratch / "program", [], ""
        for number, source in enumerate(program.sources):
            objects.append(scratch / f"{number}.o")
            driver = ["--driver-mode=g++"] if source.suffix in (".cc", ".cpp") else []
            notes += compile_one([options.xcc, *driver, *FLAGS, *program.flags, "-c", source, "-o", objects[-1]])
        compile_one([options.xcc, "--driver-mode=g++", *objects, options.library, "-Wl,--wrap=xcrt_run", "-o", binary,
                     *program.libs])
        done = call([binary, *options.arguments], options.timeout, cwd=options.folder or scratch,
                    stdin=subprocess.DEVNULL)
        summary = SUMMARY.search(done.stderr)
        if done.returncode or not summary:
            raise Failure(f"exit status {done.returncode}\n{done.stderr[-2000:]}")
        blocks, runs, items, accesses, _ = map(int, summary.groups())
        found = [symbolise(line, binary, options) for line in done.stderr.splitlines()
                 if line.startswith("oracle: conflict: ")]
    wrong = [f"expected, but not reported: {text}" for text in program.expected if not any(text in f for f in found)]
    wrong += [line for line in found if not any(text in line for text in program.expected)]
    lifted, ran = set(LIFTED.findall(notes)), set(BLOCK.findall(done.stderr))
    idle = sorted(lifted - ran)
    about = f"{len(lifted)} lifted, {blocks} ran, {runs} runs, {items} items, {accesses} accesses"
    if options.idle and idle:
        about += "\n     never ran: " + ", ".join(idle)
    return wrong, about


def attempt(program, options):
    try:
        return test(program, options)
    except Failure as failure:
        return [str(failure)], ""


def main():
    arguments = sys.argv[1:]
    own, after = arguments, []
    if "--" in arguments:
        own, after = arguments[: arguments.index("--")], arguments[arguments.index("--") + 1 :]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--xcc", default=str(ROOT / "build" / "bin" / "xcc"))
    parser.add_argument("--clang", default="clang-19", help="compiles the oracle")
    parser.add_argument("--flags", default="", help="for each compilation")
    parser.add_argument("--libs", default="", help="for the link")
    parser.add_argument("--together", action="store_true", help="the sources are one program")
    parser.add_argument("--folder", help="where the program runs")
    parser.add_argument("--idle", action="store_true", help="list lifted loops that no run reached as blocks")
    parser.add_argument("--timeout", type=int, default=120)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("sources", nargs="*", type=Path)
    options = parser.parse_args(own)
    options.arguments = after
    options.symbolizer = call([options.clang, "-print-prog-name=llvm-symbolizer"], 60).stdout.strip()

    paths = options.sources or [HERE, ROOT / "tests" / "programs"]
    sources = [s for p in paths for s in (sorted(p.rglob("*")) if p.is_dir() else [p])
               if s.suffix in (".c", ".cc", ".cpp") and s.name != "oracle.cpp"]
    sources = [s for s in sources if s.parent.name != "plugins"]
    programs = [Program(sources, options)] if options.together else [Program([s], options) for s in sources]
    programs = [p for p in programs if not p.left_out]
    if not programs:
        sys.exit("no program")

    failures = 0
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        options.library = Path(scratch) / "oracle.o"
        compile_one([options.clang.replace("clang", "clang++"), "-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror",
                     "-I", ROOT / "include", "-c", HERE / "oracle.cpp", "-o", options.library])
        for program, (wrong, about) in zip(programs, pool.map(lambda p: attempt(p, options), programs)):
            print(f"{'FAIL' if wrong else 'ok  '} {program.name}: {about}", flush=True)
            for text in wrong[:20]:
                print("     " + text.replace("\n", "\n     "), flush=True)
            failures += bool(wrong)
    print(f"{len(programs)} programs, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
