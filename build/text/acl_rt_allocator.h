/** An allocator of a program's own. */
typedef void *aclrtAllocator;

/** Its functions. */
typedef void *aclrtAllocatorDesc;

/** A block of its memory. */
typedef void *aclrtAllocatorBlock;

/** An address in its memory. */
typedef void *aclrtAllocatorAddr;

/** Allocates memory. */
typedef void *(*aclrtAllocatorAllocFunc)(aclrtAllocator allocator, size_t size);

/** Frees memory. */
typedef void (*aclrtAllocatorFreeFunc)(aclrtAllocator allocator, aclrtAllocatorBlock block);

/** Allocates memory, if possible at an address. */
typedef void *(*aclrtAllocatorAllocAdviseFunc)(aclrtAllocator allocator, size_t size, aclrtAllocatorAddr addr);

/** Returns the address of a block. */
typedef void *(*aclrtAllocatorGetAddrFromBlockFunc)(aclrtAllocatorBlock block);
