/* Memory is freed after the work of queues that were destroyed, and no function waits for its own queue (reliability review,
   A 2, A 11). */
#define _POSIX_C_SOURCE 200809L
#include <stdatomic.h>

#include "fixture.h"

static atomic_int begun, ended;

static void run_slowly(void *unused)
{
    (void)unused;
    atomic_store(&begun, 1);
    sleep_ms(100);
    atomic_store(&ended, 1);
}

static void begin(cnrtQueue_t queue)
{
    atomic_store(&begun, 0);
    atomic_store(&ended, 0);
    REQUIRE_STATUS(cnrtInvokeHostFunc(queue, run_slowly, NULL), OK);
    while (atomic_load(&begun) == 0) {
        sleep_ms(1);
    }
}

static void a02_memory_is_freed_after_the_work_of_destroyed_queues(void)
{
    cnrtQueue_t queue = NULL;
    void *memory = NULL, *host = NULL;
    REQUIRE_STATUS(cnrtMalloc(&memory, 4096), OK);
    REQUIRE_STATUS(cnrtHostMalloc(&host, 4096), OK);
    REQUIRE_STATUS(cnrtQueueCreate(&queue), OK);
    begin(queue);
    CHECK_STATUS(cnrtQueueDestroy(queue), OK);
    CHECK_STATUS(cnrtFree(memory), OK);
    CHECK_EQUAL_INT(atomic_load(&ended), 1);
    REQUIRE_STATUS(cnrtQueueCreate(&queue), OK);
    begin(queue);
    CHECK_STATUS(cnrtQueueDestroy(queue), OK);
    CHECK_STATUS(cnrtFreeHost(host), OK);
    CHECK_EQUAL_INT(atomic_load(&ended), 1);
    /* So does a reset of the device. */
    REQUIRE_STATUS(cnrtQueueCreate(&queue), OK);
    begin(queue);
    CHECK_STATUS(cnrtQueueDestroy(queue), OK);
    CHECK_STATUS(cnrtDeviceReset(), OK);
    CHECK_EQUAL_INT(atomic_load(&ended), 1);
}

static cnrtQueue_t own_queue;
static cnrtNotifier_t behind;
static void *own_memory;

static const char ITSELF[] = "would wait for itself";

static void wait_for_own_queue(void *unused)
{
    char byte = 1;
    (void)unused;
    CHECK_REFUSED(cnrtQueueSync(own_queue), cnrtErrorIllegalState, ITSELF);
    CHECK_REFUSED(cnrtSyncDevice(), cnrtErrorIllegalState, ITSELF);
    CHECK_REFUSED(cnrtFree(own_memory), cnrtErrorIllegalState, ITSELF);
    CHECK_REFUSED(cnrtDeviceReset(), cnrtErrorIllegalState, ITSELF);
    CHECK_STATUS(cnrtPlaceNotifier(behind, own_queue), OK);
    CHECK_REFUSED(cnrtWaitNotifier(behind), cnrtErrorIllegalState, ITSELF);
    if (own_queue == NULL) {
        CHECK_REFUSED(cnrtMemset(own_memory, 1, 1), cnrtErrorIllegalState, ITSELF);
        CHECK_REFUSED(cnrtMemcpy(own_memory, &byte, 1, cnrtMemcpyHostToDev), cnrtErrorIllegalState, ITSELF);
    }
}

static void a11_a_function_does_not_wait_for_its_own_queue(cnrtQueue_t queue)
{
    char byte = 0;
    own_queue = queue;
    REQUIRE_STATUS(cnrtNotifierCreate(&behind), OK);
    REQUIRE_STATUS(cnrtMalloc(&own_memory, 16), OK);
    REQUIRE_STATUS(cnrtMemset(own_memory, 7, 16), OK);
    CHECK_STATUS(cnrtInvokeHostFunc(own_queue, wait_for_own_queue, NULL), OK);
    CHECK_STATUS(cnrtQueueSync(own_queue), OK);
    CHECK_STATUS(cnrtWaitNotifier(behind), OK);
    CHECK_STATUS(cnrtMemcpy(&byte, own_memory, 1, cnrtMemcpyDevToHost), OK);
    CHECK_EQUAL_INT(byte, 7);
    CHECK_STATUS(cnrtFree(own_memory), OK);
    CHECK_STATUS(cnrtNotifierDestroy(behind), OK);
}

int main(void)
{
    cnrtQueue_t queue = NULL;
    alarm(50);
    REQUIRE_STATUS(cnrtSetDevice(0), OK);
    a02_memory_is_freed_after_the_work_of_destroyed_queues();
    REQUIRE_STATUS(cnrtSetDevice(0), OK);
    REQUIRE_STATUS(cnrtQueueCreate(&queue), OK);
    a11_a_function_does_not_wait_for_its_own_queue(queue);
    CHECK_STATUS(cnrtQueueDestroy(queue), OK);
    a11_a_function_does_not_wait_for_its_own_queue(NULL);
    return check_result();
}
