/* What the calls refuse, and what ranks that disagree are told. */
#include "fixture.h"

static float *x[RANKS], *y[RANKS];

static void arguments(void)
{
    HcclConfigValue value;
    HcclRootInfo root;
    HcclComm comm = NULL;
    HcclCommConfig config;
    uint64_t counts[RANKS] = {1, 1, 1, 1}, displs[RANKS] = {0, 1, 2, 2};
    int32_t twice[2] = {1, 1}, none[1] = {7};

    CHECK_REFUSED(HcclAllReduce(NULL, y[0], 1, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comms[0], streams[0]), HCCL_E_PTR,
                  "HcclAllReduce: `sendBuf` is null");
    CHECK_REFUSED(HcclAllReduce(x[0], NULL, 1, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comms[0], streams[0]), HCCL_E_PTR,
                  "`recvBuf` is null");
    CHECK_REFUSED(HcclAllReduce(x[0], y[0], 1, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, NULL, streams[0]), HCCL_E_PTR,
                  "`comm` is null");
    CHECK_REFUSED(HcclAllReduce(x[0], y[0], 1, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, streams[0], streams[0]), HCCL_E_PARA,
                  "`comm` is a handle of another kind (stream); expected a live communicator");
    CHECK_REFUSED(HcclAllReduce(x[0], y[0], 1, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comms[0], comms[0]), HCCL_E_PARA,
                  "`stream` is a handle of another kind (communicator); expected a live stream");
    CHECK_REFUSED(HcclAllReduce(x[0], y[0], 1, HCCL_DATA_TYPE_UINT8, HCCL_REDUCE_SUM, comms[0], streams[0]), HCCL_E_NOT_SUPPORT,
                  "`dataType` has data type HCCL_DATA_TYPE_UINT8; allowed: for HCCL_REDUCE_SUM: i8, i16, i32, i64, u64, f16, f32, f64, bf16");
    CHECK_REFUSED(HcclAllReduce(x[0], y[0], 1, HCCL_DATA_TYPE_BFP16, HCCL_REDUCE_PROD, comms[0], streams[0]), HCCL_E_NOT_SUPPORT,
                  "HCCL_REDUCE_PROD");
    CHECK_REFUSED(HcclAllReduce(x[0], y[0], 1, (HcclDataType)13, HCCL_REDUCE_SUM, comms[0], streams[0]), HCCL_E_NOT_SUPPORT,
                  "HcclDataType(13)");
    CHECK_REFUSED(HcclAllReduce(x[0], y[0], 1, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_RESERVED, comms[0], streams[0]), HCCL_E_PARA,
                  "`op` is HCCL_REDUCE_RESERVED");
    CHECK_REFUSED(HcclAllReduce((char *)x[0] + 1, y[0], 1, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comms[0], streams[0]),
                  HCCL_E_PARA, "a multiple of 4, the bytes of f32");
    CHECK_REFUSED(HcclAllReduce(x[0], y[0], 17, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comms[0], streams[0]), HCCL_E_PARA,
                  "`sendBuf` extends to byte 68, past the end of its 64-byte allocation");
    CHECK_REFUSED(HcclAllReduce(x[0], y[0], UINT64_MAX / 2, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comms[0], streams[0]), HCCL_E_PARA,
                  "what fits the address space");
    CHECK_REFUSED(HcclAllReduce(x[0], x[0] + 1, 2, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comms[0], streams[0]), HCCL_E_PARA,
                  "memory that overlaps `sendBuf`");
    CHECK_REFUSED(HcclBroadcast(x[0], 1, HCCL_DATA_TYPE_FP32, RANKS, comms[0], streams[0]), HCCL_E_PARA,
                  "`root` is 4; allowed: 0 to 3");
    CHECK_REFUSED(HcclAlltoAll(x[0], 1, HCCL_DATA_TYPE_FP32, y[0], 1, HCCL_DATA_TYPE_INT32, comms[0], streams[0]), HCCL_E_PARA,
                  "`recvType` is HCCL_DATA_TYPE_INT32; allowed: HCCL_DATA_TYPE_FP32");
    CHECK_REFUSED(HcclAlltoAll(x[0], 1, HCCL_DATA_TYPE_FP32, y[0], 2, HCCL_DATA_TYPE_FP32, comms[0], streams[0]), HCCL_E_PARA,
                  "`recvCount` is 2");
    CHECK_REFUSED(HcclAllGatherV(x[0], 1, y[0], counts, displs, HCCL_DATA_TYPE_FP32, comms[0], streams[0]), HCCL_E_PARA,
                  "parts of several ranks overlap");
    CHECK_REFUSED(HcclAllGatherV(x[0], 2, y[0], counts, displs, HCCL_DATA_TYPE_FP32, comms[0], streams[0]), HCCL_E_PARA,
                  "`sendCount` is 2; allowed: 1, the count of this rank (0)");
    CHECK_REFUSED(HcclAllGatherV(x[0], 1, y[0], NULL, displs, HCCL_DATA_TYPE_FP32, comms[0], streams[0]), HCCL_E_PTR,
                  "`recvCounts` is null");

    CHECK_REFUSED(HcclCommInitAll(2, twice, &comm), HCCL_E_PARA, "`devices` is 1 twice");
    CHECK_REFUSED(HcclCommInitAll(1, none, &comm), HCCL_E_RUNTIME, "`devices` is 7; allowed: 0 to 3");
    CHECK_REFUSED(HcclCommInitAll(1, NULL, &comm), HCCL_E_PTR, "`devices` is null");
    CHECK_REFUSED(HcclGetRootInfo(NULL), HCCL_E_PTR, "`rootInfo` is null");
    memset(&root, 0, sizeof root);
    CHECK_REFUSED(HcclCommInitRootInfo(1, &root, 0, &comm), HCCL_E_PARA, "`rootInfo` is no root info of this library");
    REQUIRE_STATUS(HcclGetRootInfo(&root), HCCL_SUCCESS);
    CHECK_REFUSED(HcclCommInitRootInfo(0, &root, 0, &comm), HCCL_E_PARA, "`nRanks` is 0");
    CHECK_REFUSED(HcclCommInitRootInfo(2, &root, 2, &comm), HCCL_E_PARA, "`rank` is 2; allowed: 0 to 1");
    CHECK_REFUSED(HcclCommInitRootInfoConfig(1, &root, 0, NULL, &comm), HCCL_E_PTR, "`config` is null");
    memset(&config, 0, sizeof config);
    CHECK_REFUSED(HcclCommInitRootInfoConfig(1, &root, 0, &config, &comm), HCCL_E_PARA, "what HcclCommConfigInit has filled");
    root.internal[20] ^= 1;
    CHECK_REFUSED(HcclCommInitRootInfo(1, &root, 0, &comm), HCCL_E_PARA, "bytes that differ");
    CHECK_TRUE(comm == NULL);

    value.value = 3;
    CHECK_REFUSED(HcclSetConfig(HCCL_DETERMINISTIC, value), HCCL_E_PARA, "`configValue` is 3; allowed: 0, 1 or 2");
    value.value = 2;
    CHECK_STATUS(HcclSetConfig(HCCL_DETERMINISTIC, value), HCCL_SUCCESS);
    value.value = 0;
    CHECK_STATUS(HcclGetConfig(HCCL_DETERMINISTIC, &value), HCCL_SUCCESS);
    CHECK_EQUAL_INT(value.value, 2);
    CHECK_EQUAL_STRING(HcclGetErrorString(HCCL_SUCCESS), "no error");
    CHECK_EQUAL_STRING(HcclGetErrorString(HCCL_E_TIMEOUT), "timeout");
    CHECK_EQUAL_STRING(HcclGetErrorString((HcclResult)77), "unknown error");
}

/* An error of the streams of all ranks, not a hang. */
static void disagreement(void)
{
    int r;
    for (r = 0; r < RANKS; r++) {
        CHECK_STATUS(HcclAllReduce(x[r], y[r], r == 2 ? 3 : 4, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comms[r], streams[r]),
                     HCCL_SUCCESS);
    }
    for (r = 0; r < RANKS; r++) {
        const char *text = r == 2 ? "rank 0 called AllReduce of 4 f32 (Sum), this rank (2) AllReduce of 3 f32 (Sum)"
                                  : "rank 2 called AllReduce of 3 f32 (Sum), this rank";
        CHECK_REFUSED(aclrtSynchronizeStream(streams[r]), ACL_ERROR_RT_AICORE_EXCEPTION, text);
    }
}

int main(void)
{
    int r;
    begin();
    for (r = 0; r < RANKS; r++) {
        CHECK_STATUS(aclrtSetDevice(r), ACL_SUCCESS);
        x[r] = (float *)device_memory(64);
        y[r] = (float *)device_memory(64);
    }
    arguments();
    disagreement();
    for (r = 0; r < RANKS; r++) {
        CHECK_STATUS(aclrtFree(x[r]), ACL_SUCCESS);
        CHECK_STATUS(aclrtFree(y[r]), ACL_SUCCESS);
    }
    return end();
}
