/* Devices: one is set, counted, reset; its limits, attributes and state. */
#include "fixture.h"

static void limits(void)
{
    uint32_t cubes = 0, value = UNTOUCHED_32;
    const aclrtDevResLimitType no_type = (aclrtDevResLimitType)2;

    CHECK_REFUSED(aclrtGetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, NULL), ACL_ERROR_INVALID_PARAM, "`value` is null");
    CHECK_REFUSED(aclrtGetDeviceResLimit(0, no_type, &value), ACL_ERROR_RT_PARAM_INVALID, "`type` is");
    CHECK_REFUSED(aclrtGetDeviceResLimit(7, ACL_RT_DEV_RES_CUBE_CORE, &value), ACL_ERROR_RT_INVALID_DEVICEID,
                  "`deviceId` is 7; allowed: 0 to 0");
    CHECK_REFUSED(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_CUBE_CORE, NULL), ACL_ERROR_INVALID_PARAM, "`value` is null");
    CHECK_REFUSED(aclrtGetResInCurrentThread(no_type, &value), ACL_ERROR_RT_PARAM_INVALID, "`type` is");
    CHECK_EQUAL_INT(value, UNTOUCHED_32);
    CHECK_STATUS(aclrtGetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, &cubes), ACL_SUCCESS);
    CHECK_TRUE(cubes > 0);

    CHECK_REFUSED(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, cubes + 1), ACL_ERROR_RT_PARAM_INVALID, "`value` is");
    CHECK_REFUSED(aclrtSetDeviceResLimit(0, no_type, 1), ACL_ERROR_RT_PARAM_INVALID, "`type` is");
    CHECK_REFUSED(aclrtSetDeviceResLimit(-1, ACL_RT_DEV_RES_CUBE_CORE, 1), ACL_ERROR_RT_INVALID_DEVICEID, "`deviceId` is -1");
    CHECK_STATUS(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, 3), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value, 3);
    CHECK_STATUS(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_CUBE_CORE, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value, 3);
    CHECK_STATUS(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
    CHECK_TRUE(value > 3);
    CHECK_REFUSED(aclrtResetDeviceResLimit(1), ACL_ERROR_RT_INVALID_DEVICEID, "`deviceId` is 1");
    CHECK_STATUS(aclrtResetDeviceResLimit(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value, cubes);
}

static void attributes(void)
{
    int64_t value = UNTOUCHED_64, cores = 0;
    int32_t answer = UNTOUCHED_32;
    aclrtUtilizationInfo use;
    aclrtDeviceStatus state = ACL_RT_DEVICE_STATUS_END;
    aclrtErrorInfo error;

    CHECK_REFUSED(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_AICORE_CORE_NUM, NULL), ACL_ERROR_INVALID_PARAM, "`value` is null");
    CHECK_REFUSED(aclrtGetDeviceInfo(1, ACL_DEV_ATTR_AICORE_CORE_NUM, &value), ACL_ERROR_RT_PARAM_INVALID, "`deviceId` is 1");
    CHECK_REFUSED(aclrtGetDeviceInfo(0xFFFFFFFFu, ACL_DEV_ATTR_AICORE_CORE_NUM, &value), ACL_ERROR_RT_PARAM_INVALID,
                  "aclrtGetDeviceInfo: `deviceId`");
    CHECK_REFUSED(aclrtGetDeviceInfo(0, (aclrtDevAttr)100, &value), ACL_ERROR_RT_PARAM_INVALID, "`attr` is aclrtDevAttr(100)");
    CHECK_EQUAL_INT(value, UNTOUCHED_64);
    CHECK_STATUS(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_NPU_ARCH, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value, 3510);
    CHECK_STATUS(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value, 1 << 30);
    CHECK_STATUS(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_IS_VIRTUAL, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value, 0);
    CHECK_STATUS(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_AICORE_CORE_NUM, &cores), ACL_SUCCESS);

    value = UNTOUCHED_64;
    CHECK_REFUSED(aclGetDeviceCapability(0, ACL_DEVICE_INFO_AI_CORE_NUM, NULL), ACL_ERROR_INVALID_PARAM, "`value` is null");
    CHECK_REFUSED(aclGetDeviceCapability(1, ACL_DEVICE_INFO_AI_CORE_NUM, &value), ACL_ERROR_INVALID_PARAM, "`deviceId` is 1");
    CHECK_REFUSED(aclGetDeviceCapability(0, ACL_DEVICE_INFO_UNDEFINED, &value), ACL_ERROR_INVALID_PARAM, "`deviceInfo` is");
    CHECK_REFUSED(aclGetDeviceCapability(0, (aclDeviceInfo)3, &value), ACL_ERROR_INVALID_PARAM, "`deviceInfo` is");
    CHECK_EQUAL_INT(value, UNTOUCHED_64);
    CHECK_STATUS(aclGetDeviceCapability(0, ACL_DEVICE_INFO_AI_CORE_NUM, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value, cores);
    CHECK_STATUS(aclGetDeviceCapability(0, ACL_DEVICE_INFO_VECTOR_CORE_NUM, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value, 2 * cores);
    CHECK_STATUS(aclGetDeviceCapability(0, ACL_DEVICE_INFO_L2_SIZE, &value), ACL_SUCCESS);
    CHECK_TRUE(value > 0);

    CHECK_REFUSED(aclrtGetDeviceCapability(0, ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV, NULL), ACL_ERROR_INVALID_PARAM,
                  "`value` is null");
    CHECK_REFUSED(aclrtGetDeviceCapability(-1, ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV, &answer),
                  ACL_ERROR_RT_INVALID_DEVICEID, "`deviceId` is -1");
    CHECK_REFUSED(aclrtGetDeviceCapability(0, (aclrtDevFeatureType)2, &answer), ACL_ERROR_RT_PARAM_INVALID,
                  "`devFeatureType` is");
    CHECK_EQUAL_INT(answer, UNTOUCHED_32);
    CHECK_STATUS(aclrtGetDeviceCapability(0, ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV, &answer), ACL_SUCCESS);
    CHECK_EQUAL_INT(answer, ACL_DEV_FEATURE_NOT_SUPPORT);

    memset(&use, 0x5A, sizeof use);
    CHECK_REFUSED(aclrtGetDeviceUtilizationRate(0, NULL), ACL_ERROR_INVALID_PARAM, "`utilizationInfo` is null");
    CHECK_REFUSED(aclrtGetDeviceUtilizationRate(0, &use), ACL_ERROR_INVALID_PARAM, "utilizationExtend` is not null");
    CHECK_EQUAL_INT(use.cubeUtilization, UNTOUCHED_32);
    use.utilizationExtend = NULL;
    CHECK_REFUSED(aclrtGetDeviceUtilizationRate(1, &use), ACL_ERROR_RT_INVALID_DEVICEID, "`deviceId` is 1");
    CHECK_EQUAL_INT(use.cubeUtilization, UNTOUCHED_32);
    CHECK_STATUS(aclrtGetDeviceUtilizationRate(0, &use), ACL_SUCCESS);
    CHECK_EQUAL_INT(use.vectorUtilization, 0);
    CHECK_EQUAL_INT(use.memoryUtilization, -1);

    CHECK_REFUSED(aclrtQueryDeviceStatus(0, NULL), ACL_ERROR_INVALID_PARAM, "`deviceStatus` is null");
    CHECK_REFUSED(aclrtQueryDeviceStatus(1, &state), ACL_ERROR_RT_INVALID_DEVICEID, "`deviceId` is 1");
    CHECK_EQUAL_INT(state, ACL_RT_DEVICE_STATUS_END);
    CHECK_STATUS(aclrtQueryDeviceStatus(0, &state), ACL_SUCCESS);
    CHECK_EQUAL_INT(state, ACL_RT_DEVICE_STATUS_NORMAL);

    memset(&error, 0x5A, sizeof error);
    CHECK_REFUSED(aclrtGetErrorVerbose(0, NULL), ACL_ERROR_INVALID_PARAM, "`errorInfo` is null");
    CHECK_REFUSED(aclrtGetErrorVerbose(1, &error), ACL_ERROR_RT_INVALID_DEVICEID, "`deviceId` is 1");
    CHECK_EQUAL_INT(error.hasDetail, 0x5A);
    CHECK_STATUS(aclrtGetErrorVerbose(0, &error), ACL_SUCCESS);
    CHECK_EQUAL_INT(error.errorType, ACL_RT_NO_ERROR);
    CHECK_EQUAL_INT(error.tryRepair, 0);
    CHECK_EQUAL_INT(error.hasDetail, 0);
}

static void overflow_mode(void)
{
    aclrtFloatOverflowMode mode = ACL_RT_OVERFLOW_MODE_UNDEF;

    CHECK_REFUSED(aclrtGetDeviceSatMode(NULL), ACL_ERROR_INVALID_PARAM, "`mode` is null");
    CHECK_STATUS(aclrtGetDeviceSatMode(&mode), ACL_SUCCESS);
    CHECK_EQUAL_INT(mode, ACL_RT_OVERFLOW_MODE_INFNAN);
    CHECK_REFUSED(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_UNDEF), ACL_ERROR_RT_PARAM_INVALID, "`mode` is");
    CHECK_STATUS(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_SATURATION), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetDeviceSatMode(&mode), ACL_SUCCESS);
    CHECK_EQUAL_INT(mode, ACL_RT_OVERFLOW_MODE_SATURATION);
    CHECK_STATUS(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN), ACL_SUCCESS);
}

int main(void)
{
    int32_t id = UNTOUCHED_32, least = UNTOUCHED_32, greatest = UNTOUCHED_32, peer = UNTOUCHED_32, active = UNTOUCHED_32;
    uint32_t count = UNTOUCHED_32, cores = UNTOUCHED_32, flags = 0;
    aclrtFloatOverflowMode mode = ACL_RT_OVERFLOW_MODE_UNDEF;
    aclrtRunMode run_mode = ACL_DEVICE;

    /* No device is set yet. */
    /* An answer, not an error: no message. */
    CHECK_STATUS(aclrtGetDevice(&id), ACL_ERROR_RT_CONTEXT_NULL);
    CHECK_TRUE(aclGetRecentErrMsg() == NULL);
    CHECK_REFUSED(aclrtGetDevice(NULL), ACL_ERROR_INVALID_PARAM, "`deviceId` is null");
    CHECK_EQUAL_INT(id, UNTOUCHED_32);
    CHECK_REFUSED(aclrtSynchronizeDevice(), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_REFUSED(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, "device 0 is not set");
    CHECK_REFUSED(aclrtResetDeviceForce(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, "device 0 is not set");
    CHECK_REFUSED(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_CUBE_CORE, 1), ACL_ERROR_RT_DEV_SETUP_ERROR, "device 0 is not set");
    CHECK_REFUSED(aclrtResetDeviceResLimit(0), ACL_ERROR_RT_DEV_SETUP_ERROR, "device 0 is not set");
    CHECK_REFUSED(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_CUBE_CORE, &cores), ACL_ERROR_RT_CONTEXT_NULL, "context");
    CHECK_EQUAL_INT(cores, UNTOUCHED_32);
    CHECK_REFUSED(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN), ACL_ERROR_RT_CONTEXT_NULL, "context");
    CHECK_REFUSED(aclrtGetDeviceSatMode(&mode), ACL_ERROR_RT_CONTEXT_NULL, "context");
    CHECK_EQUAL_INT(mode, ACL_RT_OVERFLOW_MODE_UNDEF);
    CHECK_STATUS(aclrtGetPrimaryCtxState(0, NULL, &active), ACL_SUCCESS);
    CHECK_EQUAL_INT(active, 0);

    CHECK_REFUSED(aclrtGetDeviceCount(NULL), ACL_ERROR_INVALID_PARAM, "aclrtGetDeviceCount: `count` is null");
    CHECK_STATUS(aclrtGetDeviceCount(&count), ACL_SUCCESS);
    CHECK_EQUAL_INT(count, 1);
    CHECK_REFUSED(aclrtGetRunMode(NULL), ACL_ERROR_INVALID_PARAM, "`runMode` is null");
    CHECK_STATUS(aclrtGetRunMode(&run_mode), ACL_SUCCESS);
    CHECK_EQUAL_INT(run_mode, ACL_HOST);

    CHECK_REFUSED(aclrtSetDevice(-1), ACL_ERROR_RT_INVALID_DEVICEID, "`deviceId` is -1; allowed: 0 to 0");
    CHECK_REFUSED(aclrtSetDevice(1), ACL_ERROR_RT_INVALID_DEVICEID, "`deviceId` is 1");
    CHECK_REFUSED(aclrtResetDevice(1), ACL_ERROR_RT_INVALID_DEVICEID, "`deviceId` is 1");
    CHECK_REFUSED(aclrtResetDeviceForce(-1), ACL_ERROR_RT_INVALID_DEVICEID, "`deviceId` is -1");
    CHECK_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetDevice(&id), ACL_SUCCESS);
    CHECK_EQUAL_INT(id, 0);

    CHECK_REFUSED(aclrtGetPrimaryCtxState(0, &flags, &active), ACL_ERROR_INVALID_PARAM, "`flags` is not null");
    CHECK_REFUSED(aclrtGetPrimaryCtxState(0, NULL, NULL), ACL_ERROR_INVALID_PARAM, "`active` is null");
    CHECK_REFUSED(aclrtGetPrimaryCtxState(1, NULL, &active), ACL_ERROR_RT_INVALID_DEVICEID, "`deviceId` is 1");
    CHECK_EQUAL_INT(active, 0);
    CHECK_STATUS(aclrtGetPrimaryCtxState(0, NULL, &active), ACL_SUCCESS);
    CHECK_EQUAL_INT(active, 1);

    CHECK_STATUS(aclrtSynchronizeDevice(), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeDeviceWithTimeout(-1), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeDeviceWithTimeout(1000), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeDeviceWithTimeout(0), ACL_ERROR_RT_PARAM_INVALID, "`timeout` is 0");
    CHECK_REFUSED(aclrtSynchronizeDeviceWithTimeout(-2), ACL_ERROR_RT_PARAM_INVALID, "`timeout` is -2");

    CHECK_STATUS(aclrtSetTsDevice(ACL_TS_ID_AICORE), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetTsDevice(ACL_TS_ID_AIVECTOR), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSetTsDevice(ACL_TS_ID_RESERVED), ACL_ERROR_INVALID_PARAM, "`tsId` is");

    CHECK_STATUS(aclrtDeviceGetStreamPriorityRange(NULL, NULL), ACL_SUCCESS);
    CHECK_STATUS(aclrtDeviceGetStreamPriorityRange(&least, NULL), ACL_SUCCESS);
    CHECK_STATUS(aclrtDeviceGetStreamPriorityRange(NULL, &greatest), ACL_SUCCESS);
    CHECK_EQUAL_INT(least, 7);
    CHECK_EQUAL_INT(greatest, 0);

    CHECK_REFUSED(aclrtDeviceCanAccessPeer(&peer, 0, 0), ACL_ERROR_INVALID_PARAM, "`peerDeviceId` is 0");
    CHECK_REFUSED(aclrtDeviceCanAccessPeer(&peer, 0, 1), ACL_ERROR_RT_INVALID_DEVICEID, "`peerDeviceId` is 1");
    CHECK_REFUSED(aclrtDeviceCanAccessPeer(&peer, 1, 0), ACL_ERROR_RT_INVALID_DEVICEID, "`deviceId` is 1");
    CHECK_EQUAL_INT(peer, UNTOUCHED_32);
    CHECK_REFUSED(aclrtDeviceEnablePeerAccess(0, 1), ACL_ERROR_FEATURE_UNSUPPORTED, "`flags` is 1");
    CHECK_REFUSED(aclrtDeviceEnablePeerAccess(0, 0), ACL_ERROR_INVALID_PARAM, "`peerDeviceId` is 0");
    CHECK_REFUSED(aclrtDeviceEnablePeerAccess(1, 0), ACL_ERROR_RT_INVALID_DEVICEID, "`peerDeviceId` is 1");
    CHECK_REFUSED(aclrtDeviceDisablePeerAccess(0), ACL_ERROR_INVALID_PARAM, "`peerDeviceId` is 0");
    CHECK_REFUSED(aclrtDeviceDisablePeerAccess(1), ACL_ERROR_RT_INVALID_DEVICEID, "`peerDeviceId` is 1");

    limits();
    attributes();
    overflow_mode();

    /* Two uses, two resets. */
    CHECK_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetDevice(&id), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
    CHECK_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDeviceForce(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
    CHECK_STATUS(aclrtGetDevice(&id), ACL_ERROR_RT_CONTEXT_NULL);
    return check_result();
}
