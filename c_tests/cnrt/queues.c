/* Queues of CNRT: order, queries, priorities, host functions, ends with work pending; null, stale and foreign handles. */
#define _POSIX_C_SOURCE 200809L
#include "fixture.h"

static void append(void *argument)
{
    char *text = (char *)argument;
    text[strlen(text)] = (char)('a' + strlen(text));
}

static void bad_handles(void)
{
    static const char *const texts[] = {"`queue` is not a handle", "`queue` is a destroyed handle",
                                        "`queue` is a handle of another kind (notifier)"};
    cnrtNotifier_t notifier = NULL;
    cnrtQueue_t bad[3] = {(cnrtQueue_t)NO_HANDLE, stale_queue(), NULL};
    int priority = UNTOUCHED, at;
    char byte = 7;

    REQUIRE_STATUS(cnrtNotifierCreate(&notifier), OK);
    bad[2] = (cnrtQueue_t)(void *)notifier;
    for (at = 0; at < 3; at++) {
        const int code = cnrtErrorInvalidResourceHandle;
        CHECK_REFUSED(cnrtQueueDestroy(bad[at]), code, texts[at]);
        CHECK_REFUSED(cnrtQueueGetPriority(bad[at], &priority), code, texts[at]);
        CHECK_REFUSED(cnrtQueueQuery(bad[at]), code, texts[at]);
        CHECK_REFUSED(cnrtQueueSync(bad[at]), code, texts[at]);
        CHECK_REFUSED(cnrtInvokeHostFunc(bad[at], append, &byte), code, texts[at]);
        CHECK_REFUSED(cnrtMemcpyAsync(&byte, &byte, 1, bad[at], cnrtMemcpyHostToHost), code, texts[at]);
        CHECK_REFUSED(cnrtMemsetAsync(&byte, 1, 1, bad[at]), code, texts[at]);
        CHECK_REFUSED(cnrtPlaceNotifier(notifier, bad[at]), code, texts[at]);
        CHECK_REFUSED(cnrtQueueWaitNotifier(notifier, bad[at], 0), code, texts[at]);
    }
    CHECK_EQUAL_INT(priority, UNTOUCHED);
    CHECK_EQUAL_INT(byte, 7);
    CHECK_STATUS(cnrtNotifierDestroy(notifier), OK);
}

static void priorities(void)
{
    int least = 0, greatest = 0, priority = UNTOUCHED;
    cnrtQueue_t queue = NULL;
    CHECK_STATUS(cnrtDeviceGetQueuePriorityRange(&least, &greatest), OK);
    /* What is outside the range is moved into it. */
    CHECK_STATUS(cnrtQueueCreateWithPriority(&queue, 0, least + 100), OK);
    CHECK_STATUS(cnrtQueueGetPriority(queue, &priority), OK);
    CHECK_EQUAL_INT(priority, least);
    CHECK_REFUSED(cnrtQueueGetPriority(queue, NULL), cnrtErrorArgsInvalid, "`priority` is null");
    CHECK_STATUS(cnrtQueueDestroy(queue), OK);
    CHECK_STATUS(cnrtQueueCreateWithPriority(&queue, 0, greatest - 100), OK);
    CHECK_STATUS(cnrtQueueGetPriority(queue, &priority), OK);
    CHECK_EQUAL_INT(priority, greatest);
    CHECK_STATUS(cnrtQueueDestroy(queue), OK);
    CHECK_REFUSED(cnrtQueueCreateWithPriority(NULL, 0, 0), cnrtErrorArgsInvalid, "`pQueue` is null");
}

static void order(void)
{
    cnrtQueue_t queue = NULL, other = NULL;
    char text[8] = "", other_text[8] = "";
    sem_t gate;
    int at;
    CHECK_STATUS(cnrtQueueCreate(&queue), OK);
    CHECK_STATUS(cnrtQueueCreate(&other), OK);
    CHECK_STATUS(cnrtQueueQuery(queue), OK);
    CHECK_REFUSED(cnrtInvokeHostFunc(queue, NULL, text), cnrtErrorArgsInvalid, "`fn` is null");
    shut(&gate, queue);
    for (at = 0; at < 5; at++) {
        CHECK_STATUS(cnrtInvokeHostFunc(queue, append, text), OK);
    }
    /* Pending work is an answer, no error. */
    CHECK_STATUS(cnrtQueueQuery(queue), cnrtErrorBusy);
    CHECK_STATUS(cnrtPeekAtLastError(), OK);
    /* Queues are independent. */
    CHECK_STATUS(cnrtInvokeHostFunc(other, append, other_text), OK);
    CHECK_STATUS(cnrtQueueSync(other), OK);
    CHECK_EQUAL_STRING(other_text, "a");
    CHECK_EQUAL_STRING(text, "");
    open_gate(&gate);
    CHECK_STATUS(cnrtQueueSync(queue), OK);
    CHECK_EQUAL_STRING(text, "abcde");
    CHECK_STATUS(cnrtQueueQuery(queue), OK);

    /* A queue may end with work pending: it is done all the same. */
    shut(&gate, queue);
    CHECK_STATUS(cnrtInvokeHostFunc(queue, append, text), OK);
    CHECK_STATUS(cnrtQueueDestroy(queue), OK);
    open_gate(&gate);
    for (at = 0; at < 2000 && ((volatile char *)text)[5] == 0; at++) {
        sleep_ms(1);
    }
    CHECK_EQUAL_STRING(text, "abcdef");
    CHECK_STATUS(cnrtQueueDestroy(other), OK);
}

static void default_queue(void)
{
    cnrtQueue_t names[] = {NULL, cnrtQueueLegacy, cnrtQueuePerThread};
    char text[8] = "";
    int at;
    for (at = 0; at < 3; at++) {
        CHECK_STATUS(cnrtInvokeHostFunc(names[at], append, text), OK);
        CHECK_STATUS(cnrtQueueSync(names[2 - at]), OK);
        CHECK_STATUS(cnrtQueueQuery(names[at]), OK);
    }
    CHECK_EQUAL_STRING(text, "abc");
    CHECK_REFUSED(cnrtQueueDestroy(NULL), cnrtErrorArgsInvalid, "`queue` is null");
}

int main(void)
{
    CHECK_REFUSED(cnrtQueueCreate(NULL), cnrtErrorArgsInvalid, "`pQueue` is null");
    bad_handles();
    priorities();
    order();
    default_queue();
    return check_result();
}
