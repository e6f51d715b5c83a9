/* Blocks of device memory are as large as the runtime's page says: the size rounded up to 32, and, on chips before Ascend950, 32 bytes more. */
#include "aclnnop/aclnn_sin.h"
#include "fixture.h"

static void *block(size_t size)
{
    void *start = NULL;
    REQUIRE_STATUS(aclrtMalloc(&start, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    return start;
}

static void ends_at(void *start, size_t size, size_t room, const char *message)
{
    char *host = (char *)malloc(room + 1);
    memset(host, 1, room + 1);
    CHECK_STATUS(aclrtMemcpy(start, room, host, room, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemset(start, room, 7, room), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpy(host, room, start, room, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_EQUAL_INT(host[room - 1], 7);
    CHECK_REFUSED(aclrtMemset(start, room + 1, 0, room + 1), ACL_ERROR_RT_PARAM_INVALID, message);
    CHECK_EQUAL_INT(size <= room, 1);
    free(host);
}

static void tensors(size_t room)
{
    /* 30 bytes hold 7 floats; the block takes as many as its rounded size. */
    void *memory = block(30);
    int64_t count = (int64_t)(room / 4), more = count + 1, one = 1;
    uint64_t bytes = 0;
    aclOpExecutor *executor = NULL;
    aclTensor *fits = aclCreateTensor(&count, 1, ACL_FLOAT, &one, 0, ACL_FORMAT_ND, &count, 1, memory);
    aclTensor *longer = aclCreateTensor(&more, 1, ACL_FLOAT, &one, 0, ACL_FORMAT_ND, &more, 1, memory);
    CHECK_STATUS(aclnnSinGetWorkspaceSize(fits, fits, &bytes, &executor), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
    CHECK_REFUSED(aclnnSinGetWorkspaceSize(longer, longer, &bytes, &executor), 161002, "past the end of its 30-byte allocation");
    CHECK_STATUS(aclDestroyTensor(fits), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(longer), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
}

int main(int count, char **arguments)
{
    size_t spare = count > 1 ? (size_t)atoi(arguments[1]) : 0;
    void *memory = NULL;
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    memory = block(30);
    ends_at(memory, 30, 32 + spare, "past the end of its 30-byte allocation");
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
    memory = block(64);
    ends_at(memory, 64, 64 + spare, "past the end of its 64-byte allocation");
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
    /* With pages of its own. */
    memory = block((4 << 20) - 1);
    ends_at(memory, (4 << 20) - 1, (4 << 20) + spare, "past the end of its 4194303-byte allocation");
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMallocAlign32(&memory, 30, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    ends_at(memory, 30, 32, "past the end of its 30-byte allocation");
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
    tensors(32 + spare);
    /* What was asked for is what counts. */
    size_t before = 0, after = 0, total = 0;
    CHECK_STATUS(aclrtGetMemInfo(ACL_HBM_MEM, &before, &total), ACL_SUCCESS);
    memory = block(30);
    CHECK_STATUS(aclrtGetMemInfo(ACL_HBM_MEM, &after, &total), ACL_SUCCESS);
    CHECK_EQUAL_INT(before - after, 30);
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
