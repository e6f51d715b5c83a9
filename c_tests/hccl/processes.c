/* Ranks in processes of their own: every way between them gives the same bits; a rank that dies, never comes, or disagrees is an
   error of the others, and nothing hangs. */
#define _GNU_SOURCE
#include <dirent.h>
#include <signal.h>

#include "ranks.h"
#include "ways.h"

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

/* Sums of more ranks than those whose boards are mapped. */
static void outnumber_boards(uint32_t ranks, uint32_t rank)
{
    size_t count = 5000, i, wrong = 0;
    int32_t *x;
    REQUIRE_STATUS(join(ranks, rank), HCCL_SUCCESS);
    check_sum(ranks);
    x = (int32_t *)device_memory(count * sizeof(int32_t));
    for (i = 0; i < count; i++) {
        x[i] = (int32_t)(rank + i);
    }
    REQUIRE_STATUS(HcclAllReduce(x, x, count, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM, comm, stream), HCCL_SUCCESS);
    REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    for (i = 0; i < count; i++) {
        wrong += x[i] != (int32_t)(ranks * (ranks - 1) / 2 + ranks * i);
    }
    CHECK_EQUAL_INT(wrong, 0);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
}

/* The bytes of a message from a rank: those of the second one differ. */
static char byte_of(uint32_t rank, int second, size_t i)
{
    return (char)(i % 251 + rank * 3 + (second != 0));
}

/* Two large messages of each rank to every other one, all at once; then one whose ends differ. */
static void swaps(uint32_t ranks, uint32_t rank)
{
    size_t count = (ranks == 2 ? 24 << 20 : 3 << 20) + 5, i, wrong = 0;
    uint32_t peer, part;
    char *x = NULL, *y = NULL;
    REQUIRE_STATUS(join(ranks, rank), HCCL_SUCCESS);
    x = (char *)device_memory(2 * count);
    y = (char *)device_memory(2 * count * ranks);
    for (i = 0; i < 2 * count; i++) {
        x[i] = byte_of(rank, i >= count, i % count);
    }
    REQUIRE_STATUS(HcclGroupStart(), HCCL_SUCCESS);
    for (part = 0; part < 2 * ranks; part++) {
        peer = part / 2;
        if (peer != rank) {
            REQUIRE_STATUS(HcclSend(x + part % 2 * count, count, HCCL_DATA_TYPE_INT8, peer, comm, stream), HCCL_SUCCESS);
            REQUIRE_STATUS(HcclRecv(y + part * count, count, HCCL_DATA_TYPE_INT8, peer, comm, stream), HCCL_SUCCESS);
        }
    }
    REQUIRE_STATUS(HcclGroupEnd(), HCCL_SUCCESS);
    REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    for (part = 0; part < 2 * ranks; part++) {
        for (i = 0; i < count && part / 2 != rank; i++) {
            wrong += y[part * count + i] != byte_of(part / 2, part % 2 != 0, i);
        }
    }
    CHECK_EQUAL_INT(wrong, 0);
    if (rank < 2) {
        CHECK_STATUS(rank == 0 ? HcclSend(x, 100000, HCCL_DATA_TYPE_INT8, 1, comm, stream)
                               : HcclRecv(y, 99999, HCCL_DATA_TYPE_INT8, 0, comm, stream), HCCL_SUCCESS);
        CHECK_REFUSED(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICORE_EXCEPTION,
                      "rank 0 sends 100000 bytes to rank 1, which takes 99999");
    }
    barrier();
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
}

/* The last rank dies, and takes nothing of a large message. */
static void takes_nothing(uint32_t ranks, uint32_t rank)
{
    char *x;
    REQUIRE_STATUS(join(ranks, rank), HCCL_SUCCESS);
    barrier();
    if (rank == ranks - 1) {
        usleep(50000);
        kill(getpid(), SIGKILL);
    }
    x = (char *)device_memory(8 << 20);
    REQUIRE_STATUS(HcclSend(x, 8 << 20, HCCL_DATA_TYPE_INT8, ranks - 1, comm, stream), HCCL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICORE_EXCEPTION, "the process of rank 1 has ended");
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
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
        /* What is called after the death is refused at once. */
        while (__atomic_load_n(&shared->waiting, __ATOMIC_ACQUIRE) != (int)ranks - 1) {
            usleep(1000);
        }
        usleep(20000);
        clock_gettime(CLOCK_MONOTONIC, &shared->killed);
        kill(getpid(), SIGKILL);
    }
    REQUIRE_STATUS(HcclBarrier(comm, stream), HCCL_SUCCESS);
    __atomic_add_fetch(&shared->waiting, 1, __ATOMIC_RELEASE);
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

/* The outer ranks form a communicator, and the inner ones; then all in another order. */
static void divides(uint32_t ranks, uint32_t rank)
{
    uint32_t lists[2][2] = {{0, 3}, {2, 1}}, turned[MOST] = {1, 2, 3, 0}, own, i;
    uint32_t *list = lists[rank == 1 || rank == 2];
    HcclComm pair = NULL, all = NULL, inner = NULL;
    HcclCommConfig config;
    int32_t *x;
    HcclCommConfigInit(&config);
    REQUIRE_STATUS(join(ranks, rank), HCCL_SUCCESS);
    REQUIRE_STATUS(HcclCreateSubCommConfig(&comm, 2, list, 7, list[1] == rank, &config, &pair), HCCL_SUCCESS);
    for (i = 0; turned[i] != rank; i++) {
    }
    REQUIRE_STATUS(HcclCreateSubCommConfig(&comm, ranks, turned, 8, i, &config, &all), HCCL_SUCCESS);
    CHECK_STATUS(HcclGetRankId(all, &own), HCCL_SUCCESS);
    CHECK_EQUAL_INT(own, i);
    x = (int32_t *)device_memory(64);
    x[0] = 1 << rank;
    x[1] = (int32_t)rank;
    CHECK_STATUS(HcclAllReduce(x, x, 1, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM, pair, stream), HCCL_SUCCESS);
    CHECK_STATUS(HcclBroadcast(x + 1, 1, HCCL_DATA_TYPE_INT32, 0, all, stream), HCCL_SUCCESS);
    CHECK_STATUS(HcclAllReduce(x, x + 2, 1, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_MAX, comm, stream), HCCL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(x[0], rank == 0 || rank == 3 ? 9 : 6);
    CHECK_EQUAL_INT(x[1], 1);
    CHECK_EQUAL_INT(x[2], 9);
    /* Lists that differ are an error on both sides, at once. */
    if (rank < 2) {
        uint32_t differing[2][3] = {{0, 1, 2}, {0, 1, 3}};
        CHECK_REFUSED(HcclCreateSubCommConfig(&comm, 3, differing[rank], 9, rank, &config, &inner), HCCL_E_PARA,
                      "the ranks of part 9 differ: ranks 0, 1 and");
    }
    CHECK_REFUSED(HcclCreateSubCommConfig(&all, 1, &i, 1, 0, &config, &inner), HCCL_E_NOT_SUPPORT, "cannot be divided again");
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(HcclCommDestroy(pair), HCCL_SUCCESS);
    CHECK_STATUS(HcclCommDestroy(all), HCCL_SUCCESS);
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
}

/* Ranks of a table, of which rank 0 comes last. */
static void are_listed(uint32_t ranks, uint32_t rank)
{
    begin_rank();
    if (rank == 0) {
        usleep(150000);
    }
    REQUIRE_STATUS(HcclCommInitClusterInfo("processes_table.json", rank, &comm), HCCL_SUCCESS);
    check_sum(ranks);
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
}

/* Rank 0 of a table never comes. */
static void has_no_root(uint32_t ranks, uint32_t rank)
{
    (void)ranks;
    begin_rank();
    CHECK_REFUSED(HcclCommInitClusterInfo("processes_table.json", rank + 1, &comm), HCCL_E_TIMEOUT,
                  "rank 1 has not found rank 0 of the rank table on its host (here) within 2s");
}

static int rounds;

static int entries(const char *path)
{
    int count = 0;
    DIR *directory = opendir(path);
    while (readdir(directory) != NULL) {
        count++;
    }
    closedir(directory);
    return count;
}

static int descriptors(void)
{
    return entries("/proc/self/fd");
}

static int threads(void)
{
    return entries("/proc/self/task");
}

/* Communicators one after the other leave no descriptor and no thread. */
static void forms_many(uint32_t ranks, uint32_t rank)
{
    int round, open_then = 0, running_then = 0, i;
    begin_rank();
    for (round = 1; round <= rounds; round++) {
        if (rank == 0) {
            REQUIRE_STATUS(HcclGetRootInfo(&shared->root), HCCL_SUCCESS);
            __sync_synchronize();
            shared->has_root = round;
        }
        while (shared->has_root != round) {
            usleep(100);
        }
        __sync_synchronize();
        REQUIRE_STATUS(HcclCommInitRootInfo(ranks, &shared->root, rank, &comm), HCCL_SUCCESS);
        check_sum(ranks);
        REQUIRE_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
        if (round == 10 || round == rounds) {
            /* The connections of the last ones end in threads of their own. */
            usleep(300000);
        }
        if (round == 10) {
            open_then = descriptors();
            running_then = threads();
        }
    }
    for (i = 0; i < 100 && (descriptors() > open_then || threads() > running_then); i++) {
        usleep(20000);
    }
    printf("rank %u after %d communicators: %d descriptors, %d threads; after 10: %d, %d\n", rank, rounds,
           descriptors(), threads(), open_then, running_then);
    CHECK_TRUE(descriptors() <= open_then);
    CHECK_TRUE(threads() <= running_then);
}

static void write_table(void)
{
    FILE *file = fopen("processes_table.json", "w");
    fputs("{ \"status\": \"completed\", \"version\": \"2.0\", \"rank_count\": 2, \"rank_list\": ["
          "{ \"rank_id\": 0, \"device_id\": 0, \"level_list\": [{ \"net_layer\": 0, \"net_instance_id\": \"here\" }] },"
          "{ \"rank_id\": 1, \"device_id\": 1, \"level_list\": [{ \"net_layer\": 0, \"net_instance_id\": \"here\" }] }] }",
          file);
    fclose(file);
}

/* Rank 1 is told to use UCX. */
static void has_no_library(uint32_t ranks, uint32_t rank)
{
    CHECK_REFUSED(join(ranks, rank), HCCL_E_UNAVAIL,
                  "rank 1 is reached by UCX alone (UCX_TLS is set); install libucx0 or set HOSTNPU_UCX (rank 0: /nowhere/libucp.so: cannot open");
}

static void choose_ucx(uint32_t rank)
{
    if (rank == 1) {
        setenv("UCX_TLS", "tcp,self", 1);
    }
}

/* What holds for every way between the ranks. */
static void run_all(void)
{
    run("work", works, 2, 2);
    run("work", works, 4, 4);
    run("messages", swaps, 2, 2);
    run("messages", swaps, 4, 4);
    run("division", divides, 4, 4);
    run("disagreement", disagrees, 3, 3);
    run("death", dies, 3, 2);
    run("death in a message", takes_nothing, 2, 1);
}

/* With a number as argument, only forms so many communicators one after the other. */
int main(int argc, char **argv)
{
    begin_processes();
    hide_ucx();
    rounds = argc > 1 ? atoi(argv[1]) : 20;
    if (argc > 1) {
        run("many", forms_many, 2, 2);
        return check_result();
    }
    enter_host = choose_ucx;
    run("no library", has_no_library, 2, 2);
    enter_host = NULL;
    run_all();
    write_table();
    run("rank table", are_listed, 2, 2);
    run("many", forms_many, 2, 2);
    run("more ranks than boards", outnumber_boards, MOST, MOST);
    printf("without a look at other processes' memory\n");
    enter_host = forbid_reads;
    run_all();
    printf("without shared memory\n");
    enter_host = forbid_boards;
    run_all();
    printf("without shared memory on one rank\n");
    enter_host = forbid_one;
    run_all();
    if (has_containers()) {
        printf("in containers with their host's network\n");
        enter_host = enter_container;
        run("work", works, 2, 2);
        run("messages", swaps, 2, 2);
    }
    enter_host = NULL;
    setenv("HCCL_EXEC_TIMEOUT", "2", 1);
    setenv("HCCL_CONNECT_TIMEOUT", "2", 1);
    run("sleep", sleeps, 3, 3);
    run("missing", misses, 3, 3);
    run("missing root", has_no_root, 1, 1);
    unsetenv("HCCL_EXEC_TIMEOUT");
    setenv("HCCL_CONNECT_TIMEOUT", "20", 1);
    /* As two hosts. */
    if (show_ucx("tcp,self")) {
        printf("over TCP\n");
        run_all();
    }
    return check_result();
}
