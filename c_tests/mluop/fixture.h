/* What the tests of MLU-OPS share. A source defines _POSIX_C_SOURCE before it includes this. */
#ifndef HOSTNPU_C_TESTS_MLUOP_FIXTURE_H
#define HOSTNPU_C_TESTS_MLUOP_FIXTURE_H

#include <math.h>
#include <stdint.h>
#include <unistd.h>

#include "check.h"
#include "mlu_op.h"

#define OK MLUOP_STATUS_SUCCESS
#define BAD MLUOP_STATUS_BAD_PARAM

/* MLU-OPS writes refusals to standard output: what it writes goes into a file for as long as a call takes. */
static char log_text[4096];
static int log_file = -1, log_stdout = -1;

CHECK_UNUSED static void log_start(void)
{
    if (log_file < 0) {
        char name[] = "mluop_log_XXXXXX";
        log_file = mkstemp(name);
        CHECK_TRUE(log_file >= 0 && unlink(name) == 0);
    }
    fflush(stdout);
    log_stdout = dup(STDOUT_FILENO);
    CHECK_TRUE(ftruncate(log_file, 0) == 0 && lseek(log_file, 0, SEEK_SET) == 0);
    CHECK_TRUE(dup2(log_file, STDOUT_FILENO) >= 0);
}

CHECK_UNUSED static void log_stop(void)
{
    ssize_t length;
    fflush(stdout);
    CHECK_TRUE(dup2(log_stdout, STDOUT_FILENO) >= 0);
    close(log_stdout);
    CHECK_TRUE(lseek(log_file, 0, SEEK_SET) == 0);
    length = read(log_file, log_text, sizeof log_text - 1);
    log_text[length > 0 ? length : 0] = '\0';
}

/* The call is refused under `status`, and the log says in which function and why, in words that contain `text`. */
#define CHECK_REFUSED(call, status, text)                                     \
    do {                                                                      \
        int refused_status_;                                                  \
        log_start();                                                          \
        refused_status_ = (int)(call);                                        \
        log_stop();                                                           \
        CHECK_STATUS(refused_status_, status);                                \
        check_contains(log_text, text, #call, __FILE__, __LINE__);            \
        check_contains(log_text, "[MLUOP] [Error]: [mluOp", #call, __FILE__, __LINE__); \
    } while (0)

/* The call succeeds and says nothing. */
#define CHECK_QUIET(call)                                                     \
    do {                                                                      \
        int quiet_status_;                                                    \
        log_start();                                                          \
        quiet_status_ = (int)(call);                                          \
        log_stop();                                                           \
        CHECK_STATUS(quiet_status_, OK);                                      \
        check_string(log_text, "", #call, __FILE__, __LINE__);                \
    } while (0)

/* What no call writes by chance. */
#define UNTOUCHED 0x5A5A5A5A

/* A pointer that is no handle: an address of the program. */
CHECK_UNUSED static int no_handle_target;
#define NO_HANDLE ((void *)&no_handle_target)

CHECK_UNUSED static mluOpTensorDescriptor_t tensor(mluOpDataType_t dtype, int rank, const int *dims)
{
    mluOpTensorDescriptor_t desc = NULL;
    REQUIRE_STATUS(mluOpCreateTensorDescriptor(&desc), OK);
    REQUIRE_STATUS(mluOpSetTensorDescriptor(desc, MLUOP_LAYOUT_ARRAY, dtype, rank, dims), OK);
    return desc;
}

CHECK_UNUSED static mluOpTensorDescriptor_t vector(mluOpDataType_t dtype, int length)
{
    return tensor(dtype, 1, &length);
}

CHECK_UNUSED static mluOpTensorDescriptor_t strided(mluOpDataType_t dtype, int rank, const int *dims, const int *strides)
{
    mluOpTensorDescriptor_t desc = NULL;
    REQUIRE_STATUS(mluOpCreateTensorDescriptor(&desc), OK);
    REQUIRE_STATUS(mluOpSetTensorDescriptorEx(desc, MLUOP_LAYOUT_ARRAY, dtype, rank, dims, strides), OK);
    return desc;
}

/* Device memory with a copy of host bytes, and back. */
CHECK_UNUSED static void *device(const void *host, size_t bytes)
{
    void *memory = NULL;
    REQUIRE_STATUS(cnrtMalloc(&memory, bytes), cnrtSuccess);
    REQUIRE_STATUS(cnrtMemcpy(memory, (void *)(uintptr_t)host, bytes, cnrtMemcpyHostToDev), cnrtSuccess);
    return memory;
}

CHECK_UNUSED static void fetch(void *host, const void *memory, size_t bytes)
{
    REQUIRE_STATUS(cnrtMemcpy(host, (void *)(uintptr_t)memory, bytes, cnrtMemcpyDevToHost), cnrtSuccess);
}

/* A half as a float. */
CHECK_UNUSED static float from_half(uint16_t bits)
{
    const int exponent = (bits >> 10) & 31;
    const float fraction = (float)(bits & 1023);
    const float sign = (bits & 0x8000) != 0 ? -1.0f : 1.0f;
    if (exponent == 31) {
        return fraction != 0 ? NAN : sign * INFINITY;
    }
    return sign * (exponent == 0 ? ldexpf(fraction, -24) : ldexpf(fraction + 1024.0f, exponent - 25));
}

CHECK_UNUSED static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

#endif
