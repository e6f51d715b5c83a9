"""Lets the CUDA build of torch, which is what the package index has, be imported without the CUDA packages it asks for.

    python without_cuda.py SITE_PACKAGES

Writes empty libraries of the names that torch's own libraries need, into torch/lib, where their search path finds them: every function of
them answers that there is no device. The CPU build of torch needs none of this, and nothing is written for it.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

# The C and C++ libraries, which are really there.
SYSTEM = re.compile(r"(lib(c|m|dl|pthread|rt|util|gcc_s|stdc\+\+|gomp)\.so|ld-linux)")
# Functions of CUDA's packages; some of the libraries give them no version.
FUNCTION = re.compile(r"(cu|nccl|nvrtc|nvshmem|nvtx|nvJit)[A-Za-z0-9_]*$")
NO_DEVICE = 100  # cudaErrorNoDevice, CUDA_ERROR_NO_DEVICE

# torch from 2.14 on and torch_npu register these options of allocators in one table, which takes each name once. The build of torch
# for CUDA has them a first time, for CUDA's allocator; there they are given another name of the same length. Compilers store long
# names in pieces of 16 bytes.
SHARED_OPTIONS = [b"pinned_reserve_segment_size_mb", b"per_process_memory_fraction"]


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def missing(torch):
    """The names of libraries that torch needs and does not bring, each with the versions that its symbols have."""
    libraries = list((torch / "lib").glob("*.so*")) + list(torch.glob("*.so"))
    brought = {library.name for library in libraries}
    versions, undefined, unversioned = {}, {}, {}
    for library in libraries:
        needed = set()
        for name in re.findall(r"NEEDED.*\[(.*)\]", output("readelf", "-dW", library)):
            if name not in brought and not SYSTEM.match(name):
                versions.setdefault(name, set())
                needed.add(name)
        of = None
        for line in output("readelf", "-VW", library).splitlines():
            if found := re.search(r"File: (\S+)", line):
                of = found[1]
            elif (found := re.search(r"Name: (\S+)", line)) and of in versions:
                versions[of].add(found[1])
        for name, version in re.findall(r" U (\w+)(?:@+(\S+))?$", output("nm", "-D", "--undefined-only", library), re.M):
            if version:
                undefined.setdefault(version, set()).add(name)
            elif FUNCTION.match(name):
                for of in needed:
                    unversioned.setdefault(of, set()).add(name)
    return versions, undefined, unversioned


def definition(name):
    if not name.endswith("String"):
        return f"int {name}(void) {{ return {NO_DEVICE}; }}\n"
    if name.startswith(("cupti", "cuGet")):
        return f'int {name}(int status, const char **text) {{ *text = "there is no CUDA"; return 0; }}\n'
    return f'const char *{name}(int status) {{ return "there is no CUDA"; }}\n'


def write_library(path, versions, undefined, unversioned):
    functions = sorted(unversioned.union(*(undefined.get(version, ()) for version in versions)))
    with tempfile.TemporaryDirectory() as folder:
        source, script = pathlib.Path(folder, "stub.c"), pathlib.Path(folder, "versions.map")
        source.write_text("".join(map(definition, functions)))
        nodes = [
            f"{version} {{ global: {'; '.join(sorted(undefined.get(version, ())))}; }};\n".replace("global: ;", "")
            for version in sorted(versions)
        ]
        script.write_text("".join(nodes))
        command = ["gcc", "-shared", "-fPIC", "-w", "-o", path, source, f"-Wl,-soname,{path.name}"]
        subprocess.run(command + [f"-Wl,--version-script={script}"] * bool(nodes), check=True)


def rename_shared_options(library):
    if not library.exists():
        return
    contents = library.read_bytes()
    renamed = contents
    for option in SHARED_OPTIONS:
        renamed = renamed.replace(option[:16], b"x" + option[1:16])
    if renamed != contents:
        library.write_bytes(renamed)


def main(site_packages):
    torch = pathlib.Path(site_packages, "torch")
    versions, undefined, unversioned = missing(torch)
    for name, of in versions.items():
        write_library(torch / "lib" / name, of, undefined, unversioned.get(name, set()))
    rename_shared_options(torch / "lib" / "libc10_cuda.so")
    if versions:
        print(f"torch is a build for CUDA: {len(versions)} empty libraries stand for CUDA's")


if __name__ == "__main__":
    main(sys.argv[1])
