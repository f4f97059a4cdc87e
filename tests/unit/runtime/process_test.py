#!/usr/bin/env python3
"""Tests whole processes: programs linked in all ways, shared objects, the environment, standard error, the end.

usage: process_test.py LIBXCRT_A CC [C_FLAG...]
SPDX-License-Identifier: Apache-2.0
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE = HERE.parent.parent.parent / "include"
LIBRARY, CC, *FLAGS = sys.argv[1:] or ["", "cc"]
FOLDER = None


def compile_program(name, *arguments, source="process_program.c"):
    """Compiles with a C compiler, so that a need for the C++ library would fail here."""
    path = FOLDER / name
    libraries = [LIBRARY, "-pthread"] if source == "process_program.c" else ["-pthread"]
    result = subprocess.run([CC, *FLAGS, "-O2", "-Wall", "-I", str(INCLUDE), *arguments, str(HERE / source), *libraries,
                             "-o", str(path)], capture_output=True, text=True)
    # No warning either: a user would see it for each program.
    lines = [line for line in result.stderr.splitlines() if "libxcrt" in line]
    if result.returncode != 0 or lines:
        raise AssertionError(result.stderr)
    return path


def run(program, *arguments, timeout=60, **variables):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("XC_PAR")}
    environment.update({"XC_PAR": "cpu", "XC_PAR_THREADS": "2"}, **variables)
    return subprocess.run([program, *map(str, arguments)], env=environment, capture_output=True, text=True,
                          timeout=timeout)


class ProcessTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = compile_program("program", "-rdynamic")
        cls.first = compile_program("first.so", "-shared", "-fPIC", "-DSHARED", "-fvisibility=hidden")
        cls.second = compile_program("second.so", "-shared", "-fPIC", "-DSHARED", "-fvisibility=hidden")
        script = FOLDER / "local.map"
        script.write_text("{ global: run_block; local: *; };\n")
        cls.own = compile_program("own.so", "-shared", "-fPIC", "-DSHARED", f"-Wl,--version-script={script}")

    def check(self, result, stderr=""):
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(result.stderr, stderr)

    def test_plain(self):
        for mode in ("auto", "cpu", "serial", "check", "chaos", "chaos:7"):
            for threads in ("1", "2", "5"):
                self.check(run(self.program, "plain", XC_PAR=mode, XC_PAR_THREADS=threads))

    def test_one_warning_for_each_wrong_variable(self):
        self.check(run(self.program, "plain", XC_PAR="foo"),
                   "xcc: warning: XC_PAR: unknown value 'foo' (expected auto, cpu, gpu, cuda, serial, check or chaos[:seed])\n")
        self.check(run(self.program, "plain", XC_PAR="remote"),
                   "xcc: warning: XC_PAR: no device for 'remote' here, running as with auto\n")
        # Nothing in this program asks for a device.
        self.check(run(self.program, "plain", XC_PAR="gpu"))
        result = run(self.program, "plain", XC_PAR="x", XC_PAR_THREADS="0", XC_PAR_REPORT="2")
        self.assertEqual(result.stderr.count("warning"), 3)

    def test_one_warning_for_all_copies(self):
        result = run(self.program, "shared", self.first, self.second, XC_PAR="foo")
        self.assertEqual(result.stderr.count("warning"), 1)

    def test_report(self):
        result = run(self.program, "plain", XC_PAR_REPORT="1")
        self.assertEqual(result.returncode, 0)
        lines = result.stderr.splitlines()
        self.assertEqual(len(lines), 2)
        for line in lines:
            self.assertRegex(line, r"^xcc: main\.par\.1: 100000 items, cpu, [12] threads?, \d+ tiles, \d+\.\d\d ms$")

    def test_settings_of_a_setuid_program(self):
        if os.geteuid() != 0:
            self.skipTest("needs root")
        program = FOLDER / "setuid"
        shutil.copy(self.program, program)
        FOLDER.chmod(0o755)
        os.chown(program, 1, 1)
        program.chmod(0o4755)
        if subprocess.run(["findmnt", "-no", "OPTIONS", "-T", program], capture_output=True,
                          text=True).stdout.find("nosuid") >= 0:
            self.skipTest("mounted nosuid")
        self.check(run(program, "plain", XC_PAR="foo", XC_PAR_REPORT="1"))

    def test_shared_objects_share_the_pool(self):
        self.check(run(self.program, "shared", self.first, self.second, self.first))

    def test_shared_object_with_a_pool_of_its_own(self):
        # Hidden by a version script: more than one pool, but all works.
        self.check(run(compile_program("loader", source="process_loader.c"), 1000, self.own, self.first))

    def test_closed_shared_objects(self):
        loader = compile_program("loader", source="process_loader.c")
        self.check(run(loader, 3500000, self.first, self.second, self.own))
        # Which copy creates a helper is a matter of chance: often enough for each to have done it.
        for _ in range(20):
            self.check(run(loader, 1000, self.first, self.second, self.own))

    def test_static(self):
        if any(flag.startswith("-fsanitize") for flag in FLAGS):
            self.skipTest("sanitizers cannot be linked statically")
        for flag in ("-static", "-static-pie"):
            program = compile_program("static" + flag, flag, *(["-fPIE"] if flag == "-static-pie" else []))
            self.check(run(program, "plain"))
            self.check(run(program, "daemon"))

    def test_exec_and_daemon(self):
        self.check(run(self.program, "exec"))
        result = run(self.program, "daemon")
        self.check(result)
        self.assertEqual(result.stdout, "daemon done\n")

    def test_idle_program_uses_no_cpu(self):
        self.check(run(self.program, "idle"))

    def test_process_ends_with_its_last_thread(self):
        start = time.monotonic()
        result = run(self.program, "pthread_exit")
        self.check(result)
        self.assertEqual(result.stdout, "thread done\n")
        self.assertLess(time.monotonic() - start, 20)

    def test_standard_error_that_nobody_reads(self):
        reader, writer = os.pipe()
        os.close(reader)
        environment = dict(os.environ, XC_PAR="cpu", XC_PAR_REPORT="1")
        result = subprocess.run([self.program, "plain"], env=environment, stderr=writer)
        os.close(writer)
        self.assertEqual(result.returncode, 0)

    def test_no_standard_error(self):
        environment = dict(os.environ, XC_PAR="cpu", XC_PAR_REPORT="1")
        result = subprocess.run(["sh", "-c", f"exec '{self.program}' plain 2>&-"], env=environment)
        self.assertEqual(result.returncode, 0)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        FOLDER = pathlib.Path(folder)
        unittest.main(argv=[sys.argv[0], "-v"])
