// The same types in C++.
#include "signatures_acl_dump.c"
