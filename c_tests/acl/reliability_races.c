/* Threads that set, destroy and reset at the same time (reliability review, A 9). */
#define _POSIX_C_SOURCE 200809L
#include "reliability.h"

enum { ROUNDS = 2000, THREADS = 2 };

static pthread_barrier_t barrier;
static aclrtContext shared_context;
static atomic_int set_failures, destroyed, reset_failures;

static void *set_and_reset(void *unused)
{
    int round;
    (void)unused;
    for (round = 0; round < ROUNDS; round++) {
        aclrtContext context = NULL;
        aclrtStream stream = NULL;
        void *memory = NULL;
        pthread_barrier_wait(&barrier);
        if (aclrtSetDevice(0) != ACL_SUCCESS || aclrtGetCurrentContext(&context) != ACL_SUCCESS || context == NULL ||
            aclrtCtxGetCurrentDefaultStream(&stream) != ACL_SUCCESS || stream == NULL ||
            aclrtSynchronizeStream(stream) != ACL_SUCCESS ||
            aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS || aclrtFree(memory) != ACL_SUCCESS) {
            atomic_fetch_add(&set_failures, 1);
        }
        if (aclrtResetDevice(0) != ACL_SUCCESS) {
            atomic_fetch_add(&reset_failures, 1);
        }
    }
    return NULL;
}

static void *destroy(void *unused)
{
    int round;
    (void)unused;
    for (round = 0; round < ROUNDS; round++) {
        aclError status;
        pthread_barrier_wait(&barrier);
        status = aclrtDestroyContext(shared_context);
        if (status == ACL_SUCCESS) {
            atomic_fetch_add(&destroyed, 1);
        } else if (status != ACL_ERROR_RT_CONTEXT_NULL) {
            atomic_fetch_add(&reset_failures, 1);
        }
        pthread_barrier_wait(&barrier);
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

static void a09_two_threads_set_and_reset_a_device(void)
{
    pthread_t threads[THREADS];
    int at;
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (at = 0; at < THREADS; at++) {
        CHECK_EQUAL_INT(pthread_create(&threads[at], NULL, set_and_reset, NULL), 0);
    }
    for (at = 0; at < THREADS; at++) {
        CHECK_EQUAL_INT(pthread_join(threads[at], NULL), 0);
    }
    CHECK_EQUAL_INT(atomic_load(&set_failures), 0);
    CHECK_EQUAL_INT(atomic_load(&reset_failures), 0);
    CHECK_REFUSED(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, "device 0 is not set");
    pthread_barrier_destroy(&barrier);
}

static void a09_of_two_threads_one_destroys_a_context(void)
{
    pthread_t threads[THREADS];
    uint32_t before = 0, after = 0;
    int at, round;
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtGetStreamAvailableNum(&before), ACL_SUCCESS);
    pthread_barrier_init(&barrier, NULL, THREADS + 1);
    for (at = 0; at < THREADS; at++) {
        CHECK_EQUAL_INT(pthread_create(&threads[at], NULL, destroy, NULL), 0);
    }
    for (round = 0; round < ROUNDS; round++) {
        aclrtStream first = NULL, second = NULL;
        int32_t ids[2] = {-1, -1};
        REQUIRE_STATUS(aclrtCreateContext(&shared_context, 0), ACL_SUCCESS);
        pthread_barrier_wait(&barrier);
        pthread_barrier_wait(&barrier);
        /* The number of the default stream is given back once: two new streams differ. */
        REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
        REQUIRE_STATUS(aclrtCreateStream(&first), ACL_SUCCESS);
        REQUIRE_STATUS(aclrtCreateStream(&second), ACL_SUCCESS);
        REQUIRE_STATUS(aclrtStreamGetId(first, &ids[0]), ACL_SUCCESS);
        REQUIRE_STATUS(aclrtStreamGetId(second, &ids[1]), ACL_SUCCESS);
        CHECK_TRUE(ids[0] != ids[1]);
        REQUIRE_STATUS(aclrtDestroyStream(first), ACL_SUCCESS);
        REQUIRE_STATUS(aclrtDestroyStream(second), ACL_SUCCESS);
        pthread_barrier_wait(&barrier);
    }
    for (at = 0; at < THREADS; at++) {
        CHECK_EQUAL_INT(pthread_join(threads[at], NULL), 0);
    }
    CHECK_EQUAL_INT(atomic_load(&destroyed), ROUNDS);
    CHECK_EQUAL_INT(atomic_load(&reset_failures), 0);
    REQUIRE_STATUS(aclrtGetStreamAvailableNum(&after), ACL_SUCCESS);
    CHECK_EQUAL_INT(after, before);
}

int main(void)
{
    alarm(100);
    a09_two_threads_set_and_reset_a_device();
    a09_of_two_threads_one_destroys_a_context();
    return check_result();
}
