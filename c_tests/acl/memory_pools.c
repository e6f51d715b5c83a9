/* Memory pools: stream-ordered allocation, reuse, attributes, trimming, and every refusal. */
#include "acl/acl_rt_memory_soma.h"
#include "fixture.h"

static aclrtStream stream, other;
static aclrtMemPool pool;

static aclrtMemPoolProps properties(size_t most)
{
    aclrtMemPoolProps props;
    memset(&props, 0, sizeof props);
    props.allocType = ACL_MEM_ALLOCATION_TYPE_PINNED;
    props.handleType = ACL_MEM_HANDLE_TYPE_NONE;
    props.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    props.maxSize = most;
    return props;
}

static uint64_t get(aclrtMemPoolAttr attr)
{
    uint64_t value = UNTOUCHED_64;
    CHECK_STATUS(aclrtMemPoolGetAttr(pool, attr, &value), ACL_SUCCESS);
    return value;
}

#define RESERVED get(ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT)
#define USED get(ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT)

static void *take(size_t size, aclrtStream of)
{
    void *memory = NULL;
    CHECK_STATUS(aclrtMemPoolMallocAsync(&memory, size, pool, of), ACL_SUCCESS);
    CHECK_TRUE(memory != NULL);
    return memory;
}

static void keep(uint64_t bytes)
{
    CHECK_STATUS(aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD, &bytes), ACL_SUCCESS);
}

/* Memory is used in the order of the stream, and taken again by it at once, by another stream when the first one has come there. */
static void reuse(void)
{
    uint64_t *word = device_word();
    keep(1 << 20);
    hold(word, stream);
    void *first = take(1000, stream);
    CHECK_STATUS(aclrtMemsetAsync(first, 1000, 7, 1000, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemPoolFreeAsync(first, stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(USED, 0);
    CHECK_EQUAL_INT(RESERVED, 1024);
    CHECK_TRUE(take(1024, other) != first);
    CHECK_TRUE(take(600, stream) == first);
    CHECK_EQUAL_INT(USED, 2048);
    CHECK_STATUS(aclrtMemPoolFreeAsync(first, stream), ACL_SUCCESS);
    open_word(word);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(RESERVED, 2048);
    CHECK_TRUE(take(1024, other) == first);
    /* What is bound by the pool's limit. */
    CHECK_REFUSED(aclrtMemPoolMallocAsync(&first, 8192 - 2048 + 1, pool, stream), 207001, "has 6144 bytes left of 8192");
    CHECK_STATUS(aclrtFree(first), ACL_SUCCESS);
    CHECK_REFUSED(aclrtMemPoolFreeAsync((char *)first + 8, stream), 107000, "the start of live device memory");
    CHECK_EQUAL_INT(USED, 1024);
    /* Idle blocks make room for a larger one. */
    void *large = take(8192 - 1024, stream);
    CHECK_EQUAL_INT(RESERVED, 8192);
    CHECK_EQUAL_INT(get(ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH), 8192);
    CHECK_STATUS(aclrtMemPoolFreeAsync(large, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(RESERVED, 8192);
    CHECK_STATUS(aclrtMemPoolTrimTo(pool, 7168), ACL_SUCCESS);
    CHECK_EQUAL_INT(RESERVED, 8192);
    CHECK_STATUS(aclrtMemPoolTrimTo(pool, 0), ACL_SUCCESS);
    CHECK_EQUAL_INT(RESERVED, 1024);
    CHECK_REFUSED(aclrtMemPoolDestroy(pool), 107000, "1 blocks of the memory pool are in use, 1024 bytes");
    CHECK_STATUS(aclrtFree(word), ACL_SUCCESS);
}

/* Without a threshold, a synchronisation frees what is idle. */
static void threshold(void)
{
    void *memory = take(2000, stream);
    CHECK_STATUS(aclrtMemPoolFreeAsync(memory, stream), ACL_SUCCESS);
    keep(0);
    CHECK_EQUAL_INT(RESERVED, 1024 + 2048);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(RESERVED, 1024);
    /* Bounds hold for memory of pools. */
    memory = take(512, stream);
    CHECK_REFUSED(aclrtMemsetAsync(memory, 600, 0, 513, stream), 107000, "extends to byte 513");
    CHECK_STATUS(aclrtMemPoolFreeAsync(memory, stream), ACL_SUCCESS);
    /* Memory of aclrtMalloc is freed when the stream comes there. */
    uint64_t *word = device_word();
    void *plain = NULL;
    REQUIRE_STATUS(aclrtMalloc(&plain, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    hold(word, stream);
    CHECK_STATUS(aclrtMemPoolFreeAsync(plain, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemset(plain, 64, 0, 64), ACL_SUCCESS);
    open_word(word);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_REFUSED(aclrtFree(plain), 107000, "not allocated");
    CHECK_STATUS(aclrtFree(word), ACL_SUCCESS);
}

static void attributes(void)
{
    uint32_t on = 7, two = 2, off = 0;
    uint64_t zero = 0, one = 1;
    CHECK_STATUS(aclrtMemPoolGetAttr(pool, ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC, &on), ACL_SUCCESS);
    CHECK_EQUAL_INT(on, 1);
    CHECK_STATUS(aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC, &off), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemPoolGetAttr(pool, ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC, &on), ACL_SUCCESS);
    CHECK_EQUAL_INT(on, 0);
    CHECK_REFUSED(aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES, &two), 107000, "`value` is 2");
    CHECK_REFUSED(aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT, &zero), 107000, "one that can be set");
    CHECK_REFUSED(aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH, &one), 107000, "`value` is 1");
    CHECK_STATUS(aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH, &zero), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH, &zero), ACL_SUCCESS);
    CHECK_EQUAL_INT(get(ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH), USED);
    CHECK_EQUAL_INT(get(ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH), RESERVED);
    CHECK_EQUAL_INT(get(ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD), 0);
    CHECK_REFUSED(aclrtMemPoolGetAttr(pool, (aclrtMemPoolAttr)9, &zero), 107000, "`attr` is aclrtMemPoolAttr(9)");
    CHECK_REFUSED(aclrtMemPoolGetAttr(pool, ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH, NULL), 100000, "`value` is null");
    CHECK_REFUSED(aclrtMemPoolSetAttr(NULL, ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH, &zero), 100000, "`memPool` is null");
}

static void refused_properties(aclrtMemPoolProps props, aclError code, const char *text)
{
    aclrtMemPool none = NULL;
    CHECK_REFUSED(aclrtMemPoolCreate(&none, &props), code, text);
    CHECK_TRUE(none == NULL);
}

static void refusals(void)
{
    aclrtMemPoolProps props = properties(0);
    void *memory = NULL;
    CHECK_REFUSED(aclrtMemPoolCreate(NULL, &props), 100000, "`memPool` is null");
    CHECK_REFUSED(aclrtMemPoolCreate(&pool, NULL), 100000, "`poolProps` is null");
    props.allocType = (aclrtMemAllocationType)1;
    refused_properties(props, 100000, "`poolProps->allocType` is");
    props = properties(0);
    props.handleType = (aclrtMemHandleType)1;
    refused_properties(props, 100000, "`poolProps->handleType` is");
    props = properties(0);
    props.location.type = ACL_MEM_LOCATION_TYPE_HOST;
    refused_properties(props, 100000, "`poolProps->location.type` is ACL_MEM_LOCATION_TYPE_HOST");
    props = properties(0);
    props.location.id = 5;
    refused_properties(props, 107001, "`poolProps->location.id` is 5");
    props = properties(0);
    props.reserved[31] = 1;
    refused_properties(props, 100000, "`poolProps->reserved` is not 0");
    refused_properties(properties(((size_t)1 << 30) + 1), 107000, "`poolProps->maxSize` is 1073741825");
    CHECK_REFUSED(aclrtMemPoolMallocAsync(NULL, 1, pool, stream), 100000, "`ptr` is null");
    CHECK_REFUSED(aclrtMemPoolMallocAsync(&memory, 1, NULL, stream), 100000, "`memPool` is null");
    CHECK_REFUSED(aclrtMemPoolMallocAsync(&memory, 1, pool, NULL), 100000, "`stream` is null");
    CHECK_STATUS(aclrtMemPoolMallocAsync(&memory, 0, pool, stream), ACL_SUCCESS);
    CHECK_REFUSED(aclrtMemPoolFreeAsync(NULL, stream), 100000, "`ptr` is null");
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_RELAXED), ACL_SUCCESS);
    CHECK_REFUSED(aclrtMemPoolMallocAsync(&memory, 1, pool, stream), 107027, "the stream is captured");
    CHECK_REFUSED(aclrtMemPoolFreeAsync(pool, stream), 107027, "the stream is captured");
    aclmdlRI model = NULL;
    REQUIRE_STATUS(aclmdlRICaptureEnd(stream, &model), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_TRUE(memory == NULL);
    CHECK_REFUSED(aclrtMemPoolTrimTo(NULL, 0), 100000, "`memPool` is null");
    CHECK_REFUSED(aclrtMemPoolTrimTo(stream, 0), 107017, "expected a live memory pool");
}

int main(void)
{
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&other), ACL_SUCCESS);
    aclrtMemPoolProps props = properties(8192);
    REQUIRE_STATUS(aclrtMemPoolCreate(&pool, &props), ACL_SUCCESS);
    reuse();
    threshold();
    attributes();
    refusals();
    /* What a stream has not given back yet goes with the pool. */
    props = properties(0);
    aclrtMemPool second = NULL;
    REQUIRE_STATUS(aclrtMemPoolCreate(&second, &props), ACL_SUCCESS);
    uint64_t *word = device_word();
    void *memory = NULL;
    hold(word, stream);
    CHECK_STATUS(aclrtMemPoolMallocAsync(&memory, 4096, second, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemPoolFreeAsync(memory, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemPoolDestroy(second), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemset(memory, 4096, 0, 4096), ACL_SUCCESS);
    open_word(word);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_REFUSED(aclrtMemPoolDestroy(second), 107017, "a destroyed handle");
    CHECK_STATUS(aclrtFree(word), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(other), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
