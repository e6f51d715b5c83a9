/* Events that two processes share, and the death of the one that recorded. */
#define _POSIX_C_SOURCE 200809L
#include "two_processes.h"

static aclrtEvent open_event(const peer *from)
{
    aclrtIpcEventHandle handle;
    aclrtEvent event = NULL;
    hear(from, &handle, sizeof handle);
    REQUIRE_STATUS(aclrtIpcOpenEventHandle(handle, &event), ACL_SUCCESS);
    return event;
}

static aclrtEvent make_event(const peer *to)
{
    aclrtIpcEventHandle handle;
    aclrtEvent event = NULL;
    REQUIRE_STATUS(aclrtCreateEventExWithFlag(&event, ACL_EVENT_IPC), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtIpcGetEventHandle(event, &handle), ACL_SUCCESS);
    say(to, &handle, sizeof handle);
    return event;
}

static int is_complete(aclrtEvent event)
{
    aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    CHECK_STATUS(aclrtQueryEventStatus(event, &status), ACL_SUCCESS);
    return status == ACL_EVENT_RECORDED_STATUS_COMPLETE;
}

/* Records behind a wait, opens the wait when told to; then records behind a wait that never ends, and is killed. */
static void child(const peer *parent)
{
    aclrtStream stream = NULL;
    uint64_t *word = device_word();
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    aclrtEvent event = make_event(parent);
    hold(word, stream);
    REQUIRE_STATUS(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    signal_peer(parent);
    wait_for_peer(parent);
    open_word(word);
    REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    wait_for_peer(parent);
    REQUIRE_STATUS(aclrtMemset(word, 8, 0, 8), ACL_SUCCESS);
    hold(word, stream);
    REQUIRE_STATUS(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    signal_peer(parent);
    wait_for_peer(parent);
    raise(SIGKILL);
}

int main(void)
{
    peer other = start_child(child);
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtStream stream = NULL;
    aclrtEvent own = NULL;
    aclrtIpcEventHandle handle;
    memset(&handle, 0, sizeof handle);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateEventExWithFlag(&own, ACL_EVENT_SYNC), ACL_SUCCESS);
    CHECK_REFUSED(aclrtIpcGetEventHandle(own, &handle), 107000, "ACL_EVENT_IPC (0x40)");
    CHECK_REFUSED(aclrtIpcGetEventHandle(NULL, &handle), 100000, "`event` is null");
    CHECK_REFUSED(aclrtIpcGetEventHandle(own, NULL), 100000, "`handle` is null");
    CHECK_REFUSED(aclrtIpcOpenEventHandle(handle, NULL), 100000, "`event` is null");
    CHECK_REFUSED(aclrtIpcOpenEventHandle(handle, &own), 107000, "names no shared memory");
    aclrtEvent event = open_event(&other);
    wait_for_peer(&other);
    CHECK_TRUE(!is_complete(event));
    CHECK_STATUS(aclrtSynchronizeEventWithTimeout(event, 10), 507047);
    CHECK_STATUS(aclrtStreamWaitEvent(stream, event), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(stream, 10), 507046);
    signal_peer(&other);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeEvent(event), ACL_SUCCESS);
    CHECK_TRUE(is_complete(event));
    CHECK_REFUSED(aclrtQueryEventWaitStatus(event, &(aclrtEventWaitStatus){0}), 207000, "aclrtCreateEventExWithFlag");
    /* A process that dies before it reaches its record is an error of who waits. */
    signal_peer(&other);
    wait_for_peer(&other);
    CHECK_TRUE(!is_complete(event));
    CHECK_STATUS(aclrtStreamWaitEvent(stream, event), ACL_SUCCESS);
    signal_peer(&other);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 507015);
    CHECK_REFUSED(aclrtSynchronizeEvent(event), 107000, "ended before it reached the event");
    waitpid(other.pid, NULL, 0);
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(own), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
