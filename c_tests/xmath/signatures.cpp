/* The same program as C++. */
#include "signatures.c"
