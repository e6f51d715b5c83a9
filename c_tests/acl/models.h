/* What the tests of model instances share. */
#ifndef HOSTNPU_C_TESTS_ACL_MODELS_H
#define HOSTNPU_C_TESTS_ACL_MODELS_H

#include "aclnnop/aclnn_add.h"
#include "fixture.h"

#define RELAXED ACL_MODEL_RI_CAPTURE_MODE_RELAXED
#define GLOBAL ACL_MODEL_RI_CAPTURE_MODE_GLOBAL
#define LOCAL ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL

CHECK_UNUSED static aclrtStream new_stream(void)
{
    aclrtStream stream = NULL;
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    return stream;
}

CHECK_UNUSED static aclrtEvent new_event(void)
{
    aclrtEvent event = NULL;
    REQUIRE_STATUS(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    return event;
}

CHECK_UNUSED static aclmdlRI end(aclrtStream stream)
{
    aclmdlRI model = NULL;
    REQUIRE_STATUS(aclmdlRICaptureEnd(stream, &model), ACL_SUCCESS);
    return model;
}

CHECK_UNUSED static void set(uint64_t *word, int value, aclrtStream stream)
{
    REQUIRE_STATUS(aclrtMemsetAsync(word, 8, value, 8, stream), ACL_SUCCESS);
}

CHECK_UNUSED static void copy(uint64_t *to, const uint64_t *from, aclrtStream stream)
{
    REQUIRE_STATUS(aclrtMemcpyAsync(to, 8, from, 8, ACL_MEMCPY_DEVICE_TO_DEVICE, stream), ACL_SUCCESS);
}

CHECK_UNUSED static void run(aclmdlRI model, aclrtStream stream)
{
    CHECK_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

CHECK_UNUSED static aclmdlRICaptureStatus status_of(aclrtStream stream, aclmdlRI *model)
{
    aclmdlRICaptureStatus status = (aclmdlRICaptureStatus)77;
    CHECK_STATUS(aclmdlRICaptureGetInfo(stream, &status, model), ACL_SUCCESS);
    return status;
}

/* Adds two tensors of four floats. */
CHECK_UNUSED static void add(float *self, float *other, float alpha, float *out, aclrtStream stream)
{
    int64_t shape = 4;
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclTensor *a = aclCreateTensor(&shape, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, &shape, 1, self);
    aclTensor *b = aclCreateTensor(&shape, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, &shape, 1, other);
    aclTensor *c = aclCreateTensor(&shape, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, &shape, 1, out);
    aclScalar *scale = aclCreateScalar(&alpha, ACL_FLOAT);
    REQUIRE_STATUS(aclnnAddGetWorkspaceSize(a, b, scale, c, &size, &executor), 0);
    REQUIRE_STATUS(aclnnAdd(NULL, size, executor, stream), 0);
    aclDestroyTensor(a);
    aclDestroyTensor(b);
    aclDestroyTensor(c);
    aclDestroyScalar(scale);
}

CHECK_UNUSED static float *floats(float value)
{
    float host[4] = {value, value, value, value};
    void *memory = NULL;
    REQUIRE_STATUS(aclrtMalloc(&memory, sizeof host, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemcpy(memory, sizeof host, host, sizeof host, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    return (float *)memory;
}

CHECK_UNUSED static float first_of(const float *memory)
{
    float value = 0;
    REQUIRE_STATUS(aclrtMemcpy(&value, sizeof value, memory, sizeof value, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    return value;
}

#endif
