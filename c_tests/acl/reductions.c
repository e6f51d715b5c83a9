/* Reductions of memory into memory: every type and kind, and every refusal. */
#include "fixture.h"

enum { COUNT = 1000 };

static aclrtStream stream;
static void *target, *source;

/* Reduces one element of each, and gives the bits of the result. */
static uint32_t reduced(uint32_t a, uint32_t b, size_t bytes, aclrtReduceKind kind, aclDataType type)
{
    uint32_t result = 0;
    REQUIRE_STATUS(aclrtMemcpy(target, 4, &a, 4, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemcpy(source, 4, &b, 4, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    CHECK_STATUS(aclrtReduceAsync(target, source, bytes, kind, type, stream, NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemcpy(&result, bytes, target, bytes, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    return result;
}

static void values(void)
{
    const aclrtReduceKind sum = ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, max = ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX,
                          min = ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN;
    CHECK_EQUAL_INT(reduced(0x70, 0x20, 1, sum, ACL_INT8), 0x90);
    CHECK_EQUAL_INT(reduced(0x90, 0x20, 1, max, ACL_INT8), 0x20);
    CHECK_EQUAL_INT(reduced(0x90, 0x20, 1, min, ACL_INT8), 0x90);
    CHECK_EQUAL_INT(reduced(0x7FFF, 1, 2, sum, ACL_INT16), 0x8000);
    CHECK_EQUAL_INT(reduced(0xFFFF, 1, 2, max, ACL_INT16), 1);
    CHECK_EQUAL_INT(reduced(5, 6, 4, sum, ACL_INT32), 11);
    CHECK_EQUAL_INT(reduced(0xFFFFFFFF, 6, 4, min, ACL_INT32), 0xFFFFFFFF);
    CHECK_EQUAL_INT(reduced(0xFFFFFFFF, 6, 4, max, ACL_UINT32), 0xFFFFFFFF);
    CHECK_EQUAL_INT(reduced(0x3F800000, 0x40000000, 4, sum, ACL_FLOAT), 0x40400000);
    CHECK_EQUAL_INT(reduced(0x3F800000, 0xC0000000, 4, min, ACL_FLOAT), 0xC0000000);
    CHECK_EQUAL_INT(reduced(0x7FC00001, 0xC0000000, 4, max, ACL_FLOAT), 0x7FC00000);
    CHECK_EQUAL_INT(reduced(0x3C00, 0x4000, 2, sum, ACL_FLOAT16), 0x4200);
    CHECK_EQUAL_INT(reduced(0x3F80, 0x4000, 2, sum, ACL_BF16), 0x4040);
}

static void many(void)
{
    int32_t host[COUNT], at;
    for (at = 0; at < COUNT; at++) {
        host[at] = at;
    }
    REQUIRE_STATUS(aclrtMemcpy(target, sizeof host, host, sizeof host, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemcpy(source, sizeof host, host, sizeof host, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    CHECK_STATUS(aclrtReduceAsync(target, source, sizeof host, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_INT32, stream, NULL), ACL_SUCCESS);
    /* In place. */
    CHECK_STATUS(aclrtReduceAsync(target, target, sizeof host, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_INT32, stream, NULL), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemcpy(host, sizeof host, target, sizeof host, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    for (at = 0; at < COUNT; at++) {
        CHECK_EQUAL_INT(host[at], 4 * at);
    }
}

static aclError call(void *dst, const void *src, uint64_t count, int kind, int type, void *reserve)
{
    return aclrtReduceAsync(dst, src, count, (aclrtReduceKind)kind, (aclDataType)type, stream, reserve);
}

static void refusals(void)
{
    const int sum = ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM;
    char *bytes = (char *)target;
    uint32_t before = 7, after = 0;
    REQUIRE_STATUS(aclrtMemcpy(target, 4, &before, 4, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    CHECK_REFUSED(call(NULL, source, 4, sum, ACL_INT32, NULL), ACL_ERROR_INVALID_PARAM, "`dst` is null");
    CHECK_REFUSED(call(target, NULL, 4, sum, ACL_INT32, NULL), ACL_ERROR_INVALID_PARAM, "`src` is null");
    CHECK_REFUSED(call(target, source, 4, sum, ACL_INT32, bytes), ACL_ERROR_INVALID_PARAM, "`reserve` is not null");
    CHECK_REFUSED(call(target, source, 4, sum, ACL_DOUBLE, NULL), ACL_ERROR_INVALID_PARAM, "`type` is ACL_DOUBLE");
    CHECK_REFUSED(call(target, source, 4, 9, ACL_INT32, NULL), ACL_ERROR_RT_PARAM_INVALID, "`kind` is aclrtReduceKind(9)");
    CHECK_REFUSED(call(target, source, 4, ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL, ACL_INT32, NULL),
                  ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "not documented");
    CHECK_REFUSED(call(target, source, 5, sum, ACL_INT32, NULL), ACL_ERROR_RT_PARAM_INVALID, "`count` is 0x5");
    CHECK_REFUSED(call(bytes + 1, source, 4, sum, ACL_INT32, NULL), ACL_ERROR_RT_ADDR_UNALIGNED, "`dst` is 0x");
    CHECK_REFUSED(call(target, (char *)source + 2, 4, sum, ACL_FLOAT, NULL), ACL_ERROR_RT_ADDR_UNALIGNED, "`src` is 0x");
    CHECK_REFUSED(call(target, source, 0, sum, ACL_INT32, NULL), ACL_ERROR_RT_PARAM_INVALID, "`count` is 0");
    CHECK_REFUSED(call(target, source, ((uint64_t)4 << 30) + 4, sum, ACL_INT32, NULL), ACL_ERROR_RT_PARAM_INVALID, "at most 4294967296 for a sum");
    CHECK_REFUSED(call(target, source, 4 * COUNT + 4, sum, ACL_INT32, NULL), ACL_ERROR_RT_PARAM_INVALID, "`dst` extends to byte");
    CHECK_REFUSED(call(bytes, bytes + 4, 8, sum, ACL_INT32, NULL), ACL_ERROR_RT_PARAM_INVALID, "`src` is 4 bytes from `dst`");
    REQUIRE_STATUS(aclrtMemcpy(&after, 4, target, 4, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_EQUAL_INT(after, before);
}

int main(void)
{
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc(&target, 4 * COUNT, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc(&source, 4 * COUNT, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    values();
    many();
    refusals();
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
