/* Memory: allocating, freeing, asking about it. The device has 1 GiB. */
#include "fixture.h"

typedef aclError (*allocate)(void **, size_t, aclrtMemMallocPolicy);

static aclError with_config(void **address, size_t size, aclrtMemMallocPolicy policy)
{
    aclrtMallocAttribute attribute;
    aclrtMallocConfig config;
    attribute.attr = ACL_RT_MEM_ATTR_MODULE_ID;
    attribute.value.moduleId = 3;
    config.attrs = &attribute;
    config.numAttrs = 1;
    return aclrtMallocWithCfg(address, size, policy, &config);
}

static aclError without_config(void **address, size_t size, aclrtMemMallocPolicy policy)
{
    return aclrtMallocWithCfg(address, size, policy, NULL);
}

static const allocate allocators[] = {aclrtMalloc, aclrtMallocAlign32, aclrtMallocCached, with_config, without_config};
#define ALLOCATORS (sizeof allocators / sizeof allocators[0])

static void without_context(void)
{
    void *memory = NO_HANDLE;
    size_t at, free_bytes = 1, total = 1;

    for (at = 0; at < ALLOCATORS; at++) {
        CHECK_REFUSED(allocators[at](&memory, 8, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
        CHECK_REFUSED(allocators[at](&memory, 0, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM, "`size` is 0");
    }
    CHECK_REFUSED(aclrtMallocHost(&memory, 8), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_REFUSED(aclrtGetMemInfo(ACL_HBM_MEM, &free_bytes, &total), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_TRUE(memory == NO_HANDLE && free_bytes == 1 && total == 1);
}

static void device_memory(void)
{
    static const aclrtMemMallocPolicy policies[] = {ACL_MEM_MALLOC_HUGE_FIRST, ACL_MEM_MALLOC_HUGE_ONLY, ACL_MEM_MALLOC_NORMAL_ONLY,
                                                    ACL_MEM_MALLOC_HUGE_FIRST_P2P, (aclrtMemMallocPolicy)12345};
    size_t at, policy, before = 0, now = 0, total = 0;
    void *memory = NO_HANDLE, *other;

    CHECK_STATUS(aclrtGetMemInfo(ACL_HBM_MEM, &before, &total), ACL_SUCCESS);
    CHECK_EQUAL_INT(before, 1 << 30);
    CHECK_EQUAL_INT(total, 1 << 30);
    for (at = 0; at < ALLOCATORS; at++) {
        CHECK_REFUSED(allocators[at](NULL, 8, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM, "`devPtr` is null");
        memory = NO_HANDLE;
        CHECK_REFUSED(allocators[at](&memory, 0, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM, "`size` is 0");
        CHECK_REFUSED(allocators[at](&memory, ((size_t)1 << 30) + 1, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_MEMORY_ALLOCATION,
                      "device 0 has 1073741824 bytes left of 1073741824; 1073741825 were asked for");
        CHECK_REFUSED(allocators[at](&memory, SIZE_MAX, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_MEMORY_ALLOCATION, "were asked for");
        CHECK_TRUE(memory == NO_HANDLE);
        for (policy = 0; policy < sizeof policies / sizeof policies[0]; policy++) {
            CHECK_STATUS(allocators[at](&memory, 100, policies[policy]), ACL_SUCCESS);
            CHECK_EQUAL_INT((uintptr_t)memory % 512, 0);
            CHECK_STATUS(aclrtGetMemInfo(ACL_HBM_MEM, &now, &total), ACL_SUCCESS);
            CHECK_TRUE(now < before && total == (size_t)1 << 30);
            CHECK_REFUSED(aclrtFree((char *)memory + 1), ACL_ERROR_RT_PARAM_INVALID, "1 bytes into an allocation");
            CHECK_REFUSED(aclrtFreeHost(memory), ACL_ERROR_RT_PARAM_INVALID, "memory of another kind");
            CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
            CHECK_REFUSED(aclrtFree(memory), ACL_ERROR_RT_PARAM_INVALID, "perhaps it was freed before");
        }
    }
    CHECK_REFUSED(aclrtFree(NULL), ACL_ERROR_INVALID_PARAM, "`devPtr` is null");
    CHECK_REFUSED(aclrtFree(NO_HANDLE), ACL_ERROR_RT_PARAM_INVALID, "which is not allocated");
    CHECK_STATUS(aclrtGetMemInfo(ACL_HBM_MEM, &now, &total), ACL_SUCCESS);
    CHECK_EQUAL_INT(now, before);

    /* Two allocations never overlap, and all of their bytes are theirs. */
    REQUIRE_STATUS(aclrtMalloc(&memory, 3 << 20, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc(&other, 3 << 20, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemset(memory, 3 << 20, 1, 3 << 20), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemset(other, 3 << 20, 2, 3 << 20), ACL_SUCCESS);
    CHECK_TRUE(read_word(memory) == 0x0101010101010101 && read_word((char *)memory + (3 << 20) - 8) == 0x0101010101010101);
    CHECK_STATUS(aclrtFree(memory), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(other), ACL_SUCCESS);
}

static void host_memory(void)
{
    void *memory = NO_HANDLE, *mapped = NO_HANDLE;
    char own[4096];

    CHECK_REFUSED(aclrtMallocHost(NULL, 8), ACL_ERROR_INVALID_PARAM, "`hostPtr` is null");
    CHECK_REFUSED(aclrtMallocHost(&memory, 0), ACL_ERROR_INVALID_PARAM, "`size` is 0");
    CHECK_REFUSED(aclrtMallocHost(&memory, SIZE_MAX / 2), ACL_ERROR_RT_MEMORY_ALLOCATION, "were asked for");
    CHECK_TRUE(memory == NO_HANDLE);
    CHECK_STATUS(aclrtMallocHost(&memory, 100), ACL_SUCCESS);
    memset(memory, 7, 100);
    CHECK_REFUSED(aclrtFree(memory), ACL_ERROR_RT_PARAM_INVALID, "memory of another kind");
    CHECK_STATUS(aclrtFreeHost(memory), ACL_SUCCESS);
    CHECK_REFUSED(aclrtFreeHost(memory), ACL_ERROR_RT_PARAM_INVALID, "perhaps it was freed before");
    CHECK_REFUSED(aclrtFreeHost(NULL), ACL_ERROR_INVALID_PARAM, "`hostPtr` is null");

    CHECK_REFUSED(aclrtHostRegister(NULL, 8, ACL_HOST_REGISTER_MAPPED, &mapped), ACL_ERROR_INVALID_PARAM, "`ptr` is null");
    CHECK_REFUSED(aclrtHostRegister(own, 8, ACL_HOST_REGISTER_MAPPED, NULL), ACL_ERROR_INVALID_PARAM, "`devPtr` is null");
    CHECK_REFUSED(aclrtHostRegister(own, 0, ACL_HOST_REGISTER_MAPPED, &mapped), ACL_ERROR_INVALID_PARAM, "`size` is 0");
    CHECK_REFUSED(aclrtHostRegister(own, 8, (aclrtHostRegisterType)1, &mapped), ACL_ERROR_RT_PARAM_INVALID, "`type` is");
    CHECK_TRUE(mapped == NO_HANDLE);
    CHECK_STATUS(aclrtHostRegister(own, sizeof own, ACL_HOST_REGISTER_MAPPED, &mapped), ACL_SUCCESS);
    CHECK_TRUE(mapped == own);
    mapped = NO_HANDLE;
    CHECK_REFUSED(aclrtHostRegister(own + 4000, 96, ACL_HOST_REGISTER_MAPPED, &mapped), ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
                  "is registered already");
    CHECK_TRUE(mapped == NO_HANDLE);
    CHECK_REFUSED(aclrtHostUnregister(NULL), ACL_ERROR_INVALID_PARAM, "`ptr` is null");
    CHECK_REFUSED(aclrtHostUnregister(own + 1), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED, "is not registered");
    CHECK_STATUS(aclrtHostUnregister(own), ACL_SUCCESS);
    CHECK_REFUSED(aclrtHostUnregister(own), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED, "is not registered");

    /* Memory of aclrtMallocHost, which the device can use already. */
    CHECK_STATUS(aclrtMallocHost(&memory, 4096), ACL_SUCCESS);
    CHECK_STATUS(aclrtHostRegister(memory, 4096, ACL_HOST_REGISTER_MAPPED, &mapped), ACL_SUCCESS);
    CHECK_TRUE(mapped == memory);
    CHECK_REFUSED(aclrtHostRegister(memory, 8, ACL_HOST_REGISTER_MAPPED, &mapped), ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
                  "is registered already");
    CHECK_STATUS(aclrtHostUnregister(memory), ACL_SUCCESS);
    CHECK_REFUSED(aclrtHostUnregister(memory), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED, "is not registered");
    CHECK_STATUS(aclrtHostRegister(memory, 64, ACL_HOST_REGISTER_MAPPED, &mapped), ACL_SUCCESS);
    CHECK_STATUS(aclrtFreeHost(memory), ACL_SUCCESS);
    CHECK_REFUSED(aclrtHostUnregister(memory), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED, "is not registered");
}

static void questions(void)
{
    size_t free_bytes = 5, total = 5;
    void *memory, *pinned;
    int attr, local = 0;
    aclrtPtrAttributes of;

    CHECK_REFUSED(aclrtGetMemInfo(ACL_HBM_MEM, NULL, &total), ACL_ERROR_INVALID_PARAM, "`free` is null");
    CHECK_REFUSED(aclrtGetMemInfo(ACL_HBM_MEM, &free_bytes, NULL), ACL_ERROR_INVALID_PARAM, "`total` is null");
    CHECK_TRUE(free_bytes == 5 && total == 5);
    for (attr = ACL_DDR_MEM; attr <= ACL_HBM_MEM_P2P_HUGE1G; attr++) {
        CHECK_STATUS(aclrtGetMemInfo((aclrtMemAttr)attr, &free_bytes, &total), ACL_SUCCESS);
        CHECK_TRUE(total == (size_t)1 << 30 && free_bytes <= total);
    }
    CHECK_STATUS(aclrtGetMemInfo((aclrtMemAttr)99, &free_bytes, &total), ACL_SUCCESS);
    CHECK_TRUE(free_bytes == 0 && total == 0);

    REQUIRE_STATUS(aclrtMalloc(&memory, 100, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMallocHost(&pinned, 100), ACL_SUCCESS);
    memset(&of, 0x5A, sizeof of);
    CHECK_REFUSED(aclrtPointerGetAttributes(NULL, &of), ACL_ERROR_INVALID_PARAM, "`ptr` is null");
    CHECK_REFUSED(aclrtPointerGetAttributes(memory, NULL), ACL_ERROR_INVALID_PARAM, "`attributes` is null");
    CHECK_EQUAL_INT(of.pageSize, UNTOUCHED_32);
    CHECK_STATUS(aclrtPointerGetAttributes((char *)memory + 99, &of), ACL_SUCCESS);
    CHECK_EQUAL_INT(of.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
    CHECK_EQUAL_INT(of.location.id, 0);
    CHECK_EQUAL_INT(of.pageSize, 4096);
    CHECK_STATUS(aclrtPointerGetAttributes(pinned, &of), ACL_SUCCESS);
    CHECK_EQUAL_INT(of.location.type, ACL_MEM_LOCATION_TYPE_HOST);
    CHECK_STATUS(aclrtPointerGetAttributes(&local, &of), ACL_SUCCESS);
    CHECK_EQUAL_INT(of.location.type, ACL_MEM_LOCATION_TYPE_UNREGISTERED);

    CHECK_STATUS(aclrtMemFlush(memory, 100), ACL_SUCCESS);
    CHECK_REFUSED(aclrtMemFlush(NULL, 100), ACL_ERROR_INVALID_PARAM, "`devPtr` is null");
    CHECK_REFUSED(aclrtMemFlush(memory, 0), ACL_ERROR_INVALID_PARAM, "`size` is 0");
    CHECK_STATUS(aclrtMemInvalidate(memory, 100), ACL_SUCCESS);
    CHECK_REFUSED(aclrtMemInvalidate(NULL, 100), ACL_ERROR_INVALID_PARAM, "`devPtr` is null");
    CHECK_REFUSED(aclrtMemInvalidate(memory, 0), ACL_ERROR_INVALID_PARAM, "`size` is 0");

    /* A reset takes what was not freed; page-locked memory of the host stays. */
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_REFUSED(aclrtFree(memory), ACL_ERROR_RT_PARAM_INVALID, "which is not allocated");
    CHECK_STATUS(aclrtFreeHost(pinned), ACL_SUCCESS);
}

int main(void)
{
    void *memory;

    without_context();
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    device_memory();
    host_memory();
    /* No context is needed to free. */
    REQUIRE_STATUS(aclrtMallocHost(&memory, 8), ACL_SUCCESS);
    questions();
    CHECK_STATUS(aclrtFreeHost(memory), ACL_SUCCESS);
    return check_result();
}
