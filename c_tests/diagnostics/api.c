/* Calls whose error the program ignores, and the same programs without the mistake. */
#include "fixture.h"
#include "aclnnop/aclnn_index_select.h"
#include "hccl/hccl.h"

#include <pthread.h>

#define RANKS 2

static void run_in_thread(void *(*function)(void *))
{
    pthread_t thread;
    CHECK_TRUE(pthread_create(&thread, NULL, function, NULL) == 0);
    CHECK_TRUE(pthread_join(thread, NULL) == 0);
}

/* thread_without_context: HN-API-ERROR */
static void *allocate(void *unused)
{
    void *start = NULL;
    aclrtMalloc(&start, BYTES, ACL_MEM_MALLOC_HUGE_FIRST); // @called
    CHECK_TRUE(start == NULL); // says ERROR: aclrtMalloc fails with 107002: this thread has no current context; set a device
    return unused;
}

static void thread_without_context(void)
{
    run_in_thread(allocate);
}

/* thread_with_context: silent */
static void *allocate_on_device(void *unused)
{
    void *start = NULL;
    aclrtSetDevice(0);
    aclrtMalloc(&start, BYTES, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtFree(start);
    return unused;
}

static void thread_with_context(void)
{
    run_in_thread(allocate_on_device);
}

/* That the thread has no device is the answer to its question. */
/* question_for_the_device: silent */
static void *ask(void *unused)
{
    int32_t device = 0;
    CHECK_TRUE(aclrtGetDevice(&device) != ACL_SUCCESS);
    return unused;
}

static void question_for_the_device(void)
{
    run_in_thread(ask);
}

struct median {
    void *x, *y, *workspace;
    uint64_t size;
    aclTensor *from, *to;
    aclOpExecutor *executor;
};

static struct median plan_median(void)
{
    struct median of = {filled(2 * BYTES), memory(sizeof(float)), NULL, 0, NULL, NULL, NULL};
    int64_t step = 2, count = ELEMENTS, whole = 2 * ELEMENTS, one = 1;
    of.from = aclCreateTensor(&count, 1, ACL_FLOAT, &step, 0, ACL_FORMAT_ND, &whole, 1, of.x);
    of.to = aclCreateTensor(&one, 0, ACL_FLOAT, &one, 0, ACL_FORMAT_ND, &one, 0, of.y);
    CHECK_STATUS(aclnnMedianGetWorkspaceSize(of.from, of.to, &of.size, &of.executor), ACL_SUCCESS);
    CHECK_TRUE(of.size > 1);
    of.workspace = memory(of.size);
    return of;
}

static void end_median(const struct median *of)
{
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(of->from), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(of->to), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(of->x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(of->y), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(of->workspace), ACL_SUCCESS);
}

/* workspace_too_small: HN-API-ERROR */
static void workspace_too_small(void)
{
    struct median of = plan_median();
    aclnnMedian(of.workspace, of.size - 1, of.executor, first); // @called
    end_median(&of); // says (what the first phase reported) or more
}

/* workspace_as_reported: silent */
static void workspace_as_reported(void)
{
    struct median of = plan_median();
    aclnnMedian(of.workspace, of.size, of.executor, first);
    end_median(&of);
}

/* What another check reports is not told twice. */
/* copy_past_the_end: HN-OUT-OF-BOUNDS */
static void copy_past_the_end(void)
{
    static float values[64 * ELEMENTS];
    void *x = filled(BYTES);
    aclrtMemcpy(values, sizeof values, x, sizeof values, ACL_MEMCPY_DEVICE_TO_HOST); // @used
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* copy_to_the_end: silent */
static void copy_to_the_end(void)
{
    static float values[ELEMENTS];
    void *x = filled(BYTES);
    aclrtMemcpy(values, sizeof values, x, sizeof values, ACL_MEMCPY_DEVICE_TO_HOST);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* copy_into_a_small_buffer: HN-API-ERROR */
static void copy_into_a_small_buffer(void)
{
    float value = 0;
    void *x = filled(BYTES);
    aclrtMemcpy(&value, sizeof value, x, BYTES, ACL_MEMCPY_DEVICE_TO_HOST); // @called
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* copies_that_overlap: HN-PARTIAL-OVERLAP HN-PARTIAL-OVERLAP */
static void copies_that_overlap(void)
{
    char *x = filled(BYTES);
    aclrtMemcpy(x + 4, BYTES - 4, x, BYTES - 4, ACL_MEMCPY_DEVICE_TO_DEVICE);             // @used
    aclrtMemcpyAsync(x, BYTES - 4, x + 4, BYTES - 4, ACL_MEMCPY_DEVICE_TO_DEVICE, first); // @used
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* copies_of_halves: silent */
static void copies_of_halves(void)
{
    char *x = filled(BYTES);
    aclrtMemcpy(x + BYTES / 2, BYTES / 2, x, BYTES / 2, ACL_MEMCPY_DEVICE_TO_DEVICE);
    aclrtMemcpyAsync(x, BYTES / 2, x + BYTES / 2, BYTES / 2, ACL_MEMCPY_DEVICE_TO_DEVICE, first);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* sum_that_overlaps: HN-API-ERROR */
static void sum_that_overlaps(void)
{
    char *x = filled(2 * BYTES);
    aclrtReduceAsync(x + 4, x, BYTES, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_FLOAT, first, NULL); // @called
    aclrtReduceAsync(x + BYTES, x, BYTES, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_FLOAT, first, NULL);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

static void end_capture(void *x)
{
    aclmdlRI model = NULL;
    CHECK_STATUS(aclmdlRICaptureEnd(first, &model), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* copy_under_a_capture: HN-API-ERROR */
static void copy_under_a_capture(void)
{
    float value = 1;
    void *x = memory(sizeof value);
    CHECK_STATUS(aclmdlRICaptureBegin(first, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL), ACL_SUCCESS);
    aclrtMemcpy(x, sizeof value, &value, sizeof value, ACL_MEMCPY_HOST_TO_DEVICE); // @called
    end_capture(x); // says aclrtMemcpy fails with 107030
}

/* copy_beside_a_capture: silent */
static void copy_beside_a_capture(void)
{
    float value = 1;
    void *x = memory(sizeof value);
    CHECK_STATUS(aclmdlRICaptureBegin(first, ACL_MODEL_RI_CAPTURE_MODE_RELAXED), ACL_SUCCESS);
    aclrtMemcpy(x, sizeof value, &value, sizeof value, ACL_MEMCPY_HOST_TO_DEVICE);
    end_capture(x);
}

static aclrtEvent recorded(uint32_t flag)
{
    aclrtEvent event = NULL;
    CHECK_STATUS(aclrtCreateEventWithFlag(&event, flag), ACL_SUCCESS);
    CHECK_STATUS(aclrtRecordEvent(event, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeEvent(event), ACL_SUCCESS);
    return event;
}

/* time_without_timeline: HN-API-ERROR */
static void time_without_timeline(void)
{
    float milliseconds = 0;
    aclrtEvent begin = recorded(ACL_EVENT_SYNC), end = recorded(ACL_EVENT_SYNC);
    aclrtEventElapsedTime(&milliseconds, begin, end); // @called
    CHECK_STATUS(aclrtDestroyEvent(begin), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(end), ACL_SUCCESS);
}

/* time_with_timeline: silent */
static void time_with_timeline(void)
{
    float milliseconds = 0;
    aclrtEvent begin = recorded(ACL_EVENT_TIME_LINE), end = recorded(ACL_EVENT_TIME_LINE);
    aclrtEventElapsedTime(&milliseconds, begin, end);
    CHECK_STATUS(aclrtDestroyEvent(begin), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(end), ACL_SUCCESS);
}

struct selection {
    void *x, *y, *place, *workspace;
    uint64_t size;
    aclOpExecutor *executor;
};

static struct selection plan_selection(int64_t at)
{
    struct selection of = {filled(BYTES), memory(BYTES), memory(sizeof at), NULL, 0, NULL};
    int64_t one = 1;
    CHECK_STATUS(aclrtMemcpy(of.place, sizeof at, &at, sizeof at, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    aclTensor *from = vector(of.x, ELEMENTS), *to = vector(of.y, 1);
    aclTensor *index = aclCreateTensor(&one, 1, ACL_INT64, NULL, 0, ACL_FORMAT_ND, &one, 1, of.place);
    CHECK_STATUS(aclnnIndexSelectGetWorkspaceSize(from, 0, index, to, &of.size, &of.executor), ACL_SUCCESS);
    of.workspace = memory(of.size + 1);
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(index), ACL_SUCCESS);
    return of;
}

static void end_selection(const struct selection *of)
{
    CHECK_STATUS(aclrtFree(of->x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(of->y), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(of->place), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(of->workspace), ACL_SUCCESS);
}

/* index_out_of_range: HN-API-ERROR */
static void index_out_of_range(void)
{
    struct selection of = plan_selection(ELEMENTS);
    aclnnIndexSelect(of.workspace, of.size, of.executor, first); // @queued
    aclrtSynchronizeStream(first); // @called
    end_selection(&of); // says queued  aclnnIndexSelect, task
}

/* index_in_range: silent */
static void index_in_range(void)
{
    struct selection of = plan_selection(ELEMENTS - 1);
    aclnnIndexSelect(of.workspace, of.size, of.executor, first);
    aclrtSynchronizeStream(first);
    end_selection(&of);
}

/* sin of a view in place: a row of four elements, and rows of it that are `distance` elements apart. */
static void sin_in_place(void *x, int64_t rows, int64_t distance)
{
    int64_t shape[2] = {rows, 4}, strides[2] = {distance, 1}, storage = ELEMENTS;
    aclTensor *view = aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, &storage, 1, x);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    if (aclnnInplaceSinGetWorkspaceSize(view, &size, &executor) == 0) { // @called
        aclnnInplaceSin(NULL, size, executor, first);
    }
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(view), ACL_SUCCESS);
}

/* in_place_on_a_broadcast_view: HN-API-ERROR */
static void in_place_on_a_broadcast_view(void)
{
    void *x = filled(BYTES);
    sin_in_place(x, 3, 0); // @called // says in which elements share memory; allowed: for an output, one place in memory per element
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* in_place_on_a_strided_view: silent */
static void in_place_on_a_strided_view(void)
{
    void *x = filled(BYTES);
    sin_in_place(x, 3, 8);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* Two ranks in one thread. */
static HcclComm comms[RANKS];
static aclrtStream streams[RANKS];
static void *from[RANKS], *to[RANKS];

static void begin_ranks(void)
{
    int32_t devices[RANKS] = {0, 1};
    CHECK_STATUS(HcclCommInitAll(RANKS, devices, comms), HCCL_SUCCESS);
    for (int i = RANKS - 1; i >= 0; i--) {
        CHECK_STATUS(aclrtSetDevice(i), ACL_SUCCESS);
        CHECK_STATUS(aclrtCreateStream(&streams[i]), ACL_SUCCESS);
        from[i] = filled(BYTES);
        to[i] = memory(BYTES);
    }
}

static void end_ranks(void)
{
    for (int i = RANKS - 1; i >= 0; i--) {
        CHECK_STATUS(aclrtSetDevice(i), ACL_SUCCESS);
        CHECK_STATUS(aclrtFree(from[i]), ACL_SUCCESS);
        CHECK_STATUS(aclrtFree(to[i]), ACL_SUCCESS);
        CHECK_STATUS(HcclCommDestroy(comms[i]), HCCL_SUCCESS);
        CHECK_STATUS(aclrtDestroyStream(streams[i]), ACL_SUCCESS);
    }
    CHECK_STATUS(aclrtSetDevice(1), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(1), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
}

/* counts_of_ranks_differ: HN-API-ERROR HN-API-ERROR */
static void counts_of_ranks_differ(void)
{
    begin_ranks();
    HcclAllReduce(from[0], to[0], ELEMENTS, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comms[0], streams[0]);     // @queued
    HcclAllReduce(from[1], to[1], ELEMENTS - 1, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comms[1], streams[1]); // @queued
    aclrtSynchronizeStream(streams[0]);                                                                      // @called
    aclrtSynchronizeStream(streams[1]);                                                                      // @called
    end_ranks(); // says queued  HcclAllReduce, task
}

/* counts_of_ranks_agree: silent */
static void counts_of_ranks_agree(void)
{
    begin_ranks();
    HcclAllReduce(from[0], to[0], ELEMENTS, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comms[0], streams[0]);
    HcclAllReduce(from[1], to[1], ELEMENTS, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comms[1], streams[1]);
    aclrtSynchronizeStream(streams[0]);
    aclrtSynchronizeStream(streams[1]);
    end_ranks();
}

/* A loop reports its place once. */
/* refused_in_a_loop: HN-API-ERROR */
static void refused_in_a_loop(void)
{
    for (int i = 0; i < 3; i++) {
        aclrtSetDevice(64); // @called
    }
}

int main(int argc, char **argv)
{
    const struct program programs[] = {
        {"thread_without_context", thread_without_context},
        {"thread_with_context", thread_with_context},
        {"question_for_the_device", question_for_the_device},
        {"workspace_too_small", workspace_too_small},
        {"workspace_as_reported", workspace_as_reported},
        {"copy_past_the_end", copy_past_the_end},
        {"copy_to_the_end", copy_to_the_end},
        {"copy_into_a_small_buffer", copy_into_a_small_buffer},
        {"copies_that_overlap", copies_that_overlap},
        {"copies_of_halves", copies_of_halves},
        {"sum_that_overlaps", sum_that_overlaps},
        {"copy_under_a_capture", copy_under_a_capture},
        {"copy_beside_a_capture", copy_beside_a_capture},
        {"time_without_timeline", time_without_timeline},
        {"time_with_timeline", time_with_timeline},
        {"index_out_of_range", index_out_of_range},
        {"index_in_range", index_in_range},
        {"in_place_on_a_broadcast_view", in_place_on_a_broadcast_view},
        {"in_place_on_a_strided_view", in_place_on_a_strided_view},
        {"counts_of_ranks_differ", counts_of_ranks_differ},
        {"counts_of_ranks_agree", counts_of_ranks_agree},
        {"refused_in_a_loop", refused_in_a_loop},
    };
    open_device();
    int result = run_program(programs, sizeof programs / sizeof *programs, argc, argv);
    close_device();
    return result;
}
