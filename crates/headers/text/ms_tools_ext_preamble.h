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
