/* Sizes beyond any memory are refused in the first phase, the workspace's and those of tables that a plan makes: an input with strides of 0 may have
 * more elements than the address space, and tensors may claim memory that nobody has. */
#define _GNU_SOURCE
#include <sys/resource.h>

#include "fixture.h"

#include "aclnnop/aclnn_convolution.h"
#include "aclnnop/aclnn_im2col_backward.h"
#include "aclnnop/aclnn_replication_pad3d_backward.h"
#include "aclnnop/aclnn_unfold_grad.h"
#include "aclnnop/aclnn_upsample_bilinear2d_aa.h"
#include "aclnnop/aclnn_upsample_nearest_1d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_1d_v2.h"
#include "aclnnop/aclnn_upsample_nearest_exact1d.h"

#define EXTENT (INT64_C(1) << 40)
#define SIZES(...) ints((const int64_t[]){__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t))
#define ONE(...) one_element((const int64_t[]){__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t))
#define CLAIMED(...) claimed((const int64_t[]){__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

static aclIntArray *ints(const int64_t *values, uint64_t count)
{
    return aclCreateIntArray(values, count);
}

static aclFormat format(uint64_t rank)
{
    return rank == 3 ? ACL_FORMAT_NCL : rank == 4 ? ACL_FORMAT_NCHW : rank == 5 ? ACL_FORMAT_NCDHW : ACL_FORMAT_ND;
}

/* A tensor whose elements are all the same one, of memory of the device. */
static aclTensor *one_element(const int64_t *shape, uint64_t rank)
{
    const int64_t strides[5] = {0}, storage = 1;
    return aclCreateTensor(shape, rank, ACL_FLOAT, strides, 0, format(rank), &storage, 1, device_memory(NULL, 4));
}

/* A dense tensor with memory of the program, of which there is less than it says. */
static aclTensor *claimed(const int64_t *shape, uint64_t rank)
{
    static float memory[16];
    return aclCreateTensor(shape, rank, ACL_FLOAT, NULL, 0, format(rank), shape, rank, memory);
}

static void workspace_beyond_the_address_space(void)
{
    uint64_t size = 1234;
    aclOpExecutor *executor = NULL;
    aclTensor *self = ONE(16, 18, EXTENT), *out = CLAIMED(16, 18, 4);
    CHECK_STATUS(aclnnUpsampleNearestExact1dGetWorkspaceSize(self, SIZES(4), 0, out, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    const char *text = message();
    CHECK_MESSAGE_CONTAINS(text, "`workspaceSize` is ");
    CHECK_MESSAGE_CONTAINS(text, " bytes for tensors of these shapes; allowed: less than 2^47 bytes");
    CHECK_TRUE(size == 1234 && executor == NULL);
}

/* A first phase that cannot have memory for its plan: refused, and nothing written. */
#define CHECK_NO_MEMORY(function, ...)                                                                                    \
    do {                                                                                                                  \
        uint64_t size = 1234;                                                                                             \
        aclOpExecutor *executor = NULL;                                                                                   \
        CHECK_STATUS(function##GetWorkspaceSize(__VA_ARGS__, &size, &executor), ACLNN_ERR_RUNTIME_ERROR);                  \
        const char *text = message();                                                                                     \
        CHECK_MESSAGE_CONTAINS(text, #function);                                                                          \
        CHECK_MESSAGE_CONTAINS(text, "host");                                                                             \
        CHECK_MESSAGE_CONTAINS(text, " were asked for");                                                                  \
        CHECK_TRUE(size == 1234 && executor == NULL);                                                                     \
    } while (0)

static void plans_beyond_memory(void)
{
    /* An entry for each element of the output, and for each of the gradient that its elements share. */
    CHECK_NO_MEMORY(aclnnUpsampleNearest1dV2, CLAIMED(4, 3, 3), SIZES(EXTENT), 0.5F, CLAIMED(4, 3, EXTENT));
    CHECK_NO_MEMORY(aclnnUpsampleNearest1dBackward, ONE(4, 3, EXTENT), SIZES(EXTENT), SIZES(4, 3, 3), 0.0, CLAIMED(4, 3, 3));
    /* A few elements of the output that take a great many each. */
    CHECK_NO_MEMORY(aclnnUpsampleBilinear2dAA, ONE(1, 1, 2, EXTENT), SIZES(2, 4), false, 0.0, 0.0, CLAIMED(1, 1, 2, 4));
    /* An entry for each window. */
    CHECK_NO_MEMORY(aclnnIm2colBackward, ONE(1, 3, 2 * EXTENT), SIZES(EXTENT, 2), SIZES(1, 1), SIZES(1, 1), SIZES(0, 0), SIZES(1, 1),
                    CLAIMED(1, 3, EXTENT, 2));
    CHECK_NO_MEMORY(aclnnUnfoldGrad, ONE(4, EXTENT), SIZES(EXTENT + 3), 0, EXTENT, 1, CLAIMED(EXTENT + 3));
    /* Elements with a great many copies along one dimension, and along two together: then the gradient of each takes as many of them at once. */
    CHECK_NO_MEMORY(aclnnReplicationPad3dBackward, ONE(5, 4, EXTENT + 5, 17), CLAIMED(5, 4, 5, 17), SIZES(0, 0, 0, EXTENT, 0, 0), CLAIMED(5, 4, 5, 17));
    const int64_t many = INT64_C(1) << 20;
    CHECK_NO_MEMORY(aclnnReplicationPad3dBackward, ONE(1, many + 1, many + 1, 3), CLAIMED(1, 1, 1, 3), SIZES(0, 0, 0, many, 0, many), CLAIMED(1, 1, 1, 3));
    /* A product for each pair of remainders of a position by the strides. */
    CHECK_NO_MEMORY(aclnnConvolution, CLAIMED(1, 1, 1, 1), ONE(1, 1, many, many), NULL, SIZES(many, many), SIZES(0, 0), SIZES(1, 1), true, SIZES(0, 0), 1,
                    CLAIMED(1, 1, many, many), 0);
}

int main(void)
{
    open_device();
    workspace_beyond_the_address_space();
    const struct rlimit limit = {UINT64_C(4) << 30, UINT64_C(4) << 30};
    CHECK_EQUAL_INT(setrlimit(RLIMIT_AS, &limit), 0);
    plans_beyond_memory();
    close_device();
    return check_result();
}
