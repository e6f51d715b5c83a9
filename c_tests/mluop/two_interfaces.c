/* One device, two interfaces: a CNRT queue is an AscendCL stream, their memory is one, and lgamma and logspace give the same bits
   whichever vendor's function is called. */
#define _POSIX_C_SOURCE 200809L
#include "acl/acl.h"
#include "aclnnop/aclnn_lgamma.h"
#include "aclnnop/aclnn_logspace.h"
#include "fixture.h"

enum { COUNT = 100000 };

static aclTensor *acl_tensor(aclDataType type, int64_t length, void *memory)
{
    const int64_t stride = 1;
    return aclCreateTensor(&length, 1, type, &stride, 0, ACL_FORMAT_ND, &length, 1, memory);
}

int main(void)
{
    static float x[COUNT], of_mluop[COUNT], of_aclnn[COUNT];
    mluOpHandle_t handle = NULL;
    cnrtQueue_t queue = NULL;
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    void *there = NULL;
    int at;
    for (at = 0; at < COUNT; at++) {
        x[at] = -30.0f + 0.0007f * (float)at;
    }
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(cnrtQueueCreate(&queue), cnrtSuccess);
    REQUIRE_STATUS(mluOpCreate(&handle), OK);
    REQUIRE_STATUS(mluOpSetQueue(handle, queue), OK);
    aclrtStream stream = (aclrtStream)(void *)queue;

    /* Memory of one vendor, operators of both, in one queue. */
    float *device_x = (float *)device(x, sizeof x), *device_y = (float *)device(x, sizeof x);
    REQUIRE_STATUS(aclrtMalloc(&there, sizeof x, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    mluOpTensorDescriptor_t desc = vector(MLUOP_DTYPE_FLOAT, COUNT), five = vector(MLUOP_DTYPE_FLOAT, 5);
    aclTensor *self = acl_tensor(ACL_FLOAT, COUNT, device_x), *out = acl_tensor(ACL_FLOAT, COUNT, there);
    aclTensor *powers = acl_tensor(ACL_FLOAT, 5, there);
    CHECK_QUIET(mluOpLgamma(handle, desc, device_x, desc, device_y));
    CHECK_STATUS(aclnnLgammaGetWorkspaceSize(self, out, &size, &executor), 0);
    CHECK_STATUS(aclnnLgamma(NULL, size, executor, stream), 0);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_STATUS(cnrtQueueQuery(queue), cnrtSuccess);
    fetch(of_mluop, device_y, sizeof of_mluop);
    CHECK_STATUS(aclrtMemcpy(of_aclnn, sizeof of_aclnn, there, sizeof of_aclnn, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_EQUAL_BITS(of_aclnn, of_mluop, sizeof of_mluop);

    const float zero = 0, four = 4;
    aclScalar *start = aclCreateScalar((void *)(uintptr_t)&zero, ACL_FLOAT);
    aclScalar *end = aclCreateScalar((void *)(uintptr_t)&four, ACL_FLOAT);
    CHECK_QUIET(mluOpLogspace(handle, 0, 4, 5, 10, five, device_y));
    CHECK_STATUS(aclnnLogSpaceGetWorkspaceSize(start, end, 5, 10.0, powers, &size, &executor), 0);
    CHECK_STATUS(aclnnLogSpace(NULL, size, executor, stream), 0);
    CHECK_STATUS(cnrtQueueSync(queue), cnrtSuccess);
    fetch(of_mluop, device_y, 20);
    fetch(of_aclnn, there, 20);
    CHECK_EQUAL_BITS(of_aclnn, of_mluop, 20);

    /* A handle of one entry point is no handle of the other, whoever made it. */
    CHECK_REFUSED(mluOpLgamma(handle, (mluOpTensorDescriptor_t)(void *)self, device_x, desc, device_y), BAD,
                  "`x_desc` is a handle of another kind (tensor)");
    CHECK_STATUS(aclDestroyTensor(self), 0);
    CHECK_STATUS(aclDestroyTensor(out), 0);
    CHECK_STATUS(aclDestroyTensor(powers), 0);
    CHECK_STATUS(aclDestroyScalar(start), 0);
    CHECK_STATUS(aclDestroyScalar(end), 0);
    CHECK_STATUS(mluOpDestroyTensorDescriptor(desc), OK);
    CHECK_STATUS(mluOpDestroyTensorDescriptor(five), OK);
    CHECK_STATUS(mluOpDestroy(handle), OK);
    CHECK_STATUS(cnrtFree(device_x), cnrtSuccess);
    CHECK_STATUS(cnrtFree(device_y), cnrtSuccess);
    CHECK_STATUS(aclrtFree(there), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
