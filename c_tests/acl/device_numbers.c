/* Numbers and names of devices, limits by stream, time limits of operators, what fails, and host memory. */
#include <stdlib.h>

#include "fixture.h"

static void numbers(void)
{
    aclrtUuid name, again;
    int32_t number = -1;
    CHECK_REFUSED(aclrtDeviceGetUuid(0, NULL), 100000, "`uuid` is null");
    CHECK_REFUSED(aclrtDeviceGetUuid(1, &name), 107001, "`deviceId` is 1");
    CHECK_STATUS(aclrtDeviceGetUuid(0, &name), ACL_SUCCESS);
    CHECK_STATUS(aclrtDeviceGetUuid(0, &again), ACL_SUCCESS);
    CHECK_EQUAL_BITS(&name, &again, sizeof name);
    CHECK_EQUAL_BITS(name.bytes, "hostnpu-", 8);
    aclError (*const functions[])(int32_t, int32_t *) = {
        aclrtGetLogicDevIdByUserDevId, aclrtGetUserDevIdByLogicDevId, aclrtGetPhyDevIdByLogicDevId,
        aclrtGetPhyDevIdByUserDevId,   aclrtGetLogicDevIdByPhyDevId,  aclrtGetUserDevIdByPhyDevId,
    };
    for (int i = 0; i < 6; i++) {
        number = -1;
        CHECK_STATUS(functions[i](0, &number), ACL_SUCCESS);
        CHECK_EQUAL_INT(number, 0);
        CHECK_REFUSED(functions[i](0, NULL), 100000, "is null");
        CHECK_REFUSED(functions[i](1, &number), 107001, "is 1");
        CHECK_REFUSED(functions[i](-1, &number), 107001, "is -1");
    }
}

static void limits(aclrtStream stream)
{
    aclrtDevResLimitType vector = ACL_RT_DEV_RES_VECTOR_CORE, unknown = (aclrtDevResLimitType)9;
    uint32_t value = 0, all = 0;
    aclrtStream other = NULL;
    REQUIRE_STATUS(aclrtCreateStream(&other), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetDeviceResLimit(0, vector, &all), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetStreamResLimit(stream, vector, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value, all);
    CHECK_REFUSED(aclrtSetStreamResLimit(stream, unknown, 1), 107000, "`type` is ");
    CHECK_REFUSED(aclrtSetStreamResLimit(stream, vector, all + 1), 107000, "`value` is ");
    CHECK_REFUSED(aclrtSetStreamResLimit(NO_HANDLE, vector, 1), 107017, "not a handle");
    CHECK_REFUSED(aclrtGetStreamResLimit(stream, vector, NULL), 100000, "`value` is null");
    CHECK_REFUSED(aclrtGetStreamResLimit(stream, unknown, &value), 107000, "`type` is ");
    CHECK_STATUS(aclrtSetStreamResLimit(stream, vector, 5), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetStreamResLimit(stream, vector, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value, 5);
    CHECK_STATUS(aclrtGetResInCurrentThread(vector, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value, all);
    CHECK_REFUSED(aclrtUnuseStreamResInCurrentThread(stream), 107000, "whose limits this thread uses");
    CHECK_STATUS(aclrtUseStreamResInCurrentThread(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetResInCurrentThread(vector, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value, 5);
    CHECK_REFUSED(aclrtUnuseStreamResInCurrentThread(other), 107000, "whose limits this thread uses");
    CHECK_STATUS(aclrtUnuseStreamResInCurrentThread(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetResInCurrentThread(vector, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value, all);
    CHECK_REFUSED(aclrtUseStreamResInCurrentThread(NO_HANDLE), 107017, "not a handle");
    CHECK_REFUSED(aclrtResetStreamResLimit(NO_HANDLE), 107017, "not a handle");
    CHECK_STATUS(aclrtResetStreamResLimit(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetStreamResLimit(stream, vector, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value, all);
    CHECK_STATUS(aclrtDestroyStream(other), ACL_SUCCESS);
}

static void time_limits(void)
{
    uint64_t actual = 0;
    uint32_t milliseconds = 7;
    CHECK_STATUS(aclrtGetOpExecuteTimeout(&milliseconds), ACL_SUCCESS);
    CHECK_EQUAL_INT(milliseconds, 0);
    CHECK_STATUS(aclrtSetOpExecuteTimeOutV2(1500, &actual), ACL_SUCCESS);
    CHECK_EQUAL_INT(actual, 2000);
    CHECK_STATUS(aclrtGetOpExecuteTimeout(&milliseconds), ACL_SUCCESS);
    CHECK_EQUAL_INT(milliseconds, 2);
    CHECK_STATUS(aclrtSetOpExecuteTimeOutWithMs(30), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetOpExecuteTimeout(&milliseconds), ACL_SUCCESS);
    CHECK_EQUAL_INT(milliseconds, 30);
    CHECK_STATUS(aclrtGetOpTimeOutInterval(&actual), ACL_SUCCESS);
    CHECK_EQUAL_INT(actual, 1000);
    CHECK_REFUSED(aclrtSetOpExecuteTimeOutV2(1, NULL), 100000, "`actualTimeout` is null");
    CHECK_REFUSED(aclrtGetOpExecuteTimeout(NULL), 100000, "`timeoutMs` is null");
    CHECK_REFUSED(aclrtGetOpTimeOutInterval(NULL), 100000, "`interval` is null");
}

static void recovery(aclrtStream stream)
{
    aclrtMemUceInfo info[2];
    size_t count = 9;
    uint64_t *word = device_word();
    CHECK_STATUS(aclrtGetMemUceInfo(0, info, 2, &count), ACL_SUCCESS);
    CHECK_EQUAL_INT(count, 0);
    CHECK_REFUSED(aclrtGetMemUceInfo(0, NULL, 2, &count), 100000, "`memUceInfoArray` is null");
    CHECK_REFUSED(aclrtGetMemUceInfo(0, info, 2, NULL), 100000, "`retSize` is null");
    CHECK_REFUSED(aclrtGetMemUceInfo(3, info, 2, &count), 107001, "`deviceId` is 3");
    aclrtErrorInfo error;
    memset(info, 0, sizeof info);
    info[0].addr = word;
    info[0].len = 8;
    CHECK_STATUS(aclrtMemUceRepair(0, info, 1), ACL_SUCCESS);
    CHECK_REFUSED(aclrtMemUceRepair(0, NULL, 1), 100000, "`memUceInfoArray` is null");
    CHECK_REFUSED(aclrtMemUceRepair(0, info, 129), 100000, "`arraySize` is 129");
    CHECK_REFUSED(aclrtMemUceRepair(3, info, 1), 107001, "`deviceId` is 3");
    CHECK_REFUSED(aclrtMemUceRepair(0, info, 2), 107000, "memory of the device");
    info[0].len = 33;
    CHECK_REFUSED(aclrtMemUceRepair(0, info, 1), 107000, "with 33 bytes");
    info[0].reserved[13] = 1;
    CHECK_REFUSED(aclrtMemUceRepair(0, info, 1), 100000, "`reserved`");
    REQUIRE_STATUS(aclrtGetErrorVerbose(0, &error), ACL_SUCCESS);
    CHECK_STATUS(aclrtRepairError(0, &error), ACL_SUCCESS);
    CHECK_REFUSED(aclrtRepairError(0, NULL), 100000, "`errorInfo` is null");
    CHECK_REFUSED(aclrtRepairError(3, &error), 107001, "`deviceId` is 3");
    error.errorType = ACL_RT_ERROR_L2;
    CHECK_REFUSED(aclrtRepairError(0, &error), 107000, "ACL_RT_NO_ERROR");
    hold(word, stream);
    CHECK_STATUS(aclrtMemsetAsync(word, 8, 9, 8, stream), ACL_SUCCESS);
    CHECK_REFUSED(aclrtDeviceTaskAbort(3, 0), 107001, "`deviceId` is 3");
    CHECK_STATUS(aclrtDeviceTaskAbort(0, 1000), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 107023);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(word), 0);
    CHECK_STATUS(aclrtCmoAsync(word, 8, ACL_RT_CMO_TYPE_PREFETCH, stream), ACL_SUCCESS);
    CHECK_REFUSED(aclrtCmoAsync(NULL, 8, ACL_RT_CMO_TYPE_PREFETCH, stream), 100000, "`src` is null");
    CHECK_REFUSED(aclrtCmoAsync(word, 0, ACL_RT_CMO_TYPE_PREFETCH, stream), 100000, "`size` is 0");
    CHECK_REFUSED(aclrtCmoAsync(word, 8, ACL_RT_CMO_TYPE_FLUSH, stream), 207000, "`cmoType` is ");
    CHECK_REFUSED(aclrtCmoAsync(word, 8, (aclrtCmoType)7, stream), 107000, "`cmoType` is ");
    CHECK_REFUSED(aclrtCmoAsync(word, 8, ACL_RT_CMO_TYPE_PREFETCH, NO_HANDLE), 107017, "not a handle");
    CHECK_STATUS(aclrtFree(word), ACL_SUCCESS);
}

static void host_memory(aclrtStream stream)
{
    void *pinned = NULL, *seen = NULL, *own = aligned_alloc(4096, 8192);
    uint64_t *word = device_word();
    CHECK_REFUSED(aclrtMallocHostWithCfg(NULL, 8, NULL), 100000, "`ptr` is null");
    CHECK_REFUSED(aclrtMallocHostWithCfg(&pinned, 0, NULL), 100000, "`size` is 0");
    CHECK_STATUS(aclrtMallocHostWithCfg(&pinned, 64, NULL), ACL_SUCCESS);
    CHECK_REFUSED(aclrtHostRegisterV2(NULL, 8, 2), 100000, "`ptr` is null");
    CHECK_REFUSED(aclrtHostRegisterV2(own, 0, 2), 100000, "`size` is 0");
    CHECK_REFUSED(aclrtHostRegisterV2(own, 8192, 0), 107000, "`flag` is 0x0");
    CHECK_REFUSED(aclrtHostRegisterV2(own, 8192, 4), 107000, "`flag` is 0x4");
    CHECK_REFUSED(aclrtHostRegisterV2((char *)own + 8, 64, 2), 107000, "a multiple of 4096");
    CHECK_REFUSED(aclrtHostGetDevicePointer(own, &seen, 0), 107000, "registered or page-locked memory");
    CHECK_STATUS(aclrtHostRegisterV2(own, 8192, ACL_HOST_REG_MAPPED | ACL_HOST_REG_PINNED), ACL_SUCCESS);
    CHECK_REFUSED(aclrtHostRegisterV2(own, 8192, ACL_HOST_REG_PINNED), 507910, "registered already");
    CHECK_STATUS(aclrtHostGetDevicePointer(own, &seen, 0), ACL_SUCCESS);
    CHECK_TRUE(seen == own);
    CHECK_REFUSED(aclrtHostGetDevicePointer(NULL, &seen, 0), 100000, "`pHost` is null");
    CHECK_REFUSED(aclrtHostGetDevicePointer(own, NULL, 0), 100000, "`pDevice` is null");
    CHECK_REFUSED(aclrtHostGetDevicePointer(own, &seen, 1), 107000, "`flag` is 1");
    CHECK_STATUS(aclrtHostUnregister(own), ACL_SUCCESS);
    free(own);
    CHECK_STATUS(aclrtMemsetAsync(pinned, 64, 1, 64, stream), ACL_SUCCESS);
    CHECK_REFUSED(aclrtFreeHostWithDevSync(NULL), 100000, "`hostPtr` is null");
    CHECK_REFUSED(aclrtFreeHostWithDevSync(word), 107000, "another kind");
    CHECK_STATUS(aclrtFreeHostWithDevSync(pinned), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemsetAsync(word, 8, 1, 8, stream), ACL_SUCCESS);
    CHECK_REFUSED(aclrtFreeWithDevSync(NULL), 100000, "`devPtr` is null");
    CHECK_STATUS(aclrtFreeWithDevSync(word), ACL_SUCCESS);
    CHECK_REFUSED(aclrtFreeWithDevSync(word), 107000, "not allocated");
}

int main(void)
{
    aclrtStream stream = NULL;
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    numbers();
    limits(stream);
    time_limits();
    recovery(stream);
    host_memory(stream);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
