/* Work on the same memory that nothing orders, and what is freed or copied before work on it is over. */
#include "fixture.h"
#include <pthread.h>

static void release(void *start)
{
    CHECK_STATUS(aclrtFree(start), ACL_SUCCESS);
}

static void wait_for_both(void)
{
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(second), ACL_SUCCESS);
}

static aclrtEvent new_event(void)
{
    aclrtEvent event = NULL;
    REQUIRE_STATUS(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    return event;
}

static void *pinned(size_t bytes)
{
    void *start = NULL;
    REQUIRE_STATUS(aclrtMallocHost(&start, bytes), ACL_SUCCESS);
    memset(start, 0, bytes);
    return start;
}

/* output_freed_early: HN-FREE-IN-FLIGHT */
static void output_freed_early(void)
{
    void *x = filled(BYTES), *y = memory(BYTES);
    aclTensor *from = vector(x, ELEMENTS), *to = vector(y, ELEMENTS);
    aclOpExecutor *executor = plan_sin(from, to);
    CHECK_STATUS(aclnnSin(NULL, 0, executor, first), ACL_SUCCESS); // @used
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);                       // @freed
    wait_for_both();
    release(x);
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
}

/* copied_back_early: HN-HOST-READ-EARLY */
static void copied_back_early(void)
{
    float host[ELEMENTS];
    void *x = filled(BYTES), *y = filled(BYTES);
    queue_sin(x, y, ELEMENTS, first);
    CHECK_STATUS(aclrtMemcpy(host, BYTES, y, BYTES, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS); // @now
    wait_for_both();
    release(x);
    release(y);
}

/* next_batch_early: HN-HOST-WRITE-EARLY */
static void next_batch_early(void)
{
    float host[ELEMENTS] = {0};
    void *x = filled(BYTES), *y = memory(BYTES);
    queue_sin(x, y, ELEMENTS, first);
    CHECK_STATUS(aclrtMemcpy(x, BYTES, host, BYTES, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS); // @now
    wait_for_both();
    release(x);
    release(y);
}

/* no_event: HN-RACE */
static void no_event(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    aclTensor *a = vector(x, ELEMENTS), *b = vector(y, ELEMENTS), *c = vector(z, ELEMENTS);
    aclOpExecutor *producer = plan_sin(a, b), *consumer = plan_sin(b, c);
    CHECK_STATUS(aclnnSin(NULL, 0, producer, first), ACL_SUCCESS);  // @first
    CHECK_STATUS(aclnnSin(NULL, 0, consumer, second), ACL_SUCCESS); // @second
    wait_for_both();
    CHECK_STATUS(aclDestroyTensor(a), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(b), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(c), ACL_SUCCESS);
    release(x);
    release(y);
    release(z);
}

/* event_before_the_producer: HN-RACE */
static void event_before_the_producer(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    aclrtEvent event = new_event();
    CHECK_STATUS(aclrtRecordEvent(event, first), ACL_SUCCESS);
    queue_sin(x, y, ELEMENTS, first);
    CHECK_STATUS(aclrtStreamWaitEvent(second, event), ACL_SUCCESS);
    queue_sin(y, z, ELEMENTS, second);
    wait_for_both();
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
    release(x);
    release(y);
    release(z);
}

/* wait_in_another_stream: HN-RACE */
static void wait_in_another_stream(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    aclrtEvent event = new_event();
    aclrtStream third = NULL;
    REQUIRE_STATUS(aclrtCreateStream(&third), ACL_SUCCESS);
    queue_sin(x, y, ELEMENTS, first);
    CHECK_STATUS(aclrtRecordEvent(event, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtStreamWaitEvent(third, event), ACL_SUCCESS);
    queue_sin(y, z, ELEMENTS, second);
    wait_for_both();
    CHECK_STATUS(aclrtDestroyStream(third), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
    release(x);
    release(y);
    release(z);
}

/* writer_laps_the_reader: HN-RACE */
static void writer_laps_the_reader(void)
{
    void *x = filled(BYTES), *buffers[2] = {memory(BYTES), memory(BYTES)}, *z = memory(BYTES);
    for (int i = 0; i < 3; i++) {
        aclrtEvent event = new_event();
        queue_sin(x, buffers[i % 2], ELEMENTS, first);
        CHECK_STATUS(aclrtRecordEvent(event, first), ACL_SUCCESS);
        CHECK_STATUS(aclrtStreamWaitEvent(second, event), ACL_SUCCESS);
        queue_sin(buffers[i % 2], z, ELEMENTS, second);
        CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
    }
    wait_for_both();
    release(x);
    release(buffers[0]);
    release(buffers[1]);
    release(z);
}

/* halves_overlap: HN-RACE */
static void halves_overlap(void)
{
    void *x = filled(BYTES);
    char *y = memory(BYTES);
    queue_sin(x, y, 64, first);
    queue_sin(x, y + 128, 64, second);
    wait_for_both();
    release(x);
    release(y);
}

/* one_workspace: HN-WORKSPACE-SHARED */
static void one_workspace(void)
{
    void *x = filled(2 * BYTES), *y = memory(BYTES), *z = memory(BYTES), *workspace = memory(1 << 16);
    queue_median(x, y, workspace, 1 << 16, first);
    queue_median(x, z, workspace, 1 << 16, second);
    wait_for_both();
    release(x);
    release(y);
    release(z);
    release(workspace);
}

/* workspace_freed_early: HN-FREE-IN-FLIGHT */
static void workspace_freed_early(void)
{
    void *x = filled(2 * BYTES), *y = memory(BYTES), *workspace = memory(1 << 16);
    queue_median(x, y, workspace, 1 << 16, first);
    CHECK_STATUS(aclrtFree(workspace), ACL_SUCCESS); // @freed
    wait_for_both();
    release(x);
    release(y);
}

/* pinned_freed_early: HN-PINNED-FREE */
static void pinned_freed_early(void)
{
    void *x = memory(BYTES), *host = pinned(BYTES);
    CHECK_STATUS(aclrtMemcpyAsync(x, BYTES, host, BYTES, ACL_MEMCPY_HOST_TO_DEVICE, first), ACL_SUCCESS); // @used
    CHECK_STATUS(aclrtFreeHost(host), ACL_SUCCESS);                                                      // @freed
    wait_for_both();
    release(x);
}

/* pipeline: silent */
static void pipeline(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES), *w = memory(BYTES);
    aclrtStream third = NULL;
    REQUIRE_STATUS(aclrtCreateStream(&third), ACL_SUCCESS);
    aclrtEvent forward[2] = {new_event(), new_event()}, back = new_event();
    for (int round = 0; round < 5; round++) {
        CHECK_STATUS(aclrtStreamWaitEvent(first, back), ACL_SUCCESS);
        queue_sin(x, y, ELEMENTS, first);
        CHECK_STATUS(aclrtRecordEvent(forward[0], first), ACL_SUCCESS);
        CHECK_STATUS(aclrtStreamWaitEvent(second, forward[0]), ACL_SUCCESS);
        queue_sin(y, z, ELEMENTS, second);
        CHECK_STATUS(aclrtRecordEvent(forward[1], second), ACL_SUCCESS);
        CHECK_STATUS(aclrtStreamWaitEvent(third, forward[1]), ACL_SUCCESS);
        queue_sin(z, w, ELEMENTS, third);
        CHECK_STATUS(aclrtRecordEvent(back, third), ACL_SUCCESS);
    }
    float host[ELEMENTS];
    CHECK_STATUS(aclrtSynchronizeEvent(back), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpy(host, BYTES, w, BYTES, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    release(x);
    release(y);
    release(z);
    release(w);
    CHECK_STATUS(aclrtDestroyStream(third), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(forward[0]), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(forward[1]), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(back), ACL_SUCCESS);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_done;

static void *free_when_done(void *start)
{
    pthread_mutex_lock(&mutex);
    while (!is_done) {
        pthread_cond_wait(&changed, &mutex);
    }
    pthread_mutex_unlock(&mutex);
    release(start);
    return NULL;
}

static void tell(void)
{
    pthread_mutex_lock(&mutex);
    is_done = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
}

/* another_thread_frees: silent */
static void another_thread_frees(void)
{
    void *x = filled(BYTES), *y = memory(BYTES);
    pthread_t thread;
    REQUIRE_STATUS(pthread_create(&thread, NULL, free_when_done, y), 0);
    queue_sin(x, y, ELEMENTS, first);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    tell();
    pthread_join(thread, NULL);
    release(x);
}

/* polled: silent */
static void polled(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    float host[ELEMENTS];
    aclrtEvent event = new_event();
    queue_sin(x, y, ELEMENTS, first);
    CHECK_STATUS(aclrtRecordEvent(event, first), ACL_SUCCESS);
    aclrtEventRecordedStatus reached = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    while (reached != ACL_EVENT_RECORDED_STATUS_COMPLETE) {
        CHECK_STATUS(aclrtQueryEventStatus(event, &reached), ACL_SUCCESS);
    }
    CHECK_STATUS(aclrtMemcpy(host, BYTES, y, BYTES, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    queue_sin(x, z, ELEMENTS, second);
    aclrtStreamStatus idle = ACL_STREAM_STATUS_NOT_READY;
    while (idle != ACL_STREAM_STATUS_COMPLETE) {
        CHECK_STATUS(aclrtStreamQuery(second, &idle), ACL_SUCCESS);
    }
    CHECK_STATUS(aclrtMemcpy(host, BYTES, z, BYTES, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
    release(x);
    release(y);
    release(z);
}

static void queue_strided(void *x, void *y, int64_t offset, int64_t step, int64_t count, aclrtStream stream)
{
    int64_t whole = ELEMENTS, one = 1;
    aclTensor *from = aclCreateTensor(&count, 1, ACL_FLOAT, &one, 0, ACL_FORMAT_ND, &whole, 1, x);
    aclTensor *to = aclCreateTensor(&count, 1, ACL_FLOAT, &step, offset, ACL_FORMAT_ND, &whole, 1, y);
    CHECK_STATUS(aclnnSin(NULL, 0, plan_sin(from, to), stream), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
}

/* columns_and_halves: silent */
static void columns_and_halves(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    queue_strided(x, y, 0, 2, ELEMENTS / 2, first);
    queue_strided(x, y, 1, 2, ELEMENTS / 2, second);
    queue_strided(x, z, 0, 1, ELEMENTS / 2, first);
    queue_strided(x, z, ELEMENTS / 2, 1, ELEMENTS / 2, second);
    wait_for_both();
    release(x);
    release(y);
    release(z);
}

/* shared_input: silent */
static void shared_input(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    queue_sin(x, y, ELEMENTS, first);
    queue_sin(x, z, ELEMENTS, second);
    queue_sin(y, y, ELEMENTS, first);
    wait_for_both();
    release(x);
    release(y);
    release(z);
}

static volatile int was_called;

static void free_in_callback(void *start)
{
    release(start);
    was_called = 1;
}

/* host_function_frees: silent */
static void host_function_frees(void)
{
    void *x = filled(BYTES), *y = memory(BYTES);
    queue_sin(x, y, ELEMENTS, first);
    CHECK_STATUS(aclrtLaunchHostFunc(first, free_in_callback, y), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_EQUAL_INT(was_called, 1);
    release(x);
}

/* every_other_order: silent */
static void every_other_order(void)
{
    void *x = memory(BYTES), *y = memory(BYTES), *z = memory(BYTES), *word = NULL;
    float *host = pinned(BYTES), *back = pinned(BYTES);
    float pageable[ELEMENTS];
    aclrtNotify notify = NULL;
    REQUIRE_STATUS(aclrtCreateNotify(&notify, 0), ACL_SUCCESS);
    word = filled(64);
    CHECK_STATUS(aclrtMemcpyAsync(x, BYTES, host, BYTES, ACL_MEMCPY_HOST_TO_DEVICE, first), ACL_SUCCESS);
    /* The wait is queued before the record. */
    CHECK_STATUS(aclrtWaitAndResetNotify(notify, second, 0), ACL_SUCCESS);
    queue_sin(y, z, ELEMENTS, second);
    queue_sin(x, y, ELEMENTS, first);
    CHECK_STATUS(aclrtRecordNotify(notify, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtValueWait(word, 1, ACL_STREAM_WAIT_VALUE_GEQ, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpyAsync(back, BYTES, z, BYTES, ACL_MEMCPY_DEVICE_TO_HOST, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtValueWrite(word, 1, 0, second), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpyAsync(pageable, BYTES, z, BYTES, ACL_MEMCPY_DEVICE_TO_HOST, first), ACL_SUCCESS);
    wait_for_both();
    CHECK_STATUS(aclrtDestroyNotify(notify), ACL_SUCCESS);
    CHECK_STATUS(aclrtFreeHost(host), ACL_SUCCESS);
    CHECK_STATUS(aclrtFreeHost(back), ACL_SUCCESS);
    release(x);
    release(y);
    release(z);
    release(word);
}

/* word_freed_after_its_wait: silent */
static void word_freed_after_its_wait(void)
{
    uint64_t seen = 0;
    void *word = filled(64), *x = filled(BYTES), *y = memory(BYTES);
    queue_sin(x, y, ELEMENTS, second);
    CHECK_STATUS(aclrtValueWrite(word, 1, 0, second), ACL_SUCCESS);
    CHECK_STATUS(aclrtValueWait(word, 1, ACL_STREAM_WAIT_VALUE_GEQ, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    /* The wait is over, so the writing of the word is, and all before it. */
    CHECK_STATUS(aclrtMemcpy(&seen, sizeof seen, word, sizeof seen, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_EQUAL_INT(seen, 1);
    /* Cleared, it stands for another round. */
    CHECK_STATUS(aclrtMemset(word, 64, 0, 64), ACL_SUCCESS);
    CHECK_STATUS(aclrtValueWait(word, 1, ACL_STREAM_WAIT_VALUE_GEQ, first), ACL_SUCCESS);
    queue_sin(y, x, ELEMENTS, first);
    queue_sin(x, y, ELEMENTS, second);
    CHECK_STATUS(aclrtValueWrite(word, 1, 0, second), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    release(word);
    release(x);
    release(y);
}

/* word_written_by_the_host: silent */
static void word_written_by_the_host(void)
{
    const uint64_t one = 1;
    void *word = filled(64), *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    aclrtEvent event = new_event();
    CHECK_STATUS(aclrtValueWait(word, 1, ACL_STREAM_WAIT_VALUE_EQ, second), ACL_SUCCESS);
    queue_sin(x, y, ELEMENTS, second);
    CHECK_STATUS(aclrtRecordEvent(event, second), ACL_SUCCESS);
    CHECK_STATUS(aclrtStreamWaitEvent(first, event), ACL_SUCCESS);
    queue_sin(y, z, ELEMENTS, first);
    CHECK_STATUS(aclrtMemcpy(word, sizeof one, &one, sizeof one, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
    release(word);
    release(x);
    release(y);
    release(z);
}

int main(int argc, char **argv)
{
    const struct program programs[] = {
        {"output_freed_early", output_freed_early},
        {"copied_back_early", copied_back_early},
        {"next_batch_early", next_batch_early},
        {"no_event", no_event},
        {"event_before_the_producer", event_before_the_producer},
        {"wait_in_another_stream", wait_in_another_stream},
        {"writer_laps_the_reader", writer_laps_the_reader},
        {"halves_overlap", halves_overlap},
        {"one_workspace", one_workspace},
        {"workspace_freed_early", workspace_freed_early},
        {"pinned_freed_early", pinned_freed_early},
        {"pipeline", pipeline},
        {"another_thread_frees", another_thread_frees},
        {"polled", polled},
        {"columns_and_halves", columns_and_halves},
        {"shared_input", shared_input},
        {"host_function_frees", host_function_frees},
        {"every_other_order", every_other_order},
        {"word_freed_after_its_wait", word_freed_after_its_wait},
        {"word_written_by_the_host", word_written_by_the_host},
    };
    open_device();
    int result = run_program(programs, sizeof programs / sizeof *programs, argc, argv);
    close_device();
    return result;
}
