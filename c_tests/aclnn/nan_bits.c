/* NaN in results has the same bits on every instruction set, whatever the signs of NaN in operands and however infinities meet. */
#include "fixture.h"

#include "aclnnop/aclnn_avgpool2d_backward.h"
#include "aclnnop/aclnn_cdist.h"
#include "aclnnop/aclnn_deep_norm_grad.h"
#include "aclnnop/aclnn_mul.h"

#include <stdint.h>

enum { LARGEST = 1024 };

static uint32_t seed = 1;

/* Floats, of which one in ten is NaN or infinite, with either sign; NULL for an output. */
static aclTensor *floats(uint64_t rank, const int64_t *dims, int is_output, void **memory)
{
    static uint32_t bits[LARGEST];
    size_t count = 1;
    for (uint64_t k = 0; k < rank; k++) {
        count *= (size_t)dims[k];
    }
    REQUIRE_STATUS(count <= LARGEST ? 0 : 1, 0);
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1664525U + 1013904223U;
        const uint32_t sign = seed & 0x80000000U, kind = (seed >> 8) % 20;
        bits[i] = is_output ? 0 : sign | (kind == 0 ? 0x7fc00000U : kind == 1 ? 0x7f800000U : 0x3f000000U + (seed >> 9 & 0xffffffU));
    }
    *memory = device_memory(bits, count * sizeof *bits);
    /* Pooling takes images. */
    return aclCreateTensor(dims, rank, ACL_FLOAT, NULL, 0, rank == 4 ? ACL_FORMAT_NCHW : ACL_FORMAT_ND, dims, rank, *memory);
}

/* Every NaN is the positive one without payload, and there are some. */
static void one_nan(const void *memory, size_t count)
{
    static uint32_t bits[LARGEST];
    int found = 0, others = 0;
    to_host(bits, memory, count * sizeof *bits);
    for (size_t i = 0; i < count; i++) {
        const int is_nan = (bits[i] & 0x7fffffffU) > 0x7f800000U;
        found += is_nan;
        others += is_nan && bits[i] != 0x7fc00000U;
    }
    CHECK_TRUE(found > 0);
    CHECK_EQUAL_INT(others, 0);
}

static void norm(void)
{
    const int64_t whole[2] = {17, 32}, row[1] = {32}, column[2] = {17, 1};
    void *memory[6], *outputs[4];
    aclTensor *dy = floats(2, whole, 0, &memory[0]), *x = floats(2, whole, 0, &memory[1]), *gx = floats(2, whole, 0, &memory[2]);
    aclTensor *gamma = floats(1, row, 0, &memory[3]), *mean = floats(2, column, 0, &memory[4]), *rstd = floats(2, column, 0, &memory[5]);
    aclTensor *dx = floats(2, whole, 1, &outputs[0]), *dgx = floats(2, whole, 1, &outputs[1]);
    aclTensor *dbeta = floats(1, row, 1, &outputs[2]), *dgamma = floats(1, row, 1, &outputs[3]);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(both_phases(aclnnDeepNormGradGetWorkspaceSize(dy, x, gx, gamma, mean, rstd, 0.3, dx, dgx, dbeta, dgamma, &size, &executor),
                             aclnnDeepNormGrad, &size, &executor),
                 ACLNN_SUCCESS);
    for (int k = 0; k < 4; k++) {
        one_nan(outputs[k], k < 2 ? 17 * 32 : 32);
    }
}

static void averages(void)
{
    const int64_t given[4] = {1, 2, 20, 20}, whole[4] = {1, 2, 21, 21}, window[2] = {2, 2}, step[2] = {1, 1}, none[2] = {0, 0};
    void *memory, *output;
    aclTensor *gradient = floats(4, given, 0, &memory), *self = floats(4, whole, 0, &memory), *by_input = floats(4, whole, 1, &output);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(both_phases(aclnnAvgPool2dBackwardGetWorkspaceSize(gradient, self, aclCreateIntArray(window, 2), aclCreateIntArray(step, 2),
                                                                    aclCreateIntArray(none, 2), false, true, 0, 0, by_input, &size, &executor),
                             aclnnAvgPool2dBackward, &size, &executor),
                 ACLNN_SUCCESS);
    one_nan(output, 2 * 21 * 21);
}

static void distances(void)
{
    const int64_t left[2] = {9, 40}, right[2] = {7, 40}, both[2] = {9, 7};
    void *memory, *output;
    aclTensor *a = floats(2, left, 0, &memory), *b = floats(2, right, 0, &memory), *out = floats(2, both, 1, &output);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(both_phases(aclnnCdistGetWorkspaceSize(a, b, 2, 2, out, &size, &executor), aclnnCdist, &size, &executor), ACLNN_SUCCESS);
    one_nan(output, 9 * 7);
}

/* Of two NaN a product is the first. */
static void products(void)
{
    enum { COUNT = 100 };
    const int64_t count[1] = {COUNT};
    uint32_t a[COUNT], b[COUNT], got[COUNT];
    for (int i = 0; i < COUNT; i++) {
        a[i] = (i % 3 == 0 ? 0xffc00000U : 0x7fc00000U) + (uint32_t)i;
        b[i] = (i % 2 == 0 ? 0x7fc01000U : 0xffc01000U) + (uint32_t)i;
    }
    void *memory = device_memory(NULL, sizeof got);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(both_phases(aclnnMulGetWorkspaceSize(tensor(ACL_FLOAT, 1, count, device_memory(a, sizeof a)),
                                                      tensor(ACL_FLOAT, 1, count, device_memory(b, sizeof b)),
                                                      tensor(ACL_FLOAT, 1, count, memory), &size, &executor),
                             aclnnMul, &size, &executor),
                 ACLNN_SUCCESS);
    to_host(got, memory, sizeof got);
    CHECK_EQUAL_BITS(got, a, sizeof got);
}

int main(void)
{
    open_device();
    norm();
    averages();
    distances();
    products();
    close_device();
    return check_result();
}
