#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares xcc with plain clang on generated loop programs.

    tests/fuzz/run.py --count N [--seed S] [--jobs J] [--xcc PATH] [--clang PATH] [--keep FOLDER] [--reduce]
    tests/fuzz/run.py --cuda FOLDER ...     with kernels, on the device of that folder's libcuda.so.1 ("": the system's)
    tests/fuzz/run.py --reduce FILE.c

clang -O1 is the oracle. xcc's binary (-O2, or what --flags says, without its minimum of work) runs under the modes
below. Where outputs differ, clang -O0 and gcc -O0 are asked who is right, and clang -O2 whether it errs without xcc too:
then it is a bug of clang's own and is counted apart. Exit status 1 if xcc was wrong once.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import loopgen

HERE = Path(__file__).resolve().parent
NOTE = re.compile(r"^.*?:(\d+):(\d+): (?:warning|remark): loop (lifted|demoted|declined)(.*)")
MARK = re.compile(r"/\* BEGIN (\d+):")
TIMEOUT = 60


RAN_THERE = re.compile(r"^xcc: \S+: \d+ items?, (?:check on )?cuda, ", re.M)
DEVICE_TROUBLE = re.compile(r"^stub: .*|^xcc: .*(?:the driver refuses|the device failed).*", re.M)


def modes(seed, cuda):
    if cuda is not None:
        report = {"XC_PAR_REPORT": "1", "XC_STUB_CUDA_TALK": "1", **({"LD_LIBRARY_PATH": cuda} if cuda else {})}
        return {"cuda": {"XC_PAR": "cuda", **report}}
    return {
        "auto": {},
        f"chaos:{seed}": {"XC_PAR": f"chaos:{seed}"},
        f"chaos:{seed + 1}": {"XC_PAR": f"chaos:{seed + 1}", "XC_PAR_THREADS": "4"},
        "cpu, 4 threads": {"XC_PAR": "cpu", "XC_PAR_THREADS": "4"},
    }


def command(*words, **options):
    try:
        return subprocess.run([str(w) for w in words], capture_output=True, text=True, timeout=TIMEOUT, errors="replace",
                              **options)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(words, -99, "", "takes too long")


class Tools:
    """The compilers, and the runtime of the generated programs compiled once."""

    def __init__(self, options, scratch):
        self.clang, self.xcc, self.flags = options.clang, options.xcc, options.flags.split()
        self.runtime = scratch / "runtime.o"
        done = command(self.clang, "-O2", "-c", HERE / "runtime.c", "-o", self.runtime)
        if done.returncode:
            sys.exit(done.stderr)
        # Plain clang may stand in for xcc, to test the generator.
        self.own = ["-Wpar-auto", "--xc-gate=0"] if "xcc" in Path(self.xcc).name else []
        self.own += ["-fpar-kernels=ptx"] if options.cuda is not None else []

    def build(self, compiler, flags, source, out):
        return command(compiler, *flags, "-I", HERE, source, self.runtime, "-o", out, "-lm",
                       env={**os.environ, "XCC_VERIFY": "1"})

    def xcc_build(self, source, out):
        return self.build(self.xcc, [*self.flags, *self.own], source, out)


def run(binary, env=None):
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("XC_PAR", "XCC"))}
    clean.update(env or {}, XCC_SETTINGS_DIR=str(binary.parent), XDG_CONFIG_HOME=str(binary.parent))
    done = command(binary, env=clean)
    return done.returncode, done.stdout, done.stderr


def wrong_functions(expected, got):
    """The numbers of the functions whose lines differ."""
    def lines(text):
        return {tuple(line.split()[:2]): line for line in text.splitlines() if len(line.split()) == 4}
    want, have = lines(expected), lines(got)
    return {int(key[0]) for key in want.keys() | have.keys() if want.get(key) != have.get(key)}


def lifted_functions(source_text, notes):
    """How many loops were lifted and the functions that have one: their numbers."""
    starts = [(number, int(mark[1])) for number, line in enumerate(source_text.splitlines(), 1) if (mark := MARK.match(line))]
    counts, functions = Counter(), set()
    seen = set()
    for line in notes.splitlines():
        note = NOTE.match(line)
        if not note or (note[1], note[2], note[3]) in seen:
            continue
        seen.add((note[1], note[2], note[3]))
        counts[note[3]] += 1
        inside = [k for number, k in starts if number <= int(note[1])]
        if note[3] == "lifted" and inside:
            functions.add(inside[-1])
    return counts, functions


def diagnose(tools, source, folder, function, env):
    """Who is wrong about `function`: 'xcc', 'clang' (its -O1 or -O2 alone is), or 'program' (no agreement at all)."""
    outputs = {}
    for name, compiler, flags in [("clang -O0", tools.clang, ["-O0"]), ("gcc -O0", "gcc", ["-O0", "-ffp-contract=off"]),
                                  ("clang -O1", tools.clang, ["-O1"]), ("clang flags", tools.clang, tools.flags)]:
        binary = folder / "diagnose"
        if tools.build(compiler, flags, source, binary).returncode == 0:
            outputs[name] = run(binary)[1]
    binary = folder / "diagnose"
    if tools.xcc_build(source, binary).returncode:
        return "xcc"
    got = run(binary, env)[1]
    right = outputs.get("clang -O0", "")
    if function in wrong_functions(right, outputs.get("gcc -O0", right)):
        return "program"
    if function not in wrong_functions(right, got):
        return "clang"
    if function in wrong_functions(right, outputs.get("clang flags", "")) and \
            function not in wrong_functions(outputs.get("clang flags", ""), got):
        return "clang"
    return "xcc"


def only(text, function):
    """The program with one function and its calls."""
    out, skipping = [], False
    for line in text.splitlines():
        mark = MARK.match(line)
        if mark:
            skipping = int(mark[1]) != function
        if not skipping and (not (call := re.search(r"/\* CALL (\d+) \*/", line)) or int(call[1]) == function):
            out.append(line)
        if line.startswith("/* END"):
            skipping = False
    return "\n".join(out) + "\n"


def test_one(tools, seed, options):
    """Generates, builds and runs one program; returns its statistics and failures."""
    stats, failures = Counter(), []
    text, kinds = loopgen.program(seed, options.functions)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        source = folder / f"loops-{seed}.c"
        source.write_text(text)
        if tools.build(tools.clang, ["-O1"], source, folder / "oracle").returncode:
            return stats, [(seed, None, "generator", "does not compile", text)]
        status, expected, errors = run(folder / "oracle")
        if status:
            return stats, [(seed, None, "generator", f"oracle ends with {status}: {errors[-200:]}", text)]
        built = tools.xcc_build(source, folder / "program")
        if built.returncode:
            return stats, [(seed, None, "xcc", f"does not compile: {built.stderr[-1500:]}", text)]
        counts, lifted = lifted_functions(text, built.stderr)
        stats.update(counts)
        stats["functions"] += len(kinds)
        for k, names in kinds.items():
            for name in names:
                stats["kind", name] += 1
                stats["lifted kind", name] += k in lifted
        for name, env in modes(seed, options.cuda).items():
            status, got, errors = run(folder / "program", env)
            stats["runs"] += 1
            stats["on device"] += len(RAN_THERE.findall(errors))
            trouble = DEVICE_TROUBLE.search(errors)
            if trouble:
                failures.append((seed, None, "xcc", trouble[0], text))
                break
            if status == 0 and got == expected:
                continue
            wrong = wrong_functions(expected, got)
            for function in sorted(wrong)[:3]:
                who = diagnose(tools, source, folder, function, env)
                failures.append((seed, function, who, f"XC_PAR {name}, status {status} {errors[-200:]}", text))
            if not wrong:
                failures.append((seed, None, "xcc", f"XC_PAR {name}, status {status} {errors[-200:]}", text))
            break
    return stats, failures


def keep(options, tools, seed, function, text):
    folder = Path(options.keep)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (f"loops-{seed}.c" if function is None else f"loops-{seed}-{function}.c")
    path.write_text(text if function is None else only(text, function))
    if options.reduce and function is not None:
        from reduce import reduce_file
        path = reduce_file(tools, path, function)
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--xcc", default=str(HERE.parents[1] / "build" / "bin" / "xcc"))
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--functions", type=int, default=10)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--flags", default="-O2")
    parser.add_argument("--cuda", metavar="FOLDER", help="with kernels, on the device of this libcuda.so.1")
    parser.add_argument("--keep", default="fuzz-failures", help="folder for programs that fail; default: %(default)s")
    parser.add_argument("--reduce", nargs="?", const="", default=None, metavar="FILE",
                        help="shrink each failing function; with FILE only that program, generated earlier")
    options = parser.parse_args()
    if not shutil.which(options.xcc):
        sys.exit(f"no compiler {options.xcc}")

    with tempfile.TemporaryDirectory() as scratch:
        tools = Tools(options, Path(scratch))
        if options.reduce:
            from reduce import reduce_file
            path = Path(options.reduce)
            print(reduce_file(tools, path, int(MARK.search(path.read_text())[1])))
            return 0
        options.reduce = options.reduce is not None
        total, found, start = Counter(), [], time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            seeds = range(options.seed, options.seed + options.count)
            for done, (stats, failures) in enumerate(pool.map(lambda s: test_one(tools, s, options), seeds), 1):
                total += stats
                if done % 100 == 0:
                    print(f"{done} programs, {total['lifted']} loops lifted, {len(found)} failures", flush=True)
                for seed, function, who, what, text in failures:
                    path = keep(options, tools, seed, function, text)
                    found.append(who)
                    print(f"seed {seed}, function {function}: {who} is wrong: {what}\n  kept as {path}", flush=True)
        seconds = time.monotonic() - start
    print(f"{options.count} programs, {total['functions']} functions, {total['runs']} runs in {seconds:.0f} s "
          f"({options.count / seconds * 60:.0f} programs a minute)")
    print(f"loops: {total['lifted']} lifted, {total['demoted']} demoted, {total['declined']} declined")
    if options.cuda is not None:
        print(f"{total['on device']} runs of blocks on the device")
    print("share of functions with a lifted loop, by what is in them:")
    for kind in sorted(k[1] for k in total if isinstance(k, tuple) and k[0] == "kind"):
        count, lifted = total["kind", kind], total["lifted kind", kind]
        print(f"  {kind:<22} {lifted:>6} of {count:<6} {100 * lifted / count:5.1f} %")
    print(f"differences: {found.count('xcc')} of xcc, {found.count('clang')} of clang alone, "
          f"{found.count('program') + found.count('generator')} of the generator")
    return 1 if found.count("xcc") else 0


if __name__ == "__main__":
    sys.exit(main())
