/* Flags and structures of `acl/acl_rt.h`.
   The values are written down from the vendor's documentation, not from the headers: one that drifts does not compile. */
#include "acl/acl_dump.h"
#include "acl/acl_rt.h"

#include "value.h"

/* flags and limits */
VALUE(ACL_MAJOR_VERSION, 1);
VALUE(ACL_MINOR_VERSION, 17);
VALUE(ACL_PATCH_VERSION, 0);
VALUE(ACL_EVENT_SYNC, 0x00000001U);
VALUE(ACL_EVENT_CAPTURE_STREAM_PROGRESS, 0x00000002U);
VALUE(ACL_EVENT_TIME_LINE, 0x00000008U);
VALUE(ACL_EVENT_DEVICE_USE_ONLY, 0x00000010U);
VALUE(ACL_EVENT_EXTERNAL, 0x00000020U);
VALUE(ACL_EVENT_IPC, 0x00000040U);
VALUE(ACL_STREAM_FAST_LAUNCH, 0x00000001U);
VALUE(ACL_STREAM_FAST_SYNC, 0x00000002U);
VALUE(ACL_STREAM_PERSISTENT, 0x00000004U);
VALUE(ACL_STREAM_HUGE, 0x00000008U);
VALUE(ACL_STREAM_CPU_SCHEDULE, 0x00000010U);
VALUE(ACL_STREAM_DEVICE_USE_ONLY, 0x00000020U);
VALUE(ACL_STREAM_WAIT_VALUE_GEQ, 0x00000000U);
VALUE(ACL_STREAM_WAIT_VALUE_EQ, 0x00000001U);
VALUE(ACL_STREAM_WAIT_VALUE_AND, 0x00000002U);
VALUE(ACL_STREAM_WAIT_VALUE_NOR, 0x00000003U);
VALUE(ACL_CONTINUE_ON_FAILURE, 0x00000000U);
VALUE(ACL_STOP_ON_FAILURE, 0x00000001U);
VALUE(ACL_NOTIFY_DEFAULT, 0x00000000U);
VALUE(ACL_NOTIFY_DEVICE_USE_ONLY, 0x00000001U);
VALUE(ACL_DEV_FEATURE_SUPPORT, 0x00000001);
VALUE(ACL_DEV_FEATURE_NOT_SUPPORT, 0x00000000);
VALUE(ACL_HOST_DEVICE_CONNECT_TYPE_PCIE, 0);
VALUE(ACL_HOST_DEVICE_CONNECT_TYPE_HCCS, 1);
VALUE(ACL_HOST_DEVICE_CONNECT_TYPE_UB, 2);
VALUE(ACL_DEVICE_FORM_FACTOR_POD, 0);
VALUE(ACL_DEVICE_FORM_FACTOR_A_K, 1);
VALUE(ACL_DEVICE_FORM_FACTOR_A_X, 2);
VALUE(ACL_DEVICE_FORM_FACTOR_PCIE_CARD, 3);
VALUE(MAX_MEM_UCE_INFO_ARRAY_SIZE, 128);
VALUE(UCE_INFO_RESERVED_SIZE, 14);
VALUE(ACL_RT_MEM_UCE_INFO_MAX_NUM, 20);
VALUE(ACL_PKG_VERSION_MAX_SIZE, 128);
VALUE(ACL_PKG_VERSION_PARTS_MAX_SIZE, 64);

SIZE(aclrtMallocAttrValue, 8);

SIZE(aclrtMallocAttribute, 12);
OFFSET(aclrtMallocAttribute, attr, 0);
OFFSET(aclrtMallocAttribute, value, 4);

SIZE(aclrtMallocConfig, 16);
OFFSET(aclrtMallocConfig, attrs, 0);
OFFSET(aclrtMallocConfig, numAttrs, 8);

SIZE(aclrtStreamConfigHandle, 32);
OFFSET(aclrtStreamConfigHandle, workptr, 0);
OFFSET(aclrtStreamConfigHandle, workSize, 8);
OFFSET(aclrtStreamConfigHandle, flag, 16);
OFFSET(aclrtStreamConfigHandle, priority, 24);

SIZE(aclrtUtilizationInfo, 24);
OFFSET(aclrtUtilizationInfo, cubeUtilization, 0);
OFFSET(aclrtUtilizationInfo, vectorUtilization, 4);
OFFSET(aclrtUtilizationInfo, aicpuUtilization, 8);
OFFSET(aclrtUtilizationInfo, memoryUtilization, 12);
OFFSET(aclrtUtilizationInfo, utilizationExtend, 16);

SIZE(aclrtMemLocation, 8);
OFFSET(aclrtMemLocation, id, 0);
OFFSET(aclrtMemLocation, type, 4);

SIZE(aclrtPtrAttributes, 28);
OFFSET(aclrtPtrAttributes, location, 0);
OFFSET(aclrtPtrAttributes, pageSize, 8);
OFFSET(aclrtPtrAttributes, rsv, 12);

SIZE(aclrtMemUceInfo, 128);
OFFSET(aclrtMemUceInfo, addr, 0);
OFFSET(aclrtMemUceInfo, len, 8);
OFFSET(aclrtMemUceInfo, reserved, 16);

SIZE(aclrtMemUceInfoArray, 2568);
OFFSET(aclrtMemUceInfoArray, arraySize, 0);
OFFSET(aclrtMemUceInfoArray, memUceInfoArray, 8);

SIZE(aclrtErrorInfoDetail, 2568);

SIZE(aclrtErrorInfo, 2576);
OFFSET(aclrtErrorInfo, tryRepair, 0);
OFFSET(aclrtErrorInfo, hasDetail, 1);
OFFSET(aclrtErrorInfo, reserved, 2);
OFFSET(aclrtErrorInfo, errorType, 4);
OFFSET(aclrtErrorInfo, detail, 8);

SIZE(aclrtStreamAttrValue, 16);

SIZE(aclCANNPackageVersion, 512);
OFFSET(aclCANNPackageVersion, version, 0);
OFFSET(aclCANNPackageVersion, majorVersion, 128);
OFFSET(aclCANNPackageVersion, minorVersion, 192);
OFFSET(aclCANNPackageVersion, releaseVersion, 256);
OFFSET(aclCANNPackageVersion, patchVersion, 320);
OFFSET(aclCANNPackageVersion, reserved, 384);

/* acl/acl_dump.h */
VALUE(ACL_DUMP_MAX_FILE_PATH_LENGTH, 4096);
VALUE(ACL_DUMP_MAX_SHAPE_NUM, 25);
VALUE(ACL_OP_DUMP_OP_AICORE_ARGS, 0x00000001U);
VALUE(AIC_ERR_BRIEF_DUMP, 1);
VALUE(AIC_ERR_NORM_DUMP, 2);
VALUE(AIC_ERR_DETAIL_DUMP, 3);
VALUE(DATA_DUMP, 4);
VALUE(OVERFLOW_DUMP, 5);
VALUE(ACL_DUMP_TENSOR_INPUT, 0);
VALUE(ACL_DUMP_TENSOR_OUTPUT, 1);
VALUE(ACL_DUMP_TENSOR_WORKSPACE, 2);
VALUE(ACL_DUMP_ADDR_PTR, 0);
VALUE(ACL_DUMP_ADDR_PTR_PTR, 1);
VALUE(ACL_DUMP_ADDR_RAW, 2);
VALUE(ACL_DUMP_PLACEMENT_DEVICE, 0);
VALUE(ACL_DUMP_PLACEMENT_HOST, 1);
VALUE(ACL_DUMP_PLACEMENT_END, 2);
VALUE(sizeof(acldumpTensorInfo), 456);
VALUE(offsetof(acldumpTensorInfo, shape), 56);
VALUE(sizeof(acldumpChunk), 4120);
VALUE(offsetof(acldumpChunk, dataBuf), 4116);

/* How devices are connected. */
VALUE(ACL_RT_DEVS_TOPOLOGY_HCCS, 0x01ULL);
VALUE(ACL_RT_DEVS_TOPOLOGY_PIX, 0x02ULL);
VALUE(ACL_RT_DEVS_TOPOLOGY_PIB, 0x04ULL);
VALUE(ACL_RT_DEVS_TOPOLOGY_PHB, 0x08ULL);
VALUE(ACL_RT_DEVS_TOPOLOGY_SYS, 0x10ULL);
VALUE(ACL_RT_DEVS_TOPOLOGY_SIO, 0x20ULL);
VALUE(ACL_RT_DEVS_TOPOLOGY_HCCS_SW, 0x40ULL);
