/* What the tests of CNRT share. A source defines _POSIX_C_SOURCE before it includes this. */
#ifndef HOSTNPU_C_TESTS_CNRT_FIXTURE_H
#define HOSTNPU_C_TESTS_CNRT_FIXTURE_H

#include <semaphore.h>
#include <stdint.h>
#include <time.h>

#include "check.h"
#include "cnrt.h"

#define OK cnrtSuccess

/* With CNRT_PRINT_INFO=1, refusals are printed to standard error. */
#define LOGGED_ON STDERR_FILENO
#include "printed.h"

/* The call is refused under `status`, says why in words that contain `text`, and is the thread's last error once. */
#define CHECK_REFUSED(call, status, text)                                           \
    do {                                                                            \
        CHECK_PRINTED(call, status, text, "[cnrtError] [");                         \
        check_integer(cnrtPeekAtLastError(), status, #call, __FILE__, __LINE__);    \
        check_integer(cnrtGetLastError(), status, #call, __FILE__, __LINE__);       \
        check_integer(cnrtGetLastError(), cnrtSuccess, #call, __FILE__, __LINE__);  \
    } while (0)

/* A queue with a gate in it: what comes after the gate waits until it is opened. */
CHECK_UNUSED static void wait_for_gate(void *gate)
{
    while (sem_wait((sem_t *)gate) != 0) {
    }
}

CHECK_UNUSED static void shut(sem_t *gate, cnrtQueue_t queue)
{
    CHECK_EQUAL_INT(sem_init(gate, 0, 0), 0);
    REQUIRE_STATUS(cnrtInvokeHostFunc(queue, wait_for_gate, gate), OK);
}

CHECK_UNUSED static void open_gate(sem_t *gate)
{
    CHECK_EQUAL_INT(sem_post(gate), 0);
}

/* A handle that was one once. */
CHECK_UNUSED static cnrtQueue_t stale_queue(void)
{
    cnrtQueue_t queue = NULL;
    REQUIRE_STATUS(cnrtQueueCreate(&queue), OK);
    REQUIRE_STATUS(cnrtQueueDestroy(queue), OK);
    return queue;
}

CHECK_UNUSED static void sleep_ms(int ms)
{
    const struct timespec time = {0, ms * 1000000L};
    (void)nanosleep(&time, NULL);
}

#endif
