"""The command `hostnpu`, and the vendor's: npu-smi, msprof and mssanitizer.

hostnpu run -- PROGRAM ARGUMENT...   runs a program with the environment of set_env.sh
hostnpu prefix                       prints the folder of the toolkit prefix
hostnpu env                          prints the line that brings the environment into a shell

Whatever else the launcher of the prefix knows, it does.
"""

import os
import pathlib
import shlex
import sys

from hostnpu import prefix


def in_environment(*command):
    """Ends this process in favour of a command with the environment of set_env.sh: libraries are searched by what is set before a start."""
    script = f'. {shlex.quote(os.path.join(prefix(), "set_env.sh"))} && exec "$@"'
    os.execvp("bash", ["bash", "-c", script, "hostnpu", *command])


def main():
    name, arguments = pathlib.Path(sys.argv[0]).name, sys.argv[1:]
    commands = os.path.join(prefix(), "bin")
    launcher = os.path.join(commands, "hostnpu")
    if name in ("npu-smi", "msprof", "mssanitizer"):
        in_environment(os.path.join(commands, name), *arguments)
    elif arguments == ["prefix"]:
        print(prefix())
    elif arguments == ["env"]:
        print("source " + shlex.quote(os.path.join(prefix(), "set_env.sh")))
    elif os.access(launcher, os.X_OK):
        in_environment(launcher, *arguments)
    elif arguments[:1] == ["run"] and len(arguments) > 1 + (arguments[1:2] == ["--"]):
        in_environment(*arguments[2 if arguments[1] == "--" else 1 :])
    else:
        sys.exit(__doc__.strip())


if __name__ == "__main__":
    main()
