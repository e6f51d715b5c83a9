// The same values in C++.
#include "values_status.c"
