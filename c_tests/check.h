/* Checks for C and C++ test programs. A failed check prints file, line, what was written and what came, and counts;
   the program goes on, and `return check_result();` at the end of main turns the count into the exit status.

   CHECK_TRUE(condition)                      CHECK_STATUS(call, expected)
   CHECK_EQUAL_INT(actual, expected)          CHECK_EQUAL_BITS(actual, expected, size)
   CHECK_EQUAL_STRING(actual, expected)       CHECK_MESSAGE_CONTAINS(message, part)
   REQUIRE_STATUS(call, expected)             as CHECK_STATUS, but ends the program: for what all the rest needs */
#ifndef HOSTNPU_C_TESTS_CHECK_H
#define HOSTNPU_C_TESTS_CHECK_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_failures;
static int check_count;

#if defined(__GNUC__)
#define CHECK_UNUSED __attribute__((unused))
#else
#define CHECK_UNUSED
#endif

CHECK_UNUSED static int check_that(int holds, const char *file, int line)
{
    check_count++;
    if (!holds) {
        check_failures++;
        fprintf(stderr, "%s:%d: ", file, line);
    }
    return holds;
}

CHECK_UNUSED static void check_true(int holds, const char *text, const char *file, int line)
{
    if (!check_that(holds, file, line)) {
        fprintf(stderr, "does not hold: %s\n", text);
    }
}

CHECK_UNUSED static int check_integer(long long actual, long long expected, const char *text, const char *file, int line)
{
    if (!check_that(actual == expected, file, line)) {
        fprintf(stderr, "%s is %lld, not %lld\n", text, actual, expected);
    }
    return actual == expected;
}

CHECK_UNUSED static void check_bits(const void *actual, const void *expected, size_t size, const char *text,
                                    const char *file, int line)
{
    const unsigned char *a = (const unsigned char *)actual;
    const unsigned char *e = (const unsigned char *)expected;
    size_t at = 0;
    while (at < size && a[at] == e[at]) {
        at++;
    }
    if (!check_that(at == size, file, line)) {
        fprintf(stderr, "%s: byte %zu of %zu is %02x, not %02x\n", text, at, size, a[at], e[at]);
    }
}

CHECK_UNUSED static void check_string(const char *actual, const char *expected, const char *text, const char *file,
                                      int line)
{
    if (!check_that(actual != NULL && strcmp(actual, expected) == 0, file, line)) {
        fprintf(stderr, "%s is \"%s\", not \"%s\"\n", text, actual ? actual : "(null)", expected);
    }
}

CHECK_UNUSED static void check_contains(const char *message, const char *part, const char *text, const char *file,
                                        int line)
{
    if (!check_that(message != NULL && strstr(message, part) != NULL, file, line)) {
        fprintf(stderr, "%s is \"%s\", which does not contain \"%s\"\n", text, message ? message : "(null)", part);
    }
}

/* A program that checked nothing has not passed. */
CHECK_UNUSED static int check_result(void)
{
    if (check_count == 0) {
        fprintf(stderr, "no check was made\n");
        return 1;
    }
    if (check_failures != 0) {
        fprintf(stderr, "%d of %d checks failed\n", check_failures, check_count);
    }
    return check_failures == 0 ? 0 : 1;
}

#define CHECK_TRUE(condition) check_true((condition) ? 1 : 0, #condition, __FILE__, __LINE__)
#define CHECK_EQUAL_INT(actual, expected) \
    ((void)check_integer((long long)(actual), (long long)(expected), #actual, __FILE__, __LINE__))
#define CHECK_STATUS(call, expected) CHECK_EQUAL_INT(call, expected)
#define CHECK_EQUAL_BITS(actual, expected, size) check_bits(actual, expected, size, #actual, __FILE__, __LINE__)
#define CHECK_EQUAL_STRING(actual, expected) check_string(actual, expected, #actual, __FILE__, __LINE__)
#define CHECK_MESSAGE_CONTAINS(message, part) check_contains(message, part, #message, __FILE__, __LINE__)
#define REQUIRE_STATUS(call, expected)                                                                   \
    do {                                                                                                 \
        if (!check_integer((long long)(call), (long long)(expected), #call, __FILE__, __LINE__)) {       \
            exit(1);                                                                                     \
        }                                                                                                \
    } while (0)

#endif
