/* CNRT_DEFAULT_DEVICE says which device a thread works on that sets none. */
#define _POSIX_C_SOURCE 200809L
#include "fixture.h"

int main(void)
{
    int device = UNTOUCHED;
    void *memory = NULL;
    cnrtPointerAttributes_t attributes;
    CHECK_STATUS(cnrtGetDevice(&device), OK);
    CHECK_EQUAL_INT(device, 1);
    CHECK_STATUS(cnrtMalloc(&memory, 64), OK);
    CHECK_STATUS(cnrtPointerGetAttributes(&attributes, memory), OK);
    CHECK_EQUAL_INT(attributes.device, 1);
    CHECK_STATUS(cnrtFree(memory), OK);
    return check_result();
}
