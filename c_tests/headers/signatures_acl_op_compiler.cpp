// The same types in C++.
#include "signatures_acl_op_compiler.c"
