/* What the programs of the diagnostics share: a device with two streams, and operators on it. Each program is a set of small programs, of
   which the first argument chooses one: the buggy ones have one bug each, the others none. See reports.bash. */
#ifndef HOSTNPU_C_TESTS_DIAGNOSTICS_FIXTURE_H
#define HOSTNPU_C_TESTS_DIAGNOSTICS_FIXTURE_H

#include "../check.h"
#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_median.h"
#include "aclnnop/aclnn_sin.h"

#define ELEMENTS 256
#define BYTES (ELEMENTS * sizeof(float))

static aclrtStream first, second;

CHECK_UNUSED static void open_device(void)
{
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&first), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&second), ACL_SUCCESS);
}

CHECK_UNUSED static void close_device(void)
{
    CHECK_STATUS(aclrtDestroyStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(second), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
}

/* Device memory without contents. */
CHECK_UNUSED static void *memory(size_t bytes)
{
    void *start = NULL;
    REQUIRE_STATUS(aclrtMalloc(&start, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    return start;
}

/* Device memory with numbers in it. */
CHECK_UNUSED static void *filled(size_t bytes)
{
    void *start = memory(bytes);
    REQUIRE_STATUS(aclrtMemset(start, bytes, 0, bytes), ACL_SUCCESS);
    return start;
}

CHECK_UNUSED static aclTensor *vector(void *start, int64_t count)
{
    int64_t stride = 1;
    aclTensor *tensor = aclCreateTensor(&count, 1, ACL_FLOAT, &stride, 0, ACL_FORMAT_ND, &count, 1, start);
    CHECK_TRUE(tensor != NULL);
    return tensor;
}

/* The first phase of y = sin(x). */
CHECK_UNUSED static aclOpExecutor *plan_sin(aclTensor *x, aclTensor *y)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    REQUIRE_STATUS(aclnnSinGetWorkspaceSize(x, y, &size, &executor), ACL_SUCCESS);
    CHECK_EQUAL_INT(size, 0);
    return executor;
}

/* Queues y = sin(x) on vectors of `count` elements. */
CHECK_UNUSED static void queue_sin(void *x, void *y, int64_t count, aclrtStream stream)
{
    aclTensor *from = vector(x, count), *to = vector(y, count);
    aclOpExecutor *executor = plan_sin(from, to);
    CHECK_STATUS(aclnnSin(NULL, 0, executor, stream), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
}

/* An operator with a workspace: every second number of twice as many, so that they have to be put side by side. */
CHECK_UNUSED static void queue_median(void *x, void *y, void *workspace, uint64_t size, aclrtStream stream)
{
    int64_t count = ELEMENTS, step = 2, whole = 2 * ELEMENTS, one = 1;
    aclTensor *from = aclCreateTensor(&count, 1, ACL_FLOAT, &step, 0, ACL_FORMAT_ND, &whole, 1, x);
    aclTensor *to = aclCreateTensor(&one, 0, ACL_FLOAT, &one, 0, ACL_FORMAT_ND, &one, 0, y);
    uint64_t needed = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnMedianGetWorkspaceSize(from, to, &needed, &executor), ACL_SUCCESS);
    CHECK_TRUE(needed > 0 && needed <= size);
    CHECK_STATUS(aclnnMedian(workspace, size, executor, stream), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
}

struct program {
    const char *name;
    void (*run)(void);
};

/* Runs the program that the first argument names. */
CHECK_UNUSED static int run_program(const struct program *programs, size_t count, int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < count; i++) {
        if (strcmp(programs[i].name, argv[1]) == 0) {
            programs[i].run();
            return check_result();
        }
    }
    fprintf(stderr, "usage: %s PROGRAM\n", argv[0]);
    return 2;
}

#endif
