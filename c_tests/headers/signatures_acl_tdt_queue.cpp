// The same types in C++.
#include "signatures_acl_tdt_queue.c"
