# SPDX-License-Identifier: Apache-2.0
"""Shrinks a failing generated program: removes lines, blocks and wrappers as long as xcc stays wrong and the program
stays valid. Used by run.py --reduce.
"""
import re
import tempfile
from pathlib import Path

BEGIN = re.compile(r"^APART static uint64_t f\d+\(")


def body_range(lines):
    """The lines that may go: the body of the function under test and the calls to it."""
    start = next(i for i, line in enumerate(lines) if BEGIN.match(line))
    end = next(i for i, line in enumerate(lines) if line.startswith("/* END"))
    return start + 1, end


def closing(lines, at):
    """The line that closes the block opened on line `at`."""
    depth = 0
    for i in range(at, len(lines)):
        depth += lines[i].count("{") - lines[i].count("}")
        if depth <= 0:
            return i
    return len(lines) - 1


def candidates(lines):
    """Smaller versions of the program, the boldest first."""
    start, end = body_range(lines)
    at = start
    while at < end:
        line = lines[at].strip()
        if line.endswith("{") and not line.startswith("}"):
            last = closing(lines, at)
            yield lines[:at] + lines[last + 1:]
            if re.match(r"(for|if|while)\b", line):
                yield lines[:at] + lines[at + 1:last] + lines[last + 1:]
        elif line.startswith("if (") or line.startswith("for ("):
            yield lines[:at] + lines[at + 2:]
            yield lines[:at] + lines[at + 1:]
        elif line.startswith("fuzz_fill"):
            yield lines[:at] + lines[at + 3:]
        elif line and line != "}" and not line.startswith(("uint64_t result", "return result", "static void call")):
            yield lines[:at] + lines[at + 1:]
        at += 1
    # Then the expressions: a parenthesis by one of its operands, or by a number.
    for at in range(start, end):
        line = lines[at]
        if "fuzz_" in line or "opaque" in line:
            continue
        for found in re.finditer(r"\(", line):
            depth, stop = 0, found.start()
            for stop in range(found.start(), len(line)):
                depth += (line[stop] == "(") - (line[stop] == ")")
                if depth == 0:
                    break
            inside = line[found.start() + 1:stop]
            for text in ("1", *re.split(r" (?:[-+*^&|/%<>?:]|>>) ", inside)[:3]):
                if len(text) < stop - found.start() and text.count("(") == text.count(")"):
                    yield lines[:at] + [line[:found.start()] + text + line[stop + 1:]] + lines[at + 1:]


def reduce_file(tools, path, function, seeds=(1, 2, 3)):
    """Writes PATH with `.reduced.c` and returns its path."""
    import run as runner

    environments = [{"XC_PAR": f"chaos:{s}", "XC_PAR_THREADS": "4"} for s in seeds]
    environments += [{}, {"XC_PAR": "cpu", "XC_PAR_THREADS": "4"}]
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)

        def still_wrong(lines):
            source = folder / "candidate.c"
            source.write_text("\n".join(lines) + "\n")
            checks = ["-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover", "-Werror=uninitialized"]
            if tools.build(tools.clang, checks, source, folder / "checked").returncode:
                return False
            status, right, _ = runner.run(folder / "checked", {"ASAN_OPTIONS": "detect_leaks=0"})
            if status or not right:
                return False
            # Plain clang has to get it right, or it is not our bug.
            if tools.build(tools.clang, tools.flags, source, folder / "plain").returncode:
                return False
            if runner.run(folder / "plain")[1] != right:
                return False
            if tools.xcc_build(source, folder / "program").returncode:
                return False
            return any(runner.run(folder / "program", env)[1] != right for env in environments)

        lines = path.read_text().splitlines()
        if not still_wrong(lines):
            return path
        progress = True
        while progress:
            progress = False
            for smaller in candidates(lines):
                if len("\n".join(smaller)) < len("\n".join(lines)) and still_wrong(smaller):
                    lines, progress = smaller, True
                    break
        out = path.with_suffix(".reduced.c")
        out.write_text("\n".join(lines) + "\n")
        return out
