/* What the tests of MLU-OPS share. A source defines _POSIX_C_SOURCE before it includes this. */
#ifndef HOSTNPU_C_TESTS_MLUOP_FIXTURE_H
#define HOSTNPU_C_TESTS_MLUOP_FIXTURE_H

#include <math.h>
#include <stdint.h>

#include "check.h"
#include "mlu_op.h"

#define OK MLUOP_STATUS_SUCCESS
#define BAD MLUOP_STATUS_BAD_PARAM

/* MLU-OPS writes refusals to standard output. */
#define LOGGED_ON STDOUT_FILENO
#include "printed.h"

/* The call is refused under `status`, and the log says in which function and why, in words that contain `text`. */
#define CHECK_REFUSED(call, status, text) CHECK_PRINTED(call, status, text, "[MLUOP] [Error]: [mluOp")

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
