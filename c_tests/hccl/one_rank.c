/* A communicator of one rank, as a process group of one process makes it. */
#include "fixture.h"

int main(void)
{
    HcclRootInfo root;
    HcclCommConfig config;
    HcclComm comm = NULL, same = NULL;
    HcclResult error = HCCL_E_INTERNAL;
    aclrtStream stream;
    uint32_t number = 9;
    char name[COMM_NAME_MAX_LENGTH];
    float *x, *y;

    CHECK_TRUE(HcclGetCommConfigCapability() == HCCL_COMM_CONFIG_RESERVED);
    HcclCommConfigInit(&config);
    strcpy(config.hcclCommName, "group_name_0");
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    CHECK_STATUS(HcclGetRootInfo(&root), HCCL_SUCCESS);
    CHECK_REFUSED(HcclCommInitRootInfo(1, &root, 0, &comm), HCCL_E_RUNTIME, "no current context");
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(HcclCommInitRootInfoConfig(1, &root, 0, &config, &comm), HCCL_SUCCESS);
    CHECK_STATUS(HcclGetRankSize(comm, &number), HCCL_SUCCESS);
    CHECK_EQUAL_INT(number, 1);
    CHECK_STATUS(HcclGetRankId(comm, &number), HCCL_SUCCESS);
    CHECK_EQUAL_INT(number, 0);
    CHECK_STATUS(HcclGetCommName(comm, name), HCCL_SUCCESS);
    CHECK_EQUAL_STRING(name, "group_name_0");
    CHECK_STATUS(HcclCommGetHandleWithName("group_name_0", &same), HCCL_SUCCESS);
    CHECK_TRUE(same == comm);
    CHECK_STATUS(HcclGetCommAsyncError(comm, &error), HCCL_SUCCESS);
    CHECK_EQUAL_INT(error, HCCL_SUCCESS);

    x = (float *)device_memory(2 * sizeof(float));
    y = (float *)device_memory(2 * sizeof(float));
    x[0] = 1.5F;
    x[1] = -2;
    y[0] = y[1] = 0;
    CHECK_STATUS(HcclAllReduce(x, x, 2, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comm, stream), HCCL_SUCCESS);
    CHECK_STATUS(HcclBroadcast(x, 2, HCCL_DATA_TYPE_FP32, 0, comm, stream), HCCL_SUCCESS);
    CHECK_STATUS(HcclAllGather(x, y, 2, HCCL_DATA_TYPE_FP32, comm, stream), HCCL_SUCCESS);
    CHECK_STATUS(HcclBarrier(comm, stream), HCCL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_TRUE(x[0] == 1.5F && x[1] == -2);
    CHECK_TRUE(y[0] == 1.5F && y[1] == -2);
    CHECK_STATUS(HcclReduceScatter(y, x, 2, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_MAX, comm, stream), HCCL_SUCCESS);
    CHECK_STATUS(HcclAlltoAll(x, 2, HCCL_DATA_TYPE_FP32, y, 2, HCCL_DATA_TYPE_FP32, comm, stream), HCCL_SUCCESS);
    CHECK_STATUS(HcclScatter(y, x, 2, HCCL_DATA_TYPE_FP32, 0, comm, stream), HCCL_SUCCESS);
    CHECK_STATUS(HcclReduce(x, y, 2, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_PROD, 0, comm, stream), HCCL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_TRUE(y[0] == 1.5F && y[1] == -2);

    CHECK_STATUS(HcclCommDestroy(comm), HCCL_SUCCESS);
    CHECK_REFUSED(HcclCommDestroy(comm), HCCL_E_PARA, "`comm` is a destroyed handle; expected a live communicator");
    CHECK_REFUSED(HcclCommGetHandleWithName("group_name_0", &same), HCCL_E_NOT_FOUND, "group_name_0");
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
