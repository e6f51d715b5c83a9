/* Several threads, each with contexts, streams, events and memory, and one stream that all of them fill. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdatomic.h>

#include "fixture.h"

enum { THREADS = 6, ROUNDS = 200, BYTES = 5000 };

static aclrtContext shared_context;
static aclrtStream shared_stream;
static atomic_int host_calls, failures;

/* check.h counts in plain ints: on these threads only this is counted. */
#define EXPECT(condition)                                                              \
    do {                                                                               \
        if (!(condition)) {                                                            \
            atomic_fetch_add(&failures, 1);                                            \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
        }                                                                              \
    } while (0)

static void call(void *unused)
{
    (void)unused;
    atomic_fetch_add(&host_calls, 1);
}

static void *work(void *argument)
{
    unsigned char number = *(unsigned char *)argument, bytes[BYTES];
    aclrtContext own, current;
    aclrtStream stream;
    aclrtEvent event;
    void *memory = NULL, *nothing = NULL;
    int round, at;

    EXPECT(aclrtGetCurrentContext(&own) == ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT(aclrtMalloc(&nothing, 8, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT(aclrtCreateContext(&own, 0) == ACL_SUCCESS);
    for (round = 0; round < ROUNDS; round++) {
        EXPECT(aclrtSetCurrentContext(own) == ACL_SUCCESS);
        EXPECT(aclrtCreateStream(&stream) == ACL_SUCCESS);
        EXPECT(aclrtCreateEvent(&event) == ACL_SUCCESS);
        EXPECT(aclrtMalloc(&memory, BYTES, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS);
        EXPECT(aclrtMemsetAsync(memory, BYTES, number, BYTES, stream) == ACL_SUCCESS);
        EXPECT(aclrtRecordEvent(event, stream) == ACL_SUCCESS);
        EXPECT(aclrtSynchronizeEvent(event) == ACL_SUCCESS);
        memset(bytes, 0, BYTES);
        EXPECT(aclrtMemcpyAsync(bytes, BYTES, memory, BYTES, ACL_MEMCPY_DEVICE_TO_HOST, stream) == ACL_SUCCESS);
        EXPECT(aclrtSynchronizeStream(stream) == ACL_SUCCESS);
        for (at = 0; at < BYTES; at++) {
            if (bytes[at] != number) {
                EXPECT(!"another thread's bytes");
                break;
            }
        }
        EXPECT(aclrtFree(memory) == ACL_SUCCESS);
        EXPECT(aclrtDestroyEvent(event) == ACL_SUCCESS);
        EXPECT(aclrtDestroyStream(stream) == ACL_SUCCESS);
        EXPECT(aclrtSetCurrentContext(shared_context) == ACL_SUCCESS);
        EXPECT(aclrtLaunchHostFunc(shared_stream, call, NULL) == ACL_SUCCESS);
        EXPECT(aclrtGetCurrentContext(&current) == ACL_SUCCESS && current == shared_context);
    }
    EXPECT(aclrtSynchronizeStream(shared_stream) == ACL_SUCCESS);
    EXPECT(aclrtDestroyContext(own) == ACL_SUCCESS);
    return NULL;
}

static atomic_int destroyed;

static void *destroy(void *stream)
{
    aclError status = aclrtSetCurrentContext(shared_context);
    EXPECT(status == ACL_SUCCESS);
    status = aclrtDestroyStream((aclrtStream)stream);
    EXPECT(status == ACL_SUCCESS || status == ACL_ERROR_RT_INVALID_HANDLE);
    atomic_fetch_add(&destroyed, status == ACL_SUCCESS);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    unsigned char numbers[THREADS];
    int at;

    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtGetCurrentContext(&shared_context), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&shared_stream), ACL_SUCCESS);
    for (at = 0; at < THREADS; at++) {
        numbers[at] = (unsigned char)(at + 1);
        REQUIRE_STATUS(pthread_create(&threads[at], NULL, work, &numbers[at]), 0);
    }
    for (at = 0; at < THREADS; at++) {
        REQUIRE_STATUS(pthread_join(threads[at], NULL), 0);
    }
    CHECK_STATUS(aclrtSynchronizeDevice(), ACL_SUCCESS);
    CHECK_EQUAL_INT(host_calls, THREADS * ROUNDS);

    /* Of several threads that destroy one stream, one does. */
    for (at = 0; at < THREADS; at++) {
        REQUIRE_STATUS(pthread_create(&threads[at], NULL, destroy, shared_stream), 0);
    }
    for (at = 0; at < THREADS; at++) {
        REQUIRE_STATUS(pthread_join(threads[at], NULL), 0);
    }
    CHECK_EQUAL_INT(destroyed, 1);
    CHECK_EQUAL_INT(failures, 0);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
