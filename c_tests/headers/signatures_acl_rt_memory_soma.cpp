// The same types in C++.
#include "signatures_acl_rt_memory_soma.c"
