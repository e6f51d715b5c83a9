/* Memory that ranks show each other, to which operators of the others write: what is refused, and who waits for whom. What operators write there is tested with them. */
#include <pthread.h>

#include "fixture.h"

#define BYTES 4096

static void *memory[RANKS];
static void *handles[RANKS];

static void refusals(void)
{
    char *bytes = (char *)memory[0];
    void *handle = NULL;
    uint32_t peer = RANKS;
    CHECK_REFUSED(HcclCommRegister(NULL, bytes, BYTES, &handle, 0), HCCL_E_PTR, "`comm` is null");
    CHECK_REFUSED(HcclCommRegister(comms[0], NULL, BYTES, &handle, 0), HCCL_E_PTR, "`addr` is null");
    CHECK_REFUSED(HcclCommRegister(comms[0], bytes, BYTES, NULL, 0), HCCL_E_PTR, "`handle` is null");
    CHECK_REFUSED(HcclCommRegister(comms[0], bytes, 0, &handle, 0), HCCL_E_PARA, "`addr`");
    CHECK_REFUSED(HcclCommRegister(comms[0], bytes + 2, 8, &handle, 0), HCCL_E_PARA, "that 4 divides");
    CHECK_REFUSED(HcclCommRegister(comms[0], bytes, UINT64_MAX, &handle, 0), HCCL_E_PARA, "`addr`");
    CHECK_REFUSED(HcclCommRegister(comms[0], &handle, sizeof handle, &handle, 0), HCCL_E_PARA, "memory of the device");
    CHECK_TRUE(handle == NULL);
    CHECK_REFUSED(HcclCommDeregister(comms[0], NULL), HCCL_E_PTR, "`handle` is null");
    CHECK_REFUSED(HcclCommDeregister(comms[0], bytes), HCCL_E_PARA, "`handle`");
    REQUIRE_STATUS(HcclCommRegister(comms[0], bytes, BYTES, &handle, 0), HCCL_SUCCESS);
    CHECK_TRUE(handle != NULL);
    CHECK_REFUSED(HcclCommExchangeMem(comms[1], handle, &peer, 0), HCCL_E_PARA, "`handle`");
    CHECK_REFUSED(HcclCommExchangeMem(comms[0], handle, NULL, 1), HCCL_E_PTR, "`peerRanks` is null");
    CHECK_REFUSED(HcclCommExchangeMem(comms[0], handle, &peer, 1), HCCL_E_PARA, "`peerRanks`");
    CHECK_STATUS(HcclCommDeregister(comms[0], handle), HCCL_SUCCESS);
    CHECK_REFUSED(HcclCommDeregister(comms[0], handle), HCCL_E_PARA, "`handle`");
}

/* Each rank shows its memory to all others, itself among them. */
static void *show(void *argument)
{
    uint32_t rank = (uint32_t)(uintptr_t)argument, peers[RANKS], peer;
    for (peer = 0; peer < RANKS; peer++) {
        peers[peer] = peer;
    }
    REQUIRE_STATUS(HcclCommRegister(comms[rank], memory[rank], BYTES, &handles[rank], 0), HCCL_SUCCESS);
    CHECK_STATUS(HcclCommExchangeMem(comms[rank], handles[rank], peers, RANKS), HCCL_SUCCESS);
    return NULL;
}

int main(void)
{
    pthread_t threads[RANKS];
    uintptr_t rank;
    uint32_t last = RANKS - 1;
    begin();
    for (rank = 0; rank < RANKS; rank++) {
        REQUIRE_STATUS(aclrtSetDevice((int32_t)rank), ACL_SUCCESS);
        memory[rank] = device_memory(BYTES);
    }
    refusals();
    for (rank = 0; rank < RANKS; rank++) {
        CHECK_TRUE(pthread_create(&threads[rank], NULL, show, (void *)rank) == 0);
    }
    for (rank = 0; rank < RANKS; rank++) {
        CHECK_TRUE(pthread_join(threads[rank], NULL) == 0);
        CHECK_STATUS(HcclCommDeregister(comms[rank], handles[rank]), HCCL_SUCCESS);
    }
    /* A rank that is gone is not waited for. */
    REQUIRE_STATUS(HcclCommRegister(comms[0], memory[0], BYTES, &handles[0], 0), HCCL_SUCCESS);
    CHECK_STATUS(HcclCommDestroy(comms[last]), HCCL_SUCCESS);
    CHECK_REFUSED(HcclCommExchangeMem(comms[0], handles[0], &last, 1), HCCL_E_REMOTE, "rank 3");
    {
        int32_t devices[RANKS] = {0, 1, 2, 3};
        HcclComm other[RANKS];
        REQUIRE_STATUS(HcclCommInitAll(RANKS, devices, other), HCCL_SUCCESS);
        for (rank = 0; rank < last; rank++) {
            CHECK_STATUS(HcclCommDestroy(other[rank]), HCCL_SUCCESS);
        }
        comms[last] = other[last];
    }
    for (rank = 0; rank < RANKS; rank++) {
        REQUIRE_STATUS(aclrtSetDevice((int32_t)rank), ACL_SUCCESS);
        CHECK_STATUS(aclrtFree(memory[rank]), ACL_SUCCESS);
    }
    return end();
}
