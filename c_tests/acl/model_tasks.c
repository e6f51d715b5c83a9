/* The streams and tasks of model instances, tasks that no longer run, descriptions and barriers of cache operations, numbers of tasks. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>

#include "models.h"

static void tasks(void)
{
    aclrtStream first = new_stream(), second = new_stream();
    aclrtEvent fork_ = new_event(), join = new_event();
    uint64_t *words[3] = {device_word(), device_word(), device_word()};
    REQUIRE_STATUS(aclmdlRICaptureBegin(first, RELAXED), ACL_SUCCESS);
    set(words[0], 1, first);
    CHECK_STATUS(aclrtRecordEvent(fork_, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtStreamWaitEvent(second, fork_), ACL_SUCCESS);
    CHECK_STATUS(aclrtValueWrite(words[1], 2, 0, second), ACL_SUCCESS);
    CHECK_STATUS(aclrtValueWait(words[1], 2, ACL_STREAM_WAIT_VALUE_EQ, second), ACL_SUCCESS);
    CHECK_STATUS(aclrtRecordEvent(join, second), ACL_SUCCESS);
    CHECK_STATUS(aclrtStreamWaitEvent(first, join), ACL_SUCCESS);
    set(words[2], 3, first);
    aclmdlRI model = end(first);

    aclrtStream streams[3] = {NULL, NULL, NO_HANDLE};
    uint32_t count = 77;
    CHECK_STATUS(aclmdlRIGetStreams(model, NULL, &count), ACL_SUCCESS);
    CHECK_EQUAL_INT(count, 2);
    count = 1;
    CHECK_REFUSED(aclmdlRIGetStreams(model, streams, &count), 107000, "`numStreams` is 1");
    CHECK_TRUE(streams[0] == NULL);
    CHECK_REFUSED(aclmdlRIGetStreams(model, streams, NULL), 100000, "`numStreams` is null");
    CHECK_REFUSED(aclmdlRIGetStreams(NULL, streams, &count), 100000, "`modelRI` is null");
    count = 3;
    CHECK_STATUS(aclmdlRIGetStreams(model, streams, &count), ACL_SUCCESS);
    CHECK_EQUAL_INT(count, 2);
    CHECK_TRUE(streams[0] != NULL && streams[1] != NULL && streams[0] != streams[1] && streams[2] == NO_HANDLE);

    aclmdlRITask of_first[8], of_second[8];
    CHECK_REFUSED(aclmdlRIGetTasksByStream(first, NULL, &count), 107017, "`stream` is");
    CHECK_STATUS(aclmdlRIGetTasksByStream(streams[0], NULL, &count), ACL_SUCCESS);
    CHECK_EQUAL_INT(count, 4);
    count = 8;
    CHECK_STATUS(aclmdlRIGetTasksByStream(streams[0], of_first, &count), ACL_SUCCESS);
    count = 8;
    CHECK_STATUS(aclmdlRIGetTasksByStream(streams[1], of_second, &count), ACL_SUCCESS);
    CHECK_EQUAL_INT(count, 4);
    static const aclmdlRITaskType types[2][4] = {
        {ACL_MODEL_RI_TASK_DEFAULT, ACL_MODEL_RI_TASK_EVENT_RECORD, ACL_MODEL_RI_TASK_EVENT_WAIT, ACL_MODEL_RI_TASK_DEFAULT},
        {ACL_MODEL_RI_TASK_EVENT_WAIT, ACL_MODEL_RI_TASK_VALUE_WRITE, ACL_MODEL_RI_TASK_VALUE_WAIT, ACL_MODEL_RI_TASK_EVENT_RECORD},
    };
    static const uint32_t places[2][4] = {{0, 1, 6, 7}, {2, 3, 4, 5}};
    for (int k = 0; k < 4; k++) {
        aclmdlRITaskType type = (aclmdlRITaskType)77;
        uint32_t place = 77;
        CHECK_STATUS(aclmdlRITaskGetType(of_first[k], &type), ACL_SUCCESS);
        CHECK_EQUAL_INT(type, types[0][k]);
        CHECK_STATUS(aclmdlRITaskGetSeqId(of_first[k], &place), ACL_SUCCESS);
        CHECK_EQUAL_INT(place, places[0][k]);
        CHECK_STATUS(aclmdlRITaskGetType(of_second[k], &type), ACL_SUCCESS);
        CHECK_EQUAL_INT(type, types[1][k]);
        CHECK_STATUS(aclmdlRITaskGetSeqId(of_second[k], &place), ACL_SUCCESS);
        CHECK_EQUAL_INT(place, places[1][k]);
    }

    /* A disabled task runs until the model is updated. */
    run(model, first);
    CHECK_EQUAL_INT(read_word(words[2]), 0x0303030303030303);
    CHECK_STATUS(aclmdlRITaskDisable(of_first[3]), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemset(words[2], 8, 0, 8), ACL_SUCCESS);
    run(model, first);
    CHECK_EQUAL_INT(read_word(words[2]), 0x0303030303030303);
    CHECK_STATUS(aclmdlRIUpdate(model), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemset(words[0], 8, 0, 8), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemset(words[2], 8, 0, 8), ACL_SUCCESS);
    run(model, first);
    CHECK_EQUAL_INT(read_word(words[0]), 0x0101010101010101);
    CHECK_EQUAL_INT(read_word(words[2]), 0);
    CHECK_REFUSED(aclmdlRITaskDisable(NULL), 100000, "`task` is null");
    CHECK_REFUSED(aclmdlRITaskDisable(NO_HANDLE), 107017, "`task` is not a handle");
    CHECK_REFUSED(aclmdlRIUpdate(NULL), 100000, "`modelRI` is null");

    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRIGetTasksByStream(streams[0], NULL, &count), 107017, "`stream` is a destroyed handle");
    CHECK_REFUSED(aclmdlRITaskGetSeqId(of_first[0], &count), 107017, "`task` is a destroyed handle");
    for (int k = 0; k < 3; k++) {
        CHECK_STATUS(aclrtFree(words[k]), ACL_SUCCESS);
    }
    CHECK_STATUS(aclrtDestroyEvent(fork_), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(join), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(second), ACL_SUCCESS);
}

static void caches(int has_barriers)
{
    aclrtStream stream = new_stream();
    size_t size = 0;
    void *description = NULL, *memory = device_word();
    CHECK_REFUSED(aclrtCmoGetDescSize(NULL), 100000, "`size` is null");
    CHECK_STATUS(aclrtCmoGetDescSize(&size), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc(&description, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemset(description, size, 0, size), ACL_SUCCESS);
    CHECK_STATUS(aclrtCmoAsyncWithDesc(description, ACL_RT_CMO_TYPE_PREFETCH, stream, NULL), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICORE_EXCEPTION, "aclrtCmoSetDesc");
    CHECK_REFUSED(aclrtCmoSetDesc(NULL, memory, 8), 100000, "`cmoDesc` is null");
    CHECK_REFUSED(aclrtCmoSetDesc(description, NULL, 8), 100000, "`src` is null");
    CHECK_REFUSED(aclrtCmoSetDesc(description, memory, 0), 100000, "`size` is 0");
    CHECK_REFUSED(aclrtCmoSetDesc(description, memory, 4096), 107000, "past the end of its 8-byte allocation");
    CHECK_STATUS(aclrtCmoSetDesc(description, memory, 8), ACL_SUCCESS);
    CHECK_REFUSED(aclrtCmoAsyncWithDesc(description, ACL_RT_CMO_TYPE_FLUSH, stream, NULL), 207000, "`cmoType` is");
    CHECK_REFUSED(aclrtCmoAsyncWithDesc(description, ACL_RT_CMO_TYPE_PREFETCH, stream, memory), 107000, "`reserve` is");
    CHECK_STATUS(aclrtCmoAsyncWithDesc(description, ACL_RT_CMO_TYPE_PREFETCH, stream, NULL), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);

    aclrtBarrierTaskInfo info;
    memset(&info, 0, sizeof info);
    info.barrierNum = 1;
    info.cmoInfo[0].cmoType = ACL_RT_CMO_TYPE_INVALID;
    info.cmoInfo[0].barrierId = 5;
    if (!has_barriers) {
        CHECK_REFUSED(aclrtCmoAsyncWithBarrier(memory, 8, ACL_RT_CMO_TYPE_INVALID, 5, stream), 207000, "Ascend310B");
        CHECK_REFUSED(aclrtCmoWaitBarrier(&info, stream, 0), 207000, "Ascend310B");
    } else {
        CHECK_REFUSED(aclrtCmoAsyncWithBarrier(memory, 8, ACL_RT_CMO_TYPE_INVALID, 5, stream), 107000, "aclmdlRIBindStream");
        CHECK_REFUSED(aclrtCmoAsyncWithBarrier(memory, 8, ACL_RT_CMO_TYPE_FLUSH, 5, stream), 107000, "`barrierId` is 5");
        aclmdlRI model = NULL;
        CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
        REQUIRE_STATUS(aclrtCreateStreamWithConfig(&stream, 0, ACL_STREAM_PERSISTENT), ACL_SUCCESS);
        REQUIRE_STATUS(aclmdlRIBuildBegin(&model, 0), ACL_SUCCESS);
        REQUIRE_STATUS(aclmdlRIBindStream(model, stream, 0), ACL_SUCCESS);
        CHECK_STATUS(aclrtCmoAsyncWithBarrier(memory, 8, ACL_RT_CMO_TYPE_INVALID, 5, stream), ACL_SUCCESS);
        CHECK_STATUS(aclrtCmoWaitBarrier(&info, stream, 0), ACL_SUCCESS);
        CHECK_REFUSED(aclrtCmoWaitBarrier(&info, stream, 1), 107000, "`flag` is 1");
        CHECK_REFUSED(aclrtCmoWaitBarrier(NULL, stream, 0), 100000, "`taskInfo` is null");
        info.barrierNum = 7;
        CHECK_REFUSED(aclrtCmoWaitBarrier(&info, stream, 0), 107000, "`taskInfo->barrierNum` is 7");
        info.barrierNum = 1;
        set((uint64_t *)memory, 4, stream);
        REQUIRE_STATUS(aclmdlRIEndTask(model, stream), ACL_SUCCESS);
        REQUIRE_STATUS(aclmdlRIBuildEnd(model, NULL), ACL_SUCCESS);
        aclrtStream other = new_stream();
        run(model, other);
        CHECK_EQUAL_INT(read_word(memory), 0x0404040404040404);
        CHECK_STATUS(aclmdlRIUnbindStream(model, stream), ACL_SUCCESS);
        CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
        CHECK_STATUS(aclrtDestroyStream(other), ACL_SUCCESS);
    }
    CHECK_STATUS(aclrtFree(description), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
}

static void *no_task(void *seen)
{
    CHECK_STATUS(aclrtGetThreadLastTaskId((uint32_t *)seen), ACL_SUCCESS);
    return NULL;
}

static void numbers(void)
{
    aclrtStream stream = new_stream();
    uint64_t *word = device_word();
    uint32_t before = 77, after = 77, other = 77;
    pthread_t thread;
    CHECK_REFUSED(aclrtGetThreadLastTaskId(NULL), 100000, "`taskId` is null");
    set(word, 1, stream);
    CHECK_STATUS(aclrtGetThreadLastTaskId(&before), ACL_SUCCESS);
    set(word, 2, stream);
    set(word, 3, stream);
    CHECK_STATUS(aclrtGetThreadLastTaskId(&after), ACL_SUCCESS);
    CHECK_EQUAL_INT(after, before + 2);
    CHECK_EQUAL_INT(pthread_create(&thread, NULL, no_task, &other), 0);
    CHECK_EQUAL_INT(pthread_join(thread, NULL), 0);
    CHECK_EQUAL_INT(other, 0xFFFFFFFF);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(word), ACL_SUCCESS);
}

static void links(void)
{
    char key[65];
    void *memory = NULL;
    REQUIRE_STATUS(aclrtMalloc(&memory, 4096, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtIpcMemGetExportKey(memory, 4096, key, sizeof key, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtIpcMemSetAttr(key, ACL_RT_IPC_MEM_ATTR_ACCESS_LINK, ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_HCCS), ACL_SUCCESS);
    CHECK_REFUSED(aclrtIpcMemSetAttr(key, ACL_RT_IPC_MEM_ATTR_ACCESS_LINK, 4), 107000, "`attr` is 4");
    CHECK_REFUSED(aclrtIpcMemSetAttr(key, (aclrtIpcMemAttrType)1, 0), 107000, "`type` is");
    CHECK_REFUSED(aclrtIpcMemSetAttr(NULL, ACL_RT_IPC_MEM_ATTR_ACCESS_LINK, 0), 100000, "`key` is null");
    CHECK_STATUS(aclrtIpcMemClose(key), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
}

int main(int count, char **arguments)
{
    (void)arguments;
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    tasks();
    caches(count > 1);
    numbers();
    links();
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
