/* Memory that is read before anything has written it. */
#include "fixture.h"
#include "aclnnop/aclnn_addmm.h"
#include "aclnnop/aclnn_addmv.h"

/* never_written: HN-UNINIT-READ */
static void never_written(void)
{
    void *x = NULL, *y = memory(BYTES);
    CHECK_STATUS(aclrtMalloc(&x, BYTES, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS); // @made
    queue_sin(x, y, ELEMENTS, first);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
}

/* elements_for_bytes: HN-UNINIT-READ */
static void elements_for_bytes(void)
{
    float host[ELEMENTS] = {0};
    void *x = memory(BYTES), *y = memory(BYTES);
    CHECK_STATUS(aclrtMemcpy(x, BYTES, host, ELEMENTS, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    queue_sin(x, y, ELEMENTS, first);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
}

/* no_second_phase: HN-UNINIT-COPY */
static void no_second_phase(void)
{
    float host[ELEMENTS];
    void *x = filled(BYTES), *y = memory(BYTES);
    aclTensor *from = vector(x, ELEMENTS), *to = vector(y, ELEMENTS);
    CHECK_STATUS(aclDestroyAclOpExecutor(plan_sin(from, to)), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpy(host, BYTES, y, BYTES, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS); // @used
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
}

/* workspace_as_result: HN-UNINIT-COPY */
static void workspace_as_result(void)
{
    char host[1 << 12];
    void *x = filled(2 * BYTES), *y = memory(BYTES), *workspace = memory(sizeof host);
    queue_median(x, y, workspace, sizeof host, first);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpy(host, sizeof host, workspace, sizeof host, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS); // @used
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(workspace), ACL_SUCCESS);
}

/* copies_of_what_is_partly_written: silent */
static void copies_of_what_is_partly_written(void)
{
    float host[ELEMENTS] = {0};
    void *x = memory(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    CHECK_STATUS(aclrtMemcpy(x, BYTES, host, BYTES / 2, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpy(y, BYTES, x, BYTES, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpyAsync(z, BYTES, y, BYTES, ACL_MEMCPY_DEVICE_TO_DEVICE, first), ACL_SUCCESS);
    queue_sin(z, y, ELEMENTS / 2, first);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpy(host, BYTES, y, BYTES, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(z), ACL_SUCCESS);
}

/* copied_and_then_read: HN-UNINIT-READ */
static void copied_and_then_read(void)
{
    void *x = memory(BYTES), *y = filled(BYTES);
    CHECK_STATUS(aclrtMemcpy(y, BYTES, x, BYTES / 2, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_SUCCESS);
    queue_sin(y, y, ELEMENTS, first);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
}

/* factor_of_zero: silent */
static void factor_of_zero(void)
{
    const int64_t extents[2] = {16, 16}, length = 16;
    const float zero = 0, one = 1;
    void *unwritten[2] = {memory(BYTES), memory(BYTES)}, *written[2] = {filled(BYTES), filled(BYTES)}, *results[2] = {memory(BYTES), memory(BYTES)};
    aclTensor *scalar = aclCreateTensor(extents, 0, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, extents, 0, unwritten[1]);
    aclTensor *addend = vector(unwritten[0], length), *factor = vector(written[0], length), *sums = vector(results[0], length);
    aclTensor *square[4];
    void *memories[4] = {unwritten[0], written[0], written[1], results[1]};
    for (int i = 0; i < 4; i++) {
        square[i] = aclCreateTensor(extents, 2, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, extents, 2, memories[i]);
    }
    aclScalar *beta = aclCreateScalar((void *)&zero, ACL_FLOAT), *alpha = aclCreateScalar((void *)&one, ACL_FLOAT);
    void *workspace = memory(1 << 20);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnAddmmGetWorkspaceSize(square[0], square[1], square[2], beta, alpha, square[3], 0, &size, &executor), 0);
    CHECK_STATUS(aclnnAddmm(workspace, size, executor, first), ACL_SUCCESS);
    CHECK_STATUS(aclnnAddmmGetWorkspaceSize(scalar, square[1], square[2], beta, alpha, square[3], 0, &size, &executor), 0);
    CHECK_STATUS(aclnnAddmm(workspace, size, executor, first), ACL_SUCCESS);
    CHECK_STATUS(aclnnAddmvGetWorkspaceSize(addend, square[1], factor, alpha, beta, sums, 0, &size, &executor), 0);
    CHECK_STATUS(aclnnAddmv(workspace, size, executor, first), ACL_SUCCESS);
    // Written, and with that read once more.
    CHECK_STATUS(aclnnInplaceAddmmGetWorkspaceSize(square[0], square[1], square[2], beta, alpha, 0, &size, &executor), 0);
    CHECK_STATUS(aclnnInplaceAddmm(workspace, size, executor, first), ACL_SUCCESS);
    CHECK_STATUS(aclnnInplaceAddmmGetWorkspaceSize(square[0], square[1], square[2], alpha, alpha, 0, &size, &executor), 0);
    CHECK_STATUS(aclnnInplaceAddmm(workspace, size, executor, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    aclTensor *tensors[8] = {scalar, addend, factor, sums, square[0], square[1], square[2], square[3]};
    for (int i = 0; i < 8; i++) {
        CHECK_STATUS(aclDestroyTensor(tensors[i]), ACL_SUCCESS);
    }
    for (int i = 0; i < 2; i++) {
        CHECK_STATUS(aclrtFree(unwritten[i]), ACL_SUCCESS);
        CHECK_STATUS(aclrtFree(written[i]), ACL_SUCCESS);
        CHECK_STATUS(aclrtFree(results[i]), ACL_SUCCESS);
    }
    CHECK_STATUS(aclrtFree(workspace), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyScalar(beta), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyScalar(alpha), ACL_SUCCESS);
}

/* factor_of_one: HN-UNINIT-READ */
static void factor_of_one(void)
{
    const int64_t extents[2] = {16, 16};
    const float one = 1;
    void *memories[3] = {memory(BYTES), filled(BYTES), filled(BYTES)};
    aclTensor *tensors[3];
    for (int i = 0; i < 3; i++) {
        tensors[i] = aclCreateTensor(extents, 2, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, extents, 2, memories[i]);
    }
    aclScalar *factor = aclCreateScalar((void *)&one, ACL_FLOAT);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnInplaceAddmmGetWorkspaceSize(tensors[0], tensors[1], tensors[2], factor, factor, 0, &size, &executor), 0);
    void *workspace = size == 0 ? NULL : memory(size);
    CHECK_STATUS(aclnnInplaceAddmm(workspace, size, executor, first), ACL_SUCCESS); // @used // says `selfRef` has 256 uninitialised elements
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(aclDestroyTensor(tensors[i]), ACL_SUCCESS);
        CHECK_STATUS(aclrtFree(memories[i]), ACL_SUCCESS);
    }
    if (workspace != NULL) {
        CHECK_STATUS(aclrtFree(workspace), ACL_SUCCESS);
    }
    CHECK_STATUS(aclDestroyScalar(factor), ACL_SUCCESS);
}

/* nothing_to_read: silent */
static void nothing_to_read(void)
{
    queue_sin(NULL, NULL, 0, first);
    void *x = filled(BYTES), *y = memory(BYTES);
    queue_sin(x, y, ELEMENTS, first);
    queue_sin(y, x, ELEMENTS, first);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
}

int main(int argc, char **argv)
{
    const struct program programs[] = {
        {"never_written", never_written},
        {"elements_for_bytes", elements_for_bytes},
        {"no_second_phase", no_second_phase},
        {"workspace_as_result", workspace_as_result},
        {"copies_of_what_is_partly_written", copies_of_what_is_partly_written},
        {"copied_and_then_read", copied_and_then_read},
        {"factor_of_zero", factor_of_zero},
        {"factor_of_one", factor_of_one},
        {"nothing_to_read", nothing_to_read},
    };
    open_device();
    int result = run_program(programs, sizeof programs / sizeof *programs, argc, argv);
    close_device();
    return result;
}
