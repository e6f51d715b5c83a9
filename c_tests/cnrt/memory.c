/* Memory of CNRT: allocation on both sides, in a queue's order, its ends, what an address is, fills; codes and messages. */
#define _POSIX_C_SOURCE 200809L
#include "fixture.h"

typedef cnrtRet_t (*Allocate)(void **, size_t);
typedef cnrtRet_t (*Release)(void *);

static void allocations(Allocate allocate, Release release, Release other_release, const char *null_text)
{
    void *memory = NO_HANDLE, *second = NULL;
    char here;

    CHECK_REFUSED(allocate(NULL, 64), cnrtErrorArgsInvalid, null_text);
    CHECK_STATUS(allocate(&memory, 0), OK);
    CHECK_TRUE(memory == NULL);
    CHECK_STATUS(release(NULL), OK);
    CHECK_STATUS(allocate(&memory, 1), OK);
    CHECK_STATUS(allocate(&second, 1000), OK);
    CHECK_TRUE(memory != NULL && second != NULL && memory != second);
    CHECK_TRUE(((uintptr_t)memory | (uintptr_t)second) % 256 == 0);
    CHECK_STATUS(cnrtMemset(second, 0, 1000), OK);
    CHECK_REFUSED(release((char *)second + 8), cnrtErrorCndrvFuncCall, "`ptr` is ");
    CHECK_REFUSED(release(&here), cnrtErrorCndrvFuncCall, "`ptr` is ");
    CHECK_REFUSED(other_release(second), cnrtErrorCndrvFuncCall, "`ptr` is ");
    CHECK_STATUS(release(second), OK);
    CHECK_REFUSED(release(second), cnrtErrorCndrvFuncCall, "`ptr` is ");
    CHECK_STATUS(release(memory), OK);
}

static void limits(void)
{
    void *memory = NO_HANDLE;
    size_t before = UNTOUCHED, during = 0, total = UNTOUCHED;
    CHECK_REFUSED(cnrtMemGetInfo(NULL, &total), cnrtErrorArgsInvalid, "`free` is null");
    CHECK_REFUSED(cnrtMemGetInfo(&before, NULL), cnrtErrorArgsInvalid, "`total` is null");
    CHECK_TRUE(before == UNTOUCHED && total == UNTOUCHED);
    CHECK_STATUS(cnrtMemGetInfo(&before, &total), OK);
    CHECK_TRUE(total == (size_t)1 << 30 && before <= total);
    CHECK_REFUSED(cnrtMalloc(&memory, total + 1), cnrtErrorNoMem, "bytes left of 1073741824; 1073741825 were asked for");
    CHECK_REFUSED(cnrtMalloc(&memory, SIZE_MAX), cnrtErrorNoMem, "were asked for");
    CHECK_TRUE(memory == NO_HANDLE);
    CHECK_STATUS(cnrtMalloc(&memory, 1 << 20), OK);
    CHECK_STATUS(cnrtMemGetInfo(&during, &total), OK);
    CHECK_TRUE(during <= before - (1 << 20));
    CHECK_STATUS(cnrtFree(memory), OK);
    CHECK_STATUS(cnrtMemGetInfo(&during, &total), OK);
    CHECK_TRUE(during == before);
}

static void attributes(void)
{
    char *memory = NULL, *host = NULL, here;
    cnrtPointerAttributes_t attributes;
    CHECK_STATUS(cnrtMalloc((void **)&memory, 1000), OK);
    CHECK_STATUS(cnrtHostMalloc((void **)&host, 500), OK);
    CHECK_REFUSED(cnrtPointerGetAttributes(NULL, memory), cnrtErrorArgsInvalid, "`attr` is null");
    CHECK_STATUS(cnrtPointerGetAttributes(&attributes, memory + 10), OK);
    CHECK_EQUAL_INT(attributes.type, cnrtMemTypeDevice);
    CHECK_EQUAL_INT(attributes.device, 0);
    CHECK_EQUAL_INT(attributes.size, 1000);
    CHECK_TRUE(attributes.devicePointer == memory + 10 && attributes.deviceBasePointer == memory);
    CHECK_STATUS(cnrtPointerGetAttributes(&attributes, host), OK);
    CHECK_EQUAL_INT(attributes.type, cnrtMemTypeHost);
    CHECK_TRUE(attributes.hostPointer == host);
    CHECK_STATUS(cnrtPointerGetAttributes(&attributes, &here), OK);
    CHECK_EQUAL_INT(attributes.type, cnrtMemTypeUnregistered);
    CHECK_STATUS(cnrtFree(memory), OK);
    CHECK_STATUS(cnrtFreeHost(host), OK);
}

static void fills(cnrtQueue_t queue)
{
    unsigned char *memory = NULL, host[16];
    size_t at;
    CHECK_STATUS(cnrtMalloc((void **)&memory, sizeof host), OK);
    /* Only the lowest byte of the value counts. */
    CHECK_STATUS(cnrtMemset(memory, 0x1234, sizeof host), OK);
    CHECK_STATUS(cnrtMemsetAsync(memory + 4, -1, 4, queue), OK);
    CHECK_STATUS(cnrtQueueSync(queue), OK);
    CHECK_STATUS(cnrtMemcpy(host, memory, sizeof host, cnrtMemcpyDevToHost), OK);
    for (at = 0; at < sizeof host; at++) {
        CHECK_EQUAL_INT(host[at], at / 4 == 1 ? 0xff : 0x34);
    }
    CHECK_STATUS(cnrtMemset(NULL, 1, 0), OK);
    CHECK_REFUSED(cnrtMemset(NULL, 1, 1), cnrtErrorArgsInvalid, "`ptr` is null");
    CHECK_REFUSED(cnrtMemset(memory, 1, 17), cnrtErrorArgsInvalid, "`ptr` extends to byte 17, past the end of its 16-byte allocation");
    CHECK_REFUSED(cnrtMemset(memory, 1, SIZE_MAX), cnrtErrorArgsInvalid, "address space");
    CHECK_REFUSED(cnrtMemsetAsync(NULL, 1, 1, queue), cnrtErrorArgsInvalid, "`ptr` is null");
    CHECK_REFUSED(cnrtMemsetAsync(memory + 1, 1, 16, queue), cnrtErrorArgsInvalid, "`ptr` extends to byte 17");
    CHECK_STATUS(cnrtQueueSync(queue), OK);
    CHECK_STATUS(cnrtMemcpy(host, memory, sizeof host, cnrtMemcpyDevToHost), OK);
    CHECK_EQUAL_INT(host[0], 0x34);
    CHECK_STATUS(cnrtFree(memory), OK);
}

/* Allocated for a queue and freed in its order: the fill before the free is still done. */
static void in_order(cnrtQueue_t queue)
{
    unsigned char *memory = (unsigned char *)NO_HANDLE, host = 0;
    sem_t gate;
    CHECK_REFUSED(cnrtMemAllocAsync(NULL, 64, queue), cnrtErrorArgsInvalid, "`pPtr` is null");
    CHECK_REFUSED(cnrtMemAllocAsync((void **)&memory, 64, stale_queue()), cnrtErrorInvalidResourceHandle, "`queue` is a destroyed");
    CHECK_TRUE(memory == (unsigned char *)NO_HANDLE);
    CHECK_STATUS(cnrtMemAllocAsync((void **)&memory, 64, queue), OK);
    shut(&gate, queue);
    CHECK_STATUS(cnrtMemsetAsync(memory, 9, 64, queue), OK);
    CHECK_STATUS(cnrtMemcpyAsync(&host, memory + 63, 1, queue, cnrtMemcpyDevToHost), OK);
    CHECK_STATUS(cnrtMemFreeAsync(memory, queue), OK);
    open_gate(&gate);
    CHECK_STATUS(cnrtQueueSync(queue), OK);
    CHECK_EQUAL_INT(host, 9);
    CHECK_REFUSED(cnrtMemFreeAsync(memory, queue), cnrtErrorCndrvFuncCall, "the start of live device memory");
    CHECK_REFUSED(cnrtMemFreeAsync(&host, queue), cnrtErrorCndrvFuncCall, "`mluAddr` is ");
    CHECK_STATUS(cnrtMemFreeAsync(NULL, queue), OK);
}

int main(void)
{
    cnrtQueue_t queue = NULL;
    CHECK_STATUS(cnrtQueueCreate(&queue), OK);
    allocations(cnrtMalloc, cnrtFree, cnrtFreeHost, "cnrtMalloc: `pPtr` is null");
    allocations(cnrtMallocConstant, cnrtFree, cnrtFreeHost, "cnrtMallocConstant: `pPtr` is null");
    allocations(cnrtHostMalloc, cnrtFreeHost, cnrtFree, "cnrtHostMalloc: `pPtr` is null");
    limits();
    attributes();
    fills(queue);
    in_order(queue);
    CHECK_STATUS(cnrtQueueDestroy(queue), OK);
    return check_result();
}
