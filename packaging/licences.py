"""Texts of the licences of what the library and the command are linked from: python licences.py FILE"""

import json
import pathlib
import subprocess
import sys

from prefix import HERE

SHIPPED = ("hostnpu-library", "hostnpu-launcher")
TEXTS = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE")


def packages():
    """Packages of other projects, by name: no macros, nothing that only builds or tests."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", "x86_64-unknown-linux-gnu"]
    metadata = json.loads(subprocess.run(command, cwd=HERE.parent, check=True, capture_output=True).stdout)
    by_id = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    open_ids, found = [key for key, package in by_id.items() if package["name"] in SHIPPED], {}
    while open_ids:
        key = open_ids.pop()
        package = by_id[key]
        if key in found or any("proc-macro" in target["kind"] for target in package["targets"]):
            continue
        found[key] = package
        open_ids += [item["pkg"] for item in nodes[key]["deps"] if any(kind["kind"] is None for kind in item["dep_kinds"])]
    return sorted((package for package in found.values() if package["source"]), key=lambda package: package["name"])


def main(target):
    parts = []
    for package in packages():
        folder = pathlib.Path(package["manifest_path"]).parent
        paths = [path for path in sorted(folder.iterdir()) if path.name.upper().startswith(TEXTS)]
        # Where one may choose, MIT's is the short one.
        texts = [path.read_text() for path in [path for path in paths if path.name.endswith("-MIT")] or paths]
        if not texts:
            raise SystemExit(f"{package['name']}: no text of a licence in {folder}")
        parts.append(f"==== {package['name']} {package['version']}: {package['license']}\n\n" + "\n".join(texts))
    pathlib.Path(target).write_text("\n".join(parts))


if __name__ == "__main__":
    main(*sys.argv[1:])
