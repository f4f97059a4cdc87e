#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How much longer xcc compiles than clang -O2: user and system time of whole commands, in alternation.

    bench/compile.py [--xcc PATH] [--clang PATH] [--runs N] [--markdown FILE]

Over the examples and kernels, which have loops to lift, and over larger generated files with few or no loops, which are
what most of a real program looks like.
"""
import argparse
import random
import sys
import tempfile
from pathlib import Path

import common


def branches(functions):
    """A file of small functions with calls and branches and no loop at all."""
    rng = random.Random(1)
    lines = ["struct node { struct node *left, *right; int key; unsigned value; };", "extern unsigned table[256];"]
    for k in range(functions):
        callee = f"f{rng.randrange(k)}(x ^ {rng.randrange(99)}, p)" if k else "x"
        lines += [f"unsigned f{k}(unsigned x, struct node *p) {{",
                  f"  if (p && p->key > {rng.randrange(1000)}) x += p->value * {rng.randrange(3, 99)};",
                  f"  switch (x % {rng.randrange(3, 7)}) {{ case 0: return table[x & 255]; case 1: x ^= {callee}; break;",
                  f"  case 2: x = x >> {rng.randrange(1, 9)} | {rng.randrange(255)}; }}",
                  "  if (p && p->left) p->left->value = x; return x; }"]
    return "\n".join(lines) + "\n"


def serial_loops(functions):
    """Loops that have to be looked at and are then left alone."""
    rng = random.Random(2)
    lines = ["unsigned read_one(void);", "struct list { struct list *next; unsigned value; };"]
    for k in range(functions):
        shape = rng.randrange(4)
        lines.append(f"unsigned g{k}(unsigned *p, struct list *l, int n) {{ unsigned s = {k};")
        if shape == 0:
            lines.append("  while (l) { s = s * 31 + l->value; l = l->next; }")
        elif shape == 1:
            lines.append(f"  for (int i = 1; i < n; i++) p[i] += p[i - 1] * {rng.randrange(9)};")
        elif shape == 2:
            lines.append(f"  for (int i = 0; i < n; i++) if (p[i] == {rng.randrange(99)}) return i; else s ^= read_one();")
        else:
            lines.append(f"  for (int i = 0; i < n; i++) {{ s = s * {rng.randrange(3, 9)} + p[i]; if (s & 1) p[s % 64]++; }}")
        lines.append("  return s; }")
    return "\n".join(lines) + "\n"


def parallel_loops(functions):
    """Many loops of which each is lifted."""
    rng = random.Random(3)
    lines = []
    for k in range(functions):
        lines += [f"void h{k}(float *a, const float *b, int n) {{",
                  f"  for (int i = 0; i < n; i++) a[i] = b[i] * {rng.randrange(9)}.5f + {rng.randrange(9)}; }}"]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--xcc", default=str(common.ROOT / "build" / "bin" / "xcc"))
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--markdown", help="also write the table to this file")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        sources = []
        for name, text in [("generated: no loops", branches(800)), ("generated: serial loops", serial_loops(400)),
                           ("generated: parallel loops", parallel_loops(100))]:
            path = scratch / (name.split(": ")[1].replace(" ", "-") + ".c")
            path.write_text(text)
            sources.append((name, path))
        sources += [("example " + p.stem, p) for p in sorted((common.ROOT / "examples").glob("*.c"))]
        sources += [("kernel " + p.stem, p) for p in sorted((common.HERE / "kernels").glob("*.c"))]
        rows, ratios = [], {"generated": [], "example": [], "kernel": []}
        for name, source in sources:
            times = {options.clang: [], options.xcc: []}
            for r in range(options.runs):
                for compiler in list(times) if r % 2 == 0 else reversed(list(times)):
                    times[compiler].append(
                        common.cpu_seconds([compiler, "-O2", "-c", str(source), "-o", str(scratch / "out.o")]))
            clang, xcc = min(times[options.clang]), min(times[options.xcc])
            ratios[name.split(":")[0].split(" ")[0]].append(xcc / clang)
            rows.append([name, f"{clang:.3f} s", f"{xcc:.3f} s", f"{xcc / clang:.2f}"])
            print("  ".join(f"{c:<26}" for c in rows[-1]), flush=True)
    rows += [[f"geometric mean, {kind}", "", "", f"{common.geometric_mean(values):.2f}"] for kind, values in ratios.items()]
    head = ["file", "clang -O2", "xcc -O2", "ratio"]
    print()
    print("\n".join(common.table(head, rows)))
    if options.markdown:
        Path(options.markdown).write_text("\n".join(common.table(head, rows, markdown=True)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
