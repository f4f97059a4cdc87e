#!/usr/bin/env python3
"""Checks what libxcrt.a exports and what it needs: it is linked into C programs and must never end one.

usage: symbols_test.py LIBXCRT_A
SPDX-License-Identifier: Apache-2.0
"""
import re
import subprocess
import sys

EXPORTED = {"xcrt_run", "xcrt_root_1"}

# Only the C library and its threads; and no name that a C program is likely to use for a function of its own, such as
# read() or open().
ALLOWED = set("""
__errno_location bcmp clock_gettime dladdr dlsym free getauxval getenv malloc memchr memcmp memcpy memmove memset
__register_atfork pthread_attr_destroy pthread_attr_getstacksize pthread_attr_init pthread_attr_setaffinity_np
pthread_attr_setdetachstate pthread_attr_setstacksize pthread_create pthread_self pthread_sigmask sched_getcpu
sigaddset sigdelset sigemptyset sigfillset sigismember sigpending sigtimedwait snprintf strchr strcmp strlen strncmp
strstr strtoull __isoc23_strtoull syscall _GLOBAL_OFFSET_TABLE_
""".split())
SANITIZERS = re.compile(r"^__(asan|ubsan|tsan|sanitizer|sancov)_|^__tsan|^__start_|^__stop_")


def nm(*arguments):
    output = subprocess.run(["nm", *arguments], check=True, capture_output=True, text=True).stdout
    return [line.split() for line in output.splitlines() if len(line.split()) in (2, 3)]


def main():
    library = sys.argv[1]
    failures = []
    defined = {row[-1] for row in nm("--defined-only", library)}
    for row in nm("--undefined-only", library):
        name = row[-1]
        if name not in defined and name not in ALLOWED and not SANITIZERS.match(name):
            failures.append(f"needs {name}")

    # Default visibility, that is, what a shared object with the library in it would export.
    output = subprocess.run(["readelf", "-sW", library], check=True, capture_output=True, text=True).stdout
    exported = set()
    for line in output.splitlines():
        fields = line.split()
        if len(fields) == 8 and fields[4] in ("GLOBAL", "WEAK", "UNIQUE") and fields[5] == "DEFAULT" \
                and fields[6] != "UND" and not SANITIZERS.match(fields[7]):
            exported.add(fields[7])
            if fields[7] == "xcrt_root_1" and fields[4] != "UNIQUE":
                failures.append("xcrt_root_1 is not a unique symbol")
    failures += [f"exports {name}" for name in sorted(exported - EXPORTED)]
    failures += [f"does not export {name}" for name in sorted(EXPORTED - exported)]

    for failure in failures:
        print(f"{library}: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
