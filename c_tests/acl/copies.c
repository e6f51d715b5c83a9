/* Copying and setting memory, at once and in a stream. */
#include "fixture.h"

#define SIZE 256

static unsigned char source[SIZE], target[SIZE], before[SIZE];
static unsigned char *device;
static aclrtStream stream;

static void reset(void)
{
    size_t at;
    for (at = 0; at < SIZE; at++) {
        source[at] = (unsigned char)at;
        target[at] = before[at] = 0xA5;
    }
    REQUIRE_STATUS(aclrtMemset(device, SIZE, 0xA5, SIZE), ACL_SUCCESS);
}

static void check_device_untouched(void)
{
    unsigned char now[SIZE];
    REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemcpy(now, SIZE, device, SIZE, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_EQUAL_BITS(now, before, SIZE);
}

/* One interface to the copy that is at once and the one that is queued. */
static int queued;

static aclError copy(void *to, size_t most, const void *from, size_t count, aclrtMemcpyKind kind)
{
    return queued ? aclrtMemcpyAsync(to, most, from, count, kind, stream) : aclrtMemcpy(to, most, from, count, kind);
}

static aclError copy_2d(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                        aclrtMemcpyKind kind)
{
    return queued ? aclrtMemcpy2dAsync(to, to_pitch, from, from_pitch, width, height, kind, stream)
                  : aclrtMemcpy2d(to, to_pitch, from, from_pitch, width, height, kind);
}

static aclError set(void *to, size_t most, int32_t value, size_t count)
{
    return queued ? aclrtMemsetAsync(to, most, value, count, stream) : aclrtMemset(to, most, value, count);
}

static void copies(void)
{
    int kind;

    reset();
    CHECK_STATUS(copy(NULL, 0, NULL, 0, (aclrtMemcpyKind)99), ACL_SUCCESS);
    CHECK_REFUSED(copy(NULL, SIZE, source, SIZE, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM, "`dst` is null");
    CHECK_REFUSED(copy(device, SIZE, NULL, SIZE, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM, "`src` is null");
    for (kind = -1; kind < 9; kind++) {
        if (kind < 0 || kind > ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE) {
            CHECK_REFUSED(copy(device, SIZE, source, SIZE, (aclrtMemcpyKind)kind), ACL_ERROR_INVALID_PARAM, "`kind` is");
        }
    }
    CHECK_REFUSED(copy(device, SIZE - 1, source, SIZE, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_RT_PARAM_INVALID,
                  "`count` is 256; allowed: at most 255 (`destMax`)");
    CHECK_REFUSED(copy(device, SIZE_MAX, source, SIZE + 1, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_RT_PARAM_INVALID,
                  "`dst` extends to byte 257, past the end of its 256-byte allocation");
    CHECK_REFUSED(copy(target, SIZE, device + 1, SIZE, ACL_MEMCPY_DEVICE_TO_HOST), ACL_ERROR_RT_PARAM_INVALID,
                  "`src` extends to byte 257, past the end of its 256-byte allocation (it starts at offset 1)");
    CHECK_REFUSED(copy(device, SIZE_MAX, source, SIZE_MAX, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_RT_PARAM_INVALID, "`count` is");
    CHECK_EQUAL_BITS(target, before, SIZE);
    check_device_untouched();

    for (kind = ACL_MEMCPY_HOST_TO_DEVICE; kind <= ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE; kind++) {
        reset();
        CHECK_STATUS(copy(device, SIZE, source, SIZE, (aclrtMemcpyKind)kind), ACL_SUCCESS);
        CHECK_STATUS(copy(target, SIZE, device, SIZE, (aclrtMemcpyKind)kind), ACL_SUCCESS);
        CHECK_STATUS(copy(target, SIZE, target, SIZE, (aclrtMemcpyKind)kind), ACL_SUCCESS);
        CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        CHECK_EQUAL_BITS(target, source, SIZE);
    }
    reset();
    if (queued) {
        CHECK_REFUSED(copy(target, SIZE, source, SIZE, ACL_MEMCPY_HOST_TO_HOST), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "`kind` is");
        CHECK_EQUAL_BITS(target, before, SIZE);
        CHECK_REFUSED(aclrtMemcpyAsync(device, SIZE, source, SIZE, ACL_MEMCPY_HOST_TO_DEVICE, NO_HANDLE), ACL_ERROR_RT_INVALID_HANDLE,
                      "`stream` is");
        check_device_untouched();
    } else {
        CHECK_STATUS(copy(target, SIZE, source, SIZE, ACL_MEMCPY_HOST_TO_HOST), ACL_SUCCESS);
        CHECK_EQUAL_BITS(target, source, SIZE);
    }
}

static void sets(void)
{
    reset();
    CHECK_STATUS(set(NULL, 0, 1, 0), ACL_SUCCESS);
    CHECK_REFUSED(set(NULL, SIZE, 1, SIZE), ACL_ERROR_INVALID_PARAM, "`devPtr` is null");
    CHECK_REFUSED(set(device, SIZE - 1, 1, SIZE), ACL_ERROR_RT_PARAM_INVALID, "`count` is 256; allowed: at most 255 (`maxCount`)");
    CHECK_REFUSED(set(device + 8, SIZE_MAX, 1, SIZE), ACL_ERROR_RT_PARAM_INVALID, "`devPtr` extends to byte 264");
    if (queued) {
        CHECK_REFUSED(aclrtMemsetAsync(device, SIZE, 1, SIZE, NO_HANDLE), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    }
    check_device_untouched();
    CHECK_STATUS(set(device + 8, SIZE - 8, 0x1FF, 4), ACL_SUCCESS);
    memset(before + 8, 0xFF, 4);
    check_device_untouched();
}

static void rows(void)
{
    size_t row, column;

    reset();
    CHECK_STATUS(copy_2d(NULL, 0, NULL, 0, 0, 4, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    CHECK_STATUS(copy_2d(NULL, 0, NULL, 0, 4, 0, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    CHECK_REFUSED(copy_2d(NULL, 16, source, 16, 8, 4, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM, "`dst` is null");
    CHECK_REFUSED(copy_2d(device, 16, NULL, 16, 8, 4, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM, "`src` is null");
    CHECK_REFUSED(copy_2d(device, 16, source, 16, 8, 4, (aclrtMemcpyKind)6), ACL_ERROR_INVALID_PARAM, "`kind` is");
    CHECK_REFUSED(copy_2d(device, 7, source, 16, 8, 4, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM, "at most 7 (`dpitch`)");
    CHECK_REFUSED(copy_2d(device, 16, source, 7, 8, 4, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM, "at most 7 (`spitch`)");
    CHECK_REFUSED(copy_2d(device, 16, source, 16, 8, 17, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_RT_PARAM_INVALID,
                  "`dst` extends to byte 264");
    CHECK_REFUSED(copy_2d(device, SIZE_MAX / 2, source, 16, 8, 4, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_RT_PARAM_INVALID, "aclrtMemcpy2d");
    if (queued) {
        CHECK_REFUSED(copy_2d(target, 16, source, 16, 8, 4, ACL_MEMCPY_HOST_TO_HOST), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "`kind` is");
        CHECK_REFUSED(aclrtMemcpy2dAsync(device, 16, source, 16, 8, 4, ACL_MEMCPY_HOST_TO_DEVICE, NO_HANDLE),
                      ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    }
    check_device_untouched();

    /* The last row needs no full pitch. */
    CHECK_STATUS(copy_2d(device + 8, 16, source, 32, 8, 8, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    for (row = 0; row < 8; row++) {
        for (column = 0; column < 8; column++) {
            before[8 + 16 * row + column] = source[32 * row + column];
        }
    }
    check_device_untouched();
}

/* What is queued waits for its turn, and keeps its order. */
static void in_stream_order(void)
{
    uint64_t *word = device_word();
    void *pinned;
    unsigned char *bytes;

    REQUIRE_STATUS(aclrtMallocHost(&pinned, SIZE), ACL_SUCCESS);
    bytes = (unsigned char *)pinned;
    reset();
    memset(bytes, 0, SIZE);
    hold(word, stream);
    CHECK_STATUS(aclrtMemsetAsync(device, SIZE, 3, SIZE, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpyAsync(bytes, SIZE, device, SIZE, ACL_MEMCPY_DEVICE_TO_HOST, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemsetAsync(device, SIZE, 4, SIZE, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpy2dAsync(bytes, 16, device, 16, 1, 2, ACL_MEMCPY_DEVICE_TO_HOST, stream), ACL_SUCCESS);
    CHECK_TRUE(bytes[0] == 0 && bytes[SIZE - 1] == 0);
    open_word(word);
    /* Pageable memory: the stream is waited for, and the copy is done when the call returns. */
    CHECK_STATUS(aclrtMemcpyAsync(target, SIZE, device, SIZE, ACL_MEMCPY_DEVICE_TO_HOST, stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(target[SIZE - 1], 4);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_TRUE(bytes[0] == 4 && bytes[1] == 3 && bytes[16] == 4 && bytes[SIZE - 1] == 3);
    CHECK_STATUS(aclrtFreeHost(pinned), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(word), ACL_SUCCESS);
}

int main(void)
{
    void *memory;
    aclrtContext own;

    CHECK_REFUSED(aclrtMemcpy(target, SIZE, source, SIZE, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_REFUSED(aclrtMemset(target, SIZE, 1, SIZE), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_REFUSED(aclrtMemcpy2d(target, 16, source, 16, 8, 4, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_STATUS(aclrtMemcpy(target, SIZE, source, SIZE, ACL_MEMCPY_HOST_TO_HOST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc(&memory, SIZE, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    device = (unsigned char *)memory;
    for (queued = 0; queued <= 1; queued++) {
        copies();
        sets();
        rows();
    }
    in_stream_order();

    reset();
    REQUIRE_STATUS(aclrtCreateContext(&own, 0), ACL_SUCCESS);
    CHECK_REFUSED(aclrtMemcpyAsync(device, SIZE, source, SIZE, ACL_MEMCPY_HOST_TO_DEVICE, stream), ACL_ERROR_RT_STREAM_CONTEXT, "another context");
    CHECK_REFUSED(aclrtMemcpy2dAsync(device, 16, source, 16, 8, 4, ACL_MEMCPY_HOST_TO_DEVICE, stream), ACL_ERROR_RT_STREAM_CONTEXT, "another context");
    CHECK_REFUSED(aclrtMemsetAsync(device, SIZE, 1, SIZE, stream), ACL_ERROR_RT_STREAM_CONTEXT, "another context");
    CHECK_STATUS(aclrtDestroyContext(own), ACL_SUCCESS);
    check_device_untouched();
    CHECK_STATUS(aclrtFree(device), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
