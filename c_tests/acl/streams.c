/* Streams: their order, their attributes, their ends. */
#include "fixture.h"

#define NAME "observer"

static int created, destroyed;
static aclrtStream observed;

static void observer(aclrtStream stream, aclrtStreamState state, void *argument)
{
    CHECK_TRUE(argument == &created);
    observed = stream;
    if (state == ACL_RT_STREAM_STATE_CREATE_POST) {
        created++;
    } else if (state == ACL_RT_STREAM_STATE_DESTROY_PRE) {
        destroyed++;
    }
}

static void attributes(aclrtStream stream)
{
    aclrtStreamAttrValue value;

    memset(&value, 0, sizeof value);
    value.userCustomTag = 77;
    CHECK_REFUSED(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_USER_CUSTOM_TAG, NULL), ACL_ERROR_INVALID_PARAM, "`value` is null");
    CHECK_REFUSED(aclrtSetStreamAttribute(stream, (aclrtStreamAttr)9, &value), ACL_ERROR_RT_PARAM_INVALID, "`stmAttrType` is");
    CHECK_REFUSED(aclrtSetStreamAttribute(NO_HANDLE, ACL_STREAM_ATTR_USER_CUSTOM_TAG, &value), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    CHECK_STATUS(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_USER_CUSTOM_TAG, &value), ACL_SUCCESS);
    value.failureMode = 2;
    CHECK_REFUSED(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_FAILURE_MODE, &value), ACL_ERROR_RT_PARAM_INVALID, "`mode` is 2");

    memset(&value, 0x5A, sizeof value);
    CHECK_REFUSED(aclrtGetStreamAttribute(stream, ACL_STREAM_ATTR_USER_CUSTOM_TAG, NULL), ACL_ERROR_INVALID_PARAM, "`value` is null");
    CHECK_REFUSED(aclrtGetStreamAttribute(stream, (aclrtStreamAttr)9, &value), ACL_ERROR_RT_PARAM_INVALID, "`stmAttrType` is");
    CHECK_REFUSED(aclrtGetStreamAttribute(NO_HANDLE, ACL_STREAM_ATTR_USER_CUSTOM_TAG, &value), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    CHECK_EQUAL_INT(value.userCustomTag, UNTOUCHED_32);
    CHECK_STATUS(aclrtGetStreamAttribute(stream, ACL_STREAM_ATTR_USER_CUSTOM_TAG, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value.userCustomTag, 77);
    CHECK_STATUS(aclrtGetStreamAttribute(stream, ACL_STREAM_ATTR_PRIORITY, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value.streamPriority, 7);

    CHECK_STATUS(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetStreamAttribute(stream, ACL_STREAM_ATTR_FAILURE_MODE, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value.failureMode, ACL_STOP_ON_FAILURE);
    CHECK_REFUSED(aclrtSetStreamFailureMode(stream, 2), ACL_ERROR_RT_PARAM_INVALID, "`mode` is 2");
    CHECK_REFUSED(aclrtSetStreamFailureMode(NO_HANDLE, 0), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    CHECK_STATUS(aclrtSetStreamFailureMode(stream, ACL_CONTINUE_ON_FAILURE), ACL_SUCCESS);
}

static void getters(aclrtStream stream)
{
    int32_t id = UNTOUCHED_32;
    uint32_t priority = UNTOUCHED_32, flags = UNTOUCHED_32;
    aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;

    CHECK_REFUSED(aclrtStreamGetId(stream, NULL), ACL_ERROR_INVALID_PARAM, "`streamId` is null");
    CHECK_REFUSED(aclrtStreamGetId(NO_HANDLE, &id), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is not a handle");
    CHECK_REFUSED(aclrtStreamGetPriority(stream, NULL), ACL_ERROR_INVALID_PARAM, "`priority` is null");
    CHECK_REFUSED(aclrtStreamGetPriority(NO_HANDLE, &priority), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    CHECK_REFUSED(aclrtStreamGetFlags(stream, NULL), ACL_ERROR_INVALID_PARAM, "`flags` is null");
    CHECK_REFUSED(aclrtStreamGetFlags(NO_HANDLE, &flags), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    CHECK_REFUSED(aclrtStreamQuery(stream, NULL), ACL_ERROR_INVALID_PARAM, "`status` is null");
    CHECK_REFUSED(aclrtStreamQuery(NO_HANDLE, &status), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    CHECK_TRUE(id == UNTOUCHED_32 && priority == UNTOUCHED_32 && flags == UNTOUCHED_32);
    CHECK_EQUAL_INT(status, ACL_STREAM_STATUS_RESERVED);
    CHECK_STATUS(aclrtStreamGetId(stream, &id), ACL_SUCCESS);
    CHECK_TRUE(id >= 0 && id != UNTOUCHED_32);
    CHECK_STATUS(aclrtStreamGetId(NULL, &id), ACL_SUCCESS);
    CHECK_EQUAL_INT(id, 0);
    /* Larger priorities count as the least one; unknown flags are kept. */
    CHECK_STATUS(aclrtStreamGetPriority(stream, &priority), ACL_SUCCESS);
    CHECK_EQUAL_INT(priority, 7);
    CHECK_STATUS(aclrtStreamGetFlags(stream, &flags), ACL_SUCCESS);
    CHECK_EQUAL_INT(flags, ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC);
}

static void waiting(void)
{
    uint64_t *word = device_word();
    aclrtStream stream;
    aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
    aclrtUtilizationInfo use;

    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    hold(word, stream);
    CHECK_STATUS(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
    CHECK_EQUAL_INT(status, ACL_STREAM_STATUS_NOT_READY);
    use.utilizationExtend = NULL;
    CHECK_STATUS(aclrtGetDeviceUtilizationRate(0, &use), ACL_SUCCESS);
    CHECK_EQUAL_INT(use.vectorUtilization, 100);
    CHECK_REFUSED(aclrtSynchronizeStreamWithTimeout(stream, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "the stream's work took longer than 20ms");
    CHECK_REFUSED(aclrtSynchronizeDeviceWithTimeout(20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "took longer than 20ms");
    open_word(word);
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(stream, 20000), ACL_SUCCESS);
    CHECK_STATUS(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
    CHECK_EQUAL_INT(status, ACL_STREAM_STATUS_COMPLETE);
    CHECK_REFUSED(aclrtSynchronizeStreamWithTimeout(stream, 0), ACL_ERROR_RT_PARAM_INVALID, "`timeout` is 0");
    CHECK_REFUSED(aclrtSynchronizeStreamWithTimeout(stream, -2), ACL_ERROR_RT_PARAM_INVALID, "`timeout` is -2");
    CHECK_REFUSED(aclrtSynchronizeStreamWithTimeout(NO_HANDLE, 20), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(NULL, -1), ACL_SUCCESS);

    /* A stop ends the wait that the stream is in, and the rest runs. */
    CHECK_STATUS(aclrtMemset(word, 8, 0, 8), ACL_SUCCESS);
    CHECK_STATUS(aclrtValueWait(word, 1, ACL_STREAM_WAIT_VALUE_EQ, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(stream, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    CHECK_REFUSED(aclrtStreamStop(NULL), ACL_ERROR_RT_PARAM_INVALID, "`stream` is null");
    CHECK_REFUSED(aclrtStreamStop(NO_HANDLE), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    do {
        CHECK_STATUS(aclrtStreamStop(stream), ACL_SUCCESS);
    } while (aclrtSynchronizeStreamWithTimeout(stream, 20) == ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    CHECK_STATUS(aclrtValueWrite(word, 9, 0, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(word), 9);

    /* An abort drops what waits. */
    CHECK_STATUS(aclrtValueWait(word, 1, ACL_STREAM_WAIT_VALUE_EQ, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtValueWrite(word, 10, 0, stream), ACL_SUCCESS);
    CHECK_REFUSED(aclrtStreamAbort(NO_HANDLE), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    CHECK_STATUS(aclrtStreamAbort(stream), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(stream), ACL_ERROR_RT_STREAM_ABORT, "aborted");
    CHECK_REFUSED(aclrtValueWrite(word, 10, 0, stream), ACL_ERROR_RT_STREAM_ABORT, "aborted");
    CHECK_EQUAL_INT(read_word(word), 9);
    CHECK_STATUS(aclrtDestroyStreamForce(stream), ACL_SUCCESS);

    /* A forced end does not wait for the wait. */
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtValueWait(word, 1, ACL_STREAM_WAIT_VALUE_EQ, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(word), ACL_SUCCESS);
}

int main(void)
{
    aclrtStream stream = NO_HANDLE, other = NULL, by_default = NULL;
    uint32_t left = UNTOUCHED_32, now = 0;

    CHECK_REFUSED(aclrtCreateStream(&stream), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_REFUSED(aclrtCreateStreamWithConfig(&stream, 0, 0), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_REFUSED(aclrtSynchronizeStream(NULL), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_REFUSED(aclrtGetStreamAvailableNum(&left), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_TRUE(stream == NO_HANDLE && left == UNTOUCHED_32);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);

    CHECK_REFUSED(aclrtRegStreamStateCallback(NULL, observer, &created), ACL_ERROR_INVALID_PARAM, "`regName` is null");
    CHECK_REFUSED(aclrtRegStreamStateCallback(NAME, NULL, NULL), ACL_ERROR_RT_PARAM_INVALID, "`regName` is \"" NAME "\"");
    CHECK_STATUS(aclrtRegStreamStateCallback(NAME, observer, &created), ACL_SUCCESS);
    CHECK_REFUSED(aclrtRegStreamStateCallback(NAME, observer, &created), ACL_ERROR_RT_PARAM_INVALID, "a name that is not taken");

    CHECK_REFUSED(aclrtGetStreamAvailableNum(NULL), ACL_ERROR_INVALID_PARAM, "`streamCount` is null");
    CHECK_STATUS(aclrtGetStreamAvailableNum(&left), ACL_SUCCESS);
    CHECK_REFUSED(aclrtCreateStream(NULL), ACL_ERROR_INVALID_PARAM, "`stream` is null");
    CHECK_REFUSED(aclrtCreateStreamWithConfig(NULL, 0, 0), ACL_ERROR_INVALID_PARAM, "`stream` is null");
    CHECK_STATUS(aclrtCreateStreamWithConfig(&stream, 100, ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC), ACL_SUCCESS);
    CHECK_TRUE(created == 1 && observed == stream);
    CHECK_STATUS(aclrtGetStreamAvailableNum(&now), ACL_SUCCESS);
    CHECK_EQUAL_INT(now, left - 1);
    getters(stream);
    attributes(stream);

    CHECK_REFUSED(aclrtDestroyStream(NULL), ACL_ERROR_INVALID_PARAM, "`stream` is null");
    CHECK_REFUSED(aclrtDestroyStreamForce(NULL), ACL_ERROR_INVALID_PARAM, "`stream` is null");
    CHECK_REFUSED(aclrtDestroyStream(NO_HANDLE), ACL_ERROR_RT_INVALID_HANDLE, "not a handle");
    CHECK_REFUSED(aclrtDestroyStreamForce(NO_HANDLE), ACL_ERROR_RT_INVALID_HANDLE, "not a handle");
    CHECK_STATUS(aclrtCtxGetCurrentDefaultStream(&by_default), ACL_SUCCESS);
    CHECK_REFUSED(aclrtDestroyStream(by_default), ACL_ERROR_RT_PARAM_INVALID, "a default stream");
    CHECK_EQUAL_INT(destroyed, 0);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_TRUE(destroyed == 1 && observed == stream);
    CHECK_REFUSED(aclrtDestroyStream(stream), ACL_ERROR_RT_INVALID_HANDLE, "a destroyed handle");
    CHECK_REFUSED(aclrtSynchronizeStream(stream), ACL_ERROR_RT_INVALID_HANDLE, "a destroyed handle");
    CHECK_STATUS(aclrtCreateStream(&other), ACL_SUCCESS);
    CHECK_TRUE(other != stream);
    CHECK_STATUS(aclrtDestroyStreamForce(other), ACL_SUCCESS);
    CHECK_STATUS(aclrtRegStreamStateCallback(NAME, NULL, NULL), ACL_SUCCESS);

    waiting();
    CHECK_EQUAL_INT(created, 2);
    CHECK_STATUS(aclrtGetStreamAvailableNum(&now), ACL_SUCCESS);
    CHECK_EQUAL_INT(now, left);

    /* Nothing is leaked up to the limit, and the limit has its code. */
    for (now = 0; now < left; now++) {
        REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    }
    stream = NO_HANDLE;
    CHECK_REFUSED(aclrtCreateStream(&stream), ACL_ERROR_RT_NO_STREAM_RESOURCE, "no stream is left");
    CHECK_TRUE(stream == NO_HANDLE);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetStreamAvailableNum(&now), ACL_SUCCESS);
    CHECK_EQUAL_INT(now, left);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
