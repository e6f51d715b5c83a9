/* Two devices: apart in contexts, streams, limits and memory, together in what crosses between them. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>

#include "fixture.h"

int main(void)
{
    uint32_t count = 0, all = 0, value = UNTOUCHED_32;
    int32_t id = -1, can = UNTOUCHED_32;
    int64_t wide = 0;
    size_t free_bytes = 0, total = 0;
    aclrtContext first, second, current;
    aclrtStream on_first, on_second;
    aclrtEvent event;
    void *from, *to;
    uint64_t *word;
    aclrtPtrAttributes of;
    uint64_t self = (uint64_t)pthread_self();

    CHECK_STATUS(aclrtGetDeviceCount(&count), ACL_SUCCESS);
    CHECK_EQUAL_INT(count, 2);
    CHECK_REFUSED(aclrtSetDevice(2), ACL_ERROR_RT_INVALID_DEVICEID, "`deviceId` is 2; allowed: 0 to 1");
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtGetCurrentContext(&first), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&on_first), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc(&from, 1000, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    word = device_word();
    REQUIRE_STATUS(aclrtSetDevice(1), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtGetCurrentContext(&second), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&on_second), ACL_SUCCESS);
    CHECK_TRUE(first != second);
    CHECK_STATUS(aclrtGetDevice(&id), ACL_SUCCESS);
    CHECK_EQUAL_INT(id, 1);

    /* Memory is counted apart, and told apart. */
    CHECK_STATUS(aclrtGetMemInfo(ACL_HBM_MEM, &free_bytes, &total), ACL_SUCCESS);
    CHECK_TRUE(free_bytes == total && total == (size_t)1 << 30);
    REQUIRE_STATUS(aclrtMalloc(&to, 1000, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    CHECK_STATUS(aclrtPointerGetAttributes(to, &of), ACL_SUCCESS);
    CHECK_EQUAL_INT(of.location.id, 1);
    CHECK_STATUS(aclrtPointerGetAttributes(from, &of), ACL_SUCCESS);
    CHECK_EQUAL_INT(of.location.id, 0);
    CHECK_STATUS(aclrtGetDeviceInfo(1, ACL_DEV_ATTR_PHY_CHIP_ID, &wide), ACL_SUCCESS);
    CHECK_EQUAL_INT(wide, 1);

    /* Limits are each device's own. */
    CHECK_STATUS(aclrtGetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, &all), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetDeviceResLimit(1, ACL_RT_DEV_RES_VECTOR_CORE, 2), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value, 2);
    CHECK_STATUS(aclrtGetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, &value), ACL_SUCCESS);
    CHECK_EQUAL_INT(value, all);

    /* Peers. */
    CHECK_REFUSED(aclrtDeviceCanAccessPeer(NULL, 0, 1), ACL_ERROR_RT_PARAM_INVALID, "`canAccessPeer` is null");
    CHECK_STATUS(aclrtDeviceCanAccessPeer(&can, 0, 1), ACL_SUCCESS);
    CHECK_EQUAL_INT(can, 1);
    CHECK_REFUSED(aclrtDeviceEnablePeerAccess(1, 0), ACL_ERROR_INVALID_PARAM, "`peerDeviceId` is 1");
    uint64_t topology = UNTOUCHED_64;
    CHECK_STATUS(aclrtDevicePeerAccessStatus(1, 0, &can), ACL_SUCCESS);
    CHECK_EQUAL_INT(can, 0);
    CHECK_STATUS(aclrtDeviceEnablePeerAccess(0, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtDevicePeerAccessStatus(1, 0, &can), ACL_SUCCESS);
    CHECK_EQUAL_INT(can, 1);
    CHECK_STATUS(aclrtDevicePeerAccessStatus(0, 1, &can), ACL_SUCCESS);
    CHECK_EQUAL_INT(can, 0);
    CHECK_REFUSED(aclrtDevicePeerAccessStatus(0, 1, NULL), 107000, "`status` is null");
    CHECK_REFUSED(aclrtDevicePeerAccessStatus(2, 1, &can), 107000, "`deviceId` is 2");
    CHECK_REFUSED(aclrtDevicePeerAccessStatus(0, 2, &can), 107000, "`peerDeviceId` is 2");
    CHECK_REFUSED(aclrtGetDevicesTopo(0, 1, NULL), 100000, "`value` is null");
    CHECK_REFUSED(aclrtGetDevicesTopo(0, 2, &topology), 107001, "`otherDeviceId` is 2");
    CHECK_REFUSED(aclrtGetDevicesTopo(0xFFFFFFFF, 1, &topology), 107001, "`deviceId` is -1");
    CHECK_EQUAL_INT(topology, UNTOUCHED_64);
    CHECK_STATUS(aclrtGetDevicesTopo(0, 1, &topology), ACL_SUCCESS);
    CHECK_EQUAL_INT(topology, ACL_RT_DEVS_TOPOLOGY_SYS);
    CHECK_STATUS(aclrtMemset(from, 1000, 6, 1000), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpyAsync(to, 1000, from, 1000, ACL_MEMCPY_DEVICE_TO_DEVICE, on_second), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(on_second), ACL_SUCCESS);
    CHECK_TRUE(read_word((char *)to + 992) == 0x0606060606060606);
    CHECK_REFUSED(aclrtDeviceDisablePeerAccess(1), ACL_ERROR_INVALID_PARAM, "`peerDeviceId` is 1");
    CHECK_STATUS(aclrtDeviceDisablePeerAccess(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtDevicePeerAccessStatus(1, 0, &can), ACL_SUCCESS);
    CHECK_EQUAL_INT(can, 0);

    /* Streams take work in their own context only; events cross. */
    CHECK_REFUSED(aclrtMemsetAsync(to, 1000, 1, 1000, on_first), ACL_ERROR_RT_STREAM_CONTEXT, "another context");
    REQUIRE_STATUS(aclrtSetCurrentContext(first), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    hold(word, on_first);
    CHECK_STATUS(aclrtMemsetAsync(from, 1000, 7, 1000, on_first), ACL_SUCCESS);
    CHECK_STATUS(aclrtRecordEvent(event, on_first), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetCurrentContext(second), ACL_SUCCESS);
    CHECK_STATUS(aclrtStreamWaitEvent(on_second, event), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpyAsync(to, 1000, from, 1000, ACL_MEMCPY_DEVICE_TO_DEVICE, on_second), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeDeviceWithTimeout(20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    open_word(word);
    CHECK_STATUS(aclrtSynchronizeDevice(), ACL_SUCCESS);
    CHECK_TRUE(read_word((char *)to + 992) == 0x0707070707070707);

    /* A thread that is subscribed serves one device. */
    CHECK_STATUS(aclrtSubscribeReport(self, on_first), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSubscribeReport(self, on_second), ACL_ERROR_RT_THREAD_SUBSCRIBE, "which serves device 0");
    CHECK_STATUS(aclrtUnSubscribeReport(self, on_first), ACL_SUCCESS);
    CHECK_STATUS(aclrtSubscribeReport(self, on_second), ACL_SUCCESS);
    CHECK_STATUS(aclrtUnSubscribeReport(self, on_second), ACL_SUCCESS);

    /* Each is reset by itself. */
    CHECK_STATUS(aclrtResetDevice(1), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(1), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
    CHECK_REFUSED(aclrtFree(to), ACL_ERROR_RT_PARAM_INVALID, "which is not allocated");
    CHECK_STATUS(aclrtSetCurrentContext(second), ACL_ERROR_RT_CONTEXT_NULL);
    CHECK_STATUS(aclrtSetCurrentContext(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetCurrentContext(&current), ACL_SUCCESS);
    CHECK_TRUE(current == first);
    CHECK_STATUS(aclrtSynchronizeStream(on_first), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(from), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
