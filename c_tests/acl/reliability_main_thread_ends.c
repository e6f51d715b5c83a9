/* A process whose main thread ends by itself ends when the streams have nothing to do (reliability review, A 15). */
#define _POSIX_C_SOURCE 200809L
#include "reliability.h"

int main(void)
{
    static slow_task task;
    aclrtStream stream = NULL;
    alarm(20);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    begin(&task, 1, stream);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    if (check_result() != 0) {
        return 1;
    }
    pthread_exit(NULL);
}
