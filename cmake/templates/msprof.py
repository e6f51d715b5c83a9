#!/usr/bin/env python3
"""The vendor's analysis of a profile, msprof.py export|import|analyze|query … -dir FOLDER. Folders are complete when they are written: this says so of one."""

import pathlib
import subprocess
import sys


def main(arguments):
    folder = next((value for name, value in zip(arguments, arguments[1:]) if name in ("-dir", "--collection-dir")), None)
    if folder is None:
        sys.exit(__doc__)
    command = pathlib.Path(__file__).resolve().parents[3] / "bin" / "msprof"
    return subprocess.call([command, "--export=on", f"--output={folder}"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
