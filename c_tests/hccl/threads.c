/* One thread for each rank, many communicators one after the other, and ranks that never come together. */
#include <pthread.h>

#include "fixture.h"

#define ROUNDS 50
#define COUNT 10007

static HcclRootInfo roots[ROUNDS];

static void *rank_main(void *argument)
{
    uint32_t rank = (uint32_t)(uintptr_t)argument;
    int round;
    size_t i;
    float *x;
    REQUIRE_STATUS(aclrtSetDevice((int32_t)rank), ACL_SUCCESS);
    x = (float *)device_memory(COUNT * sizeof(float));
    for (round = 0; round < ROUNDS; round++) {
        HcclComm comm = NULL;
        REQUIRE_STATUS(HcclCommInitRootInfo(RANKS, &roots[round], rank, &comm), HCCL_SUCCESS);
        for (i = 0; i < COUNT; i++) {
            x[i] = (float)(rank + 1) * (float)(i + 1);
        }
        /* The default stream of the rank's device. */
        REQUIRE_STATUS(HcclAllReduce(x, x, COUNT, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comm, NULL), HCCL_SUCCESS);
        REQUIRE_STATUS(aclrtSynchronizeStream(NULL), ACL_SUCCESS);
        for (i = 0; i < COUNT; i++) {
            if (x[i] != 10 * (float)(i + 1)) {
                printf("rank %u, element %zu is %g\n", rank, i, x[i]);
                exit(1);
            }
        }
        REQUIRE_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
    }
    REQUIRE_STATUS(aclrtFree(x), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtResetDevice((int32_t)rank), ACL_SUCCESS);
    return NULL;
}

int main(void)
{
    pthread_t threads[RANKS];
    uintptr_t rank;
    int round;
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    for (round = 0; round < ROUNDS; round++) {
        REQUIRE_STATUS(HcclGetRootInfo(&roots[round]), HCCL_SUCCESS);
    }
    for (rank = 0; rank < RANKS; rank++) {
        CHECK_TRUE(pthread_create(&threads[rank], NULL, rank_main, (void *)rank) == 0);
    }
    for (rank = 0; rank < RANKS; rank++) {
        CHECK_TRUE(pthread_join(threads[rank], NULL) == 0);
    }
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
