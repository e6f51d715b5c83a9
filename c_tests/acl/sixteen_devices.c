/* Sixteen devices, each with memory and streams of its own: a ring in which each waits for its neighbour and copies from it. */
#include "fixture.h"

enum { DEVICES = 16, SIZE = 4096 };

static aclrtContext contexts[DEVICES];
static aclrtStream streams[DEVICES];
static aclrtEvent events[DEVICES];
static void *memory[DEVICES];

static void on(int32_t device)
{
    REQUIRE_STATUS(aclrtSetCurrentContext(contexts[device]), ACL_SUCCESS);
}

int main(void)
{
    uint32_t count = 0;
    int32_t device, can = 0, at = -1;
    size_t left = 0, total = 0;
    aclrtPtrAttributes of;
    unsigned char host[SIZE];
    CHECK_STATUS(aclrtGetDeviceCount(&count), ACL_SUCCESS);
    CHECK_EQUAL_INT(count, DEVICES);
    CHECK_REFUSED(aclrtSetDevice(DEVICES), 107001, "`deviceId` is 16; allowed: 0 to 15");
    for (device = 0; device < DEVICES; device++) {
        REQUIRE_STATUS(aclrtSetDevice(device), ACL_SUCCESS);
        REQUIRE_STATUS(aclrtGetCurrentContext(&contexts[device]), ACL_SUCCESS);
        REQUIRE_STATUS(aclrtCreateStream(&streams[device]), ACL_SUCCESS);
        REQUIRE_STATUS(aclrtCreateEventWithFlag(&events[device], ACL_EVENT_SYNC), ACL_SUCCESS);
        REQUIRE_STATUS(aclrtMalloc(&memory[device], SIZE, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
        /* Each counts its own memory. */
        CHECK_STATUS(aclrtGetMemInfo(ACL_HBM_MEM, &left, &total), ACL_SUCCESS);
        CHECK_EQUAL_INT(total - left, SIZE);
        CHECK_STATUS(aclrtPointerGetAttributes(memory[device], &of), ACL_SUCCESS);
        CHECK_EQUAL_INT(of.location.id, device);
        CHECK_STATUS(aclrtDeviceCanAccessPeer(&can, device, (device + 5) % DEVICES), ACL_SUCCESS);
        CHECK_EQUAL_INT(can, 1);
    }
    /* The first one waits for a word; all others for the one before them. */
    on(0);
    uint64_t *word = device_word();
    hold(word, streams[0]);
    CHECK_STATUS(aclrtMemsetAsync(memory[0], SIZE, 77, SIZE, streams[0]), ACL_SUCCESS);
    CHECK_STATUS(aclrtRecordEvent(events[0], streams[0]), ACL_SUCCESS);
    for (device = 1; device < DEVICES; device++) {
        on(device);
        CHECK_STATUS(aclrtDeviceEnablePeerAccess(device - 1, 0), ACL_SUCCESS);
        CHECK_STATUS(aclrtStreamWaitEvent(streams[device], events[device - 1]), ACL_SUCCESS);
        CHECK_STATUS(aclrtMemcpyAsync(memory[device], SIZE, memory[device - 1], SIZE, ACL_MEMCPY_DEVICE_TO_DEVICE, streams[device]), ACL_SUCCESS);
        CHECK_STATUS(aclrtRecordEvent(events[device], streams[device]), ACL_SUCCESS);
    }
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(streams[DEVICES - 1], 10), 507046);
    on(0);
    open_word(word);
    on(DEVICES - 1);
    CHECK_STATUS(aclrtSynchronizeStream(streams[DEVICES - 1]), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpy(host, SIZE, memory[DEVICES - 1], SIZE, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_TRUE(host[0] == 77 && host[SIZE - 1] == 77);
    CHECK_STATUS(aclrtGetDevice(&at), ACL_SUCCESS);
    CHECK_EQUAL_INT(at, DEVICES - 1);
    CHECK_REFUSED(aclrtMemsetAsync(memory[3], SIZE, 0, SIZE, streams[3]), 107003, "another context");
    /* A device that is reset leaves the others as they are. */
    on(7);
    CHECK_STATUS(aclrtResetDevice(7), ACL_SUCCESS);
    on(8);
    CHECK_STATUS(aclrtMemcpy(host, SIZE, memory[8], SIZE, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_EQUAL_INT(host[SIZE / 2], 77);
    CHECK_REFUSED(aclrtFree(memory[7]), 107000, "not allocated");
    for (device = 0; device < DEVICES; device++) {
        CHECK_STATUS(aclrtDestroyEvent(events[device]), ACL_SUCCESS);
        CHECK_STATUS(aclrtResetDevice(device), device == 7 ? 507007 : ACL_SUCCESS);
    }
    return check_result();
}
