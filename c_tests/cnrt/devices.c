/* Devices of CNRT: numbers, attributes, properties, flags, PCI addresses, priorities, peers, reset; each code with its
   message, outputs untouched on failure. The test runs with two devices of 1 GB. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>

#include "fixture.h"

static void *other_thread(void *result)
{
    int *device = (int *)result;
    (void)cnrtGetDevice(device);
    return NULL;
}

static void current(void)
{
    int device = UNTOUCHED, other = UNTOUCHED;
    unsigned count = UNTOUCHED;
    pthread_t thread;

    CHECK_REFUSED(cnrtGetDevice(NULL), cnrtErrorArgsInvalid, "cnrtGetDevice: `pOrdinal` is null (cnrtErrorArgsInvalid)");
    CHECK_STATUS(cnrtGetDevice(&device), OK);
    CHECK_EQUAL_INT(device, 0);
    CHECK_REFUSED(cnrtGetDeviceCount(NULL), cnrtErrorArgsInvalid, "`pDeviceNum` is null");
    CHECK_STATUS(cnrtGetDeviceCount(&count), OK);
    CHECK_EQUAL_INT(count, 2);
    CHECK_REFUSED(cnrtSetDevice(2), cnrtErrorArgsInvalid, "`ordinal` is 2; allowed: 0 to 1");
    CHECK_REFUSED(cnrtSetDevice(-1), cnrtErrorArgsInvalid, "`ordinal` is -1");
    CHECK_STATUS(cnrtSetDevice(1), OK);
    CHECK_STATUS(cnrtGetDevice(&device), OK);
    CHECK_EQUAL_INT(device, 1);
    /* Each thread has its own. */
    CHECK_EQUAL_INT(pthread_create(&thread, NULL, other_thread, &other), 0);
    CHECK_EQUAL_INT(pthread_join(thread, NULL), 0);
    CHECK_EQUAL_INT(other, 0);
    CHECK_STATUS(cnrtSetDevice(0), OK);
}

static void attributes(void)
{
    int value = UNTOUCHED;
    cnrtDeviceProp_t prop;
    unsigned char before[sizeof prop];

    CHECK_REFUSED(cnrtDeviceGetAttribute(NULL, cnrtAttrISAVersion, 0), cnrtErrorArgsInvalid, "`pValue` is null");
    CHECK_REFUSED(cnrtDeviceGetAttribute(&value, cnrtAttrISAVersion, 2), cnrtErrorDeviceInvalid, "`device` is 2");
    CHECK_REFUSED(cnrtDeviceGetAttribute(&value, cnrtAttrUnsupportedFlag, 0), cnrtErrorNoAttribute, "`attr` is ");
    CHECK_REFUSED(cnrtDeviceGetAttribute(&value, (cnrtDeviceAttr_t)-1, 0), cnrtErrorNoAttribute, "cnrtDeviceAttr_t(-1)");
    CHECK_EQUAL_INT(value, UNTOUCHED);
    CHECK_STATUS(cnrtDeviceGetAttribute(&value, cnrtAttrISAVersion, 0), OK);
    CHECK_EQUAL_INT(value, 592);
    CHECK_STATUS(cnrtDeviceGetAttribute(&value, cnrtAttrTotalMemSize, 1), OK);
    CHECK_EQUAL_INT(value, 1024);

    memset(&prop, 0x5A, sizeof prop);
    memcpy(before, &prop, sizeof prop);
    CHECK_REFUSED(cnrtGetDeviceProperties(NULL, 0), cnrtErrorArgsInvalid, "cnrtGetDeviceProperties_V3: `prop` is null");
    CHECK_REFUSED(cnrtGetDeviceProperties(&prop, -1), cnrtErrorDeviceInvalid, "`device` is -1");
    CHECK_EQUAL_BITS(&prop, before, sizeof prop);
    CHECK_STATUS(cnrtGetDeviceProperties(&prop, 1), OK);
    CHECK_EQUAL_STRING(prop.name, "MLU590-hostnpu");
    CHECK_EQUAL_INT(prop.totalMem, 1024);
    CHECK_EQUAL_INT(prop.ISAVersion, 592);
    CHECK_TRUE(prop.totalGlobalMemSize == (uint64_t)1 << 30);
}

static void flags_and_priorities(void)
{
    uint32_t flags = UNTOUCHED;
    int least = UNTOUCHED, greatest = UNTOUCHED;
    unsigned can = UNTOUCHED;

    CHECK_REFUSED(cnrtGetDeviceFlag(NULL), cnrtErrorArgsInvalid, "`pFlags` is null");
    CHECK_STATUS(cnrtGetDeviceFlag(&flags), OK);
    CHECK_EQUAL_INT(flags, cnrtDeviceScheduleSpin);
    CHECK_REFUSED(cnrtSetDeviceFlag(4), cnrtErrorArgsInvalid, "`flags` is 4");
    CHECK_STATUS(cnrtSetDeviceFlag(cnrtDeviceScheduleYield), OK);
    CHECK_STATUS(cnrtGetDeviceFlag(&flags), OK);
    CHECK_EQUAL_INT(flags, cnrtDeviceScheduleYield);

    CHECK_REFUSED(cnrtDeviceGetQueuePriorityRange(NULL, &greatest), cnrtErrorArgsInvalid, "`leastPriority` is null");
    CHECK_REFUSED(cnrtDeviceGetQueuePriorityRange(&least, NULL), cnrtErrorArgsInvalid, "`greatestPriority` is null");
    CHECK_TRUE(least == UNTOUCHED && greatest == UNTOUCHED);
    CHECK_STATUS(cnrtDeviceGetQueuePriorityRange(&least, &greatest), OK);
    CHECK_TRUE(least >= greatest);

    CHECK_REFUSED(cnrtGetPeerAccessibility(NULL, 0, 1), cnrtErrorArgsInvalid, "`canPeer` is null");
    CHECK_REFUSED(cnrtGetPeerAccessibility(&can, 2, 1), cnrtErrorDeviceInvalid, "`device` is 2");
    CHECK_REFUSED(cnrtGetPeerAccessibility(&can, 0, 9), cnrtErrorDeviceInvalid, "`peerDevice` is 9");
    CHECK_EQUAL_INT(can, UNTOUCHED);
    CHECK_STATUS(cnrtGetPeerAccessibility(&can, 0, 1), OK);
    CHECK_EQUAL_INT(can, 1);
    CHECK_STATUS(cnrtGetPeerAccessibility(&can, 1, 1), OK);
    CHECK_EQUAL_INT(can, 0);
}

static void addresses(void)
{
    char id[16] = "unchanged", other[16];
    int device = UNTOUCHED;
    CHECK_REFUSED(cnrtDeviceGetPCIBusId(NULL, 16, 0), cnrtErrorArgsInvalid, "`pciBusId` is null");
    CHECK_REFUSED(cnrtDeviceGetPCIBusId(id, 16, 2), cnrtErrorDeviceInvalid, "`device` is 2");
    CHECK_REFUSED(cnrtDeviceGetPCIBusId(id, 12, 0), cnrtErrorArgsInvalid, "`len` is 12; allowed: 13 or more");
    CHECK_REFUSED(cnrtDeviceGetPCIBusId(id, -1, 0), cnrtErrorArgsInvalid, "`len` is -1");
    CHECK_EQUAL_STRING(id, "unchanged");
    CHECK_STATUS(cnrtDeviceGetPCIBusId(id, 13, 0), OK);
    CHECK_STATUS(cnrtDeviceGetPCIBusId(other, sizeof other, 1), OK);
    CHECK_TRUE(strlen(id) == 12 && strcmp(id, other) != 0);
    CHECK_REFUSED(cnrtDeviceGetByPCIBusId(NULL, id), cnrtErrorArgsInvalid, "`device` is null");
    CHECK_REFUSED(cnrtDeviceGetByPCIBusId(&device, NULL), cnrtErrorArgsInvalid, "`pciBusId` is null");
    CHECK_REFUSED(cnrtDeviceGetByPCIBusId(&device, "0000:ff:1f.7"), cnrtErrorDeviceInvalid, "`pciBusId` is 0000:ff:1f.7");
    CHECK_EQUAL_INT(device, UNTOUCHED);
    CHECK_STATUS(cnrtDeviceGetByPCIBusId(&device, other), OK);
    CHECK_EQUAL_INT(device, 1);
    CHECK_STATUS(cnrtDeviceGetByPCIBusId(&device, id), OK);
    CHECK_EQUAL_INT(device, 0);
}

static void reset(void)
{
    void *memory = NULL;
    cnrtQueue_t queue = NULL;
    size_t before = 0, used = 0, after = 0, total = 0;
    CHECK_STATUS(cnrtSetDevice(1), OK);
    CHECK_STATUS(cnrtMemGetInfo(&before, &total), OK);
    CHECK_STATUS(cnrtMalloc(&memory, 1 << 20), OK);
    CHECK_STATUS(cnrtQueueCreate(&queue), OK);
    CHECK_STATUS(cnrtMemsetAsync(memory, 1, 1 << 20, queue), OK);
    CHECK_STATUS(cnrtSyncDevice(), OK);
    CHECK_STATUS(cnrtQueueQuery(queue), OK);
    CHECK_STATUS(cnrtMemGetInfo(&used, &total), OK);
    CHECK_TRUE(used < before);
    CHECK_STATUS(cnrtDeviceReset(), OK);
    CHECK_REFUSED(cnrtQueueSync(queue), cnrtErrorInvalidResourceHandle, "`queue` is a destroyed handle");
    CHECK_STATUS(cnrtMemGetInfo(&after, &total), OK);
    CHECK_TRUE(after == before && total == (size_t)1 << 30);
    CHECK_REFUSED(cnrtFree(memory), cnrtErrorCndrvFuncCall, "`ptr` is ");
}

int main(void)
{
    current();
    attributes();
    flags_and_priorities();
    addresses();
    reset();
    return check_result();
}
