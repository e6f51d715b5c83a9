/* Streams that stand still for ever. The host gives up after a while, which is longer than HOSTNPU_HANG. */
#include "fixture.h"
#include <unistd.h>

enum { MILLISECONDS = 250 };

static aclrtEvent new_event(void)
{
    aclrtEvent event = NULL;
    REQUIRE_STATUS(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    return event;
}

/* each_waits_for_the_other: HN-DEADLOCK */
static void each_waits_for_the_other(void)
{
    aclrtEvent one = new_event(), other = new_event();
    CHECK_STATUS(aclrtStreamWaitEvent(first, other), ACL_SUCCESS);  // @waits
    CHECK_STATUS(aclrtRecordEvent(one, first), ACL_SUCCESS);        // @later
    CHECK_STATUS(aclrtStreamWaitEvent(second, one), ACL_SUCCESS);   // @waits
    CHECK_STATUS(aclrtRecordEvent(other, second), ACL_SUCCESS);     // @later // says stream 2 and stream 3 wait for each other
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(first, MILLISECONDS), 507046); // @now
    CHECK_STATUS(aclrtStreamAbort(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtStreamAbort(second), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(one), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(other), ACL_SUCCESS);
}

/* event_never_recorded: HN-EVENT-NEVER-RECORDED */
static void event_never_recorded(void)
{
    aclrtEvent forgotten = new_event(), between = new_event();
    CHECK_STATUS(aclrtStreamWaitEvent(first, forgotten), ACL_SUCCESS); // @waits
    CHECK_STATUS(aclrtRecordEvent(between, first), ACL_SUCCESS);       // @later
    CHECK_STATUS(aclrtStreamWaitEvent(second, between), ACL_SUCCESS);  // @waits // says stream 2 has waited 100ms for what nothing has recorded
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(second, MILLISECONDS), 507046); // @now
    CHECK_STATUS(aclrtStreamAbort(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtStreamAbort(second), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(forgotten), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(between), ACL_SUCCESS);
}

static void rest(void *unused)
{
    (void)unused;
    usleep(1000 * MILLISECONDS);
}

/* slow_and_in_order: silent */
static void slow_and_in_order(void)
{
    aclrtEvent event = new_event();
    CHECK_STATUS(aclrtLaunchHostFunc(first, rest, NULL), ACL_SUCCESS);
    CHECK_STATUS(aclrtRecordEvent(event, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtStreamWaitEvent(second, event), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(second), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
}

int main(int argc, char **argv)
{
    const struct program programs[] = {
        {"each_waits_for_the_other", each_waits_for_the_other},
        {"event_never_recorded", event_never_recorded},
        {"slow_and_in_order", slow_and_in_order},
    };
    open_device();
    int result = run_program(programs, sizeof programs / sizeof *programs, argc, argv);
    close_device();
    return result;
}
