/* What the tests of CNRT share. A source defines _POSIX_C_SOURCE before it includes this. */
#ifndef HOSTNPU_C_TESTS_CNRT_FIXTURE_H
#define HOSTNPU_C_TESTS_CNRT_FIXTURE_H

#include <semaphore.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "cnrt.h"

#define OK cnrtSuccess

/* With CNRT_PRINT_INFO=1, refusals are printed to standard error: what is printed goes into a file for as long as a call
   takes. */
static char log_text[4096];
static int log_file = -1, log_stderr = -1;

CHECK_UNUSED static void log_start(void)
{
    if (log_file < 0) {
        char name[] = "cnrt_log_XXXXXX";
        log_file = mkstemp(name);
        CHECK_TRUE(log_file >= 0 && unlink(name) == 0);
    }
    log_stderr = dup(STDERR_FILENO);
    CHECK_TRUE(ftruncate(log_file, 0) == 0 && lseek(log_file, 0, SEEK_SET) == 0);
    CHECK_TRUE(dup2(log_file, STDERR_FILENO) >= 0);
}

CHECK_UNUSED static void log_stop(void)
{
    ssize_t length;
    CHECK_TRUE(dup2(log_stderr, STDERR_FILENO) >= 0);
    close(log_stderr);
    CHECK_TRUE(lseek(log_file, 0, SEEK_SET) == 0);
    length = read(log_file, log_text, sizeof log_text - 1);
    log_text[length > 0 ? length : 0] = '\0';
}

/* The call is refused under `status`, says why in words that contain `text`, and is the thread's last error once. */
#define CHECK_REFUSED(call, status, text)                                           \
    do {                                                                            \
        int refused_status_;                                                        \
        log_start();                                                                \
        refused_status_ = (int)(call);                                              \
        log_stop();                                                                 \
        CHECK_STATUS(refused_status_, status);                                      \
        check_contains(log_text, text, #call, __FILE__, __LINE__);                  \
        check_contains(log_text, "[cnrtError] [", #call, __FILE__, __LINE__);       \
        check_integer(cnrtPeekAtLastError(), status, #call, __FILE__, __LINE__);    \
        check_integer(cnrtGetLastError(), status, #call, __FILE__, __LINE__);       \
        check_integer(cnrtGetLastError(), cnrtSuccess, #call, __FILE__, __LINE__);  \
    } while (0)

/* What no call writes by chance. */
#define UNTOUCHED 0x5A5A5A5A

/* A pointer that is no handle: an address of the program. */
CHECK_UNUSED static int no_handle_target;
#define NO_HANDLE ((void *)&no_handle_target)

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
