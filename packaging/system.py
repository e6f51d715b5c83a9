"""Packages of systems: a tarball, to be unpacked anywhere; Debian and RPM packages with the prefix in /opt/hostnpu and its commands in /usr/bin."""

import gzip
import os
import pathlib
import shutil
import subprocess
import tarfile
import tempfile

from prefix import COMMANDS, HERE, LICENCE, SUMMARY, VERSION, WHEN, mode_of

DEBIAN = {"x86_64": "amd64", "aarch64": "arm64"}
MAINTAINER = "the hostnpu project <hostnpu@invalid>"
DESCRIPTION = "The toolkit prefix is in /opt/hostnpu: source /opt/hostnpu/set_env.sh"
ENVIRONMENT = {**os.environ, "SOURCE_DATE_EPOCH": str(WHEN), "LC_ALL": "C"}


def anonymous(entry):
    """An entry of an archive without times, owners and rights of this machine."""
    entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = WHEN, 0, 0, "", ""
    entry.mode = 0o777 if entry.issym() else 0o755 if entry.isdir() else mode_of(entry.mode)
    return entry


def write_tarball(prefix, folder):
    tarball = folder / f"hostnpu-{VERSION}-{prefix.machine}.tar.gz"
    with open(tarball, "wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=WHEN) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
            archive.add(prefix.root, f"hostnpu-{VERSION}", filter=anonymous)
    return tarball


def lay_out(prefix, root):
    """The tree that a package installs."""
    opt, bin_folder = root / "opt/hostnpu", root / "usr/bin"
    shutil.copytree(prefix.root, opt, symlinks=True)
    bin_folder.mkdir(parents=True)
    for name in COMMANDS:
        (bin_folder / name).symlink_to(f"../../opt/hostnpu/bin/{name}")
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() else mode_of(path.stat().st_mode))
        os.utime(path, (WHEN, WHEN), follow_symlinks=False)


def write_deb(prefix, folder):
    deb = folder / f"hostnpu_{VERSION}_{DEBIAN[prefix.machine]}.deb"
    size = sum((prefix.root / path).lstat().st_size for path in prefix.entries()) // 1024
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(scratch, "root")
        lay_out(prefix, root)
        control = root / "DEBIAN/control"
        control.parent.mkdir(mode=0o755)
        control.write_text(
            f"Package: hostnpu\nVersion: {VERSION}\nArchitecture: {DEBIAN[prefix.machine]}\nInstalled-Size: {size}\n"
            f"Maintainer: {MAINTAINER}\nDepends: libc6 (>= {prefix.needs['GLIBC']}), libgcc-s1 | libgcc1, libstdc++6 (>= 8)\n"
            f"Recommends: libucx0\nSection: devel\nPriority: optional\nDescription: {SUMMARY}\n {DESCRIPTION}\n"
        )
        control.chmod(0o644)
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zgzip", "--build", root, deb], check=True, env=ENVIRONMENT, stdout=subprocess.DEVNULL)
    return deb


def write_rpm(prefix, folder):
    rpm = folder / f"hostnpu-{VERSION}-1.{prefix.machine}.rpm"
    needs = {
        "libc.so.6": f"GLIBC_{prefix.needs['GLIBC']}",
        "libgcc_s.so.1": f"GCC_{prefix.needs['GCC']}",
        "libstdc++.so.6": f"GLIBCXX_{prefix.needs['GLIBCXX']}",
    }
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(scratch, "root")
        lay_out(prefix, root)
        values = {
            "version": VERSION,
            "summary": SUMMARY,
            "description": DESCRIPTION,
            "licence": LICENCE.replace(" OR ", " or "),
            "packager": MAINTAINER,
            "requires": "\n".join(f"Requires: {library}({symbols})(64bit)" for library, symbols in needs.items()),
            "commands": "\n".join(f"/usr/bin/{name}" for name in COMMANDS),
            "root": root,
        }
        spec = pathlib.Path(scratch, "hostnpu.spec")
        text = (HERE / "hostnpu.spec.in").read_text()
        for name, value in values.items():
            text = text.replace(f"@{name}@", str(value))
        spec.write_text(text)
        subprocess.run(
            ["rpmbuild", "-bb", "--quiet", "--target", f"{prefix.machine}-linux", "--define", f"_topdir {scratch}/top", spec],
            check=True, env=ENVIRONMENT, cwd=scratch,
        )  # fmt: skip
        shutil.copy(pathlib.Path(scratch, "top/RPMS", prefix.machine, rpm.name), rpm)
    return rpm
