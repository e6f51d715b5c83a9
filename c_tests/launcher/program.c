/* Computes two operators on two tensors, with a range around them: sines, then their sums with the input. The argument `other` changes one
 * element between the two, `double-free` frees memory twice, `free-early` frees what a stream still uses, `profile DIR` records the operators by aclprof,
 * `replays` captures both in a model instance and replays that three times, with DIR under a profile that begins then, `pinned` has the result copied by a task of the stream, `odd-mark` gives the range a name of two lines, `wait` waits for a line before it ends. */
#include <stdio.h>
#include <string.h>

#include "acl/acl.h"
#include "acl/acl_prof.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_sin.h"
#include "check.h"
#include "mstx/ms_tools_ext.h"

#define COUNT 8

static aclTensor *tensor(void *memory)
{
    int64_t shape[2] = {2, COUNT / 2};
    int64_t strides[2] = {COUNT / 2, 1};
    aclTensor *result = aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, shape, 2, memory);
    CHECK_TRUE(result != NULL);
    return result;
}

/* Starts a profile in a folder, and sets a mark in it. */
static aclprofConfig *start_profile(const char *folder)
{
    uint32_t device = 0;
    CHECK_STATUS(aclprofInit(folder, strlen(folder)), ACL_SUCCESS);
    CHECK_STATUS(aclprofInit(folder, strlen(folder)), ACL_ERROR_PROF_ALREADY_RUN);
    aclprofConfig *config = aclprofCreateConfig(&device, 1, ACL_AICORE_NONE, NULL, ACL_PROF_ACL_API | ACL_PROF_TASK_TIME | ACL_PROF_MSPROFTX);
    CHECK_TRUE(config != NULL);
    CHECK_STATUS(aclprofStop(config), ACL_ERROR_PROF_NOT_RUN);
    CHECK_STATUS(aclprofStart(config), ACL_SUCCESS);
    CHECK_STATUS(aclprofStart(config), ACL_ERROR_PROF_ALREADY_RUN);
    void *stamp = aclprofCreateStamp();
    CHECK_STATUS(aclprofSetStampTraceMessage(stamp, "stamp", 5), ACL_SUCCESS);
    CHECK_STATUS(aclprofMark(stamp), ACL_SUCCESS);
    aclprofDestroyStamp(stamp);
    return config;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    CHECK_STATUS(aclInit(NULL), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtStream stream = NULL;
    CHECK_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    float values[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        values[i] = (float)i / COUNT;
    }
    void *memory[3];
    aclTensor *tensors[3];
    for (int i = 0; i < 3; ++i) {
        CHECK_STATUS(aclrtMalloc(&memory[i], sizeof values, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
        tensors[i] = tensor(memory[i]);
    }
    aclprofConfig *config = NULL;
    if (strcmp(what, "profile") == 0) {
        config = start_profile(argv[2]);
    }
    mstxRangeId range = mstxRangeStartA(strcmp(what, "odd-mark") == 0 ? "two,\n\"lines\"\x1b[2J" : "step", stream);
    CHECK_TRUE(range != 0);
    CHECK_STATUS(aclrtMemcpyAsync(memory[0], sizeof values, values, sizeof values, ACL_MEMCPY_HOST_TO_DEVICE, stream), ACL_SUCCESS);
    int is_captured = strcmp(what, "replays") == 0;
    if (is_captured) {
        CHECK_STATUS(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL), ACL_SUCCESS);
    }
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnSinGetWorkspaceSize(tensors[0], tensors[1], &size, &executor), ACL_SUCCESS);
    CHECK_STATUS(aclnnSin(NULL, size, executor, stream), ACL_SUCCESS);
    if (!is_captured) {
        CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    }
    if (strcmp(what, "other") == 0) {
        float big = 1000;
        CHECK_STATUS(aclrtMemcpy(memory[0], sizeof big, &big, sizeof big, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    }
    float one = 1;
    aclScalar *alpha = aclCreateScalar(&one, ACL_FLOAT);
    CHECK_STATUS(aclnnAddGetWorkspaceSize(tensors[0], tensors[1], alpha, tensors[2], &size, &executor), ACL_SUCCESS);
    CHECK_STATUS(aclnnAdd(NULL, size, executor, stream), ACL_SUCCESS);
    if (is_captured) {
        aclmdlRI model = NULL;
        CHECK_STATUS(aclmdlRICaptureEnd(stream, &model), ACL_SUCCESS);
        config = argc > 2 ? start_profile(argv[2]) : NULL;
        for (int i = 0; i < 3; ++i) {
            CHECK_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
        }
        CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    }
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    mstxRangeEnd(range);
    if (config != NULL) {
        CHECK_STATUS(aclprofStop(config), ACL_SUCCESS);
        CHECK_STATUS(aclprofDestroyConfig(config), ACL_SUCCESS);
        CHECK_STATUS(aclprofFinalize(), ACL_SUCCESS);
    }
    void *pinned = NULL;
    if (strcmp(what, "pinned") == 0) {
        CHECK_STATUS(aclrtMallocHost(&pinned, sizeof values), ACL_SUCCESS);
        memset(pinned, 0, sizeof values);
        CHECK_STATUS(aclrtMemcpyAsync(pinned, sizeof values, memory[2], sizeof values, ACL_MEMCPY_DEVICE_TO_HOST, stream), ACL_SUCCESS);
        CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        memcpy(values, pinned, sizeof values);
        CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        CHECK_STATUS(aclrtFreeHost(pinned), ACL_SUCCESS);
    } else {
        CHECK_STATUS(aclrtMemcpy(values, sizeof values, memory[2], sizeof values, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    }
    printf("%.6f %.6f\n", values[1], values[COUNT - 1]);
    CHECK_STATUS(aclDestroyScalar(alpha), ACL_SUCCESS);
    if (strcmp(what, "wait") == 0) {
        getchar();
    }
    if (strcmp(what, "free-early") == 0) {
        CHECK_STATUS(aclnnSinGetWorkspaceSize(tensors[0], tensors[2], &size, &executor), ACL_SUCCESS);
        CHECK_STATUS(aclnnSin(NULL, size, executor, stream), ACL_SUCCESS);
    }
    for (int i = 0; i < 3; ++i) {
        CHECK_STATUS(aclDestroyTensor(tensors[i]), ACL_SUCCESS);
        CHECK_STATUS(aclrtFree(memory[i]), ACL_SUCCESS);
    }
    if (strcmp(what, "double-free") == 0) {
        CHECK_TRUE(aclrtFree(memory[0]) != ACL_SUCCESS);
    }
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
