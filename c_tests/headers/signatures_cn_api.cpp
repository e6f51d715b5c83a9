// The same types in C++.
#include "signatures_cn_api.c"
