/* Ranks in processes of their own: every way between them gives the same bits; a rank that dies, never comes, or disagrees is an
   error of the others, and nothing hangs. Without libucp the refusal that names it is all there is to check. */
#define _DEFAULT_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fixture.h"

#define MOST 4

/* What the processes of a scenario share. */
typedef struct {
    HcclRootInfo root;
    volatile int has_root;
    struct timespec killed;
} common;

static common *shared;
static HcclComm comm;
static aclrtStream stream;

static HcclResult join(uint32_t ranks, uint32_t rank)
{
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    if (rank == 0) {
        REQUIRE_STATUS(HcclGetRootInfo(&shared->root), HCCL_SUCCESS);
        __sync_synchronize();
        shared->has_root = 1;
    }
    while (!shared->has_root) {
        usleep(1000);
    }
    __sync_synchronize();
    return HcclCommInitRootInfo(ranks, &shared->root, rank, &comm);
}

static void barrier(void)
{
    REQUIRE_STATUS(HcclBarrier(comm, stream), HCCL_SUCCESS);
    REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

static float term(uint32_t rank, size_t i)
{
    return (float)(rank + 1) / (float)(1 + i % 977);
}

/* Sums of few and many elements, in place, and messages in a ring. */
static void works(uint32_t ranks, uint32_t rank)
{
    static const size_t counts[] = {0, 1, 7, 1024, 1025, 100003, (1 << 20) + 3};
    size_t k, i;
    REQUIRE_STATUS(join(ranks, rank), HCCL_SUCCESS);
    for (k = 0; k < sizeof counts / sizeof *counts; k++) {
        size_t count = counts[k], wrong = 0;
        uint32_t next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
        float *x = (float *)device_memory((count + 1) * sizeof(float));
        float *y = (float *)device_memory((count + 1) * sizeof(float));
        for (i = 0; i < count; i++) {
            x[i] = term(rank, i);
        }
        REQUIRE_STATUS(HcclAllReduce(x, x, count, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comm, stream), HCCL_SUCCESS);
        REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        for (i = 0; i < count; i++) {
            double sum = 0;
            uint32_t r;
            for (r = 0; r < ranks; r++) {
                sum += (double)term(r, i);
            }
            wrong += x[i] != (float)sum;
            x[i] = (float)(rank * 2 + i % 2);
        }
        CHECK_EQUAL_INT(wrong, 0);
        REQUIRE_STATUS(HcclGroupStart(), HCCL_SUCCESS);
        REQUIRE_STATUS(HcclSend(x, count, HCCL_DATA_TYPE_FP32, next, comm, stream), HCCL_SUCCESS);
        REQUIRE_STATUS(HcclRecv(y, count, HCCL_DATA_TYPE_FP32, before, comm, stream), HCCL_SUCCESS);
        REQUIRE_STATUS(HcclGroupEnd(), HCCL_SUCCESS);
        REQUIRE_STATUS(HcclBroadcast(x, count, HCCL_DATA_TYPE_FP32, ranks - 1, comm, stream), HCCL_SUCCESS);
        REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        for (i = 0; i < count; i++) {
            wrong += y[i] != (float)(before * 2 + i % 2);
            wrong += x[i] != (float)((ranks - 1) * 2 + i % 2);
        }
        CHECK_EQUAL_INT(wrong, 0);
        CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
        CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
    }
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
}

/* The last rank dies after a barrier. */
static void dies(uint32_t ranks, uint32_t rank)
{
    HcclResult error = HCCL_SUCCESS;
    struct timespec now;
    REQUIRE_STATUS(join(ranks, rank), HCCL_SUCCESS);
    barrier();
    if (rank == ranks - 1) {
        usleep(50000);
        clock_gettime(CLOCK_MONOTONIC, &shared->killed);
        kill(getpid(), SIGKILL);
    }
    REQUIRE_STATUS(HcclBarrier(comm, stream), HCCL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICORE_EXCEPTION, "the process of rank 2 has ended");
    clock_gettime(CLOCK_MONOTONIC, &now);
    printf("rank %u knows after %.1f ms\n", rank,
           (double)(now.tv_sec - shared->killed.tv_sec) * 1e3 + (double)(now.tv_nsec - shared->killed.tv_nsec) / 1e6);
    CHECK_STATUS(HcclGetCommAsyncError(comm, &error), HCCL_SUCCESS);
    CHECK_EQUAL_INT(error, HCCL_E_REMOTE);
    CHECK_REFUSED(HcclBarrier(comm, stream), HCCL_E_REMOTE, "the process of rank 2 has ended");
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
}

/* Rank 1 calls something else. */
static void disagrees(uint32_t ranks, uint32_t rank)
{
    float *x;
    REQUIRE_STATUS(join(ranks, rank), HCCL_SUCCESS);
    x = (float *)device_memory(16);
    CHECK_STATUS(rank == 1 ? HcclBroadcast(x, 4, HCCL_DATA_TYPE_FP32, 0, comm, stream)
                           : HcclAllReduce(x, x, 4, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comm, stream),
                 HCCL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICORE_EXCEPTION,
                  rank == 1 ? "rank 0 called AllReduce of 4 f32 (Sum), this rank (1) Broadcast of 4 f32 with root 0"
                            : "rank 1 called Broadcast of 4 f32 with root 0, this rank");
    barrier();
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
}

/* The last rank comes to the communicator, but not to the operation. */
static void sleeps(uint32_t ranks, uint32_t rank)
{
    REQUIRE_STATUS(join(ranks, rank), HCCL_SUCCESS);
    barrier();
    if (rank == ranks - 1) {
        usleep(2500000);
    }
    CHECK_STATUS(HcclBarrier(comm, stream), rank == ranks - 1 ? HCCL_E_REMOTE : HCCL_SUCCESS);
    if (rank != ranks - 1) {
        CHECK_REFUSED(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICORE_EXCEPTION, "rank 2 did not come in time");
    }
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
}

/* The last rank never comes to the communicator. */
static void misses(uint32_t ranks, uint32_t rank)
{
    if (rank != ranks - 1) {
        CHECK_REFUSED(join(ranks, rank), HCCL_E_TIMEOUT, "rank 2 of 3 did not come within 2s");
    } else {
        CHECK_TRUE(1);
    }
}

static void has_no_library(uint32_t ranks, uint32_t rank)
{
    setenv("HOSTNPU_UCX", "/nowhere/libucp.so", 1);
    CHECK_REFUSED(join(ranks, rank), HCCL_E_UNAVAIL,
                  "ranks 0 and 1 are different processes; install libucx0 or set HOSTNPU_UCX");
}

/* Runs a scenario; the processes in which all must go well are those before `dead`. */
static void run(const char *name, void (*rank_main)(uint32_t, uint32_t), uint32_t ranks, uint32_t dead)
{
    pid_t children[MOST];
    uint32_t rank;
    printf("%s, %u ranks\n", name, ranks);
    fflush(stdout);
    memset(shared, 0, sizeof *shared);
    for (rank = 0; rank < ranks; rank++) {
        children[rank] = fork();
        if (children[rank] == 0) {
            rank_main(ranks, rank);
            fflush(stdout);
            exit(check_result());
        }
    }
    for (rank = 0; rank < ranks; rank++) {
        int status = -1;
        CHECK_EQUAL_INT(waitpid(children[rank], &status, 0), children[rank]);
        if (rank < dead) {
            CHECK_EQUAL_INT(status, 0);
        }
    }
}

/* Whether UCX is there: looked for in a process of its own, which it changes. */
static int has_ucx(void)
{
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        _exit(dlopen("libucp.so.0", RTLD_NOW) == NULL);
    }
    waitpid(child, &status, 0);
    return status == 0;
}

int main(void)
{
    shared = (common *)mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        return 1;
    }
    run("no library", has_no_library, 2, 2);
    if (!has_ucx()) {
        printf("skipped: the rest needs libucp.so.0 (Debian: libucx0)\n");
        return check_result();
    }
    run("work", works, 2, 2);
    run("work", works, 4, 4);
    run("disagreement", disagrees, 3, 3);
    run("death", dies, 3, 2);
    setenv("HCCL_EXEC_TIMEOUT", "2", 1);
    setenv("HCCL_CONNECT_TIMEOUT", "2", 1);
    run("sleep", sleeps, 3, 3);
    run("missing", misses, 3, 3);
    unsetenv("HCCL_EXEC_TIMEOUT");
    setenv("HCCL_CONNECT_TIMEOUT", "20", 1);
    /* As two hosts. */
    setenv("UCX_TLS", "tcp,self", 1);
    run("work over TCP", works, 2, 2);
    run("death over TCP", dies, 3, 2);
    return check_result();
}
