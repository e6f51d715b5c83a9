/* Copies of CNRT: every direction, at once and in a queue, plain, by rows and between devices; codes and messages. */
#define _POSIX_C_SOURCE 200809L
#include "fixture.h"

enum { BYTES = 300000 };

static unsigned char pattern[BYTES], back[BYTES];
static cnrtQueue_t queue;

typedef cnrtRet_t (*Copy)(void *, void *, size_t, cnrtMemTransDir_t);

static cnrtRet_t later(void *dst, void *src, size_t bytes, cnrtMemTransDir_t dir)
{
    const cnrtRet_t status = cnrtMemcpyAsync(dst, src, bytes, queue, dir);
    return status != OK ? status : cnrtQueueSync(queue);
}

static cnrtRet_t later_v2(void *dst, void *src, size_t bytes, cnrtMemTransDir_t dir)
{
    const cnrtRet_t status = cnrtMemcpyAsync_V2(dst, src, bytes, queue, dir);
    return status != OK ? status : cnrtQueueSync(queue);
}

static cnrtRet_t later_v3(void *dst, void *src, size_t bytes, cnrtMemTransDir_t dir)
{
    const cnrtRet_t status = cnrtMemcpyAsync_V3(dst, src, bytes, queue, dir);
    return status != OK ? status : cnrtQueueSync(queue);
}

static void directions(Copy copy)
{
    unsigned char *first = NULL, *second = NULL, *pinned = NULL;
    int direction;
    REQUIRE_STATUS(cnrtMalloc((void **)&first, BYTES), OK);
    REQUIRE_STATUS(cnrtMalloc((void **)&second, BYTES), OK);
    REQUIRE_STATUS(cnrtHostMalloc((void **)&pinned, BYTES), OK);
    memset(back, 0, BYTES);
    CHECK_STATUS(copy(first, pattern, BYTES, cnrtMemcpyHostToDev), OK);
    CHECK_STATUS(copy(second, first, BYTES, cnrtMemcpyDevToDev), OK);
    CHECK_STATUS(copy(pinned, second, BYTES, cnrtMemcpyDevToHost), OK);
    CHECK_STATUS(copy(back, pinned, BYTES, cnrtMemcpyHostToHost), OK);
    CHECK_EQUAL_BITS(back, pattern, BYTES);
    CHECK_STATUS(copy(first, pattern + 1, BYTES - 1, cnrtMemcpyNoDirection), OK);
    CHECK_STATUS(copy(second, first, BYTES - 1, cnrtMemcpyPeerToPeer), OK);
    CHECK_STATUS(copy(back, second, BYTES - 1, CNRT_MEM_TRANS_DIR_DEV2HOST), OK);
    CHECK_EQUAL_BITS(back, pattern + 1, BYTES - 1);

    for (direction = -1; direction <= 6; direction += 7) {
        CHECK_REFUSED(copy(first, pattern, 1, (cnrtMemTransDir_t)direction), cnrtErrorMemcpyDirectionInvalid, "`dir` is ");
    }
    CHECK_REFUSED(copy(NULL, pattern, 1, cnrtMemcpyHostToDev), cnrtErrorArgsInvalid, "`dst` is null");
    CHECK_REFUSED(copy(first, NULL, 1, cnrtMemcpyHostToDev), cnrtErrorArgsInvalid, "`src` is null");
    CHECK_REFUSED(copy(first + 1, pattern, BYTES, cnrtMemcpyHostToDev), cnrtErrorArgsInvalid,
                  "`dst` extends to byte 300001, past the end of its 300000-byte allocation");
    CHECK_REFUSED(copy(back, second + 2, BYTES, cnrtMemcpyDevToHost), cnrtErrorArgsInvalid, "`src` extends to byte 300002");
    CHECK_REFUSED(copy(first, pattern, SIZE_MAX, cnrtMemcpyHostToDev), cnrtErrorArgsInvalid, "`dst` ");
    CHECK_STATUS(copy(NULL, NULL, 0, cnrtMemcpyHostToDev), OK);
    CHECK_STATUS(copy(back, first, BYTES, cnrtMemcpyDevToHost), OK);
    CHECK_EQUAL_BITS(back, pattern + 1, BYTES - 1);
    CHECK_STATUS(cnrtFree(first), OK);
    CHECK_STATUS(cnrtFree(second), OK);
    CHECK_STATUS(cnrtFreeHost(pinned), OK);
}

static cnrtRet_t rows_later(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                            cnrtMemTransDir_t dir)
{
    const cnrtRet_t status = cnrtMemcpy2DAsync(dst, dpitch, src, spitch, width, height, dir, queue);
    return status != OK ? status : cnrtQueueSync(queue);
}

static void rows(cnrtRet_t (*copy)(void *, size_t, const void *, size_t, size_t, size_t, cnrtMemTransDir_t))
{
    enum { HEIGHT = 5, WIDTH = 7, PITCH = 11 };
    unsigned char *memory = NULL, host[HEIGHT * PITCH], expected[HEIGHT * PITCH];
    const cnrtMemTransDir_t in = cnrtMemcpyHostToDev;
    int row;
    REQUIRE_STATUS(cnrtMalloc((void **)&memory, sizeof host), OK);
    REQUIRE_STATUS(cnrtMemset(memory, 0xEE, sizeof host), OK);
    CHECK_STATUS(copy(memory, PITCH, pattern, 2 * PITCH, WIDTH, HEIGHT, in), OK);
    CHECK_STATUS(cnrtMemcpy(host, memory, sizeof host, cnrtMemcpyDevToHost), OK);
    memset(expected, 0xEE, sizeof expected);
    for (row = 0; row < HEIGHT; row++) {
        memcpy(expected + row * PITCH, pattern + row * 2 * PITCH, WIDTH);
    }
    CHECK_EQUAL_BITS(host, expected, sizeof host);
    CHECK_REFUSED(copy(NULL, PITCH, pattern, PITCH, WIDTH, HEIGHT, in), cnrtErrorArgsInvalid, "`dst` is null");
    CHECK_REFUSED(copy(memory, PITCH, NULL, PITCH, WIDTH, HEIGHT, in), cnrtErrorArgsInvalid, "`src` is null");
    CHECK_REFUSED(copy(memory, PITCH, pattern, PITCH, 0, HEIGHT, in), cnrtErrorArgsInvalid, "`width` is 0; allowed: 1 or more");
    CHECK_REFUSED(copy(memory, PITCH, pattern, PITCH, WIDTH, 0, in), cnrtErrorArgsInvalid, "`height` is 0");
    CHECK_REFUSED(copy(memory, WIDTH - 1, pattern, PITCH, WIDTH, HEIGHT, in), cnrtErrorArgsInvalid, "`dpitch` is 6; allowed: 7");
    CHECK_REFUSED(copy(memory, PITCH, pattern, 0, WIDTH, HEIGHT, in), cnrtErrorArgsInvalid, "`spitch` is 0; allowed: 7");
    CHECK_REFUSED(copy(memory, PITCH, pattern, PITCH, WIDTH, HEIGHT + 1, in), cnrtErrorArgsInvalid, "`dst` extends to byte 62");
    CHECK_REFUSED(copy(memory, PITCH, pattern, PITCH, WIDTH, SIZE_MAX / 2, in), cnrtErrorArgsInvalid, "address space");
    CHECK_REFUSED(copy(memory, PITCH, pattern, PITCH, WIDTH, HEIGHT, (cnrtMemTransDir_t)9), cnrtErrorMemcpyDirectionInvalid,
                  "`dir` is 9");
    CHECK_STATUS(cnrtMemcpy(host, memory, sizeof host, cnrtMemcpyDevToHost), OK);
    CHECK_EQUAL_BITS(host, expected, sizeof host);
    CHECK_STATUS(cnrtFree(memory), OK);
}

static void peers(void)
{
    void *here = NULL, *there = NULL;
    REQUIRE_STATUS(cnrtMalloc(&here, BYTES), OK);
    REQUIRE_STATUS(cnrtSetDevice(1), OK);
    REQUIRE_STATUS(cnrtMalloc(&there, BYTES), OK);
    REQUIRE_STATUS(cnrtSetDevice(0), OK);
    CHECK_STATUS(cnrtMemcpy(here, pattern, BYTES, cnrtMemcpyHostToDev), OK);
    CHECK_STATUS(cnrtMemcpyPeer(there, 1, here, 0, BYTES), OK);
    memset(back, 0, BYTES);
    CHECK_STATUS(cnrtMemcpy(back, there, BYTES, cnrtMemcpyDevToHost), OK);
    CHECK_EQUAL_BITS(back, pattern, BYTES);
    CHECK_REFUSED(cnrtMemcpyPeer(there, 2, here, 0, BYTES), cnrtErrorDeviceInvalid, "`dstDevice` is 2");
    CHECK_REFUSED(cnrtMemcpyPeer(there, 1, here, -1, BYTES), cnrtErrorDeviceInvalid, "`srcDevice` is -1");
    CHECK_REFUSED(cnrtMemcpyPeer(NULL, 1, here, 0, BYTES), cnrtErrorArgsInvalid, "`dst` is null");
    CHECK_STATUS(cnrtFree(here), OK);
    CHECK_STATUS(cnrtFree(there), OK);
}

/* A copy in a queue reads its source when the queue gets there; one that is not in a queue waits for the default queue. */
static void order(void)
{
    unsigned char source = 1, target = 0;
    sem_t gate;
    shut(&gate, queue);
    CHECK_STATUS(cnrtMemcpyAsync(&target, &source, 1, queue, cnrtMemcpyHostToHost), OK);
    source = 2;
    CHECK_EQUAL_INT(target, 0);
    open_gate(&gate);
    CHECK_STATUS(cnrtQueueSync(queue), OK);
    CHECK_EQUAL_INT(target, 2);
    CHECK_STATUS(cnrtMemsetAsync(&source, 3, 1, NULL), OK);
    CHECK_STATUS(cnrtMemcpy(&target, &source, 1, cnrtMemcpyHostToHost), OK);
    CHECK_EQUAL_INT(target, 3);
}

int main(void)
{
    size_t at;
    for (at = 0; at < BYTES; at++) {
        pattern[at] = (unsigned char)(at * 7 % 251);
    }
    REQUIRE_STATUS(cnrtQueueCreate(&queue), OK);
    directions(cnrtMemcpy);
    directions(later);
    directions(later_v2);
    directions(later_v3);
    rows(cnrtMemcpy2D);
    rows(rows_later);
    peers();
    order();
    CHECK_STATUS(cnrtQueueDestroy(queue), OK);
    return check_result();
}
