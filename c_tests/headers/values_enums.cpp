// The same values in C++.
#include "values_enums.c"
