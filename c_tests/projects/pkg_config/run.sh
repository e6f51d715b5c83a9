# shellcheck disable=SC2046 # flags are words
gcc main.c -I "$C_TESTS" $(pkg-config --cflags hostnpu) -o program $(pkg-config --libs hostnpu)
./program
