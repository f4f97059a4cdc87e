#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the self-checking programs: xcc's binary must print what plain clang's prints, bit for bit.

    tests/programs/run.py [--xcc PATH] [--clang PATH] [--group NAME] [--builds O1,O3,...] [program ...]
    tests/programs/run.py --cuda FOLDER ...       on the device of that folder's libcuda.so.1; "" for the system's

Each program is built by clang -O2, which is the oracle, and by xcc in several ways; each of xcc's binaries runs under
several settings of XC_PAR. What a program expects stands in its comments:

    // LIFT: 3              at least that many of its loops are lifted in every build
    // NO-LIFT              on a loop's line: must never be lifted, unless under a condition checked at run time (which
                            the runs then prove to hold back the block where it has to)
    // FLAGS: ...           added to every compile        // LIBS: ...     added to every link
    // SHARED: one.c two.c  also built, as one.so, two.so beside the program
    // SKIP: MODE, reason   this setting of XC_PAR is left out
    // NO-DEVICE: reason    left out with --cuda
    // COMPARE: self        clang may print something else (fast-math), but all runs of one build print the same
"""
import argparse
import concurrent.futures
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
NOTE = re.compile(r"^(?P<file>.*?):(?P<line>\d+):(?P<column>\d+): (?:warning|error|remark): loop (?P<kind>lifted|demoted|declined)(?P<rest>.*)")
SETTING = re.compile(r"//\s*(LIFT|FLAGS|LIBS|SHARED|COMPARE|SKIP|NO-DEVICE):\s*(.*)")

# Every build has its oracle: programs built for another instruction set may round differently (fused multiply-add).
BUILDS = {
    "O1": (["-O1"], []),
    "O2": (["-O2"], []),
    "O3": (["-O3"], []),
    "Os": (["-Os"], []),
    "O2g": (["-O2", "-g"], []),
    "O2native": (["-O2", "-march=native"], ["-march=native"]),
    "O3native": (["-O3", "-march=native", "-g"], ["-march=native"]),
}
MODES = {
    "auto": {},
    "cpu": {"XC_PAR": "cpu"},
    "cpu, 1 thread": {"XC_PAR": "cpu", "XC_PAR_THREADS": "1"},
    "cpu, 4 threads": {"XC_PAR": "cpu", "XC_PAR_THREADS": "4"},
    "serial": {"XC_PAR": "serial"},
    "chaos:1": {"XC_PAR": "chaos:1", "XC_PAR_THREADS": "4"},
    "chaos:2": {"XC_PAR": "chaos:2"},
    "check": {"XC_PAR": "check"},
}
DEVICE_MODES = {
    "cuda": {"XC_PAR": "cuda"},
    "check on cuda": {"XC_PAR": "check", "XC_PAR_GPU": "cuda"},
}
ALL_MODES = {**MODES, **DEVICE_MODES}
RAN_THERE = re.compile(rb"^xcc: (\S+): \d+ items?, (?:check on )?cuda, ", re.M)
STAYED_HERE = re.compile(rb"^xcc: (\S+): .*; not on cuda: (.*)", re.M)
TIMEOUT = 120


class Program:
    def __init__(self, source):
        self.source = source
        self.name = str(source.relative_to(HERE))
        self.settings = {}
        self.forbidden = set()
        for number, line in enumerate(source.read_text().splitlines(), 1):
            found = SETTING.match(line)
            if found:
                self.settings[found[1]] = found[2]
            if re.search(r"//\s*NO-LIFT\b", line):
                self.forbidden.add(number)
        self.lift = int(self.settings.get("LIFT", "0"))
        self.flags = shlex.split(self.settings.get("FLAGS", ""))
        self.libs = shlex.split(self.settings.get("LIBS", ""))
        self.shared = self.settings.get("SHARED", "").split()
        self.skipped, _, reason = self.settings.get("SKIP", "").partition(",")
        if self.skipped and (self.skipped not in ALL_MODES or not reason):
            sys.exit(f"{self.name}: SKIP needs a known mode and a reason")
        self.self_compare = self.settings.get("COMPARE") == "self"


def compile_one(compiler, source, out, flags, libs):
    """Returns (what went wrong or None, standard error)."""
    command = [*compiler, *flags, str(source), "-o", str(out), *libs]
    env = {**os.environ, "XCC_VERIFY": "1"}
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=TIMEOUT, errors="replace")
    except subprocess.TimeoutExpired:
        return f"compiler did not end: {shlex.join(command)}", ""
    if done.returncode:
        return f"compiler failed ({done.returncode}): {shlex.join(command)}\n{done.stderr[-3000:]}", done.stderr
    return None, done.stderr


def build(compilers, program, out, flags):
    """Builds a program and its shared libraries into the folder of `out`."""
    compiler = compilers[program.source.suffix == ".cc"]
    notes = ""
    for name in program.shared:
        source = program.source.parent / name
        library = out.parent / (source.stem + ".so")
        wrong, text = compile_one(compilers[0], source, library, [*flags, *program.flags, "-fPIC", "-shared"], [])
        if wrong:
            return wrong, ""
        notes += text
    wrong, text = compile_one(compiler, program.source, out, [*flags, *program.flags], program.libs)
    return wrong, notes + text


def execute(binary, environment):
    """Returns what a run shows to the outside: (exit status, output), or a text where it hangs."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("XC_PAR") and not k.startswith("XCC")}
    env.update(environment, XCC_SETTINGS_DIR=str(binary.parent / "settings"), XDG_CONFIG_HOME=str(binary.parent))
    try:
        done = subprocess.run([str(binary)], cwd=binary.parent, env=env, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return ("hangs", b"", b"")
    return (done.returncode, done.stdout, done.stderr)


def first_difference(expected, got):
    if expected[0] != got[0]:
        return f"exit status {got[0]} instead of {expected[0]}; stderr: {got[2].decode(errors='replace')[-400:]}"
    for number, (e, g) in enumerate(zip(expected[1].splitlines(), got[1].splitlines()), 1):
        if e != g:
            return f"line {number}: {g.decode(errors='replace')[:100]} instead of {e.decode(errors='replace')[:100]}"
    return f"{len(got[1].splitlines())} lines instead of {len(expected[1].splitlines())}"


def judge_notes(program, name, notes):
    """Compares what xcc says about the loops with what the program expects of it."""
    wrong = []
    lifted, unchecked = set(), set()
    kinds = Counter()
    for line in notes.splitlines():
        note = NOTE.match(line)
        if not note:
            continue
        kinds[note["kind"]] += 1
        if note["kind"] == "lifted" and Path(note["file"]).name == program.source.name:
            lifted.add((int(note["line"]), int(note["column"])))
            if "checked at run time" not in note["rest"]:
                unchecked.add(int(note["line"]))
    for number in sorted(unchecked & program.forbidden):
        wrong.append(f"{program.name}:{number}: lifted without a check in build {name}, must not be")
    if len(lifted) < program.lift:
        lines = ", ".join(str(line) for line, _ in sorted(lifted))
        wrong.append(f"{program.name}: {len(lifted)} loops lifted in build {name} (lines {lines}), at least "
                     f"{program.lift} expected")
    return wrong, kinds


def judge_report(program, where, got, kinds):
    """Counts the runs on the device; returns what must not be in a report, and the run without the report."""
    status, output, text = got
    if not text:
        return [], got
    kinds["on device"] += len(RAN_THERE.findall(text))
    wrong = [f"{program.name}: {where}: {line}" for line in text.decode(errors="replace").splitlines()
             if line.startswith("stub: ") or "DIFFERS" in line or "the device failed" in line
             or "the driver refuses" in line or ("differs at" in line and line.startswith("xcc: check"))]
    for _, reason in STAYED_HERE.findall(text):
        kinds["stayed: " + reason.decode(errors="replace")] += 1
    return wrong[:5], got


def test(program, options):
    """Returns (failures, statistics) of one program over all builds and modes."""
    wrong, kinds = [], Counter()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        oracles = {}
        for name in options.builds:
            flags, same = BUILDS[name]
            key = tuple(same)
            if key not in oracles:
                folder = scratch / ("oracle" + "".join(key))
                folder.mkdir()
                bad, _ = build(options.clang, program, folder / "program", ["-O2", *same])
                if bad:
                    return [f"{program.name}: oracle: {bad}"], kinds
                oracles[key] = execute(folder / "program", {})
                if oracles[key][0] != 0:
                    return [f"{program.name}: oracle: {oracles[key][0]}"], kinds
            folder = scratch / name
            folder.mkdir()
            bad, notes = build(options.xcc, program, folder / "program", [*flags, *options.extra])
            if bad:
                wrong.append(f"{program.name}: build {name}: {bad}")
                continue
            if options.expect:
                more, counts = judge_notes(program, name, notes)
                wrong += more
                kinds += counts
            expected = None if program.self_compare else oracles[key]
            for mode in options.modes:
                if mode == program.skipped:
                    continue
                got = execute(folder / "program", {**ALL_MODES[mode], **options.environment})
                if options.cuda is not None:
                    more, got = judge_report(program, f"build {name}, {mode}", got, kinds)
                    wrong += more
                if expected is None and got[0] == 0:
                    expected = got
                kinds["runs"] += 1
                if expected is None or got[:2] != expected[:2]:
                    reference = expected or (0, b"", b"")
                    wrong.append(f"{program.name}: build {name}, XC_PAR {mode}: {first_difference(reference, got)}")
    return wrong, kinds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--xcc", default=str(HERE.parents[1] / "build" / "bin" / "xcc"))
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--group", action="append", help="only the programs of this folder")
    parser.add_argument("--builds", default=",".join(BUILDS), help="default: %(default)s")
    parser.add_argument("--modes", help=f"separated by semicolons; default: {';'.join(MODES)}, or with --cuda "
                                        f"{';'.join(DEVICE_MODES)}")
    parser.add_argument("--no-expect", action="store_true", help="do not look at LIFT and NO-LIFT")
    parser.add_argument("--cuda", metavar="FOLDER", help="with kernels, on the device of this libcuda.so.1")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("programs", nargs="*", help="paths or parts of them")
    options = parser.parse_args()
    options.builds = [b for b in options.builds.split(",") if b]
    if options.modes is None:
        options.modes = ";".join(MODES if options.cuda is None else DEVICE_MODES)
    options.modes = [m for m in options.modes.split(";") if m]
    options.expect = not options.no_expect
    options.clang = [[options.clang], [options.clang.replace("clang", "clang++")]]
    options.xcc = [[options.xcc], [options.xcc, "--driver-mode=g++"]]
    options.extra = ["-Wpar-auto", "--xc-gate=0"] if options.expect else []
    options.environment = {}
    if options.cuda is not None:
        options.extra.append("-fpar-kernels=ptx")
        options.environment = {"XC_PAR_REPORT": "1", "XC_STUB_CUDA_TALK": "1"}
        if options.cuda:
            options.environment["LD_LIBRARY_PATH"] = options.cuda

    groups = options.group or sorted(p.name for p in HERE.iterdir() if p.is_dir() and p.name != "__pycache__")
    sources = sorted(p for g in groups for p in (HERE / g).iterdir() if p.suffix in (".c", ".cc"))
    programs = [Program(s) for s in sources if not options.programs or any(p in str(s) for p in options.programs)]
    if options.cuda is not None:
        programs = [p for p in programs if "NO-DEVICE" not in p.settings]
    if not programs:
        sys.exit("no program of that name")

    failures, total = [], Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for program, (wrong, kinds) in zip(programs, pool.map(lambda p: test(p, options), programs)):
            print(f"{'ok  ' if not wrong else 'FAIL'} {program.name:<28} {kinds['lifted']:>4} lifted "
                  f"{kinds['demoted']:>4} demoted {kinds['declined']:>5} declined {kinds['runs']:>4} runs", flush=True)
            for text in wrong[:12]:
                print("     " + text.replace("\n", "\n     "), flush=True)
            if len(wrong) > 12:
                print(f"     and {len(wrong) - 12} more", flush=True)
            failures += wrong
            total += kinds
    if options.cuda is not None:
        print(f"{total['on device']} runs of blocks on the device")
        for reason, count in sorted(total.items(), key=lambda item: -item[1]):
            if reason.startswith("stayed: "):
                print(f"{count:>8} {reason}")
    print(f"{len(programs)} programs, {total['runs']} runs, {total['lifted']} loops lifted over all builds, "
          f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
