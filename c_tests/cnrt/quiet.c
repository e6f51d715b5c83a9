/* Without CNRT_PRINT_INFO refusals have their codes, and not a word is printed. */
#define _POSIX_C_SOURCE 200809L
#include "fixture.h"

int main(void)
{
    int out[3];
    CHECK_EQUAL_INT(unsetenv("CNRT_PRINT_INFO"), 0);
    log_start();
    out[0] = (int)cnrtMalloc(NULL, 1);
    out[1] = (int)cnrtQueueSync(stale_queue());
    out[2] = (int)cnrtSetDevice(99);
    log_stop();
    CHECK_STATUS(out[0], cnrtErrorArgsInvalid);
    CHECK_STATUS(out[1], cnrtErrorInvalidResourceHandle);
    CHECK_STATUS(out[2], cnrtErrorArgsInvalid);
    CHECK_EQUAL_STRING(log_text, "");
    return check_result();
}
