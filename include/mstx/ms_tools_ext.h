/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stddef.h>
#include <stdint.h>
#include "acl/acl_base_rt.h"

/**
 * A pool of memory.
 */
typedef struct mstxMemHeap_st mstxMemHeap_t;
typedef mstxMemHeap_t *mstxMemHeapHandle_t;

/**
 * A part of a pool that it has handed out.
 */
typedef struct mstxMemRegion_st mstxMemRegion_t;
typedef mstxMemRegion_t *mstxMemRegionHandle_t;

/**
 * What a pool is for: it hands out parts of memory that was allocated.
 */
typedef enum mstxMemHeapUsageType {
    MSTX_MEM_HEAP_USAGE_TYPE_SUB_ALLOCATOR = 0
} mstxMemHeapUsageType;

/**
 * How memory is described: by a mstxMemVirtualRangeDesc_t.
 */
typedef enum mstxMemType {
    MSTX_MEM_TYPE_VIRTUAL_ADDRESS = 0
} mstxMemType;

/**
 * Memory of a device.
 */
typedef struct mstxMemVirtualRangeDesc_t {
    uint32_t deviceId;
    const void *ptr;
    uint64_t size;
} mstxMemVirtualRangeDesc_t;

/**
 * A pool: its memory is one mstxMemVirtualRangeDesc_t.
 */
typedef struct mstxMemHeapDesc_t {
    mstxMemHeapUsageType usage;
    mstxMemType type;
    const void *typeSpecificDesc;
} mstxMemHeapDesc_t;

/**
 * Regions that a pool hands out: an array of mstxMemVirtualRangeDesc_t, and room for as many handles.
 */
typedef struct mstxMemRegionsRegisterBatch_t {
    mstxMemHeapHandle_t heap;
    mstxMemType regionType;
    size_t regionCount;
    const void *regionDescArray;
    mstxMemRegionHandle_t *regionHandleArrayOut;
} mstxMemRegionsRegisterBatch_t;

/**
 * How a region is named: by its address, or by its handle.
 */
typedef enum mstxMemRegionRefType {
    MSTX_MEM_REGION_REF_TYPE_POINTER = 0,
    MSTX_MEM_REGION_REF_TYPE_HANDLE
} mstxMemRegionRefType;

/**
 * A region.
 */
typedef struct mstxMemRegionRef_t {
    mstxMemRegionRefType refType;
    __extension__ union {
        const void *pointer;
        mstxMemRegionHandle_t handle;
    };
} mstxMemRegionRef_t;

/**
 * Regions that a pool has back.
 */
typedef struct mstxMemRegionsUnregisterBatch_t {
    size_t refCount;
    const mstxMemRegionRef_t *refArray;
} mstxMemRegionsUnregisterBatch_t;

/**
 * A domain of marks.
 */
typedef struct mstxDomainRegistration_st mstxDomainRegistration_st;

/**
 * Number of a range; 0 is none.
 */
typedef uint64_t mstxRangeId;

/**
 * A domain of marks.
 */
typedef struct mstxDomainRegistration_st *mstxDomainHandle_t;

/**
 * Returns the table of a module of the header, and how many entries it has.
 */
typedef int (*mstxGetModuleFuncTableFunc)(int module, const void ****table, unsigned int *size);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Sets a mark, on the host.
 */
void mstxMarkA(const char *message, aclrtStream stream);

/**
 * Begins a range, on the host. Returns its number; 0 for null.
 */
mstxRangeId mstxRangeStartA(const char *message, aclrtStream stream);

/**
 * Ends a range. A number that is none's is ignored.
 */
void mstxRangeEnd(mstxRangeId id);

/**
 * Returns the number of the tool that takes the marks: that of the vendor's profiler.
 */
void mstxGetToolId(uint64_t *id);

/**
 * Creates a domain. Returns null for a null name.
 */
mstxDomainHandle_t mstxDomainCreateA(const char *name);

/**
 * Destroys a domain.
 */
void mstxDomainDestroy(mstxDomainHandle_t domain);

/**
 * Sets a mark of a domain, on the host.
 */
void mstxDomainMarkA(mstxDomainHandle_t domain, const char *message, aclrtStream stream);

/**
 * Begins a range of a domain, on the host. Returns its number; 0 for null or what is no domain.
 */
mstxRangeId mstxDomainRangeStartA(mstxDomainHandle_t domain, const char *message, aclrtStream stream);

/**
 * Ends a range of a domain. A number that is none's is ignored.
 */
void mstxDomainRangeEnd(mstxDomainHandle_t domain, mstxRangeId id);

/**
 * Tells that memory is a pool's, which hands out regions of it. Returns its handle; null for null or another kind of description.
 */
mstxMemHeapHandle_t mstxMemHeapRegister(mstxDomainHandle_t domain,
                                        const mstxMemHeapDesc_t *desc);

/**
 * Tells that memory is a pool's no more: its regions are forgotten.
 */
void mstxMemHeapUnregister(mstxDomainHandle_t domain, mstxMemHeapHandle_t heap);

/**
 * Tells that a pool hands out regions; their contents are nothing that was written.
 */
void mstxMemRegionsRegister(mstxDomainHandle_t domain, const mstxMemRegionsRegisterBatch_t *desc);

/**
 * Tells that a pool has regions back. Their memory may still be in use: it is not freed, and what gets it next in the same stream is in order.
 */
void mstxMemRegionsUnregister(mstxDomainHandle_t domain,
                              const mstxMemRegionsUnregisterBatch_t *desc);

/**
 * Fills in the tables of the vendor's header `mstx/ms_tools_ext.h`, which opens the library named by `MSTX_INJECTION_PATH` and calls this.
 * Returns 0, or 1 if there is no table.
 */
int InitInjectionMstx(mstxGetModuleFuncTableFunc getFuncTable);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

/**
 * The domain of what names none.
 */
#define globalDomain ((mstxDomainHandle_t)0)
