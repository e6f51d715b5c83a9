/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stddef.h>
#include "acl_base.h"

/**
 * An allocator's object and functions.
 */
typedef void *aclrtAllocatorDesc;

/**
 * An allocator of a program's own.
 */
typedef void *aclrtAllocator;

/**
 * Allocates a block.
 */
typedef void *(*aclrtAllocatorAllocFunc)(aclrtAllocator allocator, size_t size);

/**
 * A block of an allocator's memory.
 */
typedef void *aclrtAllocatorBlock;

/**
 * Frees a block.
 */
typedef void (*aclrtAllocatorFreeFunc)(aclrtAllocator allocator, aclrtAllocatorBlock block);

/**
 * An address in an allocator's memory.
 */
typedef void *aclrtAllocatorAddr;

/**
 * Allocates a block, if possible at an address.
 */
typedef void *(*aclrtAllocatorAllocAdviseFunc)(aclrtAllocator allocator, size_t size, aclrtAllocatorAddr addr);

/**
 * Returns the address of a block.
 */
typedef void *(*aclrtAllocatorGetAddrFromBlockFunc)(aclrtAllocatorBlock block);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Creates a description without object and functions. Returns null if there are too many.
 */
aclrtAllocatorDesc aclrtAllocatorCreateDesc(void);

/**
 * Destroys a description; registrations keep what it said. Returns 100000 for null, 107017 for what is no live description.
 */
aclError aclrtAllocatorDestroyDesc(aclrtAllocatorDesc allocatorDesc);

/**
 * Sets the object that the functions are called with. Returns 100000 for null, 107017 for what is no live description.
 */
aclError aclrtAllocatorSetObjToDesc(aclrtAllocatorDesc allocatorDesc,
                                    aclrtAllocator allocator);

/**
 * Sets the function that allocates a block. Returns 100000 for null, 107017 for what is no live description.
 */
aclError aclrtAllocatorSetAllocFuncToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocatorAllocFunc func);

/**
 * Sets the function that frees a block. Returns 100000 for null, 107017 for what is no live description.
 */
aclError aclrtAllocatorSetFreeFuncToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocatorFreeFunc func);

/**
 * Sets the function that allocates a block at an address, which may be missing. Returns 100000 for null, 107017 for what is no live description.
 */
aclError aclrtAllocatorSetAllocAdviseFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                                aclrtAllocatorAllocAdviseFunc func);

/**
 * Sets the function that returns the address of a block. Returns 100000 for null, 107017 for what is no live description.
 */
aclError aclrtAllocatorSetGetAddrFromBlockFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                                     aclrtAllocatorGetAddrFromBlockFunc func);

/**
 * Registers an allocator for a stream, as its description says now, in place of an earlier one. Only models and operators of `aclop` would allocate by it,
 * of which there are none here: it is kept for who asks.
 *
 * Returns 100000 for null, or a description without an object or one of the functions but that for an address; 107017 for what is no live stream or
 * description.
 */
aclError aclrtAllocatorRegister(aclrtStream stream,
                                aclrtAllocatorDesc allocatorDesc);

/**
 * Returns the allocator of a stream, as it was registered. All pointers but `allocatorDesc` may be null.
 *
 * Returns 100000 for null, or a stream without an allocator; 107017 for what is no live stream.
 */
aclError aclrtAllocatorGetByStream(aclrtStream stream,
                                   aclrtAllocatorDesc *allocatorDesc,
                                   aclrtAllocator *allocator,
                                   aclrtAllocatorAllocFunc *allocFunc,
                                   aclrtAllocatorFreeFunc *freeFunc,
                                   aclrtAllocatorAllocAdviseFunc *allocAdviseFunc,
                                   aclrtAllocatorGetAddrFromBlockFunc *getAddrFromBlockFunc);

/**
 * Takes back the allocator of a stream; nothing happens if it has none, or is none. Returns 100000 for null.
 */
aclError aclrtAllocatorUnregister(aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
