/* Softmax and normalisations: along either axis, in place, without optional tensors; what refusals say. */
#include "fixture.h"

#include <math.h>

#include "aclnnop/aclnn_layer_norm.h"
#include "aclnnop/aclnn_rms_norm.h"
#include "aclnnop/aclnn_softmax.h"

static aclnnStatus softmax(const aclTensor *self, int64_t dim, aclTensor *out)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclnnStatus status = aclnnSoftmaxGetWorkspaceSize(self, dim, out, &size, &executor);
    if (status == ACLNN_SUCCESS) {
        finish(aclnnSoftmax, size, executor);
    }
    return status;
}

static aclnnStatus layer_norm(const aclTensor *input, const aclIntArray *shape, aclTensor *out, aclTensor *mean, aclTensor *rstd)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclnnStatus status = aclnnLayerNormGetWorkspaceSize(input, shape, NULL, NULL, 0.25, out, mean, rstd, &size, &executor);
    if (status == ACLNN_SUCCESS) {
        finish(aclnnLayerNorm, size, executor);
    }
    return status;
}

int main(void)
{
    open_device();
    /* Differences of logarithms: quotients are exact. */
    const float third = logf(3);
    const float values[6] = {0, 0, 0, third, 0, -INFINITY};
    const int64_t matrix[2] = {2, 3}, ones[2] = {2, 1}, three = 3, two = 2;
    void *memory = device_memory(values, sizeof values), *results = device_memory(values, sizeof values);
    aclTensor *self = tensor(ACL_FLOAT, 2, matrix, memory), *out = tensor(ACL_FLOAT, 2, matrix, results);
    float got[6];

    CHECK_STATUS(softmax(self, 1, out), ACLNN_SUCCESS);
    to_host(got, results, sizeof got);
    CHECK_TRUE(got[0] == 1 / 3.0F && got[3] == 0.75F && got[4] == 0.25F && got[5] == 0);
    CHECK_STATUS(softmax(self, -2, out), ACLNN_SUCCESS);
    to_host(got, results, sizeof got);
    CHECK_TRUE(got[0] == 0.25F && got[3] == 0.75F && got[1] == 0.5F && got[2] == 1 && got[5] == 0);
    /* In place. */
    CHECK_STATUS(softmax(self, 1, self), ACLNN_SUCCESS);
    to_host(got, memory, sizeof got);
    CHECK_TRUE(got[3] == 0.75F && got[5] == 0);
    CHECK_STATUS(softmax(self, 2, out), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "-2 to 1");

    /* Mean 2 and variance 6: with 0.25 added, the deviation is 2.5. */
    const float rows[6] = {-1, 2, 5, 2, 2, 2};
    CHECK_STATUS(aclrtMemcpy(memory, sizeof rows, rows, sizeof rows, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    void *means = device_memory(NULL, 8), *inverses = device_memory(NULL, 8);
    aclTensor *mean = tensor(ACL_FLOAT, 2, ones, means), *rstd = tensor(ACL_FLOAT, 2, ones, inverses);
    aclIntArray *last = aclCreateIntArray(&three, 1), *other = aclCreateIntArray(&two, 1);
    CHECK_STATUS(layer_norm(self, last, out, mean, rstd), ACLNN_SUCCESS);
    to_host(got, results, sizeof got);
    CHECK_TRUE(got[0] == -1.2F && got[1] == 0 && got[2] == 1.2F && got[3] == 0);
    to_host(got, means, 8);
    CHECK_TRUE(got[0] == 2 && got[1] == 2);
    to_host(got, inverses, 8);
    CHECK_TRUE(got[0] == 0.4F && got[1] == 2);
    CHECK_STATUS(layer_norm(self, last, out, NULL, NULL), ACLNN_SUCCESS);
    CHECK_STATUS(layer_norm(self, other, out, mean, rstd), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`normalizedShape`");
    CHECK_STATUS(layer_norm(self, NULL, out, mean, rstd), ACLNN_ERR_PARAM_NULLPTR);

    /* What is no option of this operator is found by its kernel. */
    aclTensor *gamma = tensor(ACL_FLOAT, 1, &three, memory);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnRmsNormGetWorkspaceSize(self, gamma, -1, out, rstd, &size, &executor), ACLNN_ERR_INNER_TILING_ERROR);
    CHECK_MESSAGE_CONTAINS(message(), "`epsilon`");
    CHECK_STATUS(aclnnRmsNormGetWorkspaceSize(self, gamma, 0, out, rstd, &size, &executor), ACLNN_SUCCESS);
    finish(aclnnRmsNorm, size, executor);
    to_host(got, inverses, 8);
    /* The squares are 1, 4, 25, and three times 4. */
    CHECK_TRUE(got[1] == 0.5F && fabsf(got[0] - 0.316227766F) < 1e-7F);

    aclTensor *tensors[] = {self, out, mean, rstd, gamma};
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++) {
        CHECK_STATUS(aclDestroyTensor(tensors[i]), ACLNN_SUCCESS);
    }
    CHECK_STATUS(aclDestroyIntArray(last), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyIntArray(other), ACLNN_SUCCESS);
    void *all[] = {memory, results, means, inverses};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        CHECK_STATUS(aclrtFree(all[i]), ACL_SUCCESS);
    }
    close_device();
    return check_result();
}
