/* Ranks of one host tell each other through memory what they have called, unless the system forbids it or the program chooses UCX's ways: small operations,
   streams in another order on each rank, ranks that disagree, die or fork give the same either way, and no memory stays mapped. */
#define _GNU_SOURCE
#include <signal.h>

#include "ranks.h"
#include "ways.h"

/* How often a rank dies; the slowest of the others must know within this time in one of them at least: the system may leave a
   process waiting for a processor for longer, but not each time. */
#define DEATHS 5
#define MOST_MILLISECONDS 100.0

/* Maps of memory that processes share: a board for each rank. Memory of the device may be a file, too, under another name. */
static uint32_t boards_mapped(void)
{
    char line[512];
    uint32_t count = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps) != NULL) {
        count += strstr(line, "memfd:hostnpu-shared") != NULL;
    }
    fclose(maps);
    return count;
}

static uint32_t boards_expected(uint32_t ranks)
{
    return getenv("UCX_TLS") == NULL && enter_host != forbid_boards ? ranks : 0;
}

static int32_t part(uint32_t from, uint32_t to, size_t i)
{
    return (int32_t)(from * 1000 + to * 100 + i % 97);
}

/* Parts of every size that differ from rank to rank, and sums, often enough to use each place again. */
static void exchanges(uint32_t ranks, uint32_t rank)
{
    static const size_t counts[] = {0, 1, 3, 1024, 1025, 5000};
    uint32_t mapped_before = boards_mapped(), round, peer;
    size_t k, i;
    REQUIRE_STATUS(join(ranks, rank), HCCL_SUCCESS);
    CHECK_EQUAL_INT(boards_mapped() - mapped_before, boards_expected(ranks));
    for (round = 0; round < 40; round++) {
        for (k = 0; k < sizeof counts / sizeof *counts; k++) {
            size_t count = counts[k], wrong = 0;
            int32_t *x = (int32_t *)device_memory((count + 1) * ranks * sizeof(int32_t));
            int32_t *y = (int32_t *)device_memory((count + 1) * ranks * sizeof(int32_t));
            for (i = 0; i < count * ranks; i++) {
                x[i] = part(rank, (uint32_t)(i / count), i % count);
            }
            REQUIRE_STATUS(HcclAlltoAll(x, count, HCCL_DATA_TYPE_INT32, y, count, HCCL_DATA_TYPE_INT32, comm, stream),
                           HCCL_SUCCESS);
            REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
            for (i = 0; i < count * ranks; i++) {
                wrong += y[i] != part((uint32_t)(i / count), rank, i % count);
            }
            CHECK_EQUAL_INT(wrong, 0);
            REQUIRE_STATUS(HcclAllGather(x, y, count, HCCL_DATA_TYPE_INT32, comm, stream), HCCL_SUCCESS);
            REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
            for (peer = 0; peer < ranks; peer++) {
                for (i = 0; i < count; i++) {
                    wrong += y[peer * count + i] != part(peer, 0, i);
                }
            }
            REQUIRE_STATUS(HcclReduceScatter(x, y, count, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_MAX, comm, stream), HCCL_SUCCESS);
            REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
            for (i = 0; i < count; i++) {
                wrong += y[i] != part(ranks - 1, rank, i);
            }
            CHECK_EQUAL_INT(wrong, 0);
            check_sum(ranks);
            CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
            CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
        }
    }
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
    CHECK_EQUAL_INT(boards_mapped(), mapped_before);
}

static void await_flag(void *flag)
{
    while (!*(volatile int *)flag) {
        usleep(1000);
    }
}

/* The first operation's stream is held up on the odd ranks until many later ones on another stream are over. */
static void crosses(uint32_t ranks, uint32_t rank)
{
    aclrtStream other;
    int flag = 0, i;
    int32_t *x;
    REQUIRE_STATUS(join(ranks, rank), HCCL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&other), ACL_SUCCESS);
    x = (int32_t *)device_memory(2 * sizeof(int32_t));
    x[0] = x[1] = 1;
    if (rank % 2 == 1) {
        REQUIRE_STATUS(aclrtLaunchHostFunc(stream, await_flag, &flag), ACL_SUCCESS);
    }
    REQUIRE_STATUS(HcclAllReduce(x, x, 1, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM, comm, stream), HCCL_SUCCESS);
    for (i = 0; i < 100; i++) {
        REQUIRE_STATUS(HcclAllReduce(x + 1, x + 1, 1, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_MAX, comm, other), HCCL_SUCCESS);
    }
    REQUIRE_STATUS(aclrtSynchronizeStream(other), ACL_SUCCESS);
    flag = 1;
    __sync_synchronize();
    REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(x[0], (int32_t)ranks);
    CHECK_EQUAL_INT(x[1], 1);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(other), ACL_SUCCESS);
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
}

/* Rank 1 calls something else; then all agree again. */
static void disagrees(uint32_t ranks, uint32_t rank)
{
    int32_t *x;
    REQUIRE_STATUS(join(ranks, rank), HCCL_SUCCESS);
    x = (int32_t *)device_memory(64);
    check_sum(ranks);
    CHECK_STATUS(HcclAllReduce(x, x, rank == 1 ? 5 : 4, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM, comm, stream), HCCL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICORE_EXCEPTION,
                  rank == 1 ? "rank 0 called AllReduce of 4 i32 (Sum), this rank (1) AllReduce of 5 i32 (Sum)"
                            : "rank 1 called AllReduce of 5 i32 (Sum), this rank");
    check_sum(ranks);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
}

/* Milliseconds after the death at which the slowest rank knew, in this scenario. */
static volatile int *slowest;

/* The last rank dies while all go from one operation to the next. */
static void dies(uint32_t ranks, uint32_t rank)
{
    HcclResult error = HCCL_SUCCESS;
    struct timespec begin, now;
    double passed;
    aclError status = ACL_SUCCESS;
    REQUIRE_STATUS(join(ranks, rank), HCCL_SUCCESS);
    barrier();
    clock_gettime(CLOCK_MONOTONIC, &begin);
    while (status == ACL_SUCCESS) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        passed = (double)(now.tv_sec - begin.tv_sec) * 1e3 + (double)(now.tv_nsec - begin.tv_nsec) / 1e6;
        if (rank == ranks - 1 && passed > 20) {
            clock_gettime(CLOCK_MONOTONIC, &shared->killed);
            kill(getpid(), SIGKILL);
        }
        if (HcclBarrier(comm, stream) != HCCL_SUCCESS) {
            break;
        }
        status = aclrtSynchronizeStream(stream);
    }
    clock_gettime(CLOCK_MONOTONIC, &now);
    passed = (double)(now.tv_sec - shared->killed.tv_sec) * 1e3 + (double)(now.tv_nsec - shared->killed.tv_nsec) / 1e6;
    printf("rank %u knows after %.1f ms\n", rank, passed);
    CHECK_STATUS(HcclGetCommAsyncError(comm, &error), HCCL_SUCCESS);
    CHECK_EQUAL_INT(error, HCCL_E_REMOTE);
    CHECK_REFUSED(HcclBarrier(comm, stream), HCCL_E_REMOTE, "has ended");
    CHECK_TRUE(passed < 5000);
    if (rank == 0 || passed > *slowest) {
        while (passed > *slowest) {
            *slowest = (int)passed + 1;
        }
    }
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
    CHECK_EQUAL_INT(boards_mapped(), 0);
}

static void check_deaths(uint32_t ranks)
{
    int death, best = 1 << 30;
    for (death = 0; death < DEATHS; death++) {
        *slowest = 0;
        run("death", dies, ranks, ranks - 1);
        best = *slowest < best ? *slowest : best;
    }
    CHECK_TRUE(best <= MOST_MILLISECONDS);
}

/* A child has the memory of its parent, but is not the rank. */
static void forks(uint32_t ranks, uint32_t rank)
{
    int status = -1;
    pid_t child;
    REQUIRE_STATUS(join(ranks, rank), HCCL_SUCCESS);
    barrier();
    child = fork();
    if (child == 0) {
        REQUIRE_STATUS(HcclBarrier(comm, stream), HCCL_SUCCESS);
        CHECK_REFUSED(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICORE_EXCEPTION, "was formed before this process was forked");
        CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
        _exit(check_result());
    }
    CHECK_EQUAL_INT(waitpid(child, &status, 0), child);
    CHECK_EQUAL_INT(status, 0);
    barrier();
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
}

static void run_all(void)
{
    run("exchange", exchanges, 2, 2);
    run("exchange", exchanges, 4, 4);
    run("streams in another order", crosses, 2, 2);
    run("streams in another order", crosses, 4, 4);
    run("disagreement", disagrees, 2, 2);
    run("disagreement", disagrees, 4, 4);
    run("fork", forks, 2, 2);
    check_deaths(2);
    check_deaths(4);
}

int main(void)
{
    begin_processes();
    slowest = (volatile int *)mmap(NULL, sizeof *slowest, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (slowest == MAP_FAILED) {
        return 1;
    }
    hide_ucx();
    printf("with boards\n");
    run_all();
    printf("with boards, without a look at other processes' memory\n");
    enter_host = forbid_reads;
    run("exchange", exchanges, 4, 4);
    printf("without boards\n");
    enter_host = forbid_boards;
    run_all();
    enter_host = NULL;
    printf("by UCX\n");
    if (show_ucx("^cma")) {
        run_all();
    }
    return check_result();
}
