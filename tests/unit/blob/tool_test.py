#!/usr/bin/env python3
"""Tests xc-blob on a file with two blobs in it.

usage: tool_test.py XC_BLOB MAKE_BLOB
SPDX-License-Identifier: Apache-2.0
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL, MAKE = sys.argv[1:3]


def run(*arguments):
    return subprocess.run([TOOL, *map(str, arguments)], capture_output=True, text=True)


class ToolTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.blob = subprocess.run([MAKE], check=True, capture_output=True).stdout
        self.file = self.folder / "program"
        self.file.write_bytes(b"\x7fELF..." + self.blob + b"xckb by chance" + b"\0" * 99)

    def test_dump(self):
        result = run("dump", self.file)
        self.assertEqual(result.returncode, 0, result.stderr)
        for line in ("sample.par.12: ", "2 dimensions, record of 40 bytes (32 captured), floats, 3 guards",
                     "array 1 'out': written whole, elements of 8 bytes, widths 8", "pointer at 32: array 2, object",
                     "scalar at 24: f32", "reduction at 8 of 16: fadd f32",
                     "ptx variant 1: entry sample", "spirv: entry sample, 8 bytes, groups of 256, strided, at most"):
            self.assertIn(line, result.stdout)
        self.assertEqual(result.stderr, "")

    def test_check(self):
        result = run("check", self.file)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        damaged = bytearray(self.blob)
        damaged[100] ^= 1
        self.file.write_bytes(self.blob + damaged)
        result = run("check", self.file)
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"a damaged kernel blob at byte {len(self.blob)}", result.stderr)

    def test_extract(self):
        output = self.folder / "kernel"
        self.assertEqual(run("extract", self.file, "--form=ptx", "-o", output).returncode, 0)
        self.assertEqual(output.read_text(), "// text of the kernel\n")
        self.assertEqual(run("extract", self.file, "--form=ptx", "--variant=1").stdout, "// four at a time\n")
        self.assertEqual(run("extract", self.file, "--form=spirv", "-o", output).returncode, 0)
        self.assertEqual(output.stat().st_size, 8)
        self.assertIn("no such kernel", run("extract", self.file, "--form=msl").stderr)
        self.file.write_bytes(self.blob * 2)
        self.assertIn("several", run("extract", self.file, "--form=ptx").stderr)

    def test_usage(self):
        for arguments in ((), ("dump",), ("extract", self.file), ("extract", self.file, "--form=elf"), ("show", "x")):
            result = run(*arguments)
            self.assertEqual(result.returncode, 2)
            self.assertIn("usage:", result.stderr)
        self.assertEqual(run("dump", self.folder / "nothing").returncode, 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
