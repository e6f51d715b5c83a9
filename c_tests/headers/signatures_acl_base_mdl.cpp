// The same types in C++.
#include "signatures_acl_base_mdl.c"
