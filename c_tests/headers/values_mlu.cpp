// The same facts in C++.
#include "values_mlu.c"
