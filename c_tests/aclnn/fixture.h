/* What the aclnn tests share: a device with a stream, tensors over its memory, the message of the last refusal. */
#ifndef HOSTNPU_C_TESTS_ACLNN_FIXTURE_H
#define HOSTNPU_C_TESTS_ACLNN_FIXTURE_H

#include "../check.h"
#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnn/opdev/op_errno.h"

static aclrtStream stream;

CHECK_UNUSED static void open_device(void)
{
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
}

CHECK_UNUSED static void close_device(void)
{
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
}

CHECK_UNUSED static void *device_memory(const void *values, size_t bytes)
{
    void *memory = NULL;
    REQUIRE_STATUS(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    if (values != NULL) {
        REQUIRE_STATUS(aclrtMemcpy(memory, bytes, values, bytes, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    }
    return memory;
}

CHECK_UNUSED static void to_host(void *host, const void *memory, size_t bytes)
{
    REQUIRE_STATUS(aclrtMemcpy(host, bytes, memory, bytes, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
}

/* A contiguous tensor. */
CHECK_UNUSED static aclTensor *tensor(aclDataType type, uint64_t rank, const int64_t *dims, void *memory)
{
    aclTensor *made = aclCreateTensor(dims, rank, type, NULL, 0, ACL_FORMAT_ND, dims, rank, memory);
    CHECK_TRUE(made != NULL);
    return made;
}

/* Runs the second phase with the workspace that the first one asked for; returns what the stream says. */
CHECK_UNUSED static aclError outcome(aclnnStatus (*second)(void *, uint64_t, aclOpExecutor *, aclrtStream), uint64_t size, aclOpExecutor *executor)
{
    void *workspace = size == 0 ? NULL : device_memory(NULL, size);
    CHECK_STATUS(second(workspace, size, executor, stream), ACLNN_SUCCESS);
    aclError status = aclrtSynchronizeStream(stream);
    if (workspace != NULL) {
        CHECK_STATUS(aclrtFree(workspace), ACL_SUCCESS);
    }
    return status;
}

/* The second phase, with the workspace that the first one asked for. */
CHECK_UNUSED static void finish(aclnnStatus (*second)(void *, uint64_t, aclOpExecutor *, aclrtStream), uint64_t size, aclOpExecutor *executor)
{
    CHECK_STATUS(outcome(second, size, executor), ACL_SUCCESS);
}

/* Both phases, where the first one succeeds, which wrote the workspace's size and the executor. */
CHECK_UNUSED static aclnnStatus both_phases(aclnnStatus first, aclnnStatus (*second)(void *, uint64_t, aclOpExecutor *, aclrtStream), const uint64_t *size, aclOpExecutor *const *executor)
{
    if (first == ACLNN_SUCCESS) {
        finish(second, *size, *executor);
    }
    return first;
}

/* The messages since the last look; never null, so that it can be searched. */
CHECK_UNUSED static const char *message(void)
{
    const char *text = aclGetRecentErrMsg();
    return text == NULL ? "" : text;
}

#endif
