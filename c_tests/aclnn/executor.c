/* Executors: used up by the second phase, or run again and again on other memory. */
#include "fixture.h"

#include "aclnnop/aclnn_sin.h"

int main(void)
{
    open_device();
    const int64_t four = 4;
    const float ones[4] = {1, 1, 1, 1}, twos[4] = {2, 2, 2, 2}, zeros[4] = {0};
    float got[4];
    void *first_in = device_memory(ones, sizeof ones), *second_in = device_memory(twos, sizeof twos);
    void *first_out = device_memory(zeros, sizeof zeros), *second_out = device_memory(zeros, sizeof zeros);
    void *small = device_memory(zeros, 8);
    aclTensor *self = tensor(ACL_FLOAT, 1, &four, first_in), *out = tensor(ACL_FLOAT, 1, &four, first_out);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL, *other = NULL;

    /* Several first phases may be outstanding; the second ones run in any order, and on metadata of their own. */
    CHECK_STATUS(aclnnSinGetWorkspaceSize(self, out, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(aclnnSinGetWorkspaceSize(out, out, &size, &other), ACLNN_SUCCESS);
    CHECK_TRUE(executor != other);
    CHECK_STATUS(aclnnSin(NULL, 0, executor, stream), ACLNN_SUCCESS);
    CHECK_STATUS(aclnnSin(NULL, 0, other, stream), ACLNN_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    to_host(got, first_out, sizeof got);
    CHECK_TRUE(got[0] > 0.745f && got[0] < 0.746f); /* sin(sin(1)) */
    CHECK_STATUS(aclDestroyAclOpExecutor(executor), ACLNN_ERR_INNER);

    /* Memory that is freed between the phases is refused, until other memory lies there. */
    void *gone = device_memory(ones, sizeof ones);
    aclTensor *of_gone = tensor(ACL_FLOAT, 1, &four, gone);
    CHECK_STATUS(aclnnSinGetWorkspaceSize(of_gone, out, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(aclrtFree(gone), ACL_SUCCESS);
    CHECK_STATUS(aclnnSin(NULL, 0, executor, stream), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`self` is at 0x");
    CHECK_STATUS(aclnnSinGetWorkspaceSize(self, out, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(aclrtFree(device_memory(ones, sizeof ones)), ACL_SUCCESS);
    CHECK_STATUS(aclnnSin(NULL, 0, executor, stream), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(of_gone), ACLNN_SUCCESS);

    /* Repeatable: exchange the addresses, run, and destroy by hand. */
    CHECK_STATUS(aclnnSinGetWorkspaceSize(self, out, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(aclSetAclOpExecutorRepeatable(NULL), ACLNN_ERR_INNER_NULLPTR);
    CHECK_STATUS(aclSetAclOpExecutorRepeatable((aclOpExecutor *)self), ACLNN_ERR_INNER);
    CHECK_STATUS(aclSetAclOpExecutorRepeatable(executor), ACLNN_SUCCESS);
    CHECK_STATUS(aclnnSin(NULL, 0, executor, stream), ACLNN_SUCCESS);
    CHECK_STATUS(aclSetInputTensorAddr(executor, 0, self, second_in), ACLNN_SUCCESS);
    CHECK_STATUS(aclSetOutputTensorAddr(executor, 0, out, second_out), ACLNN_SUCCESS);
    CHECK_STATUS(aclnnSin(NULL, 0, executor, stream), ACLNN_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    to_host(got, first_out, sizeof got);
    CHECK_TRUE(got[3] > 0.8414f && got[3] < 0.8415f);
    to_host(got, second_out, sizeof got);
    CHECK_TRUE(got[3] > 0.9092f && got[3] < 0.9093f);
    void *address = NULL;
    CHECK_STATUS(aclGetRawTensorAddr(self, &address), ACLNN_SUCCESS);
    CHECK_TRUE(address == second_in);

    /* Their refusals, in every spelling. */
    CHECK_STATUS(aclSetTensorAddr(NULL, 0, self, first_in), ACLNN_ERR_INNER_NULLPTR);
    CHECK_STATUS(aclSetTensorAddr(executor, 0, NULL, first_in), ACLNN_ERR_INNER_NULLPTR);
    CHECK_STATUS(aclSetTensorAddr(executor, 2, self, first_in), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`index` is 2; allowed: 0 to 1");
    CHECK_STATUS(AclSetTensorAddr(executor, 1, out, first_out), ACLNN_SUCCESS);
    CHECK_STATUS(aclSetInputTensorAddr(executor, 1, self, first_in), ACLNN_ERR_PARAM_INVALID);
    CHECK_STATUS(AclSetInputTensorAddr(executor, 0, self, first_in), ACLNN_SUCCESS);
    CHECK_STATUS(aclSetOutputTensorAddr(executor, 1, out, first_out), ACLNN_ERR_PARAM_INVALID);
    CHECK_STATUS(AclSetOutputTensorAddr(executor, 0, out, first_out), ACLNN_SUCCESS);
    CHECK_STATUS(aclSetInputTensorAddr(executor, 0, self, (char *)small + 24), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`self` extends to byte 40, past the end of its 8-byte allocation");
    CHECK_STATUS(aclSetDynamicTensorAddr(executor, 0, 0, NULL, first_in), ACLNN_ERR_INNER_NULLPTR);
    const aclTensor *const members[] = {tensor(ACL_FLOAT, 1, &four, first_in), NULL};
    aclTensorList *list = aclCreateTensorList(members, 2);
    CHECK_STATUS(aclSetDynamicTensorAddr(executor, 0, 0, list, first_in), ACLNN_SUCCESS);
    CHECK_STATUS(aclSetDynamicTensorAddr(executor, 0, 1, list, first_in), ACLNN_ERR_INNER_NULLPTR);
    CHECK_STATUS(aclSetDynamicTensorAddr(executor, 0, 2, list, first_in), ACLNN_ERR_PARAM_INVALID);
    CHECK_STATUS(aclSetDynamicTensorAddr(executor, 2, 0, list, first_in), ACLNN_ERR_PARAM_INVALID);
    CHECK_STATUS(aclSetDynamicInputTensorAddr(executor, 1, 0, list, first_in), ACLNN_ERR_PARAM_INVALID);
    CHECK_STATUS(aclSetDynamicOutputTensorAddr(executor, 1, 0, list, first_in), ACLNN_ERR_PARAM_INVALID);
    CHECK_STATUS(AclSetDynamicTensorAddr(executor, 0, 0, list, first_in), ACLNN_SUCCESS);
    CHECK_STATUS(AclSetDynamicInputTensorAddr(executor, 0, 0, list, first_in), ACLNN_SUCCESS);
    CHECK_STATUS(AclSetDynamicOutputTensorAddr(executor, 0, 0, list, first_out), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensorList(list), ACLNN_SUCCESS);

    CHECK_STATUS(aclDestroyAclOpExecutor(executor), ACLNN_SUCCESS);
    CHECK_STATUS(aclnnSin(NULL, 0, executor, stream), ACLNN_ERR_PARAM_NULLPTR);
    CHECK_STATUS(aclDestroyAclOpExecutor(executor), ACLNN_ERR_INNER);
    CHECK_STATUS(aclDestroyAclOpExecutor(NULL), ACLNN_ERR_INNER_NULLPTR);

    /* In place there is nothing to run twice on. */
    CHECK_STATUS(aclnnInplaceSinGetWorkspaceSize(self, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(aclSetAclOpExecutorRepeatable(executor), ACLNN_ERR_INNER);
    CHECK_MESSAGE_CONTAINS(message(), "writes to its own input");
    CHECK_STATUS(aclDestroyAclOpExecutor(executor), ACLNN_SUCCESS);

    CHECK_STATUS(aclDestroyTensor(self), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(out), ACLNN_SUCCESS);
    void *const memory[] = {first_in, second_in, first_out, second_out, small};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++) {
        CHECK_STATUS(aclrtFree(memory[i]), ACL_SUCCESS);
    }
    close_device();
    return check_result();
}
