# SPDX-License-Identifier: Apache-2.0
"""What the scripts of this folder share."""
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def tracked_files(*suffixes):
    """Files that git knows or would add, with one of the suffixes (all files without), sorted."""
    listing = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], cwd=ROOT,
                             capture_output=True, check=True).stdout.decode()
    names = sorted(set(filter(None, listing.split("\0"))))
    paths = (ROOT / name for name in names if not suffixes or name.endswith(suffixes))
    return [path for path in paths if path.is_file()]


def report(name, problems):
    """Prints the problems and returns the exit code."""
    for problem in problems:
        print(problem)
    print(f"{name}: {len(problems)} problem{'s' if len(problems) != 1 else ''}" if problems else f"{name}: ok")
    return 1 if problems else 0
