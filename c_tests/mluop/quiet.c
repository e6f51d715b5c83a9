/* MLUOP_MIN_LOG_LEVEL=3 (fatal errors only): refusals have their status, and nothing is written. */
#define _POSIX_C_SOURCE 200809L
#include "fixture.h"

int main(void)
{
    const int large[] = {65536, 65536};
    mluOpTensorDescriptor_t desc = NULL;
    REQUIRE_STATUS(mluOpCreateTensorDescriptor(&desc), OK);
    log_start();
    int created = (int)mluOpCreate(NULL), warned = (int)mluOpSetTensorDescriptorDim(desc, 2, large);
    log_stop();
    CHECK_STATUS(created, BAD);
    CHECK_STATUS(warned, OK);
    CHECK_EQUAL_STRING(log_text, "");
    CHECK_STATUS(mluOpDestroyTensorDescriptor(desc), OK);
    return check_result();
}
