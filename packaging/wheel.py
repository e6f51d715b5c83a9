"""A wheel: the prefix, the Python modules hostnpu and acl, and the commands."""

import base64
import hashlib
import os
import zipfile

from prefix import COMMANDS, HERE, LICENCE, SUMMARY, VERSION


def tag_of(prefix):
    return f"py3-none-manylinux_{prefix.needs['GLIBC'].replace('.', '_')}_{prefix.machine}"


def contents_of(prefix):
    """{name: (bytes, mode)} of the package's own files. An archive of the kind that pip installs has no links: a file lists them."""
    files, links = {}, []
    for module in sorted((HERE / "hostnpu").glob("*.py")):
        files[f"hostnpu/{module.name}"] = (module.read_text().replace("@VERSION@", VERSION).encode(), 0o644)
    for module in sorted((HERE / "acl").glob("*.py")):
        files[f"acl/{module.name}"] = (module.read_bytes(), 0o644)
    for path in prefix.entries():
        real = prefix.root / path
        if real.is_symlink():
            links.append(f"{path}\t{os.readlink(real)}\n")
        else:
            files[f"hostnpu/toolkit/{path}"] = (real.read_bytes(), prefix.mode(path))
    files["hostnpu/toolkit/links"] = ("".join(links).encode(), 0o644)
    return files


def write(prefix, folder):
    information, tag = f"hostnpu-{VERSION}.dist-info", tag_of(prefix)
    texts = {
        "METADATA": f"Metadata-Version: 2.1\nName: hostnpu\nVersion: {VERSION}\nSummary: {SUMMARY}\n"
        f"License: {LICENCE}\nRequires-Python: >=3.8\n",
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: hostnpu\nRoot-Is-Purelib: false\nTag: {tag}\n",
        "entry_points.txt": "[console_scripts]\n" + "".join(f"{name} = hostnpu.__main__:main\n" for name in COMMANDS),
    }
    files = contents_of(prefix)
    files.update({f"{information}/{name}": (text.encode(), 0o644) for name, text in texts.items()})
    record = ""
    for name, (contents, _) in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(contents)}\n"
    files[f"{information}/RECORD"] = (f"{record}{information}/RECORD,,\n".encode(), 0o644)
    wheel = folder / f"hostnpu-{VERSION}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, (contents, mode) in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, (0o100000 | mode) << 16, 3
            archive.writestr(entry, contents)
    return wheel
