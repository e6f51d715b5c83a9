/* What device memory is used for, whose addresses are, and names of devices on their bus. */
#include "fixture.h"

static void usage(void)
{
    aclrtMemUsageInfo info[2];
    size_t count = 9;
    void *memory = NULL;
    memset(info, 0x5A, sizeof info);
    REQUIRE_STATUS(aclrtMalloc(&memory, 3000, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetMemUsageInfo(0, info, 2, &count), ACL_SUCCESS);
    CHECK_EQUAL_INT(count, 1);
    CHECK_EQUAL_STRING(info[0].name, "program");
    CHECK_EQUAL_INT(info[0].curMemSize, 3000);
    CHECK_EQUAL_INT(info[0].memPeakSize, 3000);
    CHECK_EQUAL_INT(info[1].curMemSize, UNTOUCHED_64);
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetMemUsageInfo(0, info, 1, &count), ACL_SUCCESS);
    CHECK_EQUAL_INT(info[0].curMemSize, 0);
    CHECK_EQUAL_INT(info[0].memPeakSize, 3000);
    CHECK_REFUSED(aclrtGetMemUsageInfo(0, NULL, 1, &count), 100000, "`memUsageInfo` is null");
    CHECK_REFUSED(aclrtGetMemUsageInfo(0, info, 1, NULL), 100000, "`outputNum` is null");
    CHECK_REFUSED(aclrtGetMemUsageInfo(0, info, 0, &count), 107000, "`inputNum` is 0");
    CHECK_REFUSED(aclrtGetMemUsageInfo(1, info, 1, &count), 107001, "`deviceId` is 1");
}

static void kinds(void)
{
    void *addresses[2] = {NULL, NULL};
    uint32_t result = 9;
    REQUIRE_STATUS(aclrtMalloc(&addresses[0], 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMallocHost(&addresses[1], 64), ACL_SUCCESS);
    CHECK_STATUS(aclrtCheckMemType(addresses, 1, ACL_RT_MEM_TYPE_DEV, &result, 0), ACL_SUCCESS);
    CHECK_EQUAL_INT(result, 1);
    CHECK_STATUS(aclrtCheckMemType(addresses, 1, ACL_RT_MEM_TYPE_DVPP, &result, 0), ACL_SUCCESS);
    CHECK_EQUAL_INT(result, 0);
    CHECK_STATUS(aclrtCheckMemType(addresses, 2, ACL_RT_MEM_TYPE_DEV | ACL_RT_MEM_TYPE_DVPP, &result, 0), ACL_SUCCESS);
    CHECK_EQUAL_INT(result, 0);
    result = UNTOUCHED_32;
    CHECK_REFUSED(aclrtCheckMemType(NULL, 1, ACL_RT_MEM_TYPE_DEV, &result, 0), 100000, "`addrList` is null");
    CHECK_REFUSED(aclrtCheckMemType(addresses, 1, ACL_RT_MEM_TYPE_DEV, NULL, 0), 100000, "`checkResult` is null");
    CHECK_REFUSED(aclrtCheckMemType(addresses, 0, ACL_RT_MEM_TYPE_DEV, &result, 0), 107000, "`size` is 0");
    CHECK_REFUSED(aclrtCheckMemType(addresses, 1, 1, &result, 0), 107000, "`memType` is 1");
    CHECK_REFUSED(aclrtCheckMemType(addresses, 1, ACL_RT_MEM_TYPE_DEV, &result, 1), 107000, "`reserve` is 1");
    CHECK_EQUAL_INT(result, UNTOUCHED_32);
    CHECK_STATUS(aclrtFreeHost(addresses[1]), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(addresses[0]), ACL_SUCCESS);
}

static void bus(void)
{
    char name[13] = "untouched";
    int32_t device = 9;
    CHECK_REFUSED(aclrtDeviceGetPCIBusId(0, name, 12), 107000, "`len` is 12; allowed: 13 or more");
    CHECK_REFUSED(aclrtDeviceGetPCIBusId(0, NULL, 13), 100000, "`pciBusId` is null");
    CHECK_REFUSED(aclrtDeviceGetPCIBusId(1, name, 13), 107001, "`deviceId` is 1");
    CHECK_EQUAL_STRING(name, "untouched");
    CHECK_STATUS(aclrtDeviceGetPCIBusId(0, name, 13), ACL_SUCCESS);
    CHECK_EQUAL_STRING(name, "0000:01:00.0");
    CHECK_STATUS(aclrtDeviceGetByPCIBusId(name, &device), ACL_SUCCESS);
    CHECK_EQUAL_INT(device, 0);
    CHECK_REFUSED(aclrtDeviceGetByPCIBusId("0000:02:00.0", &device), 107000, "`pciBusId` is \"0000:02:00.0\"");
    CHECK_REFUSED(aclrtDeviceGetByPCIBusId(NULL, &device), 100000, "`pciBusId` is null");
    CHECK_REFUSED(aclrtDeviceGetByPCIBusId(name, NULL), 100000, "`deviceId` is null");
}

int main(void)
{
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    usage();
    kinds();
    bus();
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
