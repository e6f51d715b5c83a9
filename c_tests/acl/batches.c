/* Copies of many pieces in one call, and memory filled with words. */
#include "fixture.h"

#define PIECES 3

static char *device_memory(size_t size)
{
    void *memory = NULL;
    REQUIRE_STATUS(aclrtMalloc(&memory, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemset(memory, size, 0, size), ACL_SUCCESS);
    return (char *)memory;
}

static aclrtMemcpyBatchAttr way(aclrtMemLocationType to, aclrtMemLocationType from)
{
    aclrtMemcpyBatchAttr attr;
    memset(&attr, 0, sizeof attr);
    attr.dstLoc.type = to;
    attr.srcLoc.type = from;
    return attr;
}

static void copies(aclrtStream stream)
{
    uint64_t host[PIECES] = {11, 22, 33}, back[PIECES] = {0, 0, 0};
    char *device = device_memory(64);
    void *to[PIECES], *from[PIECES], *host_to[PIECES], *device_from[PIECES];
    size_t maxs[PIECES] = {8, 8, 8}, sizes[PIECES] = {8, 8, 8}, starts[PIECES] = {0, 1, 2}, failed = 5;
    for (int i = 0; i < PIECES; i++) {
        to[i] = device + 16 * i;
        from[i] = &host[i];
        host_to[i] = &back[i];
        device_from[i] = to[i];
    }
    aclrtMemcpyBatchAttr up = way(ACL_MEM_LOCATION_TYPE_DEVICE, ACL_MEM_LOCATION_TYPE_HOST);
    aclrtMemcpyBatchAttr down = way(ACL_MEM_LOCATION_TYPE_HOST, ACL_MEM_LOCATION_TYPE_DEVICE);
    aclrtMemcpyBatchAttr both[PIECES] = {up, down, up}, ups[PIECES] = {up, up, up};
    CHECK_REFUSED(aclrtMemcpyBatch(to, maxs, from, sizes, PIECES, &up, starts, 1, NULL), 100000, "`failIndex` is null");
    CHECK_REFUSED(aclrtMemcpyBatch(NULL, maxs, from, sizes, PIECES, &up, starts, 1, &failed), 100000, "`dsts` is null");
    CHECK_REFUSED(aclrtMemcpyBatch(to, maxs, from, sizes, 0, &up, starts, 1, &failed), 107000, "`numBatches` is 0");
    CHECK_REFUSED(aclrtMemcpyBatch(to, maxs, from, sizes, PIECES, &up, starts, 0, &failed), 107000, "`numAttrs` is 0");
    CHECK_REFUSED(aclrtMemcpyBatch(to, maxs, from, sizes, PIECES, ups, starts + 1, 2, &failed), 107000, "`attrsIndexes` is [1, 2]");
    CHECK_TRUE(failed == SIZE_MAX);
    CHECK_REFUSED(aclrtMemcpyBatch(to, maxs, from, sizes, PIECES, both, starts, PIECES, &failed), 107000, "one way for all pieces");
    CHECK_EQUAL_INT(failed, 1);
    both[1] = way(ACL_MEM_LOCATION_TYPE_DEVICE, ACL_MEM_LOCATION_TYPE_DEVICE);
    both[2] = up;
    CHECK_REFUSED(aclrtMemcpyBatchAsync(to, maxs, from, sizes, PIECES, both, starts, PIECES, &failed, stream), 107000, "`attrs` is from ");
    CHECK_EQUAL_INT(failed, 1);
    sizes[2] = 9;
    CHECK_REFUSED(aclrtMemcpyBatch(to, maxs, from, sizes, PIECES, &up, starts, 1, &failed), 107000, "`sizes` is 9");
    sizes[2] = 8;
    to[2] = device + 60;
    CHECK_REFUSED(aclrtMemcpyBatchV2(to, maxs, from, sizes, PIECES, &up, starts, 1), 107000, "of its 64-byte allocation");
    to[2] = device + 32;
    /* What was refused has copied nothing. */
    CHECK_EQUAL_INT(read_word(device), 0);
    CHECK_STATUS(aclrtMemcpyBatch(to, maxs, from, sizes, PIECES, ups, starts, PIECES, &failed), ACL_SUCCESS);
    CHECK_TRUE(failed == SIZE_MAX);
    CHECK_EQUAL_INT(read_word(device + 32), 33);
    CHECK_STATUS(aclrtMemcpyBatchV2(host_to, maxs, device_from, sizes, PIECES, &down, starts, 1), ACL_SUCCESS);
    CHECK_EQUAL_BITS(back, host, sizeof host);
    host[1] = 44;
    CHECK_STATUS(aclrtMemcpyBatchAsync(to, maxs, from, sizes, PIECES, &up, starts, 1, &failed, stream), ACL_SUCCESS);
    host[2] = 55;
    CHECK_STATUS(aclrtMemcpyBatchAsyncV2(to, maxs, from, sizes, PIECES, &up, starts, 1, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(device + 16), 44);
    CHECK_EQUAL_INT(read_word(device + 32), 55);
    CHECK_STATUS(aclrtFree(device), ACL_SUCCESS);
}

static void words(aclrtStream stream)
{
    char *device = device_memory(32);
    CHECK_REFUSED(aclrtMemsetD32(NULL, 32, 1, 1), 100000, "`ptr` is null");
    CHECK_REFUSED(aclrtMemsetD32(device, 32, 1, 0), 100000, "`N` is 0");
    CHECK_REFUSED(aclrtMemsetD32(device, 31, 1, 8), 107000, "at most 7");
    CHECK_REFUSED(aclrtMemsetD32(device, 40, 1, 9), 107000, "of its 32-byte allocation");
    CHECK_REFUSED(aclrtMemsetD32(device + 2, 8, 1, 1), 107000, "a multiple of 4");
    CHECK_STATUS(aclrtMemsetD32(device, 32, 0x01020304, 2), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(device), 0x0102030401020304);
    CHECK_EQUAL_INT(read_word(device + 8), 0);
    CHECK_REFUSED(aclrtMemsetD32Async(device, 3, 1, 1, stream), 107000, "at most 0");
    CHECK_STATUS(aclrtMemsetD32Async(device + 8, 24, 7, 2, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(device + 8), 0x0000000700000007);
    CHECK_STATUS(aclrtFree(device), ACL_SUCCESS);
}

int main(void)
{
    aclrtStream stream = NULL;
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    copies(stream);
    words(stream);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
