/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stddef.h>
#include "acl_base.h"
#include "acl_rt.h"

/**
 * Attributes of a memory pool.
 */
typedef enum aclrtMemPoolAttr {
    ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1,
    ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC = 2,
    ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES = 3,
    ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD = 4,
    ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT = 5,
    ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH = 6,
    ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT = 7,
    ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH = 8,
} aclrtMemPoolAttr;

/**
 * A memory pool.
 */
typedef void *aclrtMemPool;

/**
 * Properties of a memory pool.
 */
typedef struct aclrtMemPoolProps {
    /**
     * Must be `ACL_MEM_ALLOCATION_TYPE_PINNED`.
     */
    aclrtMemAllocationType allocType;
    /**
     * Must be `ACL_MEM_HANDLE_TYPE_NONE`.
     */
    aclrtMemHandleType handleType;
    /**
     * The device.
     */
    aclrtMemLocation location;
    /**
     * Bytes at most; 0 for all of the device.
     */
    size_t maxSize;
    /**
     * Reserved; 0.
     */
    uint8_t reserved[32];
} aclrtMemPoolProps;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Creates a pool of device memory, without memory. It takes at most `maxSize` bytes (0: all) of the device.
 *
 * Returns 100000 for null, another kind of memory than pinned memory of a device without a handle type, or reserved bytes other than 0; 107000 for a
 * `maxSize` of more than the device has; 107001 for a device that there is not.
 */
aclError aclrtMemPoolCreate(aclrtMemPool *memPool,
                            const struct aclrtMemPoolProps *poolProps);

/**
 * Destroys a pool; what streams have not given back yet is freed when they come there. Returns 100000 for null, 107000 if memory of it is in use, 107017 for
 * what is no live pool.
 */
aclError aclrtMemPoolDestroy(aclrtMemPool memPool);

/**
 * Sets an attribute: a switch of reuse (`uint32_t`, 0 or 1; kept, for memory is reused as far as the order of tasks allows in any case), the bytes that a
 * synchronisation leaves the pool (`uint64_t`), or 0 for a highest use (`uint64_t`), which begins anew.
 *
 * Returns 100000 for null; 107000 for another attribute, or a value that it does not take; 107017 for what is no live pool.
 */
aclError aclrtMemPoolSetAttr(aclrtMemPool memPool,
                             enum aclrtMemPoolAttr attr,
                             void *value);

/**
 * Returns an attribute: `uint32_t` for a switch, `uint64_t` for all others. Returns 100000 for null, 107000 for another attribute, 107017 for what is no live pool.
 */
aclError aclrtMemPoolGetAttr(aclrtMemPool memPool,
                             enum aclrtMemPoolAttr attr,
                             void *value);

/**
 * Takes memory from a pool, for the tasks that the stream is given from now on; its address is known at once. Sizes are rounded up to 512 bytes. Memory that
 * the same stream gave back is taken again at once, that of others when they have come to its return.
 *
 * Size 0 succeeds and writes nothing. Returns 100000 for null, 107003 for a stream of another context, 107017 for what is no live pool or stream, 107027 for a
 * captured stream, 207001 if the pool or the device has not as much.
 */
aclError aclrtMemPoolMallocAsync(void **ptr,
                                 size_t size,
                                 aclrtMemPool memPool,
                                 aclrtStream stream);

/**
 * Gives memory back to its pool when the stream comes there; memory of `aclrtMalloc` is freed then.
 *
 * Returns 100000 for null; 107000 for what is not the start of device memory in use; 107002 without a current context; 107003 for a stream of another context;
 * 107027 for a captured stream.
 */
aclError aclrtMemPoolFreeAsync(void *ptr,
                               aclrtStream stream);

/**
 * Frees memory of a pool that is not in use, until `minBytesToKeep` bytes of it are left. What streams have not come to give back stays. Returns 100000 for
 * null, 107017 for what is no live pool.
 */
aclError aclrtMemPoolTrimTo(aclrtMemPool memPool,
                            size_t minBytesToKeep);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
