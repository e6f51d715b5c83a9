/* Faults on demand: what HOSTNPU_FAULT asks for fails, and nothing else. */
#define _POSIX_C_SOURCE 200112L
#include "fixture.h"

static void *try_malloc(aclError expected)
{
    void *start = NULL;
    CHECK_STATUS(aclrtMalloc(&start, 64, ACL_MEM_MALLOC_NORMAL_ONLY), expected);
    return start;
}

/* malloc@2,mallochost@1 */
static void allocations(void)
{
    void *host = NULL, *one = try_malloc(ACL_SUCCESS);
    try_malloc(ACL_ERROR_RT_MEMORY_ALLOCATION);
    void *three = try_malloc(ACL_SUCCESS);
    CHECK_STATUS(aclrtMallocHost(&host, 64), ACL_ERROR_RT_MEMORY_ALLOCATION);
    CHECK_STATUS(aclrtFree(one), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(three), ACL_SUCCESS);
}

/* call=aclrtMemset@2:507899 */
static void calls(void)
{
    void *x = memory(BYTES);
    CHECK_STATUS(aclrtMemset(x, BYTES, 1, BYTES), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemset(x, BYTES, 2, BYTES), 507899);
    unsigned char byte = 0;
    CHECK_STATUS(aclrtMemcpy(&byte, 1, x, 1, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_EQUAL_INT(byte, 1);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* skip=aclrtMemset@2 */
static void skipped(void)
{
    void *x = memory(BYTES);
    CHECK_STATUS(aclrtMemset(x, BYTES, 1, BYTES), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemset(x, BYTES, 2, BYTES), ACL_SUCCESS);
    unsigned char byte = 0;
    CHECK_STATUS(aclrtMemcpy(&byte, 1, x, 1, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_EQUAL_INT(byte, 1);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* skip=sync%100 */
static void skipped_waits(void)
{
    /* A call that is left out does not look at its arguments; all that wait are, and no others. */
    const aclError left_out[] = {
        aclrtStreamWaitEvent(NULL, NULL),
        aclrtStreamWaitEventWithFlag(NULL, NULL, 0, 77),
        aclrtStreamWaitEventWithTimeout(NULL, NULL, -1),
        aclrtCntNotifyWaitWithTimeout(NULL, NULL, NULL),
        aclrtWaitAndResetNotify(NULL, NULL, 0),
        aclrtValueWait(NULL, 0, 77, NULL),
        aclrtSynchronizeStreamWithTimeout(NULL, 0),
        aclrtSynchronizeEventWithTimeout(NULL, 0),
        aclrtSynchronizeDeviceWithTimeout(0),
    };
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
        CHECK_STATUS(left_out[i], ACL_SUCCESS);
    }
    CHECK_STATUS(aclrtRecordEvent(NULL, first), ACL_ERROR_INVALID_PARAM);
    CHECK_STATUS(aclrtCntNotifyRecord(NULL, NULL, NULL), ACL_ERROR_INVALID_PARAM);
}

/* task=aclnnSin@2 */
static void tasks(void)
{
    void *x = filled(BYTES), *y = memory(BYTES);
    for (int i = 1; i <= 3; i++) {
        queue_sin(x, y, ELEMENTS, first);
        CHECK_STATUS(aclrtSynchronizeStream(first), i == 2 ? ACL_ERROR_RT_AICORE_EXCEPTION : ACL_SUCCESS);
    }
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
}

/* sync@2:timeout */
static void waits(void)
{
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(second), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    CHECK_STATUS(aclrtSynchronizeStream(second), ACL_SUCCESS);
}

/* event=never@1 */
static void records(void)
{
    aclrtEvent event = NULL;
    aclrtEventRecordedStatus reached = ACL_EVENT_RECORDED_STATUS_COMPLETE;
    REQUIRE_STATUS(aclrtCreateEvent(&event), ACL_SUCCESS);
    CHECK_STATUS(aclrtRecordEvent(event, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtStreamWaitEvent(second, event), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtQueryEventStatus(event, &reached), ACL_SUCCESS);
    CHECK_TRUE(reached == ACL_EVENT_RECORDED_STATUS_NOT_READY);
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(second, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    /* The next record is. */
    CHECK_STATUS(aclrtRecordEvent(event, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(second), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
}

/* lost-context@4: two streams and a block are there */
static void losses(void)
{
    void *x = memory(BYTES);
    CHECK_STATUS(aclrtMemset(x, BYTES, 0, BYTES), ACL_ERROR_RT_LOST_HEARTBEAT);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_ERROR_RT_LOST_HEARTBEAT);
    aclTensor *tensor = vector(x, ELEMENTS);
    CHECK_STATUS(aclnnSin(NULL, 0, plan_sin(tensor, tensor), first), 361001);
    CHECK_STATUS(aclDestroyTensor(tensor), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    /* It is back. */
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&first), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&second), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(filled(BYTES)), ACL_SUCCESS);
}

int main(int argc, char **argv)
{
    const struct program programs[] = {
        {"malloc@2,mallochost@1", allocations},
        {"call=aclrtMemset@2:507899", calls},
        {"skip=aclrtMemset@2", skipped},
        {"skip=sync%100", skipped_waits},
        {"task=aclnnSin@2", tasks},
        {"sync@2:timeout", waits},
        {"event=never@1", records},
        {"lost-context@4", losses},
    };
    if (argc > 1) {
        setenv("HOSTNPU_FAULT", argv[1], 1);
    }
    open_device();
    int result = run_program(programs, sizeof programs / sizeof *programs, argc, argv);
    close_device();
    return result;
}
