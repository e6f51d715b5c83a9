/* Operators that move elements, as a program uses them: tensors side by side and apart again, in place, over each other, and what is refused. */
#include "fixture.h"

#include "aclnnop/aclnn_cat.h"
#include "aclnnop/aclnn_permute.h"
#include "aclnnop/aclnn_reflection_pad1d.h"
#include "aclnnop/aclnn_reflection_pad1d_backward.h"
#include "aclnnop/aclnn_roll.h"
#include "aclnnop/aclnn_split_tensor.h"
#include "aclnnop/aclnn_stack.h"
#include "aclnnop/aclnn_triu.h"

static void *workspace;
static uint64_t workspace_size;

/* Runs the second phase, with a workspace as large as the first one asked for, and waits. */
static void run(aclnnStatus (*second)(void *, uint64_t, aclOpExecutor *, aclrtStream), uint64_t size, aclOpExecutor *executor)
{
    if (size > workspace_size) {
        workspace = device_memory(NULL, size);
        workspace_size = size;
    }
    CHECK_STATUS(second(size == 0 ? NULL : workspace, size, executor, stream), ACLNN_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

/* Two tensors side by side, and apart again at another place. */
static void side_by_side(void)
{
    const int64_t left[2] = {2, 1}, right[2] = {2, 3}, both[2] = {2, 4}, half[2] = {2, 2};
    const float a[2] = {1, 2}, b[6] = {3, 4, 5, 6, 7, 8}, wanted[8] = {1, 3, 4, 5, 2, 6, 7, 8};
    float got[8];
    void *memory = device_memory(NULL, sizeof got);
    const aclTensor *const members[] = {
        tensor(ACL_FLOAT, 2, left, device_memory(a, sizeof a)), tensor(ACL_FLOAT, 2, right, device_memory(b, sizeof b))};
    aclTensorList *list = aclCreateTensorList(members, 2);
    aclTensor *out = tensor(ACL_FLOAT, 2, both, memory);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnCatGetWorkspaceSize(list, -1, out, &size, &executor), ACLNN_SUCCESS);
    run(aclnnCat, size, executor);
    to_host(got, memory, sizeof got);
    CHECK_EQUAL_BITS(got, wanted, sizeof got);

    void *first = device_memory(NULL, 16), *second = device_memory(NULL, 16);
    const aclTensor *const pieces[] = {tensor(ACL_FLOAT, 2, half, first), tensor(ACL_FLOAT, 2, half, second)};
    aclTensorList *apart = aclCreateTensorList(pieces, 2);
    CHECK_STATUS(aclnnSplitTensorGetWorkspaceSize(out, 2, 1, apart, &size, &executor), ACLNN_SUCCESS);
    run(aclnnSplitTensor, size, executor);
    const float halves[2][4] = {{1, 3, 2, 6}, {4, 5, 7, 8}};
    to_host(got, first, 16);
    CHECK_EQUAL_BITS(got, halves[0], 16);
    to_host(got, second, 16);
    CHECK_EQUAL_BITS(got, halves[1], 16);

    CHECK_STATUS(aclnnCatGetWorkspaceSize(list, 2, out, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`dim` is 2; allowed: -2 to 1");
    CHECK_STATUS(aclnnCatGetWorkspaceSize(list, 0, out, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`tensors` has shape [2, 3]");

    /* Nothing to join: `out` may be missing. */
    aclTensorList *nothing = aclCreateTensorList(NULL, 0);
    if (nothing != NULL) {
        CHECK_STATUS(aclnnCatGetWorkspaceSize(nothing, 0, NULL, &size, &executor), ACLNN_SUCCESS);
        run(aclnnCat, size, executor);
        CHECK_STATUS(aclDestroyTensorList(nothing), ACLNN_SUCCESS);
    }
    CHECK_STATUS(aclDestroyTensorList(list), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensorList(apart), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(out), ACLNN_SUCCESS);
}

/* INT32 behind INT64, and beside it, of more elements than a tile has. */
static void of_two_types(void)
{
    enum { COUNT = 5000 };
    static int32_t narrow[COUNT];
    static int64_t wide[COUNT], wanted[2 * COUNT], got[2 * COUNT];
    for (int i = 0; i < COUNT; i++) {
        narrow[i] = 3 - 7 * i;
        wide[i] = ((int64_t)1 << 40) + i;
        wanted[i] = narrow[i];
        wanted[COUNT + i] = wide[i];
    }
    const int64_t count = COUNT, both = 2 * COUNT, rows[2] = {2, COUNT};
    const aclTensor *const members[] = {tensor(ACL_INT32, 1, &count, device_memory(narrow, sizeof narrow)),
                                        tensor(ACL_INT64, 1, &count, device_memory(wide, sizeof wide))};
    aclTensorList *list = aclCreateTensorList(members, 2);
    void *memory = device_memory(NULL, sizeof got);
    aclTensor *out = tensor(ACL_INT64, 1, &both, memory), *stacked = tensor(ACL_INT64, 2, rows, memory);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnCatGetWorkspaceSize(list, 0, out, &size, &executor), ACLNN_SUCCESS);
    run(aclnnCat, size, executor);
    to_host(got, memory, sizeof got);
    CHECK_EQUAL_BITS(got, wanted, sizeof got);

    CHECK_STATUS(aclrtMemset(memory, sizeof got, 0, sizeof got), ACL_SUCCESS);
    CHECK_STATUS(aclnnStackGetWorkspaceSize(list, 0, stacked, &size, &executor), ACLNN_SUCCESS);
    run(aclnnStack, size, executor);
    to_host(got, memory, sizeof got);
    CHECK_EQUAL_BITS(got, wanted, sizeof got);
    CHECK_STATUS(aclDestroyTensorList(list), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(out), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(stacked), ACLNN_SUCCESS);
}

/* An output that lies over the input: as if all were read first. */
static void over_each_other(void)
{
    const int64_t shape[2] = {2, 3}, turned[2] = {3, 2}, order[2] = {1, 0}, one = 1, axis = 1;
    float numbers[8] = {1, 2, 3, 4, 5, 6, 0, 0}, got[6];
    char *memory = device_memory(numbers, sizeof numbers);
    aclTensor *self = tensor(ACL_FLOAT, 2, shape, memory), *out = tensor(ACL_FLOAT, 2, turned, memory + 4);
    aclIntArray *dims = aclCreateIntArray(order, 2);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnPermuteGetWorkspaceSize(self, dims, out, &size, &executor), ACLNN_SUCCESS);
    CHECK_TRUE(size > 0);
    run(aclnnPermute, size, executor);
    const float permuted[6] = {1, 4, 2, 5, 3, 6};
    to_host(got, memory + 4, sizeof got);
    CHECK_EQUAL_BITS(got, permuted, sizeof got);

    CHECK_STATUS(aclrtMemcpy(memory, sizeof numbers, numbers, sizeof numbers, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    aclIntArray *shifts = aclCreateIntArray(&one, 1), *axes = aclCreateIntArray(&axis, 1);
    CHECK_STATUS(aclnnRollGetWorkspaceSize(self, shifts, axes, self, &size, &executor), ACLNN_SUCCESS);
    run(aclnnRoll, size, executor);
    const float rolled[6] = {3, 1, 2, 6, 4, 5};
    to_host(got, memory, sizeof got);
    CHECK_EQUAL_BITS(got, rolled, sizeof got);

    CHECK_STATUS(aclnnInplaceTriuGetWorkspaceSize(self, 1, &size, &executor), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(size, 0);
    run(aclnnInplaceTriu, size, executor);
    const float upper[6] = {0, 1, 2, 0, 0, 5};
    to_host(got, memory, sizeof got);
    CHECK_EQUAL_BITS(got, upper, sizeof got);

    CHECK_STATUS(aclDestroyIntArray(dims), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyIntArray(shifts), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyIntArray(axes), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(self), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(out), ACLNN_SUCCESS);
}

/* A mirror at both ends, and the gradient: each element gains as often as it was copied. */
static void mirrored(void)
{
    const int64_t shape[2] = {1, 4}, padded[2] = {1, 7}, counts[2] = {2, 1}, many[2] = {4, 0};
    const float numbers[4] = {1, 2, 3, 4}, ones[7] = {1, 1, 1, 1, 1, 1, 1};
    float got[7];
    void *out_memory = device_memory(NULL, sizeof got), *grad_memory = device_memory(NULL, sizeof numbers);
    aclTensor *self = tensor(ACL_FLOAT, 2, shape, device_memory(numbers, sizeof numbers));
    aclTensor *out = tensor(ACL_FLOAT, 2, padded, out_memory);
    aclIntArray *padding = aclCreateIntArray(counts, 2), *too_many = aclCreateIntArray(many, 2);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnReflectionPad1dGetWorkspaceSize(self, padding, out, &size, &executor), ACLNN_SUCCESS);
    run(aclnnReflectionPad1d, size, executor);
    const float mirror[7] = {3, 2, 1, 2, 3, 4, 3};
    to_host(got, out_memory, sizeof got);
    CHECK_EQUAL_BITS(got, mirror, sizeof got);

    aclTensor *grad = tensor(ACL_FLOAT, 2, padded, device_memory(ones, sizeof ones));
    aclTensor *grad_input = tensor(ACL_FLOAT, 2, shape, grad_memory);
    CHECK_STATUS(aclnnReflectionPad1dBackwardGetWorkspaceSize(grad, self, padding, grad_input, &size, &executor), ACLNN_SUCCESS);
    run(aclnnReflectionPad1dBackward, size, executor);
    const float gained[4] = {1, 2, 3, 1};
    to_host(got, grad_memory, sizeof gained);
    CHECK_EQUAL_BITS(got, gained, sizeof gained);

    CHECK_STATUS(aclnnReflectionPad1dGetWorkspaceSize(self, too_many, out, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`padding` is 4, 0 for dimension 1; allowed: less than its 4 elements");

    CHECK_STATUS(aclDestroyIntArray(padding), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyIntArray(too_many), ACLNN_SUCCESS);
    aclTensor *const all[] = {self, out, grad, grad_input};
    for (size_t i = 0; i < 4; i++) {
        CHECK_STATUS(aclDestroyTensor(all[i]), ACLNN_SUCCESS);
    }
}

int main(void)
{
    open_device();
    side_by_side();
    of_two_types();
    over_each_other();
    mirrored();
    close_device();
    return check_result();
}
