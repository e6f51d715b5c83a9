/* Memory that is freed while tasks that are queued, or run, use it: the tasks end as if it had not been. */
#define _POSIX_C_SOURCE 200809L
#include <stdatomic.h>
#include <time.h>

#include "aclnnop/aclnn_sin.h"
#include "models.h"

/* Enough for addresses of their own, which go back to the system with the block. */
enum { BYTES = 8 << 20, PIECE = 2 << 20 };

static char *block(void)
{
    void *start = NULL;
    REQUIRE_STATUS(aclrtMalloc(&start, BYTES, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemset(start, BYTES, 0, BYTES), ACL_SUCCESS);
    return (char *)start;
}

/* Ends the wait of the stream: what is queued there runs now. */
static void go_on(uint64_t *word, aclrtStream stream)
{
    open_word(word);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemset(word, sizeof *word, 0, sizeof *word), ACL_SUCCESS);
}

static aclTensor *tensor(void *data)
{
    int64_t count = BYTES / 4, one = 1;
    return aclCreateTensor(&count, 1, ACL_FLOAT, &one, 0, ACL_FORMAT_ND, &count, 1, data);
}

static void operators(uint64_t *word, aclrtStream stream)
{
    char *self = block(), *out = block();
    aclTensor *input = tensor(self), *output = tensor(out);
    uint64_t bytes = 0;
    aclOpExecutor *executor = NULL;
    void *workspace = NULL;
    float last = 1;
    hold(word, stream);
    REQUIRE_STATUS(aclnnSinGetWorkspaceSize(input, output, &bytes, &executor), ACL_SUCCESS);
    if (bytes != 0) {
        REQUIRE_STATUS(aclrtMalloc(&workspace, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    }
    CHECK_STATUS(aclnnSin(workspace, bytes, executor, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(self), ACL_SUCCESS);
    /* What is freed is no allocation any more, and its memory is nobody else's yet. */
    CHECK_STATUS(aclrtFree(self), ACL_ERROR_RT_PARAM_INVALID);
    char *other = block();
    CHECK_TRUE(other + BYTES <= self || self + BYTES <= other);
    go_on(word, stream);
    CHECK_STATUS(aclrtMemcpy(&last, 4, out + BYTES - 4, 4, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_TRUE(last == 0);
    /* One that runs, or is queued behind another. */
    aclDestroyTensor(input);
    input = tensor(other);
    for (int round = 0; round < 20; round++) {
        REQUIRE_STATUS(aclnnSinGetWorkspaceSize(input, output, &bytes, &executor), ACL_SUCCESS);
        CHECK_STATUS(aclnnSin(workspace, bytes, executor, stream), ACL_SUCCESS);
    }
    CHECK_STATUS(aclrtFree(other), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(out), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    if (workspace != NULL) {
        CHECK_STATUS(aclrtFree(workspace), ACL_SUCCESS);
    }
    CHECK_STATUS(aclDestroyTensor(input), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(output), ACL_SUCCESS);
}

static void copies(uint64_t *word, aclrtStream stream)
{
    char *from = block(), *to = block(), *filled = block();
    void *host = NULL;
    REQUIRE_STATUS(aclrtMallocHost(&host, BYTES), ACL_SUCCESS);
    hold(word, stream);
    CHECK_STATUS(aclrtMemcpyAsync(to, BYTES, from, BYTES, ACL_MEMCPY_DEVICE_TO_DEVICE, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpyAsync(host, BYTES, to, BYTES, ACL_MEMCPY_DEVICE_TO_HOST, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemsetAsync(filled, BYTES, 1, BYTES, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(from), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(to), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(filled), ACL_SUCCESS);
    CHECK_STATUS(aclrtFreeHost(host), ACL_SUCCESS);
    go_on(word, stream);
    /* Tasks that are dropped use nothing. */
    from = block();
    hold(word, stream);
    CHECK_STATUS(aclrtMemsetAsync(from, BYTES, 1, BYTES, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(from), ACL_SUCCESS);
    aclrtStream other = new_stream();
    hold(word, other);
    from = block();
    CHECK_STATUS(aclrtMemsetAsync(from, BYTES, 1, BYTES, other), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(from), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStreamForce(other), ACL_SUCCESS);
    go_on(word, stream);
}

static void words(uint64_t *word, aclrtStream stream)
{
    /* A word that a stream waits for, in memory with pages of its own. */
    char *memory = block();
    aclrtStream waiting = new_stream();
    hold((uint64_t *)memory, waiting);
    hold(word, stream);
    CHECK_STATUS(aclrtValueWrite(memory, 1, 0, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
    go_on(word, stream);
    CHECK_STATUS(aclrtSynchronizeStream(waiting), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(waiting), ACL_SUCCESS);
}

static void replays(uint64_t *word, aclrtStream stream)
{
    char *memory = block();
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, RELAXED), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemsetAsync(memory, BYTES, 1, BYTES, stream), ACL_SUCCESS);
    aclmdlRI model = end(stream);
    hold(word, stream);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
    go_on(word, stream);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
}

static void mappings(uint64_t *word, aclrtStream stream)
{
    aclrtPhysicalMemProp prop;
    aclrtDrvMemHandle handle = NULL;
    void *start = NULL;
    memset(&prop, 0, sizeof prop);
    prop.handleType = ACL_MEM_HANDLE_TYPE_NONE;
    prop.allocationType = ACL_MEM_ALLOCATION_TYPE_PINNED;
    prop.memAttr = ACL_HBM_MEM_HUGE;
    prop.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    for (int is_released = 0; is_released < 2; is_released++) {
        REQUIRE_STATUS(aclrtReserveMemAddress(&start, PIECE, 0, NULL, 0), ACL_SUCCESS);
        REQUIRE_STATUS(aclrtMallocPhysical(&handle, PIECE, &prop, 0), ACL_SUCCESS);
        REQUIRE_STATUS(aclrtMapMem(start, PIECE, 0, handle, 0), ACL_SUCCESS);
        hold(word, stream);
        CHECK_STATUS(aclrtMemsetAsync(start, PIECE, 1, PIECE, stream), ACL_SUCCESS);
        CHECK_STATUS(aclrtUnmapMem(start), ACL_SUCCESS);
        CHECK_STATUS(aclrtFreePhysical(handle), ACL_SUCCESS);
        if (is_released) {
            CHECK_STATUS(aclrtReleaseMemAddress(start), ACL_SUCCESS);
            go_on(word, stream);
            continue;
        }
        /* Other memory in the same place is what the task finds there. */
        REQUIRE_STATUS(aclrtMallocPhysical(&handle, PIECE, &prop, 0), ACL_SUCCESS);
        REQUIRE_STATUS(aclrtMapMem(start, PIECE, 0, handle, 0), ACL_SUCCESS);
        go_on(word, stream);
        char last = 0;
        CHECK_STATUS(aclrtMemcpy(&last, 1, (char *)start + PIECE - 1, 1, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
        CHECK_EQUAL_INT(last, 1);
        CHECK_STATUS(aclrtUnmapMem(start), ACL_SUCCESS);
        CHECK_STATUS(aclrtFreePhysical(handle), ACL_SUCCESS);
        CHECK_STATUS(aclrtReleaseMemAddress(start), ACL_SUCCESS);
    }
}

static void free_block(void *memory)
{
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
}

/* A function that the stream waits for frees what the stream's next task uses: it does not wait for itself. */
static void callbacks(uint64_t *word, aclrtStream stream)
{
    char *memory = block();
    hold(word, stream);
    CHECK_STATUS(aclrtLaunchHostFunc(stream, free_block, memory), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemsetAsync(memory, BYTES, 1, BYTES, stream), ACL_SUCCESS);
    go_on(word, stream);
}

/* Memory of the device is free again when the call has returned, whoever still uses it. */
static void accounts(uint64_t *word, aclrtStream stream)
{
    size_t before = 0, after = 0, total = 0;
    CHECK_STATUS(aclrtGetMemInfo(ACL_HBM_MEM, &before, &total), ACL_SUCCESS);
    hold(word, stream);
    for (int round = 0; round < 300; round++) {
        /* More than the device has, one after the other. */
        char *memory = block();
        if (round == 0) {
            CHECK_STATUS(aclrtMemsetAsync(memory, BYTES, 1, BYTES, stream), ACL_SUCCESS);
        }
        CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
    }
    CHECK_STATUS(aclrtGetMemInfo(ACL_HBM_MEM, &after, &total), ACL_SUCCESS);
    CHECK_EQUAL_INT(after, before);
    go_on(word, stream);
}

int main(void)
{
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtStream stream = new_stream();
    uint64_t *word = device_word();
    operators(word, stream);
    copies(word, stream);
    words(word, stream);
    replays(word, stream);
    mappings(word, stream);
    callbacks(word, stream);
    accounts(word, stream);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
