/* Memory that a pool of the program hands out in regions, and tells the checks of (mstx/ms_tools_ext.h). */
#include "fixture.h"
#include "mstx/ms_tools_ext.h"

static char *heap;
static mstxMemHeapHandle_t pool;

/* A pool of one block. */
static void open_pool(void)
{
    heap = memory(1 << 20);
    mstxMemVirtualRangeDesc_t range = {0, heap, 1 << 20};
    mstxMemHeapDesc_t desc = {MSTX_MEM_HEAP_USAGE_TYPE_SUB_ALLOCATOR, MSTX_MEM_TYPE_VIRTUAL_ADDRESS, &range};
    pool = mstxMemHeapRegister(globalDomain, &desc);
    CHECK_TRUE(pool != NULL);
}

static void close_pool(void)
{
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(second), ACL_SUCCESS);
    mstxMemHeapUnregister(globalDomain, pool);
    CHECK_STATUS(aclrtFree(heap), ACL_SUCCESS);
}

static mstxMemRegionHandle_t hand_out(void *start, uint64_t size)
{
    mstxMemRegionHandle_t region = NULL;
    mstxMemVirtualRangeDesc_t range = {0, start, size};
    mstxMemRegionsRegisterBatch_t batch = {pool, MSTX_MEM_TYPE_VIRTUAL_ADDRESS, 1, &range, &region};
    mstxMemRegionsRegister(globalDomain, &batch);
    CHECK_TRUE(region != NULL);
    return region;
}

static void take_back(void *start)
{
    mstxMemRegionRef_t region = {MSTX_MEM_REGION_REF_TYPE_POINTER, {start}};
    mstxMemRegionsUnregisterBatch_t batch = {1, &region};
    mstxMemRegionsUnregister(globalDomain, &batch);
}

/* handed_to_another_stream: HN-RACE */
static void handed_to_another_stream(void)
{
    open_pool();
    void *x = filled(BYTES), *y = heap + BYTES;
    aclTensor *from = vector(x, ELEMENTS), *to = vector(y, ELEMENTS);
    hand_out(y, BYTES);
    aclOpExecutor *writer = plan_sin(from, to);
    CHECK_STATUS(aclnnSin(NULL, 0, writer, first), ACL_SUCCESS); // @first // says WAW: aclnnSin writes what aclnnSin writes
    take_back(y);
    hand_out(y, BYTES);
    aclOpExecutor *other = plan_sin(from, to); // says FLOAT[256] in region#1 by aclnnSin, task 1 of stream 2
    CHECK_STATUS(aclnnSin(NULL, 0, other, second), ACL_SUCCESS); // @second // says FLOAT[256] in region#2 by aclnnSin, task 1 of stream 3
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS); // says The pool has given the same bytes to both streams.
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
    take_back(y);
    close_pool();
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* used_after_its_return: HN-USE-AFTER-FREE */
static void used_after_its_return(void)
{
    open_pool();
    void *x = filled(BYTES), *y = heap;
    aclTensor *from = vector(x, ELEMENTS), *to = vector(y, ELEMENTS);
    hand_out(y, BYTES);
    take_back(y);
    CHECK_STATUS(aclnnSin(NULL, 0, plan_sin(from, to), first), ACL_SUCCESS); // says `out` lies in region#1, which was given back to its pool
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
    close_pool();
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* longer_than_its_region: HN-OUT-OF-BOUNDS */
static void longer_than_its_region(void)
{
    float host[ELEMENTS] = {0};
    open_pool();
    hand_out(heap, BYTES / 2);
    CHECK_STATUS(aclrtMemcpy(heap, BYTES, host, BYTES, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS); // @used // says reaches byte 1024 of region#1, which has 512
    close_pool();
}

/* contents_of_the_one_before: HN-UNINIT-READ */
static void contents_of_the_one_before(void)
{
    open_pool();
    void *y = memory(BYTES);
    CHECK_STATUS(aclrtMemset(heap, BYTES, 0, BYTES), ACL_SUCCESS);
    hand_out(heap, BYTES);
    queue_sin(heap, y, ELEMENTS, first);
    take_back(heap);
    close_pool();
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
}

/* handed_out_again_in_its_stream: silent */
static void handed_out_again_in_its_stream(void)
{
    open_pool();
    void *x = filled(BYTES);
    aclrtEvent event = NULL;
    REQUIRE_STATUS(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    for (int round = 0; round < 3; round++) {
        mstxMemRegionRef_t regions[2] = {{MSTX_MEM_REGION_REF_TYPE_HANDLE, {hand_out(heap, BYTES)}},
                                         {MSTX_MEM_REGION_REF_TYPE_HANDLE, {hand_out(heap + BYTES, BYTES)}}};
        queue_sin(x, heap, ELEMENTS, first);
        queue_sin(heap, heap + BYTES, ELEMENTS, first);
        mstxMemRegionsUnregisterBatch_t both = {2, regions};
        mstxMemRegionsUnregister(globalDomain, &both);
    }
    /* To the other stream after an event. */
    CHECK_STATUS(aclrtRecordEvent(event, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtStreamWaitEvent(second, event), ACL_SUCCESS);
    hand_out(heap, 2 * BYTES);
    queue_sin(x, heap, ELEMENTS, second);
    take_back(heap);
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
    close_pool();
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

int main(int argc, char **argv)
{
    const struct program programs[] = {
        {"handed_to_another_stream", handed_to_another_stream},
        {"used_after_its_return", used_after_its_return},
        {"longer_than_its_region", longer_than_its_region},
        {"contents_of_the_one_before", contents_of_the_one_before},
        {"handed_out_again_in_its_stream", handed_out_again_in_its_stream},
    };
    open_device();
    int result = run_program(programs, sizeof programs / sizeof *programs, argc, argv);
    close_device();
    return result;
}
