#!/usr/bin/env python3
"""Fork-join latency of xcrt, libgomp and libomp, on a quiet machine and on one whose CPUs are all kept busy.

usage: run.py --library build/lib/libxcrt.a [--keep FOLDER] [--rounds 3] [--repetitions 500] [--only quiet|busy]
       run.py --programs FOLDER ...         runs what --keep has left there, perhaps on another machine

The runtimes take turns in an order that is reversed each round; a figure is the median over the rounds. Ratios are to
the median of the serial loop, which each program samples in turn with its parallel loop.
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE / "forkjoin.c"
RUNTIMES = ["xcrt", "libgomp", "libomp"]
INCLUDE = HERE.parent.parent / "include"


def build(folder, library):
    """Builds one program per runtime; leaves out those whose compiler is not there."""
    base = ["-O2", "-Wall", "-Wno-unknown-pragmas", "-I", str(INCLUDE), str(SOURCE)]
    commands = {
        "xcrt": ["cc", "-DXCRT", *base, str(library), "-pthread"],
        "libgomp": ["gcc", "-fopenmp", *base],
        "libomp": ["clang-19", "-fopenmp", *base],
    }
    programs = {}
    for name, command in commands.items():
        path = folder / name
        try:
            subprocess.run([*command, "-o", str(path)], check=True)
            programs[name] = path
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"{name}: left out: {error}", file=sys.stderr)
    return programs


def measure(program, repetitions):
    environment = dict(os.environ, OMP_SCHEDULE="static")
    output = subprocess.run([program, str(repetitions)], env=environment, check=True, capture_output=True, text=True)
    rows = {}
    for line in output.stdout.splitlines():
        name, *figures = line.split()
        rows[name] = [float(figure) for figure in figures]
    return rows


def compare(programs, rounds, repetitions):
    results = {name: [] for name in programs}
    for number in range(rounds):
        order = list(programs)
        if number % 2:
            order.reverse()
        for name in order:
            results[name].append(measure(programs[name], repetitions))
    return results


def print_table(title, results):
    print(f"\n{title}")
    print(f"{'case':14} {'runtime':8} {'median us':>10} {'p90':>10} {'p99':>10} {'serial':>10} {'ser. p99':>10}"
          f" {'median/s':>9} {'p99/s':>8}")
    for case in next(iter(results.values()))[0]:
        for name, rounds in results.items():
            figures = [statistics.median(column) for column in zip(*(r[case] for r in rounds))]
            median, p90, p99, serial, _, serial_p99 = figures
            ratios = f"{median / serial:9.2f} {p99 / serial:8.2f}" if serial > 1 else f"{'':>9} {'':>8}"
            print(f"{case:14} {name:8} {median:10.2f} {p90:10.2f} {p99:10.2f} {serial:10.2f} {serial_p99:10.2f} {ratios}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--programs", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--repetitions", type=int, default=500)
    parser.add_argument("--only", choices=["quiet", "busy"])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        if options.programs:
            programs = {name: options.programs / name for name in RUNTIMES if (options.programs / name).exists()}
        elif options.library:
            folder = options.keep or pathlib.Path(temporary)
            folder.mkdir(parents=True, exist_ok=True)
            programs = build(folder, options.library)
        else:
            parser.error("--library or --programs is needed")
        if options.rounds < 1:
            return
        if options.only != "busy":
            print(f"load average before: {os.getloadavg()[0]:.2f}")
            print_table("quiet", compare(programs, options.rounds, options.repetitions))
        if options.only != "quiet":
            cpus = os.sched_getaffinity(0)
            burners = [subprocess.Popen([programs["xcrt"], "burn"]) for _ in cpus]
            try:
                print_table(f"busy: {len(burners)} other processes that never sleep",
                            compare(programs, options.rounds, options.repetitions))
            finally:
                for burner in burners:
                    burner.kill()
                    burner.wait()


if __name__ == "__main__":
    main()
