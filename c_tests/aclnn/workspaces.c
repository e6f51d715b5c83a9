/* A workspace beyond the address space is refused in the first phase: an input with strides of 0 may have more elements than any memory. */
#include "fixture.h"

#include "aclnnop/aclnn_upsample_nearest_exact1d.h"

int main(void)
{
    open_device();
    const int64_t shape[3] = {16, 18, INT64_C(1) << 40}, strides[3] = {0, 0, 0}, storage = 1, smaller[3] = {16, 18, 4}, length = 4;
    void *memory = device_memory(NULL, 2), *results = device_memory(NULL, 16 * 18 * 4 * 2);
    aclTensor *self = aclCreateTensor(shape, 3, ACL_BF16, strides, 0, ACL_FORMAT_NCL, &storage, 1, memory);
    aclTensor *out = aclCreateTensor(smaller, 3, ACL_BF16, NULL, 0, ACL_FORMAT_NCL, smaller, 3, results);
    aclIntArray *sizes = aclCreateIntArray(&length, 1);
    uint64_t size = 1234;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnUpsampleNearestExact1dGetWorkspaceSize(self, sizes, 0, out, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    const char *text = message();
    CHECK_MESSAGE_CONTAINS(text, "`workspaceSize` is ");
    CHECK_MESSAGE_CONTAINS(text, " bytes for tensors of these shapes; allowed: less than 2^47 bytes");
    CHECK_TRUE(size == 1234 && executor == NULL);
    aclDestroyTensor(self), aclDestroyTensor(out), aclDestroyIntArray(sizes);
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(results), ACL_SUCCESS);
    close_device();
    return check_result();
}
