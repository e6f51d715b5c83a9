/* Allocators of a program's own: descriptions, registrations by stream, refusals. */
#include "acl/acl_rt_allocator.h"
#include "fixture.h"

static char block_memory[64];
static int object;

static void *allocate(aclrtAllocator allocator, size_t size)
{
    return allocator == &object && size <= sizeof block_memory ? block_memory : NULL;
}

static void release(aclrtAllocator allocator, aclrtAllocatorBlock block)
{
    CHECK_TRUE(allocator == &object && block == block_memory);
}

static void *allocate_near(aclrtAllocator allocator, size_t size, aclrtAllocatorAddr address)
{
    return address == NULL ? allocate(allocator, size) : NULL;
}

static void *address_of(aclrtAllocatorBlock block)
{
    return (char *)block + 16;
}

static void found(aclrtStream stream, aclrtAllocatorDesc expected, int with_advice)
{
    aclrtAllocatorDesc description = NULL;
    aclrtAllocator allocator = NULL;
    aclrtAllocatorAllocFunc alloc = NULL;
    aclrtAllocatorFreeFunc free_it = NULL;
    aclrtAllocatorAllocAdviseFunc advise = NULL;
    aclrtAllocatorGetAddrFromBlockFunc address = NULL;
    CHECK_STATUS(aclrtAllocatorGetByStream(stream, &description, &allocator, &alloc, &free_it, &advise, &address), ACL_SUCCESS);
    CHECK_TRUE(description == expected && allocator == &object);
    CHECK_TRUE(alloc == allocate && free_it == release && address == address_of);
    CHECK_TRUE(advise == (with_advice ? allocate_near : NULL));
}

int main(void)
{
    aclrtStream stream = NULL, other = NULL;
    aclrtAllocatorDesc out = NULL;
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&other), ACL_SUCCESS);
    aclrtAllocatorDesc description = aclrtAllocatorCreateDesc();
    CHECK_TRUE(description != NULL);
    CHECK_REFUSED(aclrtAllocatorRegister(stream, description), 100000, "`allocatorDesc->obj` is null");
    CHECK_REFUSED(aclrtAllocatorSetObjToDesc(description, NULL), 100000, "`allocator` is null");
    CHECK_REFUSED(aclrtAllocatorSetAllocFuncToDesc(description, NULL), 100000, "`func` is null");
    CHECK_REFUSED(aclrtAllocatorSetObjToDesc(NULL, &object), 100000, "`allocatorDesc` is null");
    CHECK_REFUSED(aclrtAllocatorSetFreeFuncToDesc(stream, release), 107017, "expected a live allocator description");
    CHECK_STATUS(aclrtAllocatorSetObjToDesc(description, &object), ACL_SUCCESS);
    CHECK_REFUSED(aclrtAllocatorRegister(stream, description), 100000, "`allocatorDesc->allocFunc` is null");
    CHECK_STATUS(aclrtAllocatorSetAllocFuncToDesc(description, allocate), ACL_SUCCESS);
    CHECK_REFUSED(aclrtAllocatorRegister(stream, description), 100000, "`allocatorDesc->freeFunc` is null");
    CHECK_STATUS(aclrtAllocatorSetFreeFuncToDesc(description, release), ACL_SUCCESS);
    CHECK_REFUSED(aclrtAllocatorRegister(stream, description), 100000, "`allocatorDesc->getAddrFromBlockFunc` is null");
    CHECK_STATUS(aclrtAllocatorSetGetAddrFromBlockFuncToDesc(description, address_of), ACL_SUCCESS);
    CHECK_REFUSED(aclrtAllocatorRegister(NULL, description), 100000, "`stream` is null");
    CHECK_REFUSED(aclrtAllocatorRegister(stream, NULL), 100000, "`allocatorDesc` is null");
    CHECK_REFUSED(aclrtAllocatorGetByStream(stream, &out, NULL, NULL, NULL, NULL, NULL), 100000, "no allocator is registered");
    CHECK_REFUSED(aclrtAllocatorGetByStream(stream, NULL, NULL, NULL, NULL, NULL, NULL), 100000, "`allocatorDesc` is null");
    CHECK_STATUS(aclrtAllocatorRegister(stream, description), ACL_SUCCESS);
    /* What was registered stays as it was. */
    CHECK_STATUS(aclrtAllocatorSetAllocAdviseFuncToDesc(description, allocate_near), ACL_SUCCESS);
    found(stream, description, 0);
    CHECK_STATUS(aclrtAllocatorRegister(stream, description), ACL_SUCCESS);
    CHECK_STATUS(aclrtAllocatorDestroyDesc(description), ACL_SUCCESS);
    found(stream, description, 1);
    CHECK_STATUS(aclrtAllocatorGetByStream(stream, &out, NULL, NULL, NULL, NULL, NULL), ACL_SUCCESS);
    CHECK_TRUE(out == description);
    CHECK_REFUSED(aclrtAllocatorRegister(other, description), 107017, "a destroyed handle");
    CHECK_REFUSED(aclrtAllocatorDestroyDesc(description), 107017, "a destroyed handle");
    CHECK_REFUSED(aclrtAllocatorGetByStream(other, &out, NULL, NULL, NULL, NULL, NULL), 100000, "no allocator is registered");
    CHECK_STATUS(aclrtAllocatorUnregister(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtAllocatorUnregister(stream), ACL_SUCCESS);
    CHECK_REFUSED(aclrtAllocatorGetByStream(stream, &out, NULL, NULL, NULL, NULL, NULL), 100000, "no allocator is registered");
    CHECK_REFUSED(aclrtAllocatorUnregister(NULL), 100000, "`stream` is null");
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtAllocatorUnregister(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(other), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
