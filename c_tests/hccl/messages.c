/* Sends and receives: pairs, rings in a batch and in a group of calls, and ends that differ. */
#include "fixture.h"

#define COUNT 1000

static int16_t *gives[RANKS], *takes[RANKS];

static void fill(void)
{
    int r, i;
    for (r = 0; r < RANKS; r++) {
        for (i = 0; i < COUNT; i++) {
            gives[r][i] = (int16_t)(1000 * r + i);
            takes[r][i] = -1;
        }
    }
}

static void check_ring(void)
{
    int r;
    for (r = 0; r < RANKS; r++) {
        CHECK_EQUAL_BITS(takes[r], gives[(r + RANKS - 1) % RANKS], COUNT * sizeof(int16_t));
    }
}

int main(void)
{
    bool is_in_group = true;
    int r;
    begin();
    for (r = 0; r < RANKS; r++) {
        CHECK_STATUS(aclrtSetDevice(r), ACL_SUCCESS);
        gives[r] = (int16_t *)device_memory(COUNT * sizeof(int16_t));
        takes[r] = (int16_t *)device_memory(COUNT * sizeof(int16_t));
    }

    /* Two messages of a pair belong together in order. */
    fill();
    CHECK_STATUS(HcclSend(gives[0], 10, HCCL_DATA_TYPE_INT16, 3, comms[0], streams[0]), HCCL_SUCCESS);
    CHECK_STATUS(HcclSend(gives[0] + 10, 5, HCCL_DATA_TYPE_INT16, 3, comms[0], streams[0]), HCCL_SUCCESS);
    CHECK_STATUS(HcclRecv(takes[3], 10, HCCL_DATA_TYPE_INT16, 0, comms[3], streams[3]), HCCL_SUCCESS);
    CHECK_STATUS(HcclRecv(takes[3] + 10, 5, HCCL_DATA_TYPE_INT16, 0, comms[3], streams[3]), HCCL_SUCCESS);
    synchronize();
    CHECK_EQUAL_BITS(takes[3], gives[0], 15 * sizeof(int16_t));
    CHECK_EQUAL_INT(takes[3][15], -1);

    fill();
    for (r = 0; r < RANKS; r++) {
        HcclSendRecvItem items[2] = {
            {HCCL_SEND, gives[r], COUNT, HCCL_DATA_TYPE_INT16, (uint32_t)((r + 1) % RANKS)},
            {HCCL_RECV, takes[r], COUNT, HCCL_DATA_TYPE_INT16, (uint32_t)((r + RANKS - 1) % RANKS)},
        };
        CHECK_STATUS(HcclBatchSendRecv(items, 2, comms[r], streams[r]), HCCL_SUCCESS);
        memset(items, 0, sizeof items);
    }
    synchronize();
    check_ring();

    fill();
    for (r = 0; r < RANKS; r++) {
        CHECK_STATUS(HcclGroupStart(), HCCL_SUCCESS);
        CHECK_STATUS(HcclGroupStart(), HCCL_SUCCESS);
        CHECK_STATUS(HcclSend(gives[r], COUNT, HCCL_DATA_TYPE_INT16, (uint32_t)((r + 1) % RANKS), comms[r], streams[r]),
                     HCCL_SUCCESS);
        CHECK_STATUS(HcclGroupEnd(), HCCL_SUCCESS);
        CHECK_STATUS(HcclRecv(takes[r], COUNT, HCCL_DATA_TYPE_INT16, (uint32_t)((r + RANKS - 1) % RANKS), comms[r], streams[r]),
                     HCCL_SUCCESS);
        CHECK_STATUS(HcclGroupStatusGet(&is_in_group), HCCL_SUCCESS);
        CHECK_TRUE(is_in_group);
        CHECK_STATUS(HcclGroupEnd(), HCCL_SUCCESS);
        CHECK_STATUS(HcclGroupStatusGet(&is_in_group), HCCL_SUCCESS);
        CHECK_TRUE(!is_in_group);
    }
    synchronize();
    check_ring();
    CHECK_REFUSED(HcclGroupEnd(), HCCL_E_RUNTIME, "HcclGroupStart was not called");

    /* Ends that differ: an error in both streams, and nothing is written. */
    fill();
    CHECK_STATUS(HcclSend(gives[1], 10, HCCL_DATA_TYPE_INT16, 2, comms[1], streams[1]), HCCL_SUCCESS);
    CHECK_STATUS(HcclRecv(takes[2], 11, HCCL_DATA_TYPE_INT16, 1, comms[2], streams[2]), HCCL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(streams[1]), ACL_ERROR_RT_AICORE_EXCEPTION, "rank 1 sends 20 bytes to rank 2, which takes 22");
    CHECK_REFUSED(aclrtSynchronizeStream(streams[2]), ACL_ERROR_RT_AICORE_EXCEPTION, "rank 1 sends 20 bytes to rank 2, which takes 22");
    CHECK_EQUAL_INT(takes[2][0], -1);

    CHECK_REFUSED(HcclSend(gives[1], 10, HCCL_DATA_TYPE_INT16, 1, comms[1], streams[1]), HCCL_E_PARA,
                  "`destRank` is 1, this rank; allowed: another rank");
    CHECK_REFUSED(HcclRecv(gives[1], 10, HCCL_DATA_TYPE_INT16, 4, comms[1], streams[1]), HCCL_E_PARA,
                  "`srcRank` is 4; allowed: 0 to 3");
    CHECK_REFUSED(HcclBatchSendRecv(NULL, 1, comms[1], streams[1]), HCCL_E_PTR, "`sendRecvInfo` is null");
    for (r = 0; r < RANKS; r++) {
        CHECK_STATUS(aclrtFree(gives[r]), ACL_SUCCESS);
        CHECK_STATUS(aclrtFree(takes[r]), ACL_SUCCESS);
    }
    return end();
}
