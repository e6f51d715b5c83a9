# Found through the environment, through a given prefix, and through its lib folder's other name.
cmake -S . -B environment >&2
cmake --build environment >&2
environment/with_one_target
environment/with_vendor_targets | diff expected - >&2
prefix=$ASCEND_HOME_PATH
unset CMAKE_PREFIX_PATH PATH LD_LIBRARY_PATH
export PATH=/usr/local/bin:/usr/bin:/bin
env -u ASCEND_HOME_PATH cmake -S . -B given -DCMAKE_PREFIX_PATH="$prefix" >&2
cmake --build given >&2
# The build folder's programs carry a run path: no environment is needed.
given/with_one_target | diff expected - >&2
env -u ASCEND_HOME_PATH cmake -S . -B folder -Dhostnpu_DIR="$prefix/$(uname -m)-linux/lib64/cmake/hostnpu" >&2
cmake --build folder >&2
folder/with_vendor_targets | diff expected - >&2
