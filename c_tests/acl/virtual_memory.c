/* Virtual memory: reserved addresses, physical memory, mappings between them, and what calls say of addresses without memory. */
#include "fixture.h"

#define MIB ((size_t)1 << 20)
#define PIECE (2 * MIB)

static aclrtPhysicalMemProp properties(aclrtMemAttr attribute, aclrtMemLocationType type, uint32_t id)
{
    aclrtPhysicalMemProp prop;
    memset(&prop, 0, sizeof prop);
    prop.handleType = ACL_MEM_HANDLE_TYPE_NONE;
    prop.allocationType = ACL_MEM_ALLOCATION_TYPE_PINNED;
    prop.memAttr = attribute;
    prop.location.id = id;
    prop.location.type = type;
    return prop;
}

static aclrtPhysicalMemProp huge(void)
{
    return properties(ACL_HBM_MEM_HUGE, ACL_MEM_LOCATION_TYPE_DEVICE, 0);
}

static aclrtDrvMemHandle piece(void)
{
    aclrtPhysicalMemProp prop = huge();
    aclrtDrvMemHandle handle = NULL;
    REQUIRE_STATUS(aclrtMallocPhysical(&handle, PIECE, &prop, 0), ACL_SUCCESS);
    return handle;
}

static char *reserve(size_t size)
{
    void *address = NULL;
    REQUIRE_STATUS(aclrtReserveMemAddress(&address, size, 0, NULL, 0), ACL_SUCCESS);
    CHECK_EQUAL_INT((uintptr_t)address % PIECE, 0);
    return (char *)address;
}

static size_t free_memory(void)
{
    size_t free = 0, total = 0;
    REQUIRE_STATUS(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_SUCCESS);
    return free;
}

static void reservations(void)
{
    void *address = NULL;
    CHECK_REFUSED(aclrtReserveMemAddress(NULL, PIECE, 0, NULL, 0), 100000, "`virPtr` is null");
    CHECK_REFUSED(aclrtReserveMemAddress(&address, 0, 0, NULL, 0), 100000, "`size` is 0");
    CHECK_REFUSED(aclrtReserveMemAddress(&address, PIECE, 0, NULL, 2), 100000, "`flags` is 2");
    CHECK_REFUSED(aclrtReserveMemAddress(&address, PIECE, 64, NULL, 0), 107000, "`alignment` is 64");
    CHECK_REFUSED(aclrtReserveMemAddress(&address, SIZE_MAX, 0, NULL, 0), 107000, "address space");
    CHECK_REFUSED(aclrtReserveMemAddress(&address, PIECE, 0, &address, 0), 107000, "`expectPtr` is ");
    CHECK_TRUE(address == NULL);
    size_t before = free_memory();
    /* Much more than there is memory: addresses cost nothing. */
    char *large = reserve((size_t)0x2400000000);
    CHECK_EQUAL_INT(free_memory(), before);
    CHECK_REFUSED(aclrtReserveMemAddress(&address, PIECE, 0, large, 0), 107000, "where addresses are in use");
    CHECK_REFUSED(aclrtMemset(large, 8, 0, 8), 107000, "no memory is mapped");
    CHECK_REFUSED(aclrtFree(large), 107000, "another kind");
    CHECK_REFUSED(aclrtReleaseMemAddress(NULL), 100000, "`virPtr` is null");
    CHECK_REFUSED(aclrtReleaseMemAddress(large + 4096), 107000, "the start of reserved addresses");
    CHECK_STATUS(aclrtReleaseMemAddress(large), ACL_SUCCESS);
    CHECK_REFUSED(aclrtReleaseMemAddress(large), 107000, "the start of reserved addresses");
    /* The range is free again. */
    CHECK_STATUS(aclrtReserveMemAddress(&address, PIECE, 0, large, 1), ACL_SUCCESS);
    CHECK_TRUE(address == large);
    CHECK_STATUS(aclrtReleaseMemAddress(address), ACL_SUCCESS);
    CHECK_REFUSED(aclrtReserveMemAddressNoUCMemory(&address, PIECE, 0, large, 0), 107000, "`size` is 2097152");
    CHECK_REFUSED(aclrtReserveMemAddressNoUCMemory(&address, 1024 * MIB, 0, NULL, 0), 107000, "`expectPtr` is null");
    CHECK_REFUSED(aclrtReserveMemAddressNoUCMemory(NULL, 1024 * MIB, 0, large, 0), 100000, "`virPtr` is null");
    CHECK_STATUS(aclrtReserveMemAddressNoUCMemory(&address, 1024 * MIB, 0, large, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtReleaseMemAddress(address), ACL_SUCCESS);
    /* A small probe, as frameworks make it. */
    CHECK_STATUS(aclrtReserveMemAddress(&address, 512, 0, NULL, 1), ACL_SUCCESS);
    CHECK_STATUS(aclrtReleaseMemAddress(address), ACL_SUCCESS);
}

static void physical_memory(void)
{
    aclrtDrvMemHandle handle = NULL;
    aclrtPhysicalMemProp prop = huge();
    size_t granularity = 0, before = free_memory();
    CHECK_STATUS(aclrtMemGetAllocationGranularity(&prop, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, &granularity), ACL_SUCCESS);
    CHECK_EQUAL_INT(granularity, PIECE);
    CHECK_REFUSED(aclrtMemGetAllocationGranularity(&prop, ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF, &granularity), 107000, "`option` is ");
    CHECK_REFUSED(aclrtMemGetAllocationGranularity(NULL, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, &granularity), 100000, "`prop` is null");
    CHECK_REFUSED(aclrtMemGetAllocationGranularity(&prop, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, NULL), 100000, "`granularity` is null");
    CHECK_REFUSED(aclrtMallocPhysical(NULL, PIECE, &prop, 0), 100000, "`handle` is null");
    CHECK_REFUSED(aclrtMallocPhysical(&handle, PIECE, NULL, 0), 100000, "`prop` is null");
    CHECK_REFUSED(aclrtMallocPhysical(&handle, 0, &prop, 0), 100000, "`size` is 0");
    CHECK_REFUSED(aclrtMallocPhysical(&handle, PIECE, &prop, 1), 100000, "`flags` is 1");
    CHECK_REFUSED(aclrtMallocPhysical(&handle, 2048 * MIB, &prop, 0), 207001, "2147483648 were asked for");
    prop.handleType = ACL_MEM_HANDLE_TYPE_POSIX;
    CHECK_REFUSED(aclrtMallocPhysical(&handle, PIECE, &prop, 0), 100000, "`prop->handleType` is ");
    prop = huge();
    prop.allocationType = (aclrtMemAllocationType)3;
    CHECK_REFUSED(aclrtMallocPhysical(&handle, PIECE, &prop, 0), 100000, "`prop->allocationType` is ");
    prop = properties(ACL_DDR_MEM_HUGE, ACL_MEM_LOCATION_TYPE_DEVICE, 0);
    CHECK_REFUSED(aclrtMallocPhysical(&handle, PIECE, &prop, 0), 100000, "is for the host");
    prop = properties(ACL_DDR_MEM, ACL_MEM_LOCATION_TYPE_HOST, 0);
    CHECK_REFUSED(aclrtMallocPhysical(&handle, PIECE, &prop, 0), 100000, "`prop->memAttr` is ");
    prop = properties(ACL_HBM_MEM_HUGE, ACL_MEM_LOCATION_TYPE_MANAGED, 0);
    CHECK_REFUSED(aclrtMallocPhysical(&handle, PIECE, &prop, 0), 100000, "`prop->location` is ");
    prop = properties(ACL_HBM_MEM_HUGE, ACL_MEM_LOCATION_TYPE_DEVICE, 7);
    CHECK_REFUSED(aclrtMallocPhysical(&handle, PIECE, &prop, 0), 107001, "`prop->location` is 7");
    CHECK_TRUE(handle == NULL);
    prop = properties(ACL_MEM_HUGE1G, ACL_MEM_LOCATION_TYPE_DEVICE, 0);
    CHECK_STATUS(aclrtMemGetAllocationGranularity(&prop, ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED, &granularity), ACL_SUCCESS);
    CHECK_EQUAL_INT(granularity, 1024 * MIB);
    CHECK_EQUAL_INT(free_memory(), before);
    handle = piece();
    CHECK_EQUAL_INT(free_memory(), before - PIECE);
    CHECK_STATUS(aclrtMemGetAllocationPropertiesFromHandle(handle, &prop), ACL_SUCCESS);
    CHECK_EQUAL_INT(prop.memAttr, ACL_HBM_MEM_HUGE);
    CHECK_EQUAL_INT(prop.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
    CHECK_REFUSED(aclrtMemGetAllocationPropertiesFromHandle(handle, NULL), 100000, "`prop` is null");
    CHECK_REFUSED(aclrtMemGetAllocationPropertiesFromHandle(NULL, &prop), 100000, "`handle` is null");
    CHECK_REFUSED(aclrtFreePhysical(NULL), 100000, "`handle` is null");
    CHECK_REFUSED(aclrtFreePhysical(NO_HANDLE), 107017, "not a handle");
    CHECK_STATUS(aclrtFreePhysical(handle), ACL_SUCCESS);
    CHECK_REFUSED(aclrtFreePhysical(handle), 107017, "a destroyed handle");
    CHECK_EQUAL_INT(free_memory(), before);
}

static void mappings(void)
{
    size_t before = free_memory();
    char *base = reserve(4 * PIECE);
    aclrtDrvMemHandle first = piece(), second = piece(), again = NULL;
    CHECK_REFUSED(aclrtMapMem(NULL, PIECE, 0, first, 0), 100000, "`virPtr` is null");
    CHECK_REFUSED(aclrtMapMem(base, PIECE, 0, NULL, 0), 100000, "`handle` is null");
    CHECK_REFUSED(aclrtMapMem(base, 0, 0, first, 0), 100000, "`size` is 0");
    CHECK_REFUSED(aclrtMapMem(base, PIECE, 0, first, 1), 100000, "`flags` is 1");
    CHECK_REFUSED(aclrtMapMem(base, PIECE, PIECE, first, 0), 107000, "`offset` is 2097152");
    CHECK_REFUSED(aclrtMapMem(base, PIECE / 2, 0, first, 0), 107000, "the size of the physical memory");
    CHECK_REFUSED(aclrtMapMem(base + 3 * PIECE + 4096, PIECE, 0, first, 0), 107000, "before the end of its reserved range");
    CHECK_REFUSED(aclrtMapMem(NO_HANDLE, PIECE, 0, first, 0), 107000, "an address in a reserved range");
    CHECK_REFUSED(aclrtMapMem(base, PIECE, 0, NO_HANDLE, 0), 107017, "not a handle");
    CHECK_STATUS(aclrtMapMem(base, PIECE, 0, first, 0), ACL_SUCCESS);
    CHECK_REFUSED(aclrtMapMem(base, PIECE, 0, second, 0), 107000, "mapped already");
    CHECK_STATUS(aclrtMapMem(base + PIECE, PIECE, 0, second, 0), ACL_SUCCESS);
    /* Two neighbours are one range for copies. */
    CHECK_STATUS(aclrtMemset(base, 2 * PIECE, 5, 2 * PIECE), ACL_SUCCESS);
    CHECK_REFUSED(aclrtMemset(base, 3 * PIECE, 0, 2 * PIECE + 1), 107000, "of its 4194304-byte allocation");
    CHECK_REFUSED(aclrtMemset(base + 2 * PIECE, 8, 0, 8), 107000, "no memory is mapped");
    aclrtPtrAttributes attributes;
    CHECK_STATUS(aclrtPointerGetAttributes(base + PIECE, &attributes), ACL_SUCCESS);
    CHECK_EQUAL_INT(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
    CHECK_STATUS(aclrtPointerGetAttributes(base + 2 * PIECE, &attributes), ACL_SUCCESS);
    CHECK_EQUAL_INT(attributes.location.type, ACL_MEM_LOCATION_TYPE_UNREGISTERED);
    void *start = NULL;
    size_t size = 0;
    CHECK_STATUS(aclrtMemGetAddressRange(base + PIECE + 5, &start, &size), ACL_SUCCESS);
    CHECK_TRUE(start == base + PIECE && size == PIECE);
    CHECK_STATUS(aclrtMemGetAddressRange(base, NULL, NULL), ACL_SUCCESS);
    CHECK_REFUSED(aclrtMemGetAddressRange(NULL, &start, &size), 100000, "`ptr` is null");
    CHECK_REFUSED(aclrtMemGetAddressRange(base + 3 * PIECE, &start, &size), 107000, "`ptr` is ");
    /* A handle that is given back keeps the memory while it is mapped, and can be had again. */
    CHECK_STATUS(aclrtFreePhysical(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemRetainAllocationHandle(base, &again), ACL_SUCCESS);
    CHECK_REFUSED(aclrtMemRetainAllocationHandle(base + 3 * PIECE, &again), 107000, "physical memory is mapped");
    CHECK_REFUSED(aclrtMemRetainAllocationHandle(NULL, &again), 100000, "`virPtr` is null");
    CHECK_REFUSED(aclrtMemRetainAllocationHandle(base, NULL), 100000, "`handle` is null");
    /* The same memory in a second place shows the same bytes. */
    CHECK_STATUS(aclrtMapMem(base + 2 * PIECE, PIECE, 0, again, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemset(base, PIECE, 9, 8), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(base + 2 * PIECE), 0x0909090909090909);
    CHECK_REFUSED(aclrtReleaseMemAddress(base), 107000, "memory is still mapped");
    CHECK_REFUSED(aclrtUnmapMem(NULL), 100000, "`virPtr` is null");
    CHECK_REFUSED(aclrtUnmapMem(base + 4096), 107000, "the start of a mapping");
    CHECK_STATUS(aclrtUnmapMem(base), ACL_SUCCESS);
    CHECK_STATUS(aclrtUnmapMem(base + PIECE), ACL_SUCCESS);
    CHECK_REFUSED(aclrtMemset(base, 8, 0, 8), 107000, "no memory is mapped");
    /* The bytes stay with the memory. */
    CHECK_STATUS(aclrtMapMem(base + 3 * PIECE, PIECE, 0, second, 0), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(base + 3 * PIECE), 0x0505050505050505);
    CHECK_STATUS(aclrtUnmapMem(base + 2 * PIECE), ACL_SUCCESS);
    CHECK_STATUS(aclrtUnmapMem(base + 3 * PIECE), ACL_SUCCESS);
    CHECK_STATUS(aclrtReleaseMemAddress(base), ACL_SUCCESS);
    CHECK_STATUS(aclrtFreePhysical(again), ACL_SUCCESS);
    CHECK_STATUS(aclrtFreePhysical(second), ACL_SUCCESS);
    CHECK_EQUAL_INT(free_memory(), before);
    /* A size that is no multiple of the granularity cannot be mapped. */
    aclrtPhysicalMemProp prop = huge();
    CHECK_STATUS(aclrtMallocPhysical(&first, 4096, &prop, 0), ACL_SUCCESS);
    base = reserve(PIECE);
    CHECK_REFUSED(aclrtMapMem(base, 4096, 0, first, 0), 107000, "a multiple of 2097152");
    /* Memory of the host has its own range. */
    prop = properties(ACL_MEM_NORMAL, ACL_MEM_LOCATION_TYPE_HOST, 0);
    CHECK_STATUS(aclrtMallocPhysical(&second, 4096, &prop, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtMapMem(base, 4096, 0, second, 0), ACL_SUCCESS);
    prop = properties(ACL_MEM_NORMAL, ACL_MEM_LOCATION_TYPE_DEVICE, 0);
    CHECK_STATUS(aclrtMallocPhysical(&again, 4096, &prop, 0), ACL_SUCCESS);
    CHECK_REFUSED(aclrtMapMem(base + 4096, 4096, 0, again, 0), 107000, "memory of one device only");
    CHECK_STATUS(aclrtPointerGetAttributes(base, &attributes), ACL_SUCCESS);
    CHECK_EQUAL_INT(attributes.location.type, ACL_MEM_LOCATION_TYPE_HOST);
    CHECK_STATUS(aclrtUnmapMem(base), ACL_SUCCESS);
    CHECK_STATUS(aclrtReleaseMemAddress(base), ACL_SUCCESS);
    CHECK_STATUS(aclrtFreePhysical(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtFreePhysical(second), ACL_SUCCESS);
    CHECK_STATUS(aclrtFreePhysical(again), ACL_SUCCESS);
}

static void access_rights(void)
{
    char *base = reserve(PIECE);
    aclrtDrvMemHandle memory = piece();
    aclrtMemAccessDesc right;
    uint64_t flags = 77;
    memset(&right, 0, sizeof right);
    right.flags = ACL_RT_MEM_ACCESS_FLAGS_READWRITE;
    right.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    CHECK_REFUSED(aclrtMemSetAccess(base, PIECE, &right, 1), 107000, "the start of a mapping");
    CHECK_REFUSED(aclrtMemMapNoAccess(base, PIECE, 4096, memory, 0), 107000, "`offset` is 4096");
    CHECK_STATUS(aclrtMemMapNoAccess(base, PIECE, 0, memory, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemGetAccess(base, &right.location, &flags), ACL_SUCCESS);
    CHECK_EQUAL_INT(flags, 0);
    CHECK_REFUSED(aclrtMemset(base, 8, 0, 8), 107000, "none that may be accessed");
    CHECK_REFUSED(aclrtMemSetAccess(NULL, PIECE, &right, 1), 100000, "`virPtr` is null");
    CHECK_REFUSED(aclrtMemSetAccess(base, PIECE, NULL, 1), 100000, "`desc` is null");
    CHECK_REFUSED(aclrtMemSetAccess(base, PIECE, &right, 0), 100000, "`count` is 0");
    CHECK_REFUSED(aclrtMemSetAccess(base, PIECE / 2, &right, 1), 107000, "the size of the mapping");
    right.flags = (aclrtMemAccessFlags)2;
    CHECK_REFUSED(aclrtMemSetAccess(base, PIECE, &right, 1), 107000, "`desc->flags` is ");
    right.flags = ACL_RT_MEM_ACCESS_FLAGS_READWRITE;
    right.location.type = ACL_MEM_LOCATION_TYPE_UNREGISTERED;
    CHECK_REFUSED(aclrtMemSetAccess(base, PIECE, &right, 1), 100000, "`desc->location` is ");
    right.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    CHECK_STATUS(aclrtMemSetAccess(base, PIECE, &right, 1), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemset(base, PIECE, 3, PIECE), ACL_SUCCESS);
    right.flags = ACL_RT_MEM_ACCESS_FLAGS_READ;
    CHECK_STATUS(aclrtMemSetAccess(base, PIECE, &right, 1), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(base), 0x0303030303030303);
    CHECK_STATUS(aclrtMemGetAccess(base, &right.location, &flags), ACL_SUCCESS);
    CHECK_EQUAL_INT(flags, 1);
    right.location.type = ACL_MEM_LOCATION_TYPE_HOST;
    CHECK_STATUS(aclrtMemGetAccess(base, &right.location, &flags), ACL_SUCCESS);
    CHECK_EQUAL_INT(flags, 0);
    CHECK_REFUSED(aclrtMemGetAccess(base, NULL, &flags), 100000, "`location` is null");
    CHECK_REFUSED(aclrtMemGetAccess(base, &right.location, NULL), 100000, "`flag` is null");
    CHECK_REFUSED(aclrtMemGetAccess(NULL, &right.location, &flags), 100000, "`virPtr` is null");
    CHECK_REFUSED(aclrtMemGetAccess(base + 4096, &right.location, &flags), 107000, "the start of a mapping");
    CHECK_STATUS(aclrtUnmapMem(base), ACL_SUCCESS);
    CHECK_STATUS(aclrtReleaseMemAddress(base), ACL_SUCCESS);
    CHECK_STATUS(aclrtFreePhysical(memory), ACL_SUCCESS);
}

int main(void)
{
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    reservations();
    physical_memory();
    mappings();
    access_rights();
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
