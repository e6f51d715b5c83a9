/* What the tests of reliability share: functions of the program that take a while, and a limit on the whole program. */
#ifndef HOSTNPU_C_TESTS_ACL_RELIABILITY_H
#define HOSTNPU_C_TESTS_ACL_RELIABILITY_H

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "fixture.h"

CHECK_UNUSED static void sleep_ms(long ms)
{
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000L};
    (void)nanosleep(&time, NULL);
}

/* A task that has begun, and when it has ended. */
typedef struct {
    atomic_int begun, ended;
    long ms;
} slow_task;

CHECK_UNUSED static void run_slowly(void *argument)
{
    slow_task *task = (slow_task *)argument;
    atomic_store(&task->begun, 1);
    sleep_ms(task->ms);
    atomic_store(&task->ended, 1);
}

CHECK_UNUSED static void wait_for(atomic_int *flag)
{
    while (atomic_load(flag) == 0) {
        sleep_ms(1);
    }
}

/* Queues a task of `ms` milliseconds, and returns when it has begun. */
CHECK_UNUSED static void begin(slow_task *task, long ms, aclrtStream stream)
{
    atomic_store(&task->begun, 0);
    atomic_store(&task->ended, 0);
    task->ms = ms;
    REQUIRE_STATUS(aclrtLaunchHostFunc(stream, run_slowly, task), ACL_SUCCESS);
    wait_for(&task->begun);
}

#endif
