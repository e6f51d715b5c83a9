/* Events: marks in streams, waits for them, times between them. */
#include "fixture.h"

static void flags(void)
{
    static const uint32_t plain[] = {1, 2, 3, 8, 9, 10, 11, 0x10, 0x20}, repeatable[] = {1, 2, 3, 8, 9, 10, 11, 0x40};
    static const uint32_t neither[] = {0, 4, 0x11, 0x30, 0x28, 0x41, 0x80, 0xFFFFFFFF};
    aclrtEvent event = NO_HANDLE;
    size_t at;

    CHECK_REFUSED(aclrtCreateEvent(NULL), ACL_ERROR_INVALID_PARAM, "`event` is null");
    CHECK_REFUSED(aclrtCreateEventWithFlag(NULL, 1), ACL_ERROR_INVALID_PARAM, "`event` is null");
    CHECK_REFUSED(aclrtCreateEventExWithFlag(NULL, 1), ACL_ERROR_INVALID_PARAM, "`event` is null");
    for (at = 0; at < sizeof neither / sizeof neither[0]; at++) {
        CHECK_REFUSED(aclrtCreateEventWithFlag(&event, neither[at]), ACL_ERROR_RT_PARAM_INVALID, "`flag` is 0x");
        CHECK_REFUSED(aclrtCreateEventExWithFlag(&event, neither[at]), ACL_ERROR_RT_PARAM_INVALID, "`flag` is 0x");
    }
    CHECK_REFUSED(aclrtCreateEventWithFlag(&event, ACL_EVENT_IPC), ACL_ERROR_RT_PARAM_INVALID, "`flag` is 0x40");
    CHECK_REFUSED(aclrtCreateEventExWithFlag(&event, ACL_EVENT_EXTERNAL), ACL_ERROR_RT_PARAM_INVALID, "`flag` is 0x20");
    CHECK_TRUE(event == NO_HANDLE);
    for (at = 0; at < sizeof plain / sizeof plain[0]; at++) {
        CHECK_STATUS(aclrtCreateEventWithFlag(&event, plain[at]), ACL_SUCCESS);
        CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
    }
    for (at = 0; at < sizeof repeatable / sizeof repeatable[0]; at++) {
        CHECK_STATUS(aclrtCreateEventExWithFlag(&event, repeatable[at]), ACL_SUCCESS);
        CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
    }
    CHECK_REFUSED(aclrtDestroyEvent(NULL), ACL_ERROR_INVALID_PARAM, "`event` is null");
    CHECK_REFUSED(aclrtDestroyEvent(event), ACL_ERROR_RT_INVALID_HANDLE, "a destroyed handle; expected a live event");
    CHECK_REFUSED(aclrtDestroyEvent(NO_HANDLE), ACL_ERROR_RT_INVALID_HANDLE, "not a handle");
}

/* Every call refuses what is no event. */
static void handles(aclrtEvent stale, aclrtEvent live, aclrtStream stream)
{
    static const struct {
        int code;
        const char *text;
    } expected[] = {{ACL_ERROR_INVALID_PARAM, " is null"}, {ACL_ERROR_RT_INVALID_HANDLE, " is not a handle"},
                    {ACL_ERROR_RT_INVALID_HANDLE, " is a destroyed handle"}, {ACL_ERROR_RT_INVALID_HANDLE, "kind (stream)"}};
    aclrtEvent bad[] = {NULL, NO_HANDLE, NULL, NULL};
    aclrtEventRecordedStatus recorded = (aclrtEventRecordedStatus)9;
    aclrtEventStatus status = ACL_EVENT_STATUS_RESERVED;
    aclrtEventWaitStatus waits = ACL_EVENT_WAIT_STATUS_RESERVED;
    uint64_t stamp = UNTOUCHED_64;
    uint32_t id = UNTOUCHED_32;
    float ms = -5;
    size_t at;

    bad[2] = stale;
    bad[3] = stream;
    for (at = 0; at < sizeof bad / sizeof bad[0]; at++) {
        CHECK_REFUSED(aclrtRecordEvent(bad[at], stream), expected[at].code, expected[at].text);
        CHECK_REFUSED(aclrtResetEvent(bad[at], stream), expected[at].code, expected[at].text);
        CHECK_REFUSED(aclrtStreamWaitEvent(stream, bad[at]), expected[at].code, expected[at].text);
        CHECK_REFUSED(aclrtStreamWaitEventWithTimeout(stream, bad[at], 1), expected[at].code, expected[at].text);
        CHECK_REFUSED(aclrtQueryEventStatus(bad[at], &recorded), expected[at].code, expected[at].text);
        CHECK_REFUSED(aclrtQueryEvent(bad[at], &status), expected[at].code, expected[at].text);
        CHECK_REFUSED(aclrtQueryEventWaitStatus(bad[at], &waits), expected[at].code, expected[at].text);
        CHECK_REFUSED(aclrtSynchronizeEvent(bad[at]), expected[at].code, expected[at].text);
        CHECK_REFUSED(aclrtSynchronizeEventWithTimeout(bad[at], 1), expected[at].code, expected[at].text);
        CHECK_REFUSED(aclrtEventElapsedTime(&ms, bad[at], live), expected[at].code, expected[at].text);
        CHECK_REFUSED(aclrtEventElapsedTime(&ms, live, bad[at]), expected[at].code, expected[at].text);
        CHECK_REFUSED(aclrtEventGetTimestamp(bad[at], &stamp), expected[at].code, expected[at].text);
        CHECK_REFUSED(aclrtGetEventId(bad[at], &id), expected[at].code, expected[at].text);
    }
    CHECK_REFUSED(aclrtQueryEventStatus(live, NULL), ACL_ERROR_INVALID_PARAM, "`status` is null");
    CHECK_REFUSED(aclrtQueryEvent(live, NULL), ACL_ERROR_INVALID_PARAM, "`status` is null");
    CHECK_REFUSED(aclrtQueryEventWaitStatus(live, NULL), ACL_ERROR_INVALID_PARAM, "`status` is null");
    CHECK_REFUSED(aclrtEventElapsedTime(NULL, live, live), ACL_ERROR_INVALID_PARAM, "`ms` is null");
    CHECK_REFUSED(aclrtEventGetTimestamp(live, NULL), ACL_ERROR_INVALID_PARAM, "`timestamp` is null");
    CHECK_REFUSED(aclrtGetEventId(live, NULL), ACL_ERROR_INVALID_PARAM, "`eventId` is null");
    CHECK_TRUE((int)recorded == 9 && status == ACL_EVENT_STATUS_RESERVED && waits == ACL_EVENT_WAIT_STATUS_RESERVED);
    CHECK_TRUE(stamp == UNTOUCHED_64 && id == UNTOUCHED_32 && ms == -5);

    CHECK_REFUSED(aclrtRecordEvent(live, NO_HANDLE), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    CHECK_REFUSED(aclrtResetEvent(live, NO_HANDLE), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    CHECK_REFUSED(aclrtStreamWaitEvent(NO_HANDLE, live), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    CHECK_REFUSED(aclrtStreamWaitEventWithTimeout(NO_HANDLE, live, 1), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
}

static void states(aclrtStream stream)
{
    aclrtEvent event, later, order;
    aclrtEventRecordedStatus recorded;
    aclrtEventStatus status;
    aclrtEventWaitStatus waits;
    uint64_t *word = device_word(), first = 0, second = 0;
    uint32_t id = UNTOUCHED_32, other_id = UNTOUCHED_32;
    float ms = -5;

    REQUIRE_STATUS(aclrtCreateEvent(&event), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateEvent(&later), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateEventWithFlag(&order, ACL_EVENT_SYNC), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetEventId(event, &id), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetEventId(later, &other_id), ACL_SUCCESS);
    CHECK_TRUE(id != other_id);

    /* Never recorded. */
    CHECK_STATUS(aclrtQueryEventStatus(event, &recorded), ACL_SUCCESS);
    CHECK_EQUAL_INT(recorded, ACL_EVENT_RECORDED_STATUS_NOT_READY);
    CHECK_STATUS(aclrtQueryEvent(event, &status), ACL_SUCCESS);
    CHECK_EQUAL_INT(status, ACL_EVENT_STATUS_COMPLETE);
    CHECK_STATUS(aclrtSynchronizeEvent(event), ACL_SUCCESS);
    CHECK_STATUS(aclrtQueryEventWaitStatus(event, &waits), ACL_SUCCESS);
    CHECK_EQUAL_INT(waits, ACL_EVENT_WAIT_STATUS_COMPLETE);
    CHECK_REFUSED(aclrtEventElapsedTime(&ms, event, later), ACL_ERROR_RT_INTERNAL_ERROR, "`startEvent` is not recorded");
    CHECK_REFUSED(aclrtEventGetTimestamp(event, &first), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, "`event` is without a time stamp");
    CHECK_REFUSED(aclrtStreamWaitEvent(stream, event), ACL_ERROR_RT_PARAM_INVALID, "`event` is not recorded");
    CHECK_REFUSED(aclrtStreamWaitEventWithTimeout(stream, event, -1), ACL_ERROR_RT_PARAM_INVALID, "`timeout` is -1");

    /* Recorded, not reached. */
    hold(word, stream);
    CHECK_STATUS(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtRecordEvent(later, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtQueryEventStatus(event, &recorded), ACL_SUCCESS);
    CHECK_EQUAL_INT(recorded, ACL_EVENT_RECORDED_STATUS_NOT_READY);
    CHECK_STATUS(aclrtQueryEvent(event, &status), ACL_SUCCESS);
    CHECK_EQUAL_INT(status, ACL_EVENT_STATUS_NOT_READY);
    CHECK_REFUSED(aclrtSynchronizeEventWithTimeout(event, 20), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, "took longer than 20ms");
    CHECK_REFUSED(aclrtSynchronizeEventWithTimeout(event, 0), ACL_ERROR_RT_PARAM_INVALID, "`timeout` is 0");
    CHECK_REFUSED(aclrtSynchronizeEventWithTimeout(NULL, -2), ACL_ERROR_RT_PARAM_INVALID, "`timeout` is -2");
    CHECK_REFUSED(aclrtEventElapsedTime(&ms, event, later), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, "`startEvent` is without");
    CHECK_STATUS(aclrtStreamWaitEvent(NULL, event), ACL_SUCCESS);
    CHECK_STATUS(aclrtQueryEventWaitStatus(event, &waits), ACL_SUCCESS);
    CHECK_EQUAL_INT(waits, ACL_EVENT_WAIT_STATUS_NOT_READY);

    /* Reached. */
    open_word(word);
    CHECK_STATUS(aclrtSynchronizeEventWithTimeout(event, 20000), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeEvent(later), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(NULL), ACL_SUCCESS);
    CHECK_STATUS(aclrtQueryEventStatus(event, &recorded), ACL_SUCCESS);
    CHECK_EQUAL_INT(recorded, ACL_EVENT_RECORDED_STATUS_COMPLETE);
    CHECK_STATUS(aclrtQueryEventWaitStatus(event, &waits), ACL_SUCCESS);
    CHECK_EQUAL_INT(waits, ACL_EVENT_WAIT_STATUS_COMPLETE);
    CHECK_STATUS(aclrtEventGetTimestamp(event, &first), ACL_SUCCESS);
    CHECK_STATUS(aclrtEventGetTimestamp(later, &second), ACL_SUCCESS);
    CHECK_TRUE(first <= second);
    CHECK_STATUS(aclrtEventElapsedTime(&ms, event, later), ACL_SUCCESS);
    CHECK_TRUE(ms >= 0);
    CHECK_STATUS(aclrtEventElapsedTime(&ms, later, event), ACL_SUCCESS);
    CHECK_TRUE(ms <= 0);

    /* Back to "not recorded". */
    CHECK_STATUS(aclrtResetEvent(event, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtQueryEventStatus(event, &recorded), ACL_SUCCESS);
    CHECK_EQUAL_INT(recorded, ACL_EVENT_RECORDED_STATUS_NOT_READY);

    /* Without a time line there is no time. */
    CHECK_STATUS(aclrtRecordEvent(order, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeEvent(order), ACL_SUCCESS);
    ms = -5;
    CHECK_REFUSED(aclrtEventElapsedTime(&ms, later, order), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, "`endEvent` is without");
    CHECK_TRUE(ms == -5);

    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(later), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(order), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(word), ACL_SUCCESS);
}

/* Events that may be recorded again and again, and those without a flag for waiting. */
static void kinds(aclrtStream stream)
{
    aclrtEvent again, time_only;
    aclrtEventRecordedStatus recorded;
    aclrtEventStatus status = ACL_EVENT_STATUS_RESERVED;
    aclrtEventWaitStatus waits = ACL_EVENT_WAIT_STATUS_RESERVED;

    REQUIRE_STATUS(aclrtCreateEventExWithFlag(&again, ACL_EVENT_SYNC), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateEventWithFlag(&time_only, ACL_EVENT_TIME_LINE), ACL_SUCCESS);
    CHECK_REFUSED(aclrtQueryEvent(again, &status), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtCreateEventExWithFlag");
    CHECK_REFUSED(aclrtQueryEventWaitStatus(again, &waits), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtCreateEventExWithFlag");
    CHECK_REFUSED(aclrtResetEvent(again, stream), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "aclrtCreateEventExWithFlag");
    CHECK_TRUE(status == ACL_EVENT_STATUS_RESERVED && waits == ACL_EVENT_WAIT_STATUS_RESERVED);
    CHECK_STATUS(aclrtQueryEventStatus(again, &recorded), ACL_SUCCESS);
    CHECK_EQUAL_INT(recorded, ACL_EVENT_RECORDED_STATUS_COMPLETE);
    CHECK_STATUS(aclrtStreamWaitEvent(stream, again), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_REFUSED(aclrtStreamWaitEvent(stream, time_only), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "without ACL_EVENT_SYNC");
    CHECK_STATUS(aclrtDestroyEvent(again), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(time_only), ACL_SUCCESS);
}

/* One stream waits for the other; a wait that is limited fails its stream. */
static void order(aclrtStream stream)
{
    aclrtStream other;
    aclrtEvent event;
    uint64_t *word = device_word(), *result = device_word();

    REQUIRE_STATUS(aclrtCreateStream(&other), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    hold(word, stream);
    CHECK_STATUS(aclrtValueWrite(result, 1, 0, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtStreamWaitEventWithTimeout(other, event, 30), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(other), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "took longer than 30ms");
    /* The error was told once. */
    CHECK_STATUS(aclrtSynchronizeStream(other), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetOpWaitTimeout(1), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetOpWaitTimeout(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtStreamWaitEvent(other, event), ACL_SUCCESS);
    CHECK_STATUS(aclrtValueWrite(result, 2, 0, other), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(result), 0);
    /* Queued waits keep what they need. */
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
    open_word(word);
    CHECK_STATUS(aclrtSynchronizeStream(other), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(result), 2);
    CHECK_STATUS(aclrtDestroyStream(other), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(word), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(result), ACL_SUCCESS);
}

int main(void)
{
    aclrtEvent event = NO_HANDLE, stale;
    aclrtStream stream;
    aclrtContext own;

    CHECK_REFUSED(aclrtCreateEvent(&event), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_REFUSED(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_REFUSED(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_TRUE(event == NO_HANDLE);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    flags();
    REQUIRE_STATUS(aclrtCreateEvent(&stale), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtDestroyEvent(stale), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    handles(stale, event, stream);
    states(stream);
    kinds(stream);
    order(stream);

    /* A stream of another context takes no work here. */
    REQUIRE_STATUS(aclrtCreateContext(&own, 0), ACL_SUCCESS);
    CHECK_REFUSED(aclrtRecordEvent(event, stream), ACL_ERROR_RT_STREAM_CONTEXT, "belongs to another context");
    CHECK_REFUSED(aclrtStreamWaitEvent(stream, event), ACL_ERROR_RT_STREAM_CONTEXT, "belongs to another context");
    CHECK_STATUS(aclrtDestroyContext(own), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
