#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast xcc's programs are against clang's, gcc's parallel ones, Polly's, and OpenMP by hand, on this machine's cores.

    bench/cpu.py [--xcc PATH] [--clang PATH] [--gcc PATH] [--runs N] [--only NAME ...] [--markdown FILE]

All variants of a program run in one sitting, in alternating order. Printed are ratios to clang -O3: more than 1 is
faster. Every variant must give clang's result bit for bit; one that does not is shown as `wrong` and counts for nothing.
"""
import argparse
import os
import sys
import tempfile
from pathlib import Path

import common


def variants(options, threads):
    polly = [options.clang, "-O3", "-mllvm", "-polly", "-mllvm", "-polly-parallel"]
    return {
        "clang": ([options.clang, "-O3"], []),
        "xcc": ([options.xcc, "-O3"], []),
        "gcc par": ([options.gcc, "-O3", "-ffp-contract=off", f"-ftree-parallelize-loops={threads}"], []),
        "polly par": (polly, ["-L" + options.libomp, "-Wl,-rpath," + options.libomp, "-lomp"]),
        "openmp": ([options.clang, "-O3", "-fopenmp"], []),
    }


def programs(options):
    """(name, source, size or None); None for the examples, which are timed as a whole."""
    found = [(p.stem, p, 0) for p in sorted((common.HERE / "kernels").glob("*.c"))]
    if not options.no_examples:
        found += [("example " + p.stem, p, None) for p in sorted((common.ROOT / "examples").glob("*.c"))]
    return [f for f in found if not options.only or any(o in f[0] for o in options.only)]


def measure(name, source, size, options, threads, scratch):
    """{variant: (min, median)}, or a text where there is no figure."""
    built, results, times = {}, {}, {}
    for variant, (words, libs) in variants(options, threads).items():
        if variant in options.skip or (variant == "openmp" and size is None):
            continue  # the examples have no hand-written variant
        binary = scratch / f"{source.stem}.{variant.replace(' ', '-')}"
        wrong = common.compile_to(words, source, binary, ["-lm", *libs])
        if wrong:
            results[variant] = "no build"
            print(wrong, file=sys.stderr)
        else:
            built[variant] = binary
            times[variant] = []
    env = common.environment(threads, scratch / "settings")
    expected = None
    for r in range(options.runs):
        order = list(built)
        # Every other round backwards, so that no variant always follows the same one.
        for variant in order if r % 2 == 0 else reversed(order):
            if variant in results:
                continue
            try:
                if size is None:
                    seconds, outcome = common.run_program(built[variant], env)
                else:
                    seconds, outcome = common.run_kernel(built[variant], options.size or size, env)
            except RuntimeError as error:
                results[variant] = "fails"
                print(error, file=sys.stderr)
                continue
            if expected is None:
                expected = outcome
            if outcome != expected:
                results[variant] = "wrong"
                continue
            times[variant].append(seconds)
    for variant, values in times.items():
        results.setdefault(variant, (min(values), common.median(values)))
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--xcc", default=str(common.ROOT / "build" / "bin" / "xcc"))
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--gcc", default="gcc")
    parser.add_argument("--libomp", default="/usr/lib/llvm-19/lib", help="folder of libomp.so; default: %(default)s")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--size", type=int, default=0, help="size for the kernels instead of each one's own")
    parser.add_argument("--only", nargs="*", default=[], help="parts of names")
    parser.add_argument("--skip", action="append", default=[], help="a variant to leave out, e.g. 'gcc par'")
    parser.add_argument("--no-examples", action="store_true")
    parser.add_argument("--markdown", help="also write the table to this file")
    options = parser.parse_args()
    threads = len(os.sched_getaffinity(0))

    names = [v for v in variants(options, threads) if v not in options.skip and v != "clang"]
    rows, ratios, medians = [], {v: [] for v in names}, {v: [] for v in names}
    wrong = 0
    print(f"{threads} cores, fastest of {options.runs} runs; ratios to clang -O3 (median in brackets)")
    with tempfile.TemporaryDirectory() as scratch:
        for name, source, size in programs(options):
            results = measure(name, source, size, options, threads, Path(scratch))
            base = results.get("clang")
            if not isinstance(base, tuple):
                print(f"{name}: clang gives nothing to compare with", file=sys.stderr)
                wrong += 1
                continue
            row = [name, f"{base[0] * 1e3:.1f} ms"]
            for variant in names:
                result = results.get(variant, "-")
                if isinstance(result, tuple):
                    ratios[variant].append(base[0] / result[0])
                    medians[variant].append(base[1] / result[1])
                    row.append(f"{base[0] / result[0]:.2f} ({base[1] / result[1]:.2f})")
                else:
                    row.append(result)
                    wrong += variant == "xcc"
            rows.append(row)
            print("  ".join(f"{c:<18}" for c in row), flush=True)
    rows.append(["geometric mean", ""] + [f"{common.geometric_mean(ratios[v]):.2f} ({common.geometric_mean(medians[v]):.2f})"
                                          for v in names])
    rows.append(["smallest", ""] + [f"{min(ratios[v], default=0):.2f} ({min(medians[v], default=0):.2f})" for v in names])
    head = ["program", "clang -O3", *names]
    print()
    print("\n".join(common.table(head, rows)))
    if options.markdown:
        Path(options.markdown).write_text("\n".join(common.table(head, rows, markdown=True)) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
