"""A toolkit prefix, as the packages see it."""

import os
import pathlib
import re
import struct
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
SUMMARY = "Programs for AI accelerators (AscendCL, aclnn, PyTorch's torch_npu, CNRT, MLU-OPS, xmath) on a plain CPU"
LICENCE = "Apache-2.0 OR MIT"
VERSION = re.search(r'^version = "([^"]+)"', (HERE.parent / "Cargo.toml").read_text(), re.M)[1]
# The commands of the prefix that belong on the path: all are names of one program.
COMMANDS = ("hostnpu", "msprof", "mssanitizer", "npu-smi")
WHEN = 315532800  # 1980, the first time that a zip file knows

MACHINES = {62: "x86_64", 183: "aarch64"}  # e_machine of ELF


class Prefix:
    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()
        self.machine = self._machine()
        self.needs = self._needs()

    def _machine(self):
        header = (self.root / "lib64/libhostnpu.so").read_bytes()[:20]
        number = struct.unpack_from("<H", header, 18)[0]
        if header[:4] != b"\x7fELF" or number not in MACHINES:
            raise SystemExit(f"{self.root}/lib64/libhostnpu.so: no library for {' or '.join(MACHINES.values())}")
        return MACHINES[number]

    def _needs(self):
        """The newest version of each family of symbols that libraries and programs need, as {"GLIBC": "2.28"}."""
        programs = [path for path in self.files() if (self.root / path).read_bytes()[:4] == b"\x7fELF"]
        listed = subprocess.run(["readelf", "-VW", *programs], cwd=self.root, check=True, capture_output=True, text=True).stdout
        newest = {}
        for family, version in re.findall(r"Name: (GLIBC|GLIBCXX|CXXABI|GCC)_([0-9.]+)", listed):
            newest[family] = max(newest.get(family, "0"), version, key=lambda text: tuple(map(int, text.split("."))))
        return newest

    def entries(self):
        """Files and links, sorted by path. Links are not followed."""
        found = []
        for folder, folders, files in os.walk(self.root):
            links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
            found += [pathlib.Path(folder, name).relative_to(self.root) for name in files + links]
        return sorted(found)

    def files(self):
        return [path for path in self.entries() if not (self.root / path).is_symlink()]

    def mode(self, path):
        return mode_of((self.root / path).lstat().st_mode)


def mode_of(mode):
    """The rights that a package gives: not those of whoever has built it."""
    return 0o755 if mode & 0o100 else 0o644
