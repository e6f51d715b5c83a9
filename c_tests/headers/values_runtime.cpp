// The same values in C++.
#include "values_runtime.c"
