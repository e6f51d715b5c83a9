// The same types in C++.
#include "signatures_aclnn_base.c"
