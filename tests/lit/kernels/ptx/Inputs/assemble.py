#!/usr/bin/env python3
"""Has ptxas assemble every PTX kernel of the objects for every architecture that it knows; prints how many there were."""
import re
import subprocess
import sys
import tempfile


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def main():
    help_text = run("ptxas", "--help").stdout
    architectures = sorted(set(re.findall(r"'(sm_\w+)'", help_text)))
    kernels = failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for obj in sys.argv[1:]:
            for block in re.findall(r"^(\S+): \d+ bytes, checksum", run("xc-blob", "dump", obj).stdout, re.M):
                run("xc-blob", "extract", obj, "--form=ptx", "--block=" + block, "-o", folder + "/kernel.ptx")
                kernels += 1
                for architecture in architectures:
                    result = run("ptxas", "-arch=" + architecture, folder + "/kernel.ptx", "-o", folder + "/kernel.cubin")
                    if result.returncode:
                        failures += 1
                        print(f"{obj}: {block}: {architecture}: {result.stderr.strip()}")
    print(f"{kernels} kernels, {len(architectures)} architectures, {failures} failures")
    return 1 if failures or not architectures else 0


if __name__ == "__main__":
    sys.exit(main())
