/* Pooling: the largest elements with their places and what they gain, averages over windows and shares, what refusals say. */
#include "fixture.h"

#include "aclnnop/aclnn_adaptive_avg_pool2d.h"
#include "aclnnop/aclnn_avgpool2d.h"
#include "aclnnop/aclnn_max_pool2d_with_indices.h"
#include "aclnnop/aclnn_max_pool2d_with_indices_backward.h"

/* A contiguous image with channels, in the format that averages ask for. */
static aclTensor *image(aclDataType type, const int64_t *dims, void *memory)
{
    return aclCreateTensor(dims, 3, type, NULL, 0, ACL_FORMAT_NCL, dims, 3, memory);
}

static aclIntArray *both(int64_t number)
{
    const int64_t numbers[2] = {number, number};
    return aclCreateIntArray(numbers, 2);
}

int main(void)
{
    open_device();
    /* Equal elements, and one window of -1. */
    const float values[16] = {1, 2, -1, -1, 2, 0, -1, -1, 5, 5, 0, 7, 5, 5, 3, 7};
    const int64_t large[3] = {1, 4, 4}, small[3] = {1, 2, 2};
    void *memory = device_memory(values, sizeof values), *results = device_memory(NULL, 16), *places = device_memory(NULL, 16);
    aclTensor *self = image(ACL_FLOAT, large, memory), *out = image(ACL_FLOAT, small, results), *indices = image(ACL_INT32, small, places);
    aclIntArray *two = both(2), *one = both(1), *none = both(0), *three = both(3);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    float got[16];
    int32_t at[4];

    CHECK_STATUS(aclnnMaxPool2dWithIndicesGetWorkspaceSize(self, two, two, none, one, false, out, indices, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(outcome(aclnnMaxPool2dWithIndices, size, executor), ACL_SUCCESS);
    to_host(got, results, 16);
    to_host(at, places, 16);
    CHECK_TRUE(got[0] == 2 && got[1] == -1 && got[2] == 5 && got[3] == 7);
    /* The first of equal ones. */
    CHECK_TRUE(at[0] == 1 && at[1] == 2 && at[2] == 8 && at[3] == 11);

    /* Each gradient goes where the element came from. */
    void *gained = device_memory(NULL, sizeof values);
    aclTensor *gradient = image(ACL_FLOAT, large, gained);
    CHECK_STATUS(aclnnMaxPool2dWithIndicesBackwardGetWorkspaceSize(out, self, indices, two, two, none, one, false, gradient, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(outcome(aclnnMaxPool2dWithIndicesBackward, size, executor), ACL_SUCCESS);
    to_host(got, gained, sizeof got);
    CHECK_TRUE(got[1] == 2 && got[2] == -1 && got[8] == 5 && got[11] == 7 && got[0] == 0 && got[9] == 0 && got[15] == 0);

    /* A place that the image does not have. */
    const int32_t outside[4] = {0, 16, 0, 0};
    CHECK_STATUS(aclrtMemcpy(places, 16, outside, 16, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    CHECK_STATUS(aclnnMaxPool2dWithIndicesBackwardGetWorkspaceSize(out, self, indices, two, two, none, one, false, gradient, &size, &executor), ACLNN_SUCCESS);
    CHECK_TRUE(outcome(aclnnMaxPool2dWithIndicesBackward, size, executor) != ACL_SUCCESS);
    CHECK_MESSAGE_CONTAINS(message(), "`indices`");

    /* Padding counts, or does not, or another number divides. */
    CHECK_STATUS(aclnnAvgPool2dGetWorkspaceSize(self, three, three, one, false, true, 0, 0, out, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(outcome(aclnnAvgPool2d, size, executor), ACL_SUCCESS);
    to_host(got, results, 16);
    CHECK_TRUE(got[0] == 5 / 9.0F && got[1] == -4 / 9.0F && got[2] == 20 / 9.0F && got[3] == 17 / 9.0F);
    CHECK_STATUS(aclnnAvgPool2dGetWorkspaceSize(self, three, three, one, false, false, 0, 0, out, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(outcome(aclnnAvgPool2d, size, executor), ACL_SUCCESS);
    to_host(got, results, 16);
    CHECK_TRUE(got[0] == 1.25F && got[1] == -1 && got[2] == 5 && got[3] == 4.25F);
    CHECK_STATUS(aclnnAvgPool2dGetWorkspaceSize(self, three, three, one, false, true, 2, 0, out, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(outcome(aclnnAvgPool2d, size, executor), ACL_SUCCESS);
    to_host(got, results, 16);
    CHECK_TRUE(got[0] == 2.5F && got[3] == 8.5F);

    CHECK_STATUS(aclnnAdaptiveAvgPool2dGetWorkspaceSize(self, two, out, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(outcome(aclnnAdaptiveAvgPool2d, size, executor), ACL_SUCCESS);
    to_host(got, results, 16);
    CHECK_TRUE(got[0] == 1.25F && got[1] == -1 && got[2] == 5 && got[3] == 4.25F);

    CHECK_STATUS(aclnnAdaptiveAvgPool2dGetWorkspaceSize(self, three, out, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`out`");
    CHECK_STATUS(aclnnAvgPool2dGetWorkspaceSize(self, two, two, two, false, true, 0, 0, out, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`paddings`");
    CHECK_STATUS(aclnnMaxPool2dWithIndicesGetWorkspaceSize(self, NULL, two, none, one, false, out, indices, &size, &executor), ACLNN_ERR_PARAM_NULLPTR);

    aclTensor *tensors[] = {self, out, indices, gradient};
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++) {
        CHECK_STATUS(aclDestroyTensor(tensors[i]), ACLNN_SUCCESS);
    }
    aclIntArray *arrays[] = {two, one, none, three};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        CHECK_STATUS(aclDestroyIntArray(arrays[i]), ACLNN_SUCCESS);
    }
    void *all[] = {memory, results, places, gained};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        CHECK_STATUS(aclrtFree(all[i]), ACL_SUCCESS);
    }
    close_device();
    return check_result();
}
