"""Makes the packages of a toolkit prefix: python build.py PREFIX FOLDER

hostnpu-VERSION-py3-none-manylinux_X_Y_ARCH.whl   the prefix, the Python modules hostnpu and acl, and the command hostnpu
hostnpu-VERSION-ARCH.tar.gz                       the prefix, to be unpacked anywhere
hostnpu_VERSION_ARCH.deb                          the prefix in /opt/hostnpu

The same prefix gives the same bytes: entries are sorted, and neither times nor owners are taken over.
"""

import base64
import gzip
import hashlib
import io
import os
import pathlib
import platform
import re
import subprocess
import sys
import tarfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
SUMMARY = "Programs for AI accelerators (AscendCL, aclnn, PyTorch's torch_npu, CNRT, MLU-OPS, xmath) on a plain CPU"
WHEN = 315532800  # 1980, the first time that a zip file knows
DEBIAN = {"x86_64": "amd64", "aarch64": "arm64"}


def version():
    return re.search(r'^version = "([^"]+)"', (HERE.parent / "Cargo.toml").read_text(), re.M)[1]


def newest_glibc(prefix):
    """The newest version of the C library that symbols of the libraries need."""
    libraries = [path for path in sorted((prefix / "lib64").glob("*.so")) if not path.is_symlink()]
    listed = subprocess.run(["readelf", "-VW", *libraries], check=True, capture_output=True, text=True).stdout
    return max(tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_([0-9.]+)", listed))


def entries(prefix):
    """Files and links below the prefix, sorted by path. Links are not followed."""
    found = []
    for folder, folders, files in os.walk(prefix):
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        found += [pathlib.Path(folder, name) for name in files + links]
    return sorted(path.relative_to(prefix) for path in found)


def mode_of(path):
    return 0o755 if os.access(path, os.X_OK) else 0o644


def write_wheel(prefix, target, number, tag):
    information = f"hostnpu-{number}.dist-info"
    files, links = {}, []
    for module in sorted((HERE / "hostnpu").glob("*.py")):
        files[f"hostnpu/{module.name}"] = (module.read_text().replace("@VERSION@", number).encode(), 0o644)
    for module in sorted((HERE / "acl").glob("*.py")):
        files[f"acl/{module.name}"] = (module.read_bytes(), 0o644)
    for path in entries(prefix):
        if (prefix / path).is_symlink():
            links.append(f"{path}\t{os.readlink(prefix / path)}\n")
        else:
            files[f"hostnpu/toolkit/{path}"] = ((prefix / path).read_bytes(), mode_of(prefix / path))
    files["hostnpu/toolkit/links"] = ("".join(links).encode(), 0o644)
    texts = {
        "METADATA": f"Metadata-Version: 2.1\nName: hostnpu\nVersion: {number}\nSummary: {SUMMARY}\n"
        "License: Apache-2.0 OR MIT\nRequires-Python: >=3.8\n",
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: hostnpu\nRoot-Is-Purelib: false\nTag: {tag}\n",
        "entry_points.txt": "[console_scripts]\nhostnpu = hostnpu.__main__:main\n",
    }
    files.update({f"{information}/{name}": (text.encode(), 0o644) for name, text in texts.items()})
    record = ""
    for name, (contents, _) in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(contents)}\n"
    files[f"{information}/RECORD"] = (f"{record}{information}/RECORD,,\n".encode(), 0o644)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, (contents, mode) in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, (0o100000 | mode) << 16, 3
            archive.writestr(entry, contents)


def packed(items):
    """A compressed archive of (name, contents or link target, mode), with the folders above them."""
    archived, folders = io.BytesIO(), set()
    with tarfile.open(fileobj=archived, mode="w", format=tarfile.GNU_FORMAT) as archive:

        def add(name, kind, mode, contents=b"", target=""):
            entry = tarfile.TarInfo(name)
            entry.type, entry.mode, entry.mtime, entry.size, entry.linkname = kind, mode, WHEN, len(contents), target
            archive.addfile(entry, io.BytesIO(contents))

        for name, contents, mode in items:
            for folder in reversed(pathlib.PurePosixPath(name).parents):
                if str(folder) != "." and folder not in folders:
                    folders.add(folder)
                    add(f"{folder}", tarfile.DIRTYPE, 0o755)
            if isinstance(contents, str):
                add(name, tarfile.SYMTYPE, 0o777, target=contents)
            else:
                add(name, tarfile.REGTYPE, mode, contents)
    return gzip.compress(archived.getvalue(), mtime=WHEN)


def contents_of(prefix, below):
    for path in entries(prefix):
        real = prefix / path
        yield f"{below}/{path}", os.readlink(real) if real.is_symlink() else real.read_bytes(), mode_of(real)


def write_deb(prefix, target, number, glibc):
    size = sum((prefix / path).lstat().st_size for path in entries(prefix)) // 1024
    control = (
        f"Package: hostnpu\nVersion: {number}\nArchitecture: {DEBIAN[platform.machine()]}\nInstalled-Size: {size}\n"
        f"Maintainer: the hostnpu project <hostnpu@invalid>\nDepends: libc6 (>= {glibc}), libgcc-s1, libstdc++6\nSection: devel\nPriority: optional\n"
        f"Description: {SUMMARY}\n The toolkit prefix lies in /opt/hostnpu: source /opt/hostnpu/set_env.sh\n"
    )
    members = {
        "debian-binary": b"2.0\n",
        "control.tar.gz": packed([("./control", control.encode(), 0o644)]),
        "data.tar.gz": packed(contents_of(prefix, "./opt/hostnpu")),
    }
    archive = b"!<arch>\n"
    for name, contents in members.items():
        archive += f"{name:<16}{WHEN:<12}{0:<6}{0:<6}{'100644':<8}{len(contents):<10}`\n".encode()
        archive += contents + b"\n" * (len(contents) % 2)
    target.write_bytes(archive)


def main(prefix, folder):
    prefix, folder = pathlib.Path(prefix).resolve(), pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    number, machine, newest = version(), platform.machine(), newest_glibc(prefix)
    glibc = ".".join(map(str, newest))
    tag = f"py3-none-manylinux_{newest[0]}_{newest[1]}_{machine}"
    wheel, tarball = folder / f"hostnpu-{number}-{tag}.whl", folder / f"hostnpu-{number}-{machine}.tar.gz"
    deb = folder / f"hostnpu_{number}_{DEBIAN[machine]}.deb"
    write_wheel(prefix, wheel, number, tag)
    tarball.write_bytes(packed(contents_of(prefix, f"hostnpu-{number}")))
    write_deb(prefix, deb, number, glibc)
    print(f"needs glibc {glibc} or newer")
    for package in (wheel, tarball, deb):
        print(f"{hashlib.sha256(package.read_bytes()).hexdigest()}  {package}")


if __name__ == "__main__":
    main(*sys.argv[1:])
