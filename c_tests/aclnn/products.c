/* Matrix products as a program asks for them: a transposed weight without a copy, a bias, a result over its own operand, and what is refused. */
#include "fixture.h"

#include <math.h>

#include "aclnnop/aclnn_addmm.h"
#include "aclnnop/aclnn_baddbmm.h"
#include "aclnnop/aclnn_batch_matmul.h"
#include "aclnnop/aclnn_dot.h"
#include "aclnnop/aclnn_matmul.h"
#include "aclnnop/aclnn_mm.h"

/* Runs the second phase of what a first phase with this status has planned. */
typedef aclnnStatus (*Phase)(void *, uint64_t, aclOpExecutor *, aclrtStream);

static aclnnStatus run(Phase phase, aclnnStatus status, uint64_t size, aclOpExecutor *executor)
{
    if (status != ACLNN_SUCCESS) {
        return status;
    }
    void *workspace = size == 0 ? NULL : device_memory(NULL, size);
    CHECK_STATUS(phase(workspace, size, executor, stream), ACLNN_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    if (workspace != NULL) {
        CHECK_STATUS(aclrtFree(workspace), ACL_SUCCESS);
    }
    return status;
}

static aclnnStatus mm(const aclTensor *self, const aclTensor *mat2, aclTensor *out, int8_t cube_math_type)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclnnStatus status = aclnnMmGetWorkspaceSize(self, mat2, out, cube_math_type, &size, &executor);
    return run(aclnnMm, status, size, executor);
}

static aclnnStatus matmul(const aclTensor *self, const aclTensor *mat2, aclTensor *out)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclnnStatus status = aclnnMatmulGetWorkspaceSize(self, mat2, out, 0, &size, &executor);
    return run(aclnnMatmul, status, size, executor);
}

static aclnnStatus addmm(const aclTensor *self, const aclTensor *mat1, const aclTensor *mat2, float beta, float alpha, aclTensor *out)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclScalar *factors[2] = {aclCreateScalar(&beta, ACL_FLOAT), aclCreateScalar(&alpha, ACL_FLOAT)};
    aclnnStatus status = aclnnAddmmGetWorkspaceSize(self, mat1, mat2, factors[0], factors[1], out, 0, &size, &executor);
    status = run(aclnnAddmm, status, size, executor);
    aclDestroyScalar(factors[0]);
    aclDestroyScalar(factors[1]);
    return status;
}

/* An empty batch beside one matrix is refused with a sentence, as several matrices are. */
static void empty_batch(void)
{
    const int64_t one[3] = {1, 2, 3}, none[3] = {0, 3, 4}, sum[3] = {1, 2, 4};
    const float values[8] = {0}, factor = 1;
    void *memory = device_memory(values, sizeof values);
    aclTensor *self = tensor(ACL_FLOAT, 3, sum, memory), *left = tensor(ACL_FLOAT, 3, one, memory), *right = tensor(ACL_FLOAT, 3, none, NULL);
    float beta_value = factor, alpha_value = factor;
    aclScalar *beta = aclCreateScalar(&beta_value, ACL_FLOAT), *alpha = aclCreateScalar(&alpha_value, ACL_FLOAT);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnBaddbmmGetWorkspaceSize(self, left, right, beta, alpha, self, 0, &size, &executor), ACLNN_ERR_INNER_NULLPTR);
    CHECK_MESSAGE_CONTAINS(message(), "`batch2` has shape [0, 3, 4]; allowed: a batch of 1, that of `batch1`");
    CHECK_STATUS(aclnnInplaceBaddbmmGetWorkspaceSize(self, left, right, beta, alpha, 0, &size, &executor), ACLNN_ERR_INNER_NULLPTR);
    CHECK_MESSAGE_CONTAINS(message(), "`batch2` has shape [0, 3, 4]; allowed: a batch of 1, that of `batch1`");
}

int main(void)
{
    open_device();
    empty_batch();
    const int64_t x_shape[2] = {2, 3}, weight_shape[2] = {4, 3}, y_shape[2] = {2, 4}, four = 4, eight = 8, square[2] = {2, 2};
    const float x_values[6] = {1, 2, 3, 4, 5, 6};
    const float weights[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
    const float biases[4] = {10, 20, 30, 40};
    void *x_memory = device_memory(x_values, sizeof x_values), *weight_memory = device_memory(weights, sizeof weights);
    void *bias_memory = device_memory(biases, sizeof biases), *y_memory = device_memory(NULL, 8 * sizeof(float));
    float y[8];

    /* A linear layer: the weight of shape [out, in] is multiplied as its transpose, a view of the same memory. */
    const int64_t turned_shape[2] = {3, 4}, turned_strides[2] = {1, 3};
    aclTensor *in = tensor(ACL_FLOAT, 2, x_shape, x_memory), *bias = tensor(ACL_FLOAT, 1, &four, bias_memory);
    aclTensor *out = tensor(ACL_FLOAT, 2, y_shape, y_memory);
    aclTensor *turned = aclCreateTensor(turned_shape, 2, ACL_FLOAT, turned_strides, 0, ACL_FORMAT_ND, weight_shape, 2, weight_memory);
    CHECK_STATUS(mm(in, turned, out, 0), ACLNN_SUCCESS);
    to_host(y, y_memory, sizeof y);
    const float products[8] = {1, 2, 3, 6, 4, 5, 6, 15};
    for (int i = 0; i < 8; ++i) {
        CHECK_TRUE(y[i] == products[i]);
    }
    CHECK_STATUS(addmm(bias, in, turned, 1, 2, out), ACLNN_SUCCESS);
    to_host(y, y_memory, sizeof y);
    for (int i = 0; i < 8; ++i) {
        CHECK_TRUE(y[i] == biases[i % 4] + 2 * products[i]);
    }

    /* What is multiplied by 0 is not read: a NaN there does not matter. */
    const float nan_values[4] = {NAN, NAN, NAN, NAN};
    void *nan_memory = device_memory(nan_values, sizeof nan_values);
    aclTensor *nans = tensor(ACL_FLOAT, 1, &four, nan_memory);
    CHECK_STATUS(addmm(nans, in, turned, 0, 1, out), ACLNN_SUCCESS);
    to_host(y, y_memory, sizeof y);
    CHECK_TRUE(y[3] == 6);
    CHECK_STATUS(addmm(nans, in, turned, 1, 1, out), ACLNN_SUCCESS);
    to_host(y, y_memory, sizeof y);
    CHECK_TRUE(isnan(y[3]));

    /* aclnnMatmul writes the elements in their order, whatever the shape of the output is. */
    aclTensor *flat = tensor(ACL_FLOAT, 1, &eight, y_memory);
    CHECK_STATUS(matmul(in, turned, flat), ACLNN_SUCCESS);
    to_host(y, y_memory, sizeof y);
    CHECK_TRUE(y[7] == 15);

    /* The result lies over an operand: all of it is read first. */
    const float ones[4] = {1, 1, 0, 1};
    void *square_memory = device_memory(ones, sizeof ones);
    aclTensor *matrix = tensor(ACL_FLOAT, 2, square, square_memory);
    CHECK_STATUS(mm(matrix, matrix, matrix, 0), ACLNN_SUCCESS);
    to_host(y, square_memory, sizeof ones);
    CHECK_TRUE(y[0] == 1 && y[1] == 2 && y[2] == 0 && y[3] == 1);

    /* Refusals name the argument and say what fits. */
    CHECK_STATUS(mm(in, in, out, 0), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`mat2`");
    CHECK_STATUS(mm(in, turned, matrix, 0), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "[2, 4]");
    CHECK_STATUS(mm(in, turned, out, 9), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "cubeMathType");
    CHECK_STATUS(matmul(in, turned, matrix), ACLNN_ERR_INNER_NULLPTR);
    CHECK_STATUS(mm(NULL, turned, out, 0), ACLNN_ERR_PARAM_NULLPTR);

    close_device();
    return check_result();
}
