/* Every refusal of aclnnSin and aclnnInplaceSin: its code, its sentence, and outputs that stay as they were. */
#include "fixture.h"

#include "aclnnop/aclnn_sin.h"

#define UNTOUCHED_SIZE 0x1234567890abcdefu
static aclOpExecutor *const untouched_executor = (aclOpExecutor *)0x1234;

static aclnnStatus (*const first)(const aclTensor *, aclTensor *, uint64_t *, aclOpExecutor **) = aclnnSinGetWorkspaceSize;
static aclnnStatus (*const second)(void *, uint64_t, aclOpExecutor *, aclrtStream) = aclnnSin;
static aclnnStatus (*const first_in_place)(aclTensor *, uint64_t *, aclOpExecutor **) = aclnnInplaceSinGetWorkspaceSize;
static aclnnStatus (*const second_in_place)(void *, uint64_t, aclOpExecutor *, aclrtStream) = aclnnInplaceSin;

static void refused(const aclTensor *self, aclTensor *out, aclnnStatus expected, const char *sentence)
{
    uint64_t size = UNTOUCHED_SIZE;
    aclOpExecutor *executor = untouched_executor;
    (void)message();
    CHECK_STATUS(first(self, out, &size, &executor), expected);
    CHECK_TRUE(size == UNTOUCHED_SIZE);
    CHECK_TRUE(executor == untouched_executor);
    const char *text = message();
    CHECK_MESSAGE_CONTAINS(text, "aclnnSinGetWorkspaceSize: ");
    CHECK_MESSAGE_CONTAINS(text, sentence);
}

static void refused_in_place(aclTensor *self, aclnnStatus expected, const char *sentence)
{
    uint64_t size = UNTOUCHED_SIZE;
    aclOpExecutor *executor = untouched_executor;
    (void)message();
    CHECK_STATUS(first_in_place(self, &size, &executor), expected);
    CHECK_TRUE(size == UNTOUCHED_SIZE);
    CHECK_TRUE(executor == untouched_executor);
    CHECK_MESSAGE_CONTAINS(message(), sentence);
}

int main(void)
{
    open_device();
    const int64_t dims[] = {4, 2};
    const int64_t wide[] = {2, 4};
    const int64_t nine[] = {1, 1, 1, 1, 1, 1, 1, 1, 8};
    const int64_t nothing[] = {4, 0};
    float values[8] = {0};
    void *memory = device_memory(values, sizeof values);
    aclTensor *good = tensor(ACL_FLOAT, 2, dims, memory);
    uint64_t size = UNTOUCHED_SIZE;
    aclOpExecutor *executor = untouched_executor;

    /* Null in each argument. */
    refused(NULL, good, ACLNN_ERR_PARAM_NULLPTR, "`self` is null");
    refused(good, NULL, ACLNN_ERR_PARAM_NULLPTR, "`out` is null");
    refused_in_place(NULL, ACLNN_ERR_PARAM_NULLPTR, "`selfRef` is null");
    CHECK_STATUS(first(good, good, NULL, &executor), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_MESSAGE_CONTAINS(message(), "`workspaceSize` is null");
    CHECK_TRUE(executor == untouched_executor);
    CHECK_STATUS(first(good, good, &size, NULL), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_MESSAGE_CONTAINS(message(), "`executor` is null");
    CHECK_TRUE(size == UNTOUCHED_SIZE);
    CHECK_STATUS(first_in_place(good, NULL, &executor), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(first_in_place(good, &size, NULL), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(second(NULL, 0, NULL, stream), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(second_in_place(NULL, 0, NULL, stream), ACLNN_ERR_PARAM_NULLPTR);

    /* Every data type but the three. */
    for (int type = -2; type < 60; type++) {
        if (type == ACL_FLOAT || type == ACL_FLOAT16 || type == ACL_BF16) {
            continue;
        }
        aclTensor *other = tensor((aclDataType)type, 2, dims, memory);
        refused(other, good, ACLNN_ERR_PARAM_INVALID, "`self` has data type ");
        refused(good, other, ACLNN_ERR_PARAM_INVALID, "`out` has data type ");
        refused_in_place(other, ACLNN_ERR_PARAM_INVALID, "; allowed: FLOAT, FLOAT16 or BFLOAT16");
        CHECK_STATUS(aclDestroyTensor(other), ACLNN_SUCCESS);
    }
    aclTensor *half = tensor(ACL_FLOAT16, 2, dims, memory);
    refused(good, half, ACLNN_ERR_PARAM_INVALID, "`out` has data type FLOAT16; allowed: FLOAT (that of `self`)");
    refused(half, good, ACLNN_ERR_PARAM_INVALID, "`out` has data type FLOAT; allowed: FLOAT16 (that of `self`)");

    /* Shape, rank, format. */
    aclTensor *other_shape = tensor(ACL_FLOAT, 2, wide, memory);
    refused(good, other_shape, ACLNN_ERR_PARAM_INVALID, "`out` has shape [2, 4]; allowed: [4, 2] (that of `self`)");
    aclTensor *rank_nine = tensor(ACL_FLOAT, 9, nine, memory);
    refused(rank_nine, rank_nine, ACLNN_ERR_PARAM_INVALID, "`self` has rank 9; allowed: 0 to 8");
    refused_in_place(rank_nine, ACLNN_ERR_PARAM_INVALID, "`selfRef` has rank 9; allowed: 0 to 8");
    aclTensor *nchw = aclCreateTensor(dims, 2, ACL_FLOAT, NULL, 0, ACL_FORMAT_NCHW, dims, 2, memory);
    refused(nchw, good, ACLNN_ERR_PARAM_INVALID, "`self` has format ACL_FORMAT_NCHW; allowed: ACL_FORMAT_ND");
    refused(good, nchw, ACLNN_ERR_PARAM_INVALID, "`out` has format ACL_FORMAT_NCHW; allowed: ACL_FORMAT_ND");
    refused_in_place(nchw, ACLNN_ERR_PARAM_INVALID, "`selfRef` has format ACL_FORMAT_NCHW");

    /* Memory: past the end of the allocation, and more than one element in one place. */
    aclTensor *far = aclCreateTensor(dims, 2, ACL_FLOAT, NULL, 1, ACL_FORMAT_ND, dims, 2, memory);
    refused(far, good, ACLNN_ERR_PARAM_INVALID, "`self` extends to byte 36, past the end of its 32-byte allocation");
    refused(good, far, ACLNN_ERR_PARAM_INVALID, "`out` extends to byte 36, past the end of its 32-byte allocation");
    refused_in_place(far, ACLNN_ERR_PARAM_INVALID, "`selfRef` extends to byte 36");
    const int64_t expanded[] = {0, 1};
    aclTensor *repeated = aclCreateTensor(dims, 2, ACL_FLOAT, expanded, 0, ACL_FORMAT_ND, dims, 2, memory);
    refused(good, repeated, ACLNN_ERR_PARAM_INVALID, "elements share memory");
    const int64_t large_strides[] = {2, 2};
    aclTensor *outside = aclCreateTensor(dims, 2, ACL_FLOAT, large_strides, 0, ACL_FORMAT_ND, dims, 2, memory);
    refused(outside, good, ACLNN_ERR_INNER_NULLPTR, "`self` reaches elements 0 to 8 of a storage of 8 elements");

    /* What is no tensor (any more). */
    aclTensor *gone = tensor(ACL_FLOAT, 2, dims, memory);
    CHECK_STATUS(aclDestroyTensor(gone), ACLNN_SUCCESS);
    refused(gone, good, ACLNN_ERR_PARAM_INVALID, "`self` is a destroyed handle; expected a live tensor");
    refused((const aclTensor *)stream, good, ACLNN_ERR_PARAM_INVALID, "`self` is a handle of another kind (stream)");
    refused((const aclTensor *)values, good, ACLNN_ERR_PARAM_INVALID, "`self` is not a handle; expected a live tensor");

    /* Second phase: a tensor without memory; a workspace without an address; a used executor; a foreign stream. */
    aclTensor *bare = tensor(ACL_FLOAT, 2, dims, NULL);
    CHECK_STATUS(first(bare, good, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(second(NULL, size, executor, stream), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_MESSAGE_CONTAINS(message(), "aclnnSin: `self` has no data address");
    CHECK_STATUS(first(good, good, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(second(NULL, 16, executor, stream), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_MESSAGE_CONTAINS(message(), "`workspace` is null");
    CHECK_STATUS(second(NULL, 0, executor, stream), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_MESSAGE_CONTAINS(message(), "`executor` has already been used");
    CHECK_STATUS(first(good, good, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(second(NULL, size, executor, (aclrtStream)good), ACLNN_ERR_RUNTIME_ERROR);
    CHECK_MESSAGE_CONTAINS(message(), "`stream` is a handle of another kind (tensor); expected a live stream");

    /* An empty tensor succeeds, without memory too. */
    aclTensor *empty = tensor(ACL_FLOAT, 2, nothing, NULL);
    size = UNTOUCHED_SIZE;
    CHECK_STATUS(first(empty, empty, &size, &executor), ACLNN_SUCCESS);
    CHECK_TRUE(size == 0);
    CHECK_STATUS(second(NULL, 0, executor, stream), ACLNN_SUCCESS);
    CHECK_STATUS(first_in_place(empty, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(second_in_place(NULL, 0, executor, NULL), ACLNN_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);

    aclTensor *const all[] = {good, half, other_shape, rank_nine, nchw, far, repeated, outside, bare, empty};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        CHECK_STATUS(aclDestroyTensor(all[i]), ACLNN_SUCCESS);
    }
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
    close_device();
    return check_result();
}
