/* Where no thread can be created a stream does what needs no waiting, and the rest when what it waits for has come
   (reliability review, A 15). */
#define _POSIX_C_SOURCE 200809L
#include <sys/resource.h>

#include "reliability.h"

static void *nothing(void *unused)
{
    return unused;
}

/* Leaves too little of the address space for the stack of another thread. */
static void refuse_threads(void)
{
    long pages = 0;
    struct rlimit limit;
    pthread_attr_t attributes;
    pthread_t thread;
    FILE *file = fopen("/proc/self/statm", "r");
    CHECK_TRUE(file != NULL && fscanf(file, "%ld", &pages) == 1);
    if (file != NULL) {
        fclose(file);
    }
    limit.rlim_cur = limit.rlim_max = (rlim_t)(pages * sysconf(_SC_PAGESIZE) + (1 << 20));
    CHECK_EQUAL_INT(setrlimit(RLIMIT_AS, &limit), 0);
    CHECK_EQUAL_INT(pthread_attr_init(&attributes), 0);
    CHECK_EQUAL_INT(pthread_attr_setstacksize(&attributes, 2 << 20), 0);
    CHECK_TRUE(pthread_create(&thread, &attributes, nothing, NULL) != 0);
}

int main(void)
{
    static slow_task task;
    aclrtStream waiting = NULL, recording = NULL;
    aclrtEvent event = NULL;
    void *memory = NULL;
    char bytes[64] = {0};

    alarm(20);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc(&memory, sizeof bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemset(memory, sizeof bytes, 0, sizeof bytes), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&waiting), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&recording), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    refuse_threads();

    CHECK_STATUS(aclrtStreamWaitEvent(waiting, event), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemsetAsync(memory, sizeof bytes, 3, sizeof bytes, waiting), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(waiting, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    CHECK_STATUS(aclrtRecordEvent(event, recording), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(waiting), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpy(bytes, sizeof bytes, memory, sizeof bytes, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_EQUAL_INT(bytes[63], 3);
    CHECK_STATUS(aclrtLaunchHostFunc(waiting, run_slowly, &task), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(waiting), ACL_SUCCESS);
    CHECK_EQUAL_INT(atomic_load(&task.ended), 1);
    CHECK_STATUS(aclrtDestroyStream(waiting), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(recording), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
