/* Calls that would never return are refused, and what is refused changes nothing (reliability review, A 11, A 12, A 15). */
#define _POSIX_C_SOURCE 200809L
#include "reliability.h"

enum { BYTES = 64 };

static aclrtStream own_stream;
static aclrtContext own_context;
static aclrtEvent behind;
static void *memory;

static const char ITSELF[] = "would wait for itself";

/* Each call that would wait for the stream that waits for this function. */
static void wait_for_own_stream(void *unused)
{
    char pageable[BYTES];
    memset(pageable, 1, sizeof pageable);
    (void)unused;
    REQUIRE_STATUS(aclrtSetCurrentContext(own_context), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(own_stream), ACL_ERROR_RT_PARAM_INVALID, ITSELF);
    CHECK_REFUSED(aclrtSynchronizeStreamWithTimeout(own_stream, 60000), ACL_ERROR_RT_PARAM_INVALID, ITSELF);
    CHECK_REFUSED(aclrtDestroyStream(own_stream), ACL_ERROR_RT_PARAM_INVALID, ITSELF);
    CHECK_REFUSED(aclrtDestroyStreamForce(own_stream), ACL_ERROR_RT_PARAM_INVALID, ITSELF);
    CHECK_REFUSED(aclrtSynchronizeDevice(), ACL_ERROR_RT_PARAM_INVALID, ITSELF);
    CHECK_REFUSED(aclrtSynchronizeDeviceWithTimeout(60000), ACL_ERROR_RT_PARAM_INVALID, ITSELF);
    CHECK_REFUSED(aclrtDestroyContext(own_context), ACL_ERROR_RT_PARAM_INVALID, ITSELF);
    CHECK_REFUSED(aclrtResetDevice(0), ACL_ERROR_RT_PARAM_INVALID, ITSELF);
    CHECK_REFUSED(aclrtResetDeviceForce(0), ACL_ERROR_RT_PARAM_INVALID, ITSELF);
    CHECK_REFUSED(aclrtMemcpyAsync(memory, BYTES, pageable, BYTES, ACL_MEMCPY_HOST_TO_DEVICE, own_stream),
                  ACL_ERROR_RT_PARAM_INVALID, ITSELF);
    CHECK_STATUS(aclrtRecordEvent(behind, own_stream), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeEvent(behind), ACL_ERROR_RT_PARAM_INVALID, ITSELF);
    CHECK_REFUSED(aclrtSynchronizeEventWithTimeout(behind, 60000), ACL_ERROR_RT_PARAM_INVALID, ITSELF);
}

static void a11_a_function_does_not_wait_for_its_own_stream(void)
{
    char byte = 0;
    REQUIRE_STATUS(aclrtCreateContext(&own_context, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&own_stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateEvent(&behind), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc(&memory, BYTES, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemset(memory, BYTES, 7, BYTES), ACL_SUCCESS);
    CHECK_STATUS(aclrtLaunchHostFunc(own_stream, wait_for_own_stream, NULL), ACL_SUCCESS);
    /* Nothing has changed: the stream works, the memory is as it was. */
    CHECK_STATUS(aclrtSynchronizeStream(own_stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeEvent(behind), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpyAsync(&byte, 1, memory, 1, ACL_MEMCPY_DEVICE_TO_HOST, own_stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(byte, 7);
}

static void wait_for_own_stream_in_a_callback(void *unused)
{
    (void)unused;
    CHECK_REFUSED(aclrtSynchronizeStream(own_stream), ACL_ERROR_RT_PARAM_INVALID, ITSELF);
}

static void a11_a_blocking_callback_does_not_wait_for_its_own_stream(void)
{
    REQUIRE_STATUS(aclrtCreateStream(&own_stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSubscribeReport((uint64_t)pthread_self(), own_stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtLaunchCallback(wait_for_own_stream_in_a_callback, NULL, ACL_CALLBACK_BLOCK, own_stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtProcessReport(20000), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(own_stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtUnSubscribeReport((uint64_t)pthread_self(), own_stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(own_stream), ACL_SUCCESS);
}

static void a12_what_an_aborted_stream_refuses_changes_nothing(void)
{
    aclrtStream aborted = NULL, waiting = NULL;
    aclrtEvent event = NULL;
    aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_COMPLETE;
    char pageable[BYTES], seen = 0;
    memset(pageable, 1, sizeof pageable);
    REQUIRE_STATUS(aclrtMemset(memory, BYTES, 7, BYTES), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&aborted), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&waiting), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtStreamWaitEvent(waiting, event), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtStreamAbort(aborted), ACL_SUCCESS);

    CHECK_REFUSED(aclrtRecordEvent(event, aborted), ACL_ERROR_RT_STREAM_ABORT, "aborted");
    CHECK_STATUS(aclrtQueryEventStatus(event, &status), ACL_SUCCESS);
    CHECK_EQUAL_INT(status, ACL_EVENT_RECORDED_STATUS_NOT_READY);
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(waiting, 50), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    CHECK_REFUSED(aclrtMemsetAsync(memory, BYTES, 2, BYTES, aborted), ACL_ERROR_RT_STREAM_ABORT, "aborted");
    CHECK_REFUSED(aclrtMemcpyAsync(memory, BYTES, pageable, BYTES, ACL_MEMCPY_HOST_TO_DEVICE, aborted),
                  ACL_ERROR_RT_STREAM_ABORT, "aborted");
    CHECK_STATUS(aclrtMemcpy(&seen, 1, memory, 1, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_EQUAL_INT(seen, 7);
    /* An abort is reported by the stream itself, not by the device. */
    CHECK_STATUS(aclrtSynchronizeStream(aborted), ACL_ERROR_RT_STREAM_ABORT);
    /* A reset that is refused leaves the record. */
    CHECK_STATUS(aclrtRecordEvent(event, NULL), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeDevice(), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(waiting), ACL_SUCCESS);
    CHECK_REFUSED(aclrtResetEvent(event, aborted), ACL_ERROR_RT_STREAM_ABORT, "aborted");
    CHECK_STATUS(aclrtQueryEventStatus(event, &status), ACL_SUCCESS);
    CHECK_EQUAL_INT(status, ACL_EVENT_RECORDED_STATUS_COMPLETE);
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(waiting), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(aborted), ACL_SUCCESS);
}

/* Memory of the program that wraps around the address space cannot be registered. */
static void c_registered_memory_fits_the_address_space(void)
{
    void *device = NO_HANDLE;
    CHECK_STATUS(aclrtHostRegister((void *)(UINTPTR_MAX - 4095), 8192, ACL_HOST_REGISTER_MAPPED, &device),
                 ACL_ERROR_RT_PARAM_INVALID);
    CHECK_TRUE(device == NO_HANDLE);
}

static void a15_a_forced_reset_ends_waits(void)
{
    aclrtStream stream = NULL, other = NULL;
    aclrtContext context = NULL;
    aclrtEvent never = NULL;
    REQUIRE_STATUS(aclrtCreateEventWithFlag(&never, ACL_EVENT_SYNC), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtStreamWaitEvent(stream, never), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemsetAsync(memory, BYTES, 9, BYTES, stream), ACL_SUCCESS);
    /* So are waits of other contexts, which go on. */
    REQUIRE_STATUS(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&other), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtStreamWaitEvent(other, never), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDeviceForce(0), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(stream), ACL_ERROR_RT_INVALID_HANDLE, "a destroyed handle");
    (void)aclrtSynchronizeStream(other);
    CHECK_STATUS(aclrtSynchronizeStream(other), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyContext(context), ACL_SUCCESS);
}

int main(void)
{
    alarm(50);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    a11_a_function_does_not_wait_for_its_own_stream();
    REQUIRE_STATUS(aclrtDestroyContext(own_context), ACL_SUCCESS);
    a11_a_blocking_callback_does_not_wait_for_its_own_stream();
    a12_what_an_aborted_stream_refuses_changes_nothing();
    c_registered_memory_fits_the_address_space();
    a15_a_forced_reset_ends_waits();
    return check_result();
}
