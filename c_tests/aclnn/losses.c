/* Losses as a training step uses them: a loss, its gradient, classes with one that does not count, cross entropy. */
#include "fixture.h"

#include <math.h>

#include "aclnnop/aclnn_cross_entropy_loss.h"
#include "aclnnop/aclnn_mse_loss.h"
#include "aclnnop/aclnn_mse_loss_backward.h"
#include "aclnnop/aclnn_nll_loss.h"

int main(void)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    open_device();
    const float values[6] = {1, 2, 3, 4, 5, 6}, wanted[6] = {1, 1, 1, 2, 2, 2};
    const int64_t shape[2] = {2, 3}, classes[2] = {2, 0}, one = 1, two = 2, three = 3;
    void *memory = device_memory(values, sizeof values), *targets = device_memory(wanted, sizeof wanted);
    void *results = device_memory(NULL, sizeof values), *number = device_memory(NULL, 4), *total = device_memory(NULL, 4);
    void *labels = device_memory(classes, sizeof classes), *weights = device_memory(wanted + 1, 12);
    aclTensor *self = tensor(ACL_FLOAT, 2, shape, memory), *target = tensor(ACL_FLOAT, 2, shape, targets);
    aclTensor *out = tensor(ACL_FLOAT, 2, shape, results), *loss = tensor(ACL_FLOAT, 0, shape, number);
    aclTensor *label = tensor(ACL_INT64, 1, &two, labels), *weight = tensor(ACL_FLOAT, 1, &three, weights);
    aclTensor *sum = tensor(ACL_FLOAT, 1, &one, total), *vector = tensor(ACL_FLOAT, 1, &one, number);
    float got[6];

    CHECK_STATUS(both_phases(aclnnMseLossGetWorkspaceSize(self, target, 1, loss, &size, &executor), aclnnMseLoss, &size, &executor), ACLNN_SUCCESS);
    to_host(got, number, 4);
    /* 0 + 1 + 4 + 4 + 9 + 16 */
    CHECK_TRUE(got[0] == 34 / 6.0F);
    CHECK_STATUS(both_phases(aclnnMseLossBackwardGetWorkspaceSize(loss, self, target, 2, out, &size, &executor), aclnnMseLossBackward, &size, &executor),
        ACLNN_SUCCESS);
    to_host(got, results, sizeof got);
    CHECK_TRUE(got[0] == 0 && got[5] == (float)(8 * (double)(34 / 6.0F)));
    CHECK_STATUS(aclnnMseLossGetWorkspaceSize(self, target, 3, loss, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`reduction` is 3");

    /* Weights 1, 1, 2; the first row is of class 2, the second of class 0, which does not count. */
    CHECK_STATUS(both_phases(aclnnNLLLossGetWorkspaceSize(self, label, weight, 1, 0, loss, sum, &size, &executor), aclnnNLLLoss, &size, &executor), ACLNN_SUCCESS);
    to_host(got, number, 4);
    to_host(got + 1, total, 4);
    CHECK_TRUE(got[0] == -3 && got[1] == 2);

    char mean[] = "mean";
    CHECK_STATUS(both_phases(aclnnCrossEntropyLossGetWorkspaceSize(self, label, NULL, mean, -100, 0, 0, false, vector, out, sum, sum,
                            &size, &executor), aclnnCrossEntropyLoss, &size, &executor), ACLNN_SUCCESS);
    to_host(got, number, 4);
    const double sum_of_row = 1 + exp(-1) + exp(-2);
    CHECK_TRUE(fabs(got[0] - (log(sum_of_row) + log(sum_of_row) + 2) / 2) < 1e-6);

    aclDestroyTensor(self), aclDestroyTensor(target), aclDestroyTensor(out), aclDestroyTensor(loss);
    aclDestroyTensor(label), aclDestroyTensor(weight), aclDestroyTensor(sum), aclDestroyTensor(vector);
    aclrtFree(memory), aclrtFree(targets), aclrtFree(results), aclrtFree(number), aclrtFree(total);
    aclrtFree(labels), aclrtFree(weights);
    close_device();
    return check_result();
}
