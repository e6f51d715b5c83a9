/* A forked child uses the devices afresh; a stream that was at work says that its work stayed with the parent (reliability
   review, A 14). */
#define _POSIX_C_SOURCE 200809L
#include <sys/wait.h>

#include "reliability.h"

static atomic_int calls;

static void count(void *unused)
{
    (void)unused;
    atomic_fetch_add(&calls, 1);
}

static void use(aclrtStream stream)
{
    const int before = atomic_load(&calls);
    void *memory = NULL;
    char bytes[100000];
    REQUIRE_STATUS(aclrtMalloc(&memory, sizeof bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    CHECK_STATUS(aclrtLaunchHostFunc(stream, count, NULL), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemsetAsync(memory, sizeof bytes, 5, sizeof bytes, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(atomic_load(&calls), before + 1);
    CHECK_STATUS(aclrtMemcpy(bytes, sizeof bytes, memory, sizeof bytes, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_EQUAL_INT(bytes[sizeof bytes - 1], 5);
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
}

static void child(aclrtStream idle, aclrtStream busy)
{
    aclrtStream fresh = NULL;
    alarm(20);
    use(NULL);
    use(idle);
    REQUIRE_STATUS(aclrtCreateStream(&fresh), ACL_SUCCESS);
    use(fresh);
    CHECK_REFUSED(aclrtSynchronizeStream(busy), ACL_ERROR_RT_PARAM_INVALID, "was forked");
    CHECK_REFUSED(aclrtLaunchHostFunc(busy, count, NULL), ACL_ERROR_RT_PARAM_INVALID, "was forked");
    CHECK_STATUS(aclrtDestroyStream(busy), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(idle), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    use(NULL);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
}

int main(void)
{
    static slow_task task;
    aclrtStream idle = NULL, busy = NULL;
    int status = -1, round;
    pid_t pid;

    alarm(50);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&idle), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&busy), ACL_SUCCESS);
    use(NULL);
    use(idle);
    for (round = 0; round < 20; round++) {
        begin(&task, 100, busy);
        pid = fork();
        if (pid == 0) {
            child(idle, busy);
            _exit(check_result());
        }
        CHECK_TRUE(pid > 0);
        /* The parent goes on. */
        use(idle);
        CHECK_STATUS(aclrtSynchronizeStream(busy), ACL_SUCCESS);
        CHECK_EQUAL_INT(atomic_load(&task.ended), 1);
        CHECK_TRUE(waitpid(pid, &status, 0) == pid);
        CHECK_EQUAL_INT(status, 0);
    }
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
