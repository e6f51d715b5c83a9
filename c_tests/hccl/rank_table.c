/* Communicators from rank tables and of several root infos, and what is refused. One thread for each rank. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixture.h"

static char path[] = "rank_table_XXXXXX";

#define FIFO "rank_table_fifo"

static const char TABLE[] =
    "{ \"status\": \"completed\", \"version\": \"1.0\", \"server_count\": \"1\", \"server_list\": ["
    "  { \"server_id\": \"node_0\", \"device\": ["
    "    { \"device_id\": \"0\", \"rank_id\": \"0\" }, { \"device_id\": \"1\", \"rank_id\": \"1\" },"
    "    { \"device_id\": \"2\", \"rank_id\": \"2\" }, { \"device_id\": \"3\", \"rank_id\": \"3\" } ] } ] }";

static void write_table(const char *text, size_t length)
{
    FILE *file = fopen(path, "w");
    if (file == NULL || fwrite(text, 1, length, file) != length || fclose(file) != 0) {
        printf("cannot write %s\n", path);
        exit(1);
    }
}

static void check_sum(HcclComm comm, uint32_t rank)
{
    float *x = (float *)device_memory(sizeof(float));
    uint32_t number = 99;
    *x = (float)(rank + 1);
    CHECK_STATUS(HcclGetRankId(comm, &number), HCCL_SUCCESS);
    CHECK_EQUAL_INT(number, rank);
    CHECK_STATUS(HcclAllReduce(x, x, 1, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comm, NULL), HCCL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(NULL), ACL_SUCCESS);
    CHECK_TRUE(*x == 10);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

static void *by_table(void *argument)
{
    uint32_t rank = (uint32_t)(uintptr_t)argument;
    HcclComm comm = NULL, again = NULL;
    HcclCommConfig config;
    char name[COMM_NAME_MAX_LENGTH];
    int round;
    REQUIRE_STATUS(aclrtSetDevice((int32_t)rank), ACL_SUCCESS);
    HcclCommConfigInit(&config);
    for (round = 0; round < 2; round++) {
        if (rank == 0) {
            usleep(20000); /* The others look for it. */
        }
        REQUIRE_STATUS(round == 0 ? HcclCommInitClusterInfo(path, rank, &comm)
                                  : HcclCommInitClusterInfoConfig(path, rank, &config, &comm),
                       HCCL_SUCCESS);
        CHECK_STATUS(HcclGetCommName(comm, name), HCCL_SUCCESS);
        CHECK_EQUAL_STRING(name, "hccl_world_group");
        check_sum(comm, rank);
        CHECK_REFUSED(HcclCommInitClusterInfo(path, rank, &again), HCCL_E_PARA, "there is a communicator (`hccl_world_group`)");
        CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
    }
    REQUIRE_STATUS(aclrtResetDevice((int32_t)rank), ACL_SUCCESS);
    return NULL;
}

static HcclRootInfo roots[2];

static void *by_roots(void *argument)
{
    uint32_t rank = (uint32_t)(uintptr_t)argument;
    HcclComm comm = NULL;
    HcclCommConfig config;
    REQUIRE_STATUS(aclrtSetDevice((int32_t)rank), ACL_SUCCESS);
    HcclCommConfigInit(&config);
    REQUIRE_STATUS(HcclCommInitRootInfoScalable(RANKS, 2, roots, rank, 0, &config, &comm), HCCL_SUCCESS);
    check_sum(comm, rank);
    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
    REQUIRE_STATUS(aclrtResetDevice((int32_t)rank), ACL_SUCCESS);
    return NULL;
}

static void in_threads(void *(*rank_main)(void *))
{
    pthread_t threads[RANKS];
    uintptr_t rank;
    for (rank = 0; rank < RANKS; rank++) {
        CHECK_TRUE(pthread_create(&threads[rank], NULL, rank_main, (void *)rank) == 0);
    }
    for (rank = 0; rank < RANKS; rank++) {
        CHECK_TRUE(pthread_join(threads[rank], NULL) == 0);
    }
}

static void refusals(void)
{
    static char longest[5000];
    HcclComm comm = NULL;
    HcclCommConfig config;
    memset(longest, 'x', sizeof longest - 1);
    HcclCommConfigInit(&config);
    CHECK_REFUSED(HcclCommInitClusterInfo(NULL, 0, &comm), HCCL_E_PTR, "`clusterInfo` is null");
    CHECK_REFUSED(HcclCommInitClusterInfo(path, 0, NULL), HCCL_E_PTR, "`comm` is null");
    CHECK_REFUSED(HcclCommInitClusterInfoConfig(path, 0, NULL, &comm), HCCL_E_PTR, "`config` is null");
    CHECK_REFUSED(HcclCommInitClusterInfo(longest, 0, &comm), HCCL_E_PARA, "a path of 4999 bytes; allowed: 1 to 4096");
    CHECK_REFUSED(HcclCommInitClusterInfo("/nowhere/table.json", 0, &comm), HCCL_E_OPEN_FILE_FAILURE, "/nowhere/table.json");
    CHECK_REFUSED(HcclCommInitClusterInfo(path, RANKS, &comm), HCCL_E_PARA, "`rank` is 4; allowed: 0 to 3 (the table's ranks)");
    /* What has no end, or is waited for without one. */
    CHECK_REFUSED(HcclCommInitClusterInfo("/dev/zero", 0, &comm), HCCL_E_OPEN_FILE_FAILURE, "no regular file");
    CHECK_TRUE(mkfifo(FIFO, 0600) == 0);
    alarm(10);
    CHECK_REFUSED(HcclCommInitClusterInfo(FIFO, 0, &comm), HCCL_E_OPEN_FILE_FAILURE, "no regular file");
    alarm(0);
    CHECK_TRUE(unlink(FIFO) == 0);
    /* What a full disk leaves of a table, or of a root info. */
    write_table(TABLE, 0);
    CHECK_REFUSED(HcclCommInitClusterInfo(path, 0, &comm), HCCL_E_PARA, "no JSON");
    write_table(TABLE, sizeof TABLE / 2);
    CHECK_REFUSED(HcclCommInitClusterInfo(path, 0, &comm), HCCL_E_PARA, "no JSON");
    REQUIRE_STATUS(HcclGetRootInfo(&roots[0]), HCCL_SUCCESS);
    memset(roots[0].internal + 100, 0, sizeof roots[0].internal - 100);
    CHECK_REFUSED(HcclCommInitRootInfo(1, &roots[0], 0, &comm), HCCL_E_PARA, "bytes that differ from those that were written");
    memset(roots[0].internal, 0, sizeof roots[0].internal);
    CHECK_REFUSED(HcclCommInitRootInfo(1, &roots[0], 0, &comm), HCCL_E_PARA, "no root info of this library");

    CHECK_REFUSED(HcclGetRootInfoScalable(NULL), HCCL_E_PTR, "`rootInfo` is null");
    CHECK_REFUSED(HcclCommInitRootInfoScalable(1, 1, NULL, 0, 0, &config, &comm), HCCL_E_PTR, "`rootInfoList` is null");
    CHECK_REFUSED(HcclCommInitRootInfoScalable(1, 1, roots, 0, 0, &config, &comm), HCCL_E_PARA, "`rootInfoList` is no root info");
    CHECK_REFUSED(HcclCommInitRootInfoScalable(1, 0, roots, 0, 0, &config, &comm), HCCL_E_PARA, "`nRoot` is 0");
    CHECK_REFUSED(HcclCommInitRootInfoScalable(1, 2, roots, 0, 0, &config, &comm), HCCL_E_PARA, "`nRoot` is 2; allowed: 1 to 1");
    CHECK_REFUSED(HcclCommInitRootInfoScalable(1, 1, roots, 0, 1, &config, &comm), HCCL_E_NOT_SUPPORT, "`nExtRoot` is 1");
    CHECK_REFUSED(HcclCommInitRootInfoScalable(1, 1, roots, 0, 0, NULL, &comm), HCCL_E_PTR, "`config` is null");
    CHECK_TRUE(comm == NULL);
}

int main(void)
{
    HcclComm comm = NULL;
    int descriptor = mkstemp(path);
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    CHECK_TRUE(descriptor >= 0);
    close(descriptor);
    write_table(TABLE, sizeof TABLE - 1);
    CHECK_REFUSED(HcclCommInitClusterInfo(path, 0, &comm), HCCL_E_RUNTIME, "no current context");
    in_threads(by_table);
    REQUIRE_STATUS(HcclGetRootInfoScalable(&roots[0]), HCCL_SUCCESS);
    REQUIRE_STATUS(HcclGetRootInfoScalable(&roots[1]), HCCL_SUCCESS);
    in_threads(by_roots);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    refusals();
    REQUIRE_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    CHECK_TRUE(unlink(path) == 0);
    return check_result();
}
