/* A child that is forked while other threads use memory pools, queues and channels uses them itself. */
#define _POSIX_C_SOURCE 200809L
#include <sys/wait.h>

#include "acl/acl_rt_memory_soma.h"
#include "acl/acl_tdt.h"
#include "acl/acl_tdt_queue.h"
#include "reliability.h"

static atomic_int is_over;
static aclrtContext context;
static aclrtMemPool pool;
static acltdtChannelHandle *channel;
static uint32_t queue;

static void use_pool(aclrtStream stream)
{
    void *memory = NULL;
    REQUIRE_STATUS(aclrtMemPoolMallocAsync(&memory, 1000, pool, stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemPoolFreeAsync(memory, stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

static void use_queue(void)
{
    char bytes[64] = "queued", taken[64];
    size_t size = 0;
    REQUIRE_STATUS(acltdtEnqueueData(queue, bytes, sizeof bytes, NULL, 0, -1, 0), ACL_SUCCESS);
    REQUIRE_STATUS(acltdtDequeueData(queue, taken, sizeof taken, &size, NULL, 0, -1), ACL_SUCCESS);
}

static void use_channel(void)
{
    size_t size = 0;
    for (int i = 0; i < 100; i++) {
        REQUIRE_STATUS(acltdtQueryChannelSize(channel, &size), ACL_SUCCESS);
    }
    REQUIRE_STATUS(acltdtCleanChannel(channel), ACL_SUCCESS);
}

static void *hammer(void *unused)
{
    aclrtStream stream = NULL;
    (void)unused;
    REQUIRE_STATUS(aclrtSetCurrentContext(context), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    while (!atomic_load(&is_over)) {
        use_pool(stream);
        use_queue();
        use_channel();
    }
    REQUIRE_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    return NULL;
}

int main(void)
{
    aclrtMemPoolProps props;
    pthread_t threads[2];
    int status = -1;
    memset(&props, 0, sizeof props);
    props.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    alarm(50);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemPoolCreate(&pool, &props), ACL_SUCCESS);
    REQUIRE_STATUS(acltdtCreateQueue(NULL, &queue), ACL_SUCCESS);
    channel = acltdtCreateChannel(0, "fork");
    CHECK_TRUE(channel != NULL);
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, hammer, NULL);
    }
    for (int round = 0; round < 30; round++) {
        pid_t pid = fork();
        if (pid == 0) {
            aclrtStream stream = NULL;
            alarm(10);
            REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
            use_pool(stream);
            use_queue();
            use_channel();
            _exit(check_result());
        }
        CHECK_TRUE(pid > 0);
        CHECK_TRUE(waitpid(pid, &status, 0) == pid);
        CHECK_EQUAL_INT(status, 0);
    }
    atomic_store(&is_over, 1);
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    CHECK_STATUS(aclrtMemPoolDestroy(pool), ACL_SUCCESS);
    CHECK_STATUS(acltdtDestroyQueue(queue), ACL_SUCCESS);
    CHECK_STATUS(acltdtDestroyChannel(channel), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
