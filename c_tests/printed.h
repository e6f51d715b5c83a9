/* What calls print on the stream of the program that LOGGED_ON names: it goes into a file for as long as a call takes. */
#ifndef HOSTNPU_C_TESTS_PRINTED_H
#define HOSTNPU_C_TESTS_PRINTED_H

#include <unistd.h>

#include "check.h"

static char log_text[4096];
static int log_file = -1, log_stream = -1;

CHECK_UNUSED static void log_start(void)
{
    if (log_file < 0) {
        char name[] = "printed_XXXXXX";
        log_file = mkstemp(name);
        CHECK_TRUE(log_file >= 0 && unlink(name) == 0);
    }
    fflush(stdout);
    log_stream = dup(LOGGED_ON);
    CHECK_TRUE(ftruncate(log_file, 0) == 0 && lseek(log_file, 0, SEEK_SET) == 0);
    CHECK_TRUE(dup2(log_file, LOGGED_ON) >= 0);
}

CHECK_UNUSED static void log_stop(void)
{
    ssize_t length;
    fflush(stdout);
    CHECK_TRUE(dup2(log_stream, LOGGED_ON) >= 0);
    close(log_stream);
    CHECK_TRUE(lseek(log_file, 0, SEEK_SET) == 0);
    length = read(log_file, log_text, sizeof log_text - 1);
    log_text[length > 0 ? length : 0] = '\0';
}

/* The call ends with `status` and prints what contains `text` and `head`. */
#define CHECK_PRINTED(call, status, text, head)                               \
    do {                                                                      \
        int printed_status_;                                                  \
        log_start();                                                          \
        printed_status_ = (int)(call);                                        \
        log_stop();                                                           \
        CHECK_STATUS(printed_status_, status);                                \
        check_contains(log_text, text, #call, __FILE__, __LINE__);            \
        check_contains(log_text, head, #call, __FILE__, __LINE__);            \
    } while (0)

/* What no call writes by chance. */
#define UNTOUCHED 0x5A5A5A5A

/* A pointer that is no handle: an address of the program. */
CHECK_UNUSED static int no_handle_target;
#define NO_HANDLE ((void *)&no_handle_target)

#endif
