cmake -S . -B build >&2
cmake --build build >&2
build/square_root
# Without CMake.
gcc main.c -I "$ASCEND_HOME_PATH/include" -L "$ASCEND_HOME_PATH/lib64" -lxcore_math -o short
./short | diff expected - >&2
