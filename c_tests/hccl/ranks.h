/* What the tests of ranks in several processes share: one process for each rank, and what runs them. */
#ifndef HOSTNPU_C_TESTS_HCCL_RANKS_H
#define HOSTNPU_C_TESTS_HCCL_RANKS_H

#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fixture.h"

#define MOST 66

/* What the processes of a scenario share. */
typedef struct {
    HcclRootInfo root;
    volatile int has_root;
    /* Ranks that have called the operation in which another one dies. */
    int waiting;
    struct timespec killed;
} common;

static common *shared;
static HcclComm comm;
static aclrtStream stream;
/* What puts a rank on its host, if there are several. */
static void (*enter_host)(uint32_t rank);

CHECK_UNUSED static void begin_rank(void)
{
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
}

/* Begins, and joins the communicator of all ranks; rank 0 makes the root info. */
CHECK_UNUSED static HcclResult join(uint32_t ranks, uint32_t rank)
{
    begin_rank();
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

CHECK_UNUSED static void barrier(void)
{
    REQUIRE_STATUS(HcclBarrier(comm, stream), HCCL_SUCCESS);
    REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

/* One operation of all ranks. */
CHECK_UNUSED static void check_sum(uint32_t ranks)
{
    int32_t *x = (int32_t *)device_memory(sizeof(int32_t));
    *x = 1;
    CHECK_STATUS(HcclAllReduce(x, x, 1, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM, comm, stream), HCCL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(*x, (int32_t)ranks);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
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
            /* A rank answers for itself: not for what failed in scenarios before. */
            check_failures = 0;
            if (enter_host != NULL) {
                enter_host(rank);
            }
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

/* Takes UCX away: the ranks of one host do not need it. */
CHECK_UNUSED static void hide_ucx(void)
{
    setenv("HOSTNPU_UCX", "/nowhere/libucp.so", 1);
}

/* Whether UCX is there, which is looked for in a process of its own, for it changes that; if so, ranks use it. */
CHECK_UNUSED static int show_ucx(const char *transports)
{
    int status = -1;
    pid_t child;
    unsetenv("HOSTNPU_UCX");
    setenv("UCX_TLS", transports, 1);
    child = fork();
    if (child == 0) {
        _exit(dlopen("libucp.so.0", RTLD_NOW) == NULL);
    }
    waitpid(child, &status, 0);
    if (status != 0) {
        printf("skipped: ranks that use UCX need libucp.so.0 (Debian: libucx0)\n");
    }
    return status == 0;
}

/* Makes what the processes share. */
CHECK_UNUSED static void begin_processes(void)
{
    shared = (common *)mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        exit(1);
    }
}

#endif
