/* Messages and the last code of a thread, and the overflow state. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>

#include "fixture.h"

static void *fail_here(void *unused)
{
    (void)unused;
    CHECK_TRUE(aclGetRecentErrMsg() == NULL);
    CHECK_EQUAL_INT(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), 0);
    CHECK_STATUS(aclrtSetDevice(1000), ACL_ERROR_RT_INVALID_DEVICEID);
    CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), "aclrtSetDevice: `deviceId` is 1000");
    return NULL;
}

static void overflow_state(void)
{
    void *state;
    char bytes[64], zeros[64] = {0};
    aclrtStream stream;
    aclrtContext own;

    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc(&state, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemset(state, 64, 0x5A, 64), ACL_SUCCESS);
    CHECK_REFUSED(aclrtGetOverflowStatus(NULL, 64, stream), ACL_ERROR_INVALID_PARAM, "`outputAddr` is null");
    CHECK_REFUSED(aclrtGetOverflowStatus(state, 63, stream), ACL_ERROR_RT_PARAM_INVALID, "`outputSize` is 63; allowed: 64");
    CHECK_REFUSED(aclrtGetOverflowStatus((char *)state + 8, 64, stream), ACL_ERROR_RT_PARAM_INVALID, "`outputAddr` extends to byte 72");
    CHECK_REFUSED(aclrtGetOverflowStatus(state, 64, NO_HANDLE), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    CHECK_REFUSED(aclrtResetOverflowStatus(NO_HANDLE), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    CHECK_TRUE(read_word(state) == UNTOUCHED_64);
    CHECK_STATUS(aclrtResetOverflowStatus(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetOverflowStatus(state, 64, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpy(bytes, 64, state, 64, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_EQUAL_BITS(bytes, zeros, 64);
    REQUIRE_STATUS(aclrtCreateContext(&own, 0), ACL_SUCCESS);
    CHECK_REFUSED(aclrtGetOverflowStatus(state, 64, stream), ACL_ERROR_RT_STREAM_CONTEXT, "another context");
    CHECK_REFUSED(aclrtResetOverflowStatus(stream), ACL_ERROR_RT_STREAM_CONTEXT, "another context");
    CHECK_STATUS(aclrtDestroyContext(own), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
}

int main(void)
{
    const char *text, *first, *second;
    pthread_t thread;
    void *memory;

    CHECK_TRUE(aclGetRecentErrMsg() == NULL);
    CHECK_EQUAL_INT(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), 0);
    CHECK_EQUAL_INT(aclrtGetLastError(ACL_RT_THREAD_LEVEL), 0);
    CHECK_REFUSED(aclrtGetOverflowStatus(&memory, 64, NULL), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_REFUSED(aclrtResetOverflowStatus(NULL), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_EQUAL_INT(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_CONTEXT_NULL);
    CHECK_EQUAL_INT(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_CONTEXT_NULL);
    CHECK_EQUAL_INT(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), 0);

    /* Only the runtime layer's codes are remembered. */
    CHECK_STATUS(aclrtGetDeviceCount(NULL), ACL_ERROR_INVALID_PARAM);
    CHECK_EQUAL_INT(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), 0);
    CHECK_STATUS(aclrtSetDevice(-1), ACL_ERROR_RT_INVALID_DEVICEID);
    CHECK_STATUS(aclrtGetDeviceCount(NULL), ACL_ERROR_INVALID_PARAM);
    CHECK_EQUAL_INT(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_INVALID_DEVICEID);
    CHECK_EQUAL_INT(aclrtPeekAtLastError((aclrtLastErrLevel)1), ACL_ERROR_INVALID_PARAM);
    CHECK_EQUAL_INT(aclrtGetLastError((aclrtLastErrLevel)1), ACL_ERROR_INVALID_PARAM);

    /* All messages since the last question, the newest first; then none. */
    text = aclGetRecentErrMsg();
    CHECK_MESSAGE_CONTAINS(text, "Invalid_Argument(EH0001): aclrtGetLastError: `level` is aclrtLastErrLevel(1); allowed: ACL_RT_THREAD_LEVEL (0)");
    CHECK_MESSAGE_CONTAINS(text, "        aclrtGetDeviceCount: `count` is null");
    CHECK_MESSAGE_CONTAINS(text, "        aclrtSetDevice: `deviceId` is -1");
    CHECK_MESSAGE_CONTAINS(text, "\nTraceBack (most recent call last):\n");
    first = text ? strstr(text, "aclrtGetDeviceCount") : NULL;
    second = text ? strstr(text, "aclrtSetDevice") : NULL;
    CHECK_TRUE(first != NULL && second != NULL && first < second);
    CHECK_TRUE(aclGetRecentErrMsg() == NULL);

    /* Each thread has its own. */
    CHECK_STATUS(aclrtFree(NULL), ACL_ERROR_INVALID_PARAM);
    REQUIRE_STATUS(pthread_create(&thread, NULL, fail_here, NULL), 0);
    REQUIRE_STATUS(pthread_join(thread, NULL), 0);
    CHECK_MESSAGE_CONTAINS(aclGetRecentErrMsg(), "aclrtFree: `devPtr` is null");
    CHECK_EQUAL_INT(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_INVALID_DEVICEID);

    overflow_state();
    return check_result();
}
