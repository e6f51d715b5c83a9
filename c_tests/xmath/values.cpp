/* The same program as C++. */
#include "values.c"
