"""Makes the packages of a toolkit prefix: python build.py PREFIX FOLDER

hostnpu-VERSION-py3-none-manylinux_X_Y_ARCH.whl   wheel.py
hostnpu-VERSION-ARCH.tar.gz                       system.py
hostnpu_VERSION_ARCH.deb                          the same; needs dpkg-deb
hostnpu-VERSION-1.ARCH.rpm                        the same; needs rpmbuild

The same prefix gives the same bytes: entries are sorted, and neither times nor owners are taken over.
The machine and the versions of system libraries that packages name are read from the libraries of the prefix.
"""

import hashlib
import pathlib
import sys

import system
import wheel
from prefix import Prefix


def main(root, folder):
    prefix, folder = Prefix(root), pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    print(f"{prefix.machine}, needs " + ", ".join(f"{family} {version}" for family, version in sorted(prefix.needs.items())))
    for write in (wheel.write, system.write_tarball, system.write_deb, system.write_rpm):
        package = write(prefix, folder)
        print(f"{hashlib.sha256(package.read_bytes()).hexdigest()}  {package.name}")


if __name__ == "__main__":
    main(*sys.argv[1:])
