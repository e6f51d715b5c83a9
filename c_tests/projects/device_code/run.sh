# Libraries of kernels are named, with why they are not built; host code builds.
cmake -S . -B build >configured 2>&1 || { cat configured >&2; exit 1; }
cat configured >&2
tr -s '\n ' ' ' <configured >words
grep -q 'kernels: hostnpu compiles no device code' words
grep -q 'loaded: hostnpu compiles no device code' words
cmake --build build >&2
build/host
