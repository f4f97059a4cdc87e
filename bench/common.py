# SPDX-License-Identifier: Apache-2.0
"""What the benchmarks share: building, timing in alternation, tables."""
import math
import os
import re
import resource
import shlex
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
KERNEL_LINE = re.compile(r"time ([\d.]+) median ([\d.]+) checksum (\w+)")
KERNEL_ROUNDS = 5


def compile_to(words, source, out, libs=("-lm",)):
    """Builds `source`; returns what went wrong, or None."""
    done = subprocess.run([*words, str(source), "-o", str(out), *libs], capture_output=True, text=True, errors="replace")
    return f"{shlex.join(words)} {source}: {done.stderr[-500:]}" if done.returncode else None


def run_kernel(binary, size, env):
    """One run of a kernel program: (seconds inside the kernel, the fastest of KERNEL_ROUNDS, and a checksum).

    Several rounds, as a program that such a kernel matters to runs it more than once: the first meets cold pages on the
    second core, and is the one by which a runtime learns."""
    done = subprocess.run([str(binary), str(size), str(KERNEL_ROUNDS)], capture_output=True, text=True, env=env,
                          cwd=binary.parent)
    found = KERNEL_LINE.search(done.stdout)
    if done.returncode or not found:
        raise RuntimeError(f"{binary.name} ends with {done.returncode}: {done.stderr[-300:]}")
    return float(found[1]), found[3]


def run_program(binary, env):
    """One run of a whole program: (seconds, what it printed)."""
    start = time.monotonic()
    done = subprocess.run([str(binary)], capture_output=True, env=env, cwd=binary.parent)
    seconds = time.monotonic() - start
    if done.returncode:
        raise RuntimeError(f"{binary.name} ends with {done.returncode}")
    return seconds, done.stdout


def environment(threads=None, scratch=None):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("XC", "OMP_", "GOMP_"))}
    if threads:
        env["OMP_NUM_THREADS"] = str(threads)
    if scratch:
        env["XCC_SETTINGS_DIR"] = str(scratch)
    return env


def cpu_seconds(words):
    """User and system time of one command and its children; exits where the command fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=True, text=True, errors="replace")
    if done.returncode:
        sys.exit(f"{shlex.join(words)}\n{done.stderr[-2000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def geometric_mean(values):
    return math.exp(sum(math.log(v) for v in values) / len(values)) if values else float("nan")


def table(head, rows, markdown=False):
    """Lines of a table; the first column is text, the others are aligned to the right."""
    widths = [max(len(str(r[i])) for r in [head, *rows]) for i in range(len(head))]
    if markdown:
        lines = ["| " + " | ".join(map(str, head)) + " |", "|" + "---|" + "---:|" * (len(head) - 1)]
        return lines + ["| " + " | ".join(map(str, r)) + " |" for r in rows]
    def line(row):
        return "  ".join(str(c).ljust(w) if i == 0 else str(c).rjust(w) for i, (c, w) in enumerate(zip(row, widths)))
    return [line(head), *map(line, rows)]
