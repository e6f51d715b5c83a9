/* Reductions and scans: axes that are kept, dropped, named twice or missing; outputs over inputs; what empty tensors give. */
#include "fixture.h"

#include <math.h>

#include "aclnnop/aclnn_argmax.h"
#include "aclnnop/aclnn_cumsum.h"
#include "aclnnop/aclnn_max_dim.h"
#include "aclnnop/aclnn_mean.h"
#include "aclnnop/aclnn_reduce_sum.h"
#include "aclnnop/aclnn_std.h"

static aclIntArray *axes(const int64_t *values, uint64_t count)
{
    aclIntArray *made = aclCreateIntArray(values, count);
    CHECK_TRUE(made != NULL);
    return made;
}

static aclnnStatus sum(const aclTensor *self, const aclIntArray *dims, bool keep, aclDataType type, aclTensor *out)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclnnStatus status = aclnnReduceSumGetWorkspaceSize(self, dims, keep, type, out, &size, &executor);
    if (status != ACLNN_SUCCESS) {
        return status;
    }
    void *workspace = size == 0 ? NULL : device_memory(NULL, size);
    CHECK_STATUS(aclnnReduceSum(workspace, size, executor, stream), ACLNN_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    if (workspace != NULL) {
        CHECK_STATUS(aclrtFree(workspace), ACL_SUCCESS);
    }
    return status;
}

int main(void)
{
    open_device();
    const float values[6] = {1, 2, 3, 4, 5, 6};
    const int64_t matrix[2] = {2, 3}, two = 2, three = 3, one = 1, last = -1, twice[2] = {1, -1}, far = 2;
    void *memory = device_memory(values, sizeof values);
    void *results = device_memory(values, sizeof values);
    aclTensor *self = tensor(ACL_FLOAT, 2, matrix, memory);
    float got[6];

    /* Over the last axis, the first one, and all. */
    aclTensor *rows = tensor(ACL_FLOAT, 1, &two, results), *columns = tensor(ACL_FLOAT, 1, &three, results);
    aclTensor *all = tensor(ACL_FLOAT, 0, NULL, results), *single = tensor(ACL_FLOAT, 1, &one, results);
    aclIntArray *of_rows = axes(&last, 1), *none = axes(NULL, 0), *both_same = axes(twice, 2), *too_far = axes(&far, 1);
    const int64_t zero = 0;
    aclIntArray *of_columns = axes(&zero, 1);
    CHECK_STATUS(sum(self, of_rows, false, ACL_FLOAT, rows), ACLNN_SUCCESS);
    to_host(got, results, sizeof got);
    CHECK_TRUE(got[0] == 6 && got[1] == 15);
    CHECK_STATUS(sum(self, of_columns, false, ACL_FLOAT, columns), ACLNN_SUCCESS);
    to_host(got, results, sizeof got);
    CHECK_TRUE(got[0] == 5 && got[1] == 7 && got[2] == 9);
    CHECK_STATUS(sum(self, none, false, ACL_FLOAT, all), ACLNN_SUCCESS);
    CHECK_STATUS(sum(self, none, false, ACL_FLOAT, single), ACLNN_SUCCESS);
    to_host(got, results, sizeof got);
    CHECK_TRUE(got[0] == 21);

    /* The refusals name the argument. */
    CHECK_STATUS(sum(self, both_same, false, ACL_FLOAT, rows), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`dims`");
    CHECK_STATUS(sum(self, too_far, false, ACL_FLOAT, rows), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "-2 to 1");
    CHECK_STATUS(sum(self, of_rows, true, ACL_FLOAT, rows), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`out`");
    CHECK_STATUS(sum(self, NULL, false, ACL_FLOAT, rows), ACLNN_ERR_PARAM_NULLPTR);

    /* The output lies over the input: all is read first. */
    aclTensor *over = tensor(ACL_FLOAT, 1, &three, memory);
    CHECK_STATUS(sum(self, of_columns, false, ACL_FLOAT, over), ACLNN_SUCCESS);
    to_host(got, memory, sizeof got);
    CHECK_TRUE(got[0] == 5 && got[1] == 7 && got[2] == 9 && got[3] == 4);
    CHECK_STATUS(aclrtMemcpy(memory, sizeof values, values, sizeof values, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);

    /* A value and its place; the running sum in place. */
    int64_t places[2];
    void *indices = device_memory(NULL, sizeof places);
    aclTensor *found = tensor(ACL_INT64, 1, &two, indices);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnMaxDimGetWorkspaceSize(self, 1, false, rows, found, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(aclnnMaxDim(NULL, 0, executor, stream), ACLNN_SUCCESS);
    CHECK_STATUS(aclnnCumsumGetWorkspaceSize(self, 1, ACL_FLOAT, self, &size, &executor), ACLNN_SUCCESS);
    CHECK_EQUAL_INT((long long)size, 0);
    CHECK_STATUS(aclnnCumsum(NULL, 0, executor, stream), ACLNN_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    to_host(got, results, sizeof got);
    to_host(places, indices, sizeof places);
    CHECK_TRUE(got[0] == 3 && got[1] == 6 && places[0] == 2 && places[1] == 2);
    to_host(got, memory, sizeof got);
    CHECK_TRUE(got[2] == 6 && got[3] == 4 && got[5] == 15);

    /* Of nothing the sum is 0, the mean NaN; the place is left alone. */
    const int64_t empty[2] = {0, 3};
    aclTensor *nothing = tensor(ACL_FLOAT, 2, empty, memory);
    CHECK_STATUS(sum(nothing, of_columns, false, ACL_FLOAT, columns), ACLNN_SUCCESS);
    to_host(got, results, sizeof got);
    CHECK_TRUE(got[0] == 0 && got[2] == 0);
    CHECK_STATUS(aclnnMeanGetWorkspaceSize(nothing, of_columns, false, ACL_FLOAT, columns, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(aclnnMean(NULL, 0, executor, stream), ACLNN_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    to_host(got, results, sizeof got);
    CHECK_TRUE(isnan(got[0]) && isnan(got[2]));
    CHECK_STATUS(aclnnArgMaxGetWorkspaceSize(nothing, 0, false, found, &size, &executor), ACLNN_SUCCESS);
    CHECK_EQUAL_INT((long long)size, 0);
    CHECK_STATUS(aclnnArgMax(NULL, 0, executor, stream), ACLNN_SUCCESS);

    /* No axes may be a null pointer for a deviation. */
    CHECK_STATUS(aclnnStdGetWorkspaceSize(self, NULL, 1, false, all, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(aclnnStd(NULL, 0, executor, stream), ACLNN_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);

    aclTensor *tensors[] = {self, rows, columns, all, single, over, found, nothing};
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++) {
        CHECK_STATUS(aclDestroyTensor(tensors[i]), ACLNN_SUCCESS);
    }
    aclIntArray *arrays[] = {of_rows, none, both_same, too_far, of_columns};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        CHECK_STATUS(aclDestroyIntArray(arrays[i]), ACLNN_SUCCESS);
    }
    void *memories[] = {memory, results, indices};
    for (size_t i = 0; i < sizeof memories / sizeof *memories; i++) {
        CHECK_STATUS(aclrtFree(memories[i]), ACL_SUCCESS);
    }
    close_device();
    return check_result();
}
