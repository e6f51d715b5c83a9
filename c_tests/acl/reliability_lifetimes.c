/* Memory and streams live until what uses them has ended (reliability review, A 4 and A 5). */
#define _POSIX_C_SOURCE 200809L
#include "reliability.h"

/* A forced end waits for the task that has begun, and drops those behind it. */
static void a04_a_forced_end_waits_for_the_task_that_has_begun(void)
{
    static slow_task first, second;
    aclrtStream stream = NULL;
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    begin(&first, 100, stream);
    REQUIRE_STATUS(aclrtLaunchHostFunc(stream, run_slowly, &second), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(atomic_load(&first.ended), 1);
    sleep_ms(50);
    CHECK_EQUAL_INT(atomic_load(&second.begun), 0);
}

static int is_device_memory(const void *memory)
{
    aclrtPtrAttributes attributes;
    REQUIRE_STATUS(aclrtPointerGetAttributes(memory, &attributes), ACL_SUCCESS);
    return attributes.location.type == ACL_MEM_LOCATION_TYPE_DEVICE;
}

static void *newer;
static atomic_int newer_is_there, reset_is_over;

/* Sets the device while another thread's reset waits. */
static void *set_again(void *unused)
{
    int32_t active = 1;
    (void)unused;
    while (active != 0) {
        REQUIRE_STATUS(aclrtGetPrimaryCtxState(0, NULL, &active), ACL_SUCCESS);
    }
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc(&newer, 4096, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    atomic_store(&newer_is_there, 1);
    wait_for(&reset_is_over);
    CHECK_TRUE(is_device_memory(newer));
    CHECK_STATUS(aclrtFree(newer), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return NULL;
}

static void a05_a_reset_leaves_memory_of_the_next_use_alone(void)
{
    static slow_task task;
    pthread_t thread;
    void *older = NULL;
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc(&older, 4096, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    begin(&task, 200, NULL);
    CHECK_EQUAL_INT(pthread_create(&thread, NULL, set_again, NULL), 0);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_EQUAL_INT(atomic_load(&task.ended), 1);
    CHECK_TRUE(!is_device_memory(older));
    wait_for(&newer_is_there);
    atomic_store(&reset_is_over, 1);
    CHECK_EQUAL_INT(pthread_join(thread, NULL), 0);
}

static void a05_b_reset_waits_for_streams_of_other_contexts(void)
{
    static slow_task task;
    aclrtContext own = NULL;
    aclrtStream stream = NULL;
    void *memory = NULL, *of_the_device = NULL;
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc(&of_the_device, 4096, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateContext(&own, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc(&memory, 4096, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    begin(&task, 100, stream);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_EQUAL_INT(atomic_load(&task.ended), 1);
    CHECK_TRUE(!is_device_memory(of_the_device));
    /* The context goes on, with its memory. */
    CHECK_TRUE(is_device_memory(memory));
    CHECK_STATUS(aclrtMemsetAsync(memory, 4096, 1, 4096, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyContext(own), ACL_SUCCESS);
    /* What it leaves goes with the next reset. */
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    CHECK_TRUE(is_device_memory(memory));
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_TRUE(!is_device_memory(memory));
}

int main(void)
{
    alarm(50);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    a04_a_forced_end_waits_for_the_task_that_has_begun();
    REQUIRE_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    a05_a_reset_leaves_memory_of_the_next_use_alone();
    a05_b_reset_waits_for_streams_of_other_contexts();
    return check_result();
}
