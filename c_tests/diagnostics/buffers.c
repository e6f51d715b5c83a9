/* Page-locked buffers that the host touches while an asynchronous copy may still use them. */
#include "fixture.h"

#define MANY (1 << 16)

/* Page-locked memory with zeros in it. */
static float *buffer(size_t bytes)
{
    void *start = NULL;
    REQUIRE_STATUS(aclrtMallocHost(&start, bytes), ACL_SUCCESS);
    memset(start, 0, bytes);
    return start;
}

static void upload(void *device, const void *host, size_t bytes)
{
    CHECK_STATUS(aclrtMemcpyAsync(device, bytes, host, bytes, ACL_MEMCPY_HOST_TO_DEVICE, first), ACL_SUCCESS);
}

static void download(void *host, const void *device, size_t bytes)
{
    CHECK_STATUS(aclrtMemcpyAsync(host, bytes, device, bytes, ACL_MEMCPY_DEVICE_TO_HOST, first), ACL_SUCCESS);
}

static void release(float *host, void *device)
{
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtFreeHost(host), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(device), ACL_SUCCESS);
}

/* result_read_early: HN-HOST-READ-EARLY */
static void result_read_early(void)
{
    float *host = buffer(BYTES);
    void *x = filled(BYTES);
    download(host, x, BYTES);   // @used
    volatile float y = host[3]; // @touched // says host code reads byte 12 of pinned#1, which aclrtMemcpyAsync may still write
    CHECK_TRUE(y == 0.0F && host[4] == 0.0F);
    release(host, x);
}

/* result_written_early: HN-HOST-WRITE-EARLY */
static void result_written_early(void)
{
    float *host = buffer(BYTES);
    void *x = filled(BYTES);
    download(host, x, BYTES);
    host[0] = 1; // @touched // says host code writes byte 0 of pinned#1, which aclrtMemcpyAsync may still write
    release(host, x);
}

/* next_batch_early: HN-HOST-WRITE-EARLY */
static void next_batch_early(void)
{
    float *host = buffer(MANY);
    char *x = memory(2 * MANY);
    upload(x, host, MANY); // @used
    host[MANY / 8] = 1;    // @touched // says which aclrtMemcpyAsync may still read
    host[0] = 1;
    upload(x + MANY, host, MANY);
    release(host, x);
}

/* next_batch_after_the_last: silent */
static void next_batch_after_the_last(void)
{
    float *host = buffer(MANY);
    char *x = memory(2 * MANY);
    upload(x, host, MANY);
    CHECK_TRUE(host[5] == 0.0F);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    host[0] = 1;
    upload(x + MANY, host, MANY);
    release(host, x);
}

/* result_read_behind_another_event: HN-HOST-READ-EARLY */
static void result_read_behind_another_event(void)
{
    aclrtEvent event = NULL;
    REQUIRE_STATUS(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    float *host = buffer(BYTES);
    void *x = filled(BYTES);
    CHECK_STATUS(aclrtRecordEvent(event, first), ACL_SUCCESS);
    download(host, x, BYTES);
    CHECK_STATUS(aclrtSynchronizeEvent(event), ACL_SUCCESS);
    CHECK_TRUE(host[0] == 0.0F || host[0] == 1.0F); // @touched
    release(host, x);
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
}

/* result_read_behind_its_event: silent */
static void result_read_behind_its_event(void)
{
    aclrtEvent event = NULL;
    REQUIRE_STATUS(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    float *host = buffer(BYTES);
    char *x = filled(2 * BYTES);
    download(host, x, BYTES);
    CHECK_STATUS(aclrtRecordEvent(event, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeEvent(event), ACL_SUCCESS);
    CHECK_TRUE(host[0] == 0.0F);
    host[0] = 1;
    release(host, x);
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
}

static void add_one(void *host)
{
    *(float *)host += 1;
}

/* result_read_by_the_stream: silent */
static void result_read_by_the_stream(void)
{
    float *host = buffer(BYTES);
    void *x = filled(BYTES);
    download(host, x, BYTES);
    CHECK_STATUS(aclrtLaunchHostFunc(first, add_one, host), ACL_SUCCESS);
    upload(x, host, BYTES);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_TRUE(host[0] == 1.0F);
    release(host, x);
}

/* other_half: silent */
static void other_half(void)
{
    float *host = buffer(MANY), *half = host + MANY / sizeof *host / 2;
    void *x = filled(MANY);
    download(host, x, MANY / 2);
    half[0] = 1;
    CHECK_TRUE(half[1] == 0.0F);
    release(host, x);
}

/* there_and_back: silent */
static void there_and_back(void)
{
    float *host = buffer(MANY);
    void *x = memory(MANY);
    for (int i = 0; i < 3; i++) {
        host[7] = i;
        upload(x, host, MANY);
        download(host, x, MANY);
        CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
        CHECK_TRUE(host[7] == i);
    }
    release(host, x);
}

/* pageable: silent */
static void pageable(void)
{
    float host[ELEMENTS] = {0};
    void *x = filled(BYTES);
    upload(x, host, BYTES);
    host[0] = 1;
    download(host, x, BYTES);
    CHECK_TRUE(host[0] == 0.0F);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* replayed: HN-HOST-READ-EARLY */
static void replayed(void)
{
    float *host = buffer(BYTES);
    void *x = filled(BYTES);
    aclmdlRI model = NULL;
    REQUIRE_STATUS(aclmdlRICaptureBegin(first, ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL), ACL_SUCCESS);
    download(host, x, BYTES); // @used
    REQUIRE_STATUS(aclmdlRICaptureEnd(first, &model), ACL_SUCCESS);
    host[0] = 1;
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_TRUE(host[0] == 0.0F);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS); // @replay
    CHECK_TRUE(host[0] == 0.0F);                                   // @touched
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    release(host, x);
}

int main(int argc, char **argv)
{
    const struct program programs[] = {
        {"result_read_early", result_read_early},
        {"result_written_early", result_written_early},
        {"next_batch_early", next_batch_early},
        {"next_batch_after_the_last", next_batch_after_the_last},
        {"result_read_behind_another_event", result_read_behind_another_event},
        {"result_read_behind_its_event", result_read_behind_its_event},
        {"result_read_by_the_stream", result_read_by_the_stream},
        {"other_half", other_half},
        {"there_and_back", there_and_back},
        {"pageable", pageable},
        {"replayed", replayed},
    };
    open_device();
    int result = run_program(programs, sizeof programs / sizeof *programs, argc, argv);
    close_device();
    return result;
}
