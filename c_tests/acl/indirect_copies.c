/* Copies whose addresses are in device memory when they run, and every refusal. */
#include "fixture.h"

enum { SIZE = 64 };

#define INNER ACL_MEMCPY_INNER_DEVICE_TO_DEVICE

static aclrtStream stream;
static unsigned char *from, *to;
static void *description;
static void **words;

static void check(size_t offset, int value)
{
    unsigned char host[SIZE];
    REQUIRE_STATUS(aclrtMemcpy(host, SIZE, to, SIZE, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_EQUAL_INT(host[offset], value);
}

static void fill(void)
{
    unsigned char host[SIZE];
    int i;
    for (i = 0; i < SIZE; i++) {
        host[i] = (unsigned char)i;
    }
    REQUIRE_STATUS(aclrtMemcpy(from, SIZE, host, SIZE, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemset(to, SIZE, 0xFF, SIZE), ACL_SUCCESS);
}

static void described(void)
{
    size_t size = 0;
    aclmdlRI model = NULL;
    CHECK_STATUS(aclrtGetMemcpyDescSize(INNER, &size), ACL_SUCCESS);
    CHECK_TRUE(size >= 24);
    REQUIRE_STATUS(aclrtMalloc(&description, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetMemcpyDesc(description, INNER, from + 8, to, 16, NULL), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpyAsyncWithDesc(description, INNER, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    check(0, 8);
    check(15, 23);
    check(16, 0xFF);
    /* The description is read when the copy runs. */
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_RELAXED), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpyAsyncWithDesc(description, INNER, stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRICaptureEnd(stream, &model), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetMemcpyDesc(description, INNER, from + 60, to + 32, 4, NULL), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    check(32, 60);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_REFUSED(aclrtGetMemcpyDescSize(ACL_MEMCPY_DEVICE_TO_DEVICE, &size), 107000, "ACL_MEMCPY_INNER_DEVICE_TO_DEVICE (6)");
    CHECK_REFUSED(aclrtGetMemcpyDescSize(INNER, NULL), 100000, "`descSize` is null");
    CHECK_REFUSED(aclrtSetMemcpyDesc(NULL, INNER, from, to, 4, NULL), 100000, "`desc` is null");
    CHECK_REFUSED(aclrtSetMemcpyDesc(description, INNER, NULL, to, 4, NULL), 100000, "`srcAddr` is null");
    CHECK_REFUSED(aclrtSetMemcpyDesc(description, INNER, from, NULL, 4, NULL), 100000, "`dstAddr` is null");
    CHECK_REFUSED(aclrtSetMemcpyDesc(description, INNER, from, to, 0, NULL), 100000, "`count` is 0");
    CHECK_REFUSED(aclrtSetMemcpyDesc(description, ACL_MEMCPY_HOST_TO_DEVICE, from, to, 4, NULL), 107000, "`kind` is ACL_MEMCPY_HOST_TO_DEVICE");
    CHECK_REFUSED(aclrtSetMemcpyDesc(description, INNER, from, to, 4, to), 107000, "`config` is not null");
    CHECK_REFUSED(aclrtSetMemcpyDesc((char *)description + 4, INNER, from, to, 4, NULL), 107000, "a multiple of 8");
    CHECK_REFUSED(aclrtSetMemcpyDesc((char *)description + 8, INNER, from, to, 4, NULL), 107000, "`desc` extends to byte");
    CHECK_REFUSED(aclrtSetMemcpyDesc(description, INNER, from, to, SIZE + 1, NULL), 107000, "`srcAddr` extends to byte");
    CHECK_REFUSED(aclrtMemcpyAsyncWithDesc(NULL, INNER, stream), 100000, "`desc` is null");
    CHECK_REFUSED(aclrtMemcpyAsyncWithDesc(description, INNER, NULL), 100000, "`stream` is null");
    CHECK_REFUSED(aclrtMemcpyAsyncWithDesc(description, ACL_MEMCPY_DEFAULT, stream), 107000, "`kind` is ACL_MEMCPY_DEFAULT");
    REQUIRE_STATUS(aclrtMemset(description, size, 0, size), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpyAsyncWithDesc(description, INNER, stream), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(stream), 507015, "holds no description");
    CHECK_STATUS(aclrtFree(description), ACL_SUCCESS);
}

static aclError by_words(size_t most, size_t there, size_t count, size_t here, int kind)
{
    return aclrtMemcpyAsyncWithOffset(words, most, there, (const void **)words + 1, count, here, (aclrtMemcpyKind)kind, stream);
}

static void set_words(void *target, const void *source)
{
    const void *both[2];
    both[0] = target;
    both[1] = source;
    REQUIRE_STATUS(aclrtMemcpy(words, sizeof both, both, sizeof both, ACL_MEMCPY_HOST_TO_HOST), ACL_SUCCESS);
}

static void offsets(void)
{
    /* Of the host: device memory is rounded up. */
    REQUIRE_STATUS(aclrtMallocHost((void **)&words, 20), ACL_SUCCESS);
    set_words(to, from);
    CHECK_STATUS(by_words(8, 40, 8, 1, INNER), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    check(40, 1);
    check(47, 8);
    check(48, 0xFF);
    CHECK_STATUS(by_words(0, 0, 0, 0, INNER), ACL_SUCCESS);
    CHECK_REFUSED(by_words(3, 0, 4, 0, INNER), 107000, "`count` is 4; allowed: at most 3");
    CHECK_REFUSED(by_words(4, 0, 4, 0, ACL_MEMCPY_DEVICE_TO_DEVICE), 107000, "`kind` is ACL_MEMCPY_DEVICE_TO_DEVICE");
    CHECK_REFUSED(aclrtMemcpyAsyncWithOffset(NULL, 4, 0, (const void **)words, 4, 0, INNER, stream), 100000, "`dst` is null");
    CHECK_REFUSED(aclrtMemcpyAsyncWithOffset(words, 4, 0, NULL, 4, 0, INNER, stream), 100000, "`src` is null");
    CHECK_REFUSED(aclrtMemcpyAsyncWithOffset(words, 4, 0, (const void **)((char *)words + 4), 4, 0, INNER, stream), 107000, "a multiple of 8");
    CHECK_REFUSED(aclrtMemcpyAsyncWithOffset(words, 4, 0, (const void **)words + 2, 4, 0, INNER, stream), 107000, "`src` extends to byte");
    CHECK_STATUS(by_words(8, SIZE - 4, 8, 0, INNER), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(stream), 507015, "`dst` extends to byte");
    set_words(to, NULL);
    CHECK_STATUS(by_words(8, 0, 8, 0, INNER), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(stream), 507015, "`src` is null");
    CHECK_STATUS(aclrtFreeHost(words), ACL_SUCCESS);
}

int main(void)
{
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc((void **)&from, SIZE, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc((void **)&to, SIZE, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    fill();
    CHECK_STATUS(aclrtMemcpyAsyncWithCondition(to + 56, 8, from, 8, ACL_MEMCPY_DEVICE_TO_DEVICE, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    check(57, 1);
    CHECK_REFUSED(aclrtMemcpyAsyncWithCondition(to, 8, from, 8, ACL_MEMCPY_HOST_TO_HOST, stream), 207000, "aclrtMemcpyAsyncWithCondition");
    CHECK_REFUSED(aclrtMemcpyAsyncWithCondition(NULL, 8, from, 8, ACL_MEMCPY_DEVICE_TO_DEVICE, stream), 100000, "`dst` is null");
    CHECK_REFUSED(aclrtMemcpyAsyncWithCondition(to, 7, from, 8, ACL_MEMCPY_DEVICE_TO_DEVICE, stream), 107000, "`count` is 8");
    described();
    offsets();
    CHECK_STATUS(aclrtFree(to), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(from), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
