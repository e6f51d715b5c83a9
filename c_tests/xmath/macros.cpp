/* The same program as C++. */
#include "macros.c"
