// The same types in C++.
#include "signatures_cnrt.c"
