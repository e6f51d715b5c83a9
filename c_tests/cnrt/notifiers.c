/* Notifiers of CNRT: create, place, query, wait, times between two; null, stale and foreign handles. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>

#include "fixture.h"

static void bad_handles(cnrtNotifier_t good)
{
    static const char *const texts[] = {"is null", "is not a handle", "is a destroyed handle"};
    const int codes[] = {cnrtErrorArgsInvalid, cnrtErrorInvalidResourceHandle, cnrtErrorInvalidResourceHandle};
    cnrtNotifier_t bad[3] = {NULL, (cnrtNotifier_t)NO_HANDLE, NULL};
    float time = 7;
    int at;

    REQUIRE_STATUS(cnrtNotifierCreate(&bad[2]), OK);
    REQUIRE_STATUS(cnrtNotifierDestroy(bad[2]), OK);
    for (at = 0; at < 3; at++) {
        CHECK_REFUSED(cnrtNotifierDestroy(bad[at]), codes[at], texts[at]);
        CHECK_REFUSED(cnrtPlaceNotifier(bad[at], NULL), codes[at], texts[at]);
        CHECK_REFUSED(cnrtPlaceNotifierWithFlags(bad[at], NULL, 0), codes[at], texts[at]);
        CHECK_REFUSED(cnrtQueryNotifier(bad[at]), codes[at], texts[at]);
        CHECK_REFUSED(cnrtWaitNotifier(bad[at]), codes[at], texts[at]);
        CHECK_REFUSED(cnrtQueueWaitNotifier(bad[at], NULL, 0), codes[at], texts[at]);
        CHECK_REFUSED(cnrtNotifierDuration(bad[at], good, &time), codes[at], "`start` ");
        CHECK_REFUSED(cnrtNotifierDuration(good, bad[at], &time), codes[at], "`end` ");
        CHECK_REFUSED(cnrtNotifierElapsedTime(bad[at], good, &time), codes[at], "`start` ");
        CHECK_REFUSED(cnrtNotifierElapsedTime(good, bad[at], &time), codes[at], "`end` ");
    }
    CHECK_TRUE(time == 7);
}

static void times(cnrtQueue_t queue)
{
    cnrtNotifier_t start = NULL, end = NULL, untimed = NULL, no_software_time = NULL;
    float us = 7, ms = 7;
    sem_t gate;

    CHECK_STATUS(cnrtNotifierCreate(&start), OK);
    CHECK_STATUS(cnrtNotifierCreate(&end), OK);
    CHECK_REFUSED(cnrtNotifierDuration(start, end, NULL), cnrtErrorArgsInvalid, "`us` is null");
    CHECK_REFUSED(cnrtNotifierElapsedTime(start, end, NULL), cnrtErrorArgsInvalid, "`ms` is null");
    CHECK_REFUSED(cnrtNotifierDuration(start, end, &us), cnrtErrorCndrvFuncCall, "`start` is a notifier that was never placed");
    CHECK_STATUS(cnrtPlaceNotifier(start, queue), OK);
    CHECK_REFUSED(cnrtNotifierElapsedTime(start, end, &ms), cnrtErrorCndrvFuncCall, "`end` is a notifier that was never placed");
    shut(&gate, queue);
    CHECK_STATUS(cnrtPlaceNotifier(end, queue), OK);
    CHECK_STATUS(cnrtQueryNotifier(end), cnrtErrorBusy);
    CHECK_STATUS(cnrtPeekAtLastError(), OK);
    CHECK_REFUSED(cnrtNotifierDuration(start, end, &us), cnrtErrorBusy, "not reached yet");
    CHECK_REFUSED(cnrtNotifierElapsedTime(start, end, &ms), cnrtErrorBusy, "not reached yet");
    CHECK_TRUE(us == 7 && ms == 7);
    sleep_ms(21);
    open_gate(&gate);
    CHECK_STATUS(cnrtWaitNotifier(end), OK);
    CHECK_STATUS(cnrtQueryNotifier(end), OK);
    CHECK_STATUS(cnrtNotifierDuration(start, end, &us), OK);
    CHECK_STATUS(cnrtNotifierElapsedTime(start, end, &ms), OK);
    /* Microseconds and milliseconds of one span, which is longer than the sleep. */
    CHECK_TRUE(us >= 20000 && us < 6e7f && fabsf(us - 1000 * ms) <= 1e-3f * us);
    /* Backwards it is 0, not negative. */
    CHECK_STATUS(cnrtNotifierDuration(end, start, &us), OK);
    CHECK_TRUE(us == 0);
    /* Placed again, it stands for the new place. */
    CHECK_STATUS(cnrtPlaceNotifierWithFlags(start, queue, 1), OK);
    CHECK_STATUS(cnrtQueueSync(queue), OK);
    CHECK_STATUS(cnrtNotifierDuration(end, start, &us), OK);
    CHECK_TRUE(us > 0);

    CHECK_STATUS(cnrtNotifierCreateWithFlags(&untimed, CNRT_NOTIFIER_DISABLE_TIMING_ALL), OK);
    CHECK_STATUS(cnrtNotifierCreateWithFlags(&no_software_time, CNRT_NOTIFIER_DISABLE_TIMING), OK);
    CHECK_STATUS(cnrtPlaceNotifier(untimed, queue), OK);
    CHECK_STATUS(cnrtPlaceNotifier(no_software_time, queue), OK);
    CHECK_STATUS(cnrtQueueSync(queue), OK);
    CHECK_REFUSED(cnrtNotifierDuration(untimed, end, &us), cnrtErrorArgsInvalid, "`start` is a notifier without timing");
    CHECK_REFUSED(cnrtNotifierDuration(end, untimed, &us), cnrtErrorArgsInvalid, "`end` is a notifier without timing");
    CHECK_REFUSED(cnrtNotifierElapsedTime(no_software_time, end, &ms), cnrtErrorArgsInvalid, "without timing");
    CHECK_STATUS(cnrtNotifierDuration(end, no_software_time, &us), OK);
    CHECK_STATUS(cnrtNotifierDestroy(start), OK);
    CHECK_STATUS(cnrtNotifierDestroy(end), OK);
    CHECK_STATUS(cnrtNotifierDestroy(untimed), OK);
    CHECK_STATUS(cnrtNotifierDestroy(no_software_time), OK);
}

static void set(void *flag)
{
    *(volatile int *)flag = 1;
}

/* A queue that waits for a notifier goes on when the other queue reaches it. */
static void waits(cnrtQueue_t queue)
{
    cnrtQueue_t other = NULL;
    cnrtNotifier_t notifier = NULL;
    volatile int reached = 0, passed = 0;
    sem_t gate;
    CHECK_STATUS(cnrtQueueCreate(&other), OK);
    CHECK_STATUS(cnrtNotifierCreate(&notifier), OK);
    /* Never placed counts as reached. */
    CHECK_STATUS(cnrtQueryNotifier(notifier), OK);
    CHECK_STATUS(cnrtWaitNotifier(notifier), OK);
    CHECK_STATUS(cnrtQueueWaitNotifier(notifier, other, 0), OK);
    CHECK_STATUS(cnrtQueueSync(other), OK);
    shut(&gate, queue);
    CHECK_STATUS(cnrtInvokeHostFunc(queue, set, (void *)&reached), OK);
    CHECK_STATUS(cnrtPlaceNotifier(notifier, queue), OK);
    CHECK_STATUS(cnrtQueueWaitNotifier(notifier, other, 1), OK);
    CHECK_STATUS(cnrtInvokeHostFunc(other, set, (void *)&passed), OK);
    CHECK_REFUSED(cnrtQueueWaitNotifier(notifier, other, 2), cnrtErrorArgsInvalid, "`flag` is 2; allowed: 0 or 1");
    CHECK_REFUSED(cnrtPlaceNotifierWithFlags(notifier, queue, 2), cnrtErrorArgsInvalid, "`flags` is 2; allowed: 0 or 1");
    sleep_ms(10);
    CHECK_EQUAL_INT(passed, 0);
    CHECK_STATUS(cnrtQueueQuery(other), cnrtErrorBusy);
    /* What is queued stays in force when the notifier ends. */
    CHECK_STATUS(cnrtNotifierDestroy(notifier), OK);
    open_gate(&gate);
    CHECK_STATUS(cnrtQueueSync(other), OK);
    CHECK_TRUE(reached == 1 && passed == 1);
    CHECK_STATUS(cnrtQueueSync(queue), OK);
    CHECK_STATUS(cnrtQueueDestroy(other), OK);
}

int main(void)
{
    cnrtQueue_t queue = NULL;
    cnrtNotifier_t good = NULL;
    CHECK_REFUSED(cnrtNotifierCreate(NULL), cnrtErrorArgsInvalid, "`pNotifier` is null");
    CHECK_REFUSED(cnrtNotifierCreateWithFlags(NULL, 0), cnrtErrorArgsInvalid, "`pNotifier` is null");
    CHECK_REFUSED(cnrtNotifierCreateWithFlags(&good, 1), cnrtErrorArgsInvalid, "`flags` is 1");
    CHECK_TRUE(good == NULL);
    CHECK_STATUS(cnrtNotifierCreateWithFlags(&good, CNRT_NOTIFIER_DEFAULT), OK);
    CHECK_STATUS(cnrtQueueCreate(&queue), OK);
    CHECK_STATUS(cnrtPlaceNotifier(good, queue), OK);
    CHECK_STATUS(cnrtQueueSync(queue), OK);
    bad_handles(good);
    times(queue);
    waits(queue);
    CHECK_STATUS(cnrtNotifierDestroy(good), OK);
    CHECK_STATUS(cnrtQueueDestroy(queue), OK);
    return check_result();
}
