cmake -S . -B build -DNEUWARE_HOME="$NEUWARE_HOME" >&2
cmake --build build >&2
build/lgamma_sample
# The short form, without CMake.
g++ main.cpp -I "$NEUWARE_HOME/include" -L "$NEUWARE_HOME/lib64" -lmluops -lcnrt -o short
./short | diff expected - >&2
