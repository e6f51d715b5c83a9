#include "securec.c"
