// The same types in C++.
#include "signatures_mlu_op.c"
