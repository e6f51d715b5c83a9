/* Queues of buffers: attributes, copies of memory, buffers and chains, routes, and every refusal. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <unistd.h>

#include "acl/acl_tdt_queue.h"
#include "fixture.h"

static uint32_t new_queue(const char *name, uint32_t depth)
{
    uint32_t queue = 99;
    acltdtQueueAttr *attr = acltdtCreateQueueAttr();
    REQUIRE_STATUS(acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_NAME_PTR, sizeof name, &name), ACL_SUCCESS);
    REQUIRE_STATUS(acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_DEPTH_UINT32, sizeof depth, &depth), ACL_SUCCESS);
    REQUIRE_STATUS(acltdtCreateQueue(attr, &queue), ACL_SUCCESS);
    REQUIRE_STATUS(acltdtDestroyQueueAttr(attr), ACL_SUCCESS);
    return queue;
}

static void attributes(void)
{
    char longest[129];
    const char *name = NULL, *text = longest;
    uint32_t depth = 0, queue = 99, one = 1;
    size_t size = 0;
    acltdtQueueAttr *attr = acltdtCreateQueueAttr();
    CHECK_TRUE(attr != NULL);
    CHECK_STATUS(acltdtGetQueueAttr(attr, ACL_TDT_QUEUE_NAME_PTR, sizeof name, &size, &name), ACL_SUCCESS);
    CHECK_EQUAL_STRING(name, "");
    CHECK_EQUAL_INT(size, sizeof name);
    CHECK_STATUS(acltdtGetQueueAttr(attr, ACL_TDT_QUEUE_DEPTH_UINT32, 4, &size, &depth), ACL_SUCCESS);
    CHECK_EQUAL_INT(depth, 8);
    CHECK_EQUAL_INT(size, 4);
    memset(longest, 'n', 128);
    longest[128] = 0;
    CHECK_REFUSED(acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_NAME_PTR, sizeof text, &text), 100000, "a text of 128 bytes");
    longest[127] = 0;
    CHECK_STATUS(acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_NAME_PTR, sizeof text, &text), ACL_SUCCESS);
    CHECK_STATUS(acltdtGetQueueAttr(attr, ACL_TDT_QUEUE_NAME_PTR, sizeof name, &size, &name), ACL_SUCCESS);
    CHECK_EQUAL_STRING(name, longest);
    CHECK_REFUSED(acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_NAME_PTR, 4, &text), 100000, "`len` is 4; allowed: 8");
    CHECK_REFUSED(acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_DEPTH_UINT32, 8, &one), 100000, "`len` is 8; allowed: 4");
    CHECK_REFUSED(acltdtSetQueueAttr(attr, (acltdtQueueAttrType)2, 4, &one), 100000, "`type` is acltdtQueueAttrType(2)");
    CHECK_REFUSED(acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_DEPTH_UINT32, 4, NULL), 100000, "`param` is null");
    CHECK_REFUSED(acltdtSetQueueAttr(NULL, ACL_TDT_QUEUE_DEPTH_UINT32, 4, &one), 100000, "`attr` is null");
    CHECK_REFUSED(acltdtGetQueueAttr(attr, (acltdtQueueAttrType)2, 4, &size, &one), 100000, "`type` is");
    CHECK_REFUSED(acltdtGetQueueAttr(attr, ACL_TDT_QUEUE_DEPTH_UINT32, 4, NULL, &one), 100000, "`paramRetSize` is null");
    CHECK_REFUSED(acltdtGetQueueAttr(attr, ACL_TDT_QUEUE_DEPTH_UINT32, 4, &size, NULL), 100000, "`param` is null");
    CHECK_STATUS(acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_DEPTH_UINT32, 4, &one), ACL_SUCCESS);
    CHECK_REFUSED(acltdtCreateQueue(attr, &queue), 107000, "`attr->depth` is 1; allowed: 2 to 8192");
    CHECK_REFUSED(acltdtCreateQueue(NULL, NULL), 100000, "`qid` is null");
    CHECK_EQUAL_INT(queue, 99);
    CHECK_STATUS(acltdtDestroyQueueAttr(attr), ACL_SUCCESS);
    CHECK_REFUSED(acltdtDestroyQueueAttr(attr), 107017, "a destroyed handle");
    CHECK_REFUSED(acltdtCreateQueue(attr, &queue), 107017, "a destroyed handle");
}

static void data(void)
{
    const char words[6] = "words";
    char out[8] = "", user[4] = "";
    size_t size = 0;
    uint32_t queue = new_queue("data", 2), same = 99;
    acltdtQueueAttr *attr = acltdtCreateQueueAttr();
    const char *name = "data";
    REQUIRE_STATUS(acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_NAME_PTR, sizeof name, &name), ACL_SUCCESS);
    CHECK_REFUSED(acltdtCreateQueue(attr, &same), 100000, "the name of a live queue");
    REQUIRE_STATUS(acltdtDestroyQueueAttr(attr), ACL_SUCCESS);
    CHECK_STATUS(acltdtEnqueueData(queue, words, 6, "abc", 4, 0, 0), ACL_SUCCESS);
    CHECK_STATUS(acltdtEnqueueData(queue, words + 1, 2, NULL, 0, 0, 0), ACL_SUCCESS);
    CHECK_REFUSED(acltdtEnqueueData(queue, words, 6, NULL, 0, 0, 0), 207014, "there is no room");
    CHECK_STATUS(acltdtEnqueueData(queue, words, 6, NULL, 0, 5, 0), 207014);
    CHECK_REFUSED(acltdtDequeueData(queue, out, 5, &size, NULL, 0, 0), 107000, "`dataSize` is 5; allowed: 6 or more");
    CHECK_STATUS(acltdtDequeueData(queue, out, 8, &size, user, 4, 0), ACL_SUCCESS);
    CHECK_EQUAL_INT(size, 6);
    CHECK_EQUAL_STRING(out, "words");
    CHECK_EQUAL_STRING(user, "abc");
    CHECK_STATUS(acltdtDequeueData(queue, out, 8, &size, user, 4, 0), ACL_SUCCESS);
    CHECK_TRUE(size == 2 && memcmp(out, "orrds", 5) == 0 && user[0] == 0);
    CHECK_REFUSED(acltdtDequeueData(queue, out, 8, &size, NULL, 0, 0), 207013, "there is no message");
    CHECK_STATUS(acltdtDequeueData(queue, out, 8, &size, NULL, 0, 5), 207013);
    CHECK_REFUSED(acltdtEnqueueData(queue, NULL, 6, NULL, 0, 0, 0), 100000, "`data` is null");
    CHECK_REFUSED(acltdtEnqueueData(queue, words, 0, NULL, 0, 0, 0), 107000, "`dataSize` is 0");
    CHECK_REFUSED(acltdtEnqueueData(queue, words, 6, words, 97, 0, 0), 107000, "`userDataSize` is 97");
    CHECK_REFUSED(acltdtEnqueueData(queue, words, 6, NULL, 1, 0, 0), 100000, "`userData` is null");
    CHECK_REFUSED(acltdtEnqueueData(queue, words, 6, NULL, 0, 0, 1), 107000, "`rsv` is 1");
    CHECK_REFUSED(acltdtEnqueueData(queue, words, 6, NULL, 0, -2, 0), 107000, "`timeout` is -2");
    CHECK_REFUSED(acltdtEnqueueData(77, words, 6, NULL, 0, 0, 0), 107000, "`qid` is 77");
    CHECK_REFUSED(acltdtDequeueData(queue, NULL, 8, &size, NULL, 0, 0), 100000, "`data` is null");
    CHECK_REFUSED(acltdtDequeueData(queue, out, 8, NULL, NULL, 0, 0), 100000, "`retDataSize` is null");
    CHECK_REFUSED(acltdtDequeueData(77, out, 8, &size, NULL, 0, 0), 107000, "`qid` is 77");
    CHECK_STATUS(acltdtDestroyQueue(queue), ACL_SUCCESS);
    CHECK_REFUSED(acltdtDestroyQueue(queue), 107000, "the number of a live queue");
}

static acltdtBuf buffer(size_t size, int value)
{
    acltdtBuf buf = NULL;
    void *memory = NULL;
    size_t bytes = 0;
    REQUIRE_STATUS(acltdtAllocBuf(size, ACL_TDT_NORMAL_MEM, &buf), ACL_SUCCESS);
    REQUIRE_STATUS(acltdtGetBufData(buf, &memory, &bytes), ACL_SUCCESS);
    CHECK_EQUAL_INT(bytes, size);
    REQUIRE_STATUS(aclrtMemset(memory, bytes, value, bytes), ACL_SUCCESS);
    REQUIRE_STATUS(acltdtSetBufDataLen(buf, size), ACL_SUCCESS);
    return buf;
}

static void buffers(void)
{
    char user[96] = "", out[16];
    size_t size = 9;
    uint32_t number = 0, queue = new_queue("buffers", 2);
    void *memory = NULL, *same = NULL;
    acltdtBuf buf = NULL, second = NULL, found = NULL;
    CHECK_REFUSED(acltdtAllocBuf(8, ACL_TDT_NORMAL_MEM, NULL), 100000, "`buf` is null");
    CHECK_REFUSED(acltdtAllocBuf(8, 2, &buf), 100000, "`type` is acltdtAllocBufType(2)");
    CHECK_REFUSED(acltdtAllocBuf(8, ACL_TDT_DVPP_MEM, &buf), 207000, "ACL_TDT_DVPP_MEM");
    CHECK_REFUSED(acltdtAllocBuf(0, ACL_TDT_NORMAL_MEM, &buf), 107000, "`size` is 0");
    CHECK_TRUE(buf == NULL);
    REQUIRE_STATUS(acltdtAllocBuf(8, ACL_TDT_NORMAL_MEM, &buf), ACL_SUCCESS);
    CHECK_STATUS(acltdtGetBufDataLen(buf, &size), ACL_SUCCESS);
    CHECK_EQUAL_INT(size, 0);
    CHECK_REFUSED(acltdtSetBufDataLen(buf, 9), 107000, "`len` is 9; allowed: at most 8");
    CHECK_STATUS(acltdtSetBufDataLen(buf, 8), ACL_SUCCESS);
    CHECK_STATUS(acltdtSetBufUserData(buf, "tail", 5, 91), ACL_SUCCESS);
    CHECK_REFUSED(acltdtSetBufUserData(buf, "tail", 5, 92), 107000, "`size` is 5, from 92 on");
    CHECK_REFUSED(acltdtSetBufUserData(buf, NULL, 5, 0), 100000, "`dataPtr` is null");
    CHECK_REFUSED(acltdtGetBufUserData(buf, user, 96, 1), 107000, "`size` is 96, from 1 on");
    CHECK_STATUS(acltdtGetBufUserData(buf, user, 96, 0), ACL_SUCCESS);
    CHECK_EQUAL_STRING(user + 91, "tail");
    /* A second one on the same memory, which outlives the first. */
    CHECK_STATUS(acltdtCopyBufRef(buf, &second), ACL_SUCCESS);
    CHECK_STATUS(acltdtGetBufData(buf, &memory, &size), ACL_SUCCESS);
    CHECK_STATUS(acltdtGetBufData(second, &same, &size), ACL_SUCCESS);
    CHECK_TRUE(memory == same && size == 8);
    CHECK_STATUS(acltdtFreeBuf(buf), ACL_SUCCESS);
    CHECK_REFUSED(acltdtFreeBuf(buf), 107017, "a destroyed handle");
    CHECK_STATUS(aclrtMemset(same, 8, 5, 8), ACL_SUCCESS);
    CHECK_STATUS(acltdtFreeBuf(second), ACL_SUCCESS);
    CHECK_REFUSED(aclrtFree(same), 107000, "not allocated");
    /* A chain goes through a queue as a whole. */
    buf = buffer(3, 'a');
    second = buffer(2, 'b');
    CHECK_REFUSED(acltdtAppendBufChain(buf, buf), 107000, "a buffer alone");
    CHECK_REFUSED(acltdtAppendBufChain(NULL, second), 100000, "`headBuf` is null");
    CHECK_STATUS(acltdtAppendBufChain(buf, second), ACL_SUCCESS);
    CHECK_REFUSED(acltdtAppendBufChain(second, buf), 107000, "follows another one in a chain");
    CHECK_REFUSED(acltdtFreeBuf(second), 107000, "follows another one in a chain");
    CHECK_REFUSED(acltdtEnqueue(queue, second, 0), 107000, "follows another one in a chain");
    CHECK_STATUS(acltdtGetBufChainNum(buf, &number), ACL_SUCCESS);
    CHECK_EQUAL_INT(number, 2);
    CHECK_STATUS(acltdtGetBufFromChain(buf, 1, &found), ACL_SUCCESS);
    CHECK_TRUE(found == second);
    CHECK_REFUSED(acltdtGetBufFromChain(buf, 2, &found), 107000, "`index` is 2; allowed: 0 to 1");
    CHECK_STATUS(acltdtEnqueue(queue, buf, 0), ACL_SUCCESS);
    CHECK_REFUSED(acltdtFreeBuf(buf), 107017, "a destroyed handle");
    CHECK_REFUSED(acltdtFreeBuf(second), 107017, "a destroyed handle");
    CHECK_STATUS(acltdtDequeue(queue, &buf, 0), ACL_SUCCESS);
    CHECK_STATUS(acltdtGetBufChainNum(buf, &number), ACL_SUCCESS);
    CHECK_EQUAL_INT(number, 2);
    CHECK_STATUS(acltdtEnqueue(queue, buf, 0), ACL_SUCCESS);
    CHECK_STATUS(acltdtDequeueData(queue, out, sizeof out, &size, NULL, 0, 0), ACL_SUCCESS);
    CHECK_TRUE(size == 5 && memcmp(out, "aaabb", 5) == 0);
    CHECK_REFUSED(acltdtDequeue(queue, &buf, 0), 207013, "there is no message");
    CHECK_REFUSED(acltdtDequeue(queue, NULL, 0), 100000, "`buf` is null");
    /* A buffer that finds no room stays the program's. */
    CHECK_STATUS(acltdtEnqueue(queue, buffer(1, 'c'), 0), ACL_SUCCESS);
    CHECK_STATUS(acltdtEnqueue(queue, buffer(1, 'd'), 0), ACL_SUCCESS);
    buf = buffer(1, 'e');
    CHECK_REFUSED(acltdtEnqueue(queue, buf, 0), 207014, "there is no room");
    CHECK_STATUS(acltdtFreeBuf(buf), ACL_SUCCESS);
    CHECK_STATUS(acltdtDestroyQueue(queue), ACL_SUCCESS);
}

static int32_t state_of(acltdtQueueRouteList *list, size_t index, uint32_t *from, uint32_t *to)
{
    int32_t state = -1;
    size_t size = 0;
    acltdtQueueRoute *route = acltdtCreateQueueRoute(0, 0);
    CHECK_STATUS(acltdtGetQueueRoute(list, index, route), ACL_SUCCESS);
    CHECK_STATUS(acltdtGetQueueRouteParam(route, ACL_TDT_QUEUE_ROUTE_STATUS_INT32, 4, &size, &state), ACL_SUCCESS);
    CHECK_STATUS(acltdtGetQueueRouteParam(route, ACL_TDT_QUEUE_ROUTE_SRC_UINT32, 4, &size, from), ACL_SUCCESS);
    CHECK_STATUS(acltdtGetQueueRouteParam(route, ACL_TDT_QUEUE_ROUTE_DST_UINT32, 4, &size, to), ACL_SUCCESS);
    CHECK_EQUAL_INT(size, 4);
    CHECK_STATUS(acltdtDestroyQueueRoute(route), ACL_SUCCESS);
    return state;
}

static acltdtQueueRouteList *list_of(uint32_t from, uint32_t to)
{
    acltdtQueueRouteList *list = acltdtCreateQueueRouteList();
    acltdtQueueRoute *route = acltdtCreateQueueRoute(from, to);
    REQUIRE_STATUS(acltdtAddQueueRoute(list, route), ACL_SUCCESS);
    REQUIRE_STATUS(acltdtDestroyQueueRoute(route), ACL_SUCCESS);
    return list;
}

static size_t count_of(acltdtQueueRouteQueryMode mode, uint32_t from, uint32_t to, acltdtQueueRouteList *list)
{
    acltdtQueueRouteQueryInfo *query = acltdtCreateQueueRouteQueryInfo();
    CHECK_STATUS(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM, sizeof mode, &mode), ACL_SUCCESS);
    CHECK_STATUS(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_SRC_ID_UINT32, 4, &from), ACL_SUCCESS);
    CHECK_STATUS(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_DST_ID_UINT32, 4, &to), ACL_SUCCESS);
    CHECK_STATUS(acltdtQueryQueueRoutes(query, list), ACL_SUCCESS);
    CHECK_STATUS(acltdtDestroyQueueRouteQueryInfo(query), ACL_SUCCESS);
    return acltdtGetQueueRouteNum(list);
}

/* One queue to two, one of which goes on to a third. */
static void routes(void)
{
    uint32_t a = new_queue("a", 4), b = new_queue("b", 4), c = new_queue("c", 2), d = new_queue("d", 4), from = 0, to = 0;
    char out[4];
    size_t size = 0;
    acltdtQueueRouteList *list = list_of(a, b), *more = list_of(b, d), *circle = list_of(d, a), *found = acltdtCreateQueueRouteList();
    acltdtQueueRoute *route = acltdtCreateQueueRoute(a, c);
    acltdtQueueRouteQueryInfo *query = acltdtCreateQueueRouteQueryInfo();
    CHECK_STATUS(acltdtAddQueueRoute(list, route), ACL_SUCCESS);
    CHECK_EQUAL_INT(acltdtGetQueueRouteNum(list), 2);
    /* What waits already goes too. */
    CHECK_STATUS(acltdtEnqueueData(a, "1", 2, NULL, 0, 0, 0), ACL_SUCCESS);
    CHECK_STATUS(acltdtBindQueueRoutes(list), ACL_SUCCESS);
    CHECK_STATUS(acltdtBindQueueRoutes(more), ACL_SUCCESS);
    CHECK_EQUAL_INT(state_of(list, 1, &from, &to), ACL_TDT_QUEUE_ROUTE_BIND);
    CHECK_TRUE(from == a && to == c);
    CHECK_REFUSED(acltdtBindQueueRoutes(circle), 107000, "would close a circle");
    CHECK_EQUAL_INT(state_of(circle, 0, &from, &to), ACL_TDT_QUEUE_ROUTE_BIND_ABNORMAL);
    CHECK_STATUS(acltdtEnqueueData(a, "2", 2, NULL, 0, 0, 0), ACL_SUCCESS);
    /* `c` is full: the third one stays in `a`, for it goes to all or none. */
    CHECK_STATUS(acltdtEnqueueData(a, "3", 2, NULL, 0, 0, 0), ACL_SUCCESS);
    CHECK_STATUS(acltdtDequeueData(d, out, 4, &size, NULL, 0, 0), ACL_SUCCESS);
    CHECK_EQUAL_STRING(out, "1");
    CHECK_STATUS(acltdtDequeueData(d, out, 4, &size, NULL, 0, 0), ACL_SUCCESS);
    CHECK_EQUAL_STRING(out, "2");
    CHECK_STATUS(acltdtDequeueData(d, out, 4, &size, NULL, 0, 0), 207013);
    CHECK_STATUS(acltdtDequeueData(b, out, 4, &size, NULL, 0, 0), 207013);
    CHECK_STATUS(acltdtDequeueData(c, out, 4, &size, NULL, 0, 0), ACL_SUCCESS);
    CHECK_EQUAL_STRING(out, "1");
    CHECK_STATUS(acltdtDequeueData(d, out, 4, &size, NULL, 0, 0), ACL_SUCCESS);
    CHECK_EQUAL_STRING(out, "3");
    CHECK_EQUAL_INT(count_of(ACL_TDT_QUEUE_ROUTE_QUERY_SRC, a, 0, found), 2);
    CHECK_EQUAL_INT(count_of(ACL_TDT_QUEUE_ROUTE_QUERY_DST, 0, d, found), 1);
    CHECK_EQUAL_INT(state_of(found, 0, &from, &to), ACL_TDT_QUEUE_ROUTE_BIND);
    CHECK_TRUE(from == b && to == d);
    CHECK_EQUAL_INT(count_of(ACL_TDT_QUEUE_ROUTE_QUERY_SRC_AND_DST, a, d, found), 0);
    CHECK_EQUAL_INT(count_of(ACL_TDT_QUEUE_ROUTE_QUERY_ABNORMAL, a, b, found), 0);
    CHECK_STATUS(acltdtUnbindQueueRoutes(list), ACL_SUCCESS);
    CHECK_EQUAL_INT(state_of(list, 0, &from, &to), ACL_TDT_QUEUE_ROUTE_UNBIND);
    CHECK_REFUSED(acltdtUnbindQueueRoutes(list), 107000, "no route is bound");
    CHECK_EQUAL_INT(count_of(ACL_TDT_QUEUE_ROUTE_QUERY_SRC, a, 0, found), 0);
    CHECK_REFUSED(acltdtQueryQueueRoutes(query, found), 100000, "without a known mode");
    acltdtQueueRouteQueryMode mode = ACL_TDT_QUEUE_ROUTE_QUERY_DST;
    CHECK_STATUS(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM, sizeof mode, &mode), ACL_SUCCESS);
    CHECK_REFUSED(acltdtQueryQueueRoutes(query, found), 100000, "without the queue that its mode needs");
    CHECK_REFUSED(acltdtQueryQueueRoutes(NULL, found), 100000, "`queryInfo` is null");
    CHECK_REFUSED(acltdtQueryQueueRoutes(query, NULL), 100000, "`qRouteList` is null");
    CHECK_REFUSED(acltdtSetQueueRouteQueryInfo(query, (acltdtQueueRouteQueryInfoParamType)3, 4, &a), 100000, "`type` is");
    CHECK_REFUSED(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_SRC_ID_UINT32, 8, &a), 100000, "`len` is 8");
    CHECK_REFUSED(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_SRC_ID_UINT32, 4, NULL), 100000, "`value` is null");
    CHECK_REFUSED(acltdtGetQueueRouteParam(route, (acltdtQueueRouteParamType)3, 4, &size, &from), 100000, "`type` is");
    CHECK_REFUSED(acltdtGetQueueRoute(list, 2, route), 100000, "`index` is 2");
    CHECK_REFUSED(acltdtAddQueueRoute(list, NULL), 100000, "`route` is null");
    CHECK_REFUSED(acltdtBindQueueRoutes(NULL), 100000, "`qRouteList` is null");
    CHECK_EQUAL_INT(acltdtGetQueueRouteNum(NULL), 0);
    CHECK_STATUS(acltdtDestroyQueue(d), ACL_SUCCESS);
    CHECK_EQUAL_INT(count_of(ACL_TDT_QUEUE_ROUTE_QUERY_SRC, b, 0, found), 0);
    CHECK_REFUSED(acltdtBindQueueRoutes(more), 107000, "`dstId` is");
    CHECK_STATUS(acltdtDestroyQueueRouteQueryInfo(query), ACL_SUCCESS);
    CHECK_REFUSED(acltdtDestroyQueueRouteQueryInfo(query), 107017, "a destroyed handle");
    CHECK_STATUS(acltdtDestroyQueueRoute(route), ACL_SUCCESS);
    CHECK_REFUSED(acltdtDestroyQueueRoute(route), 107017, "a destroyed handle");
    CHECK_STATUS(acltdtDestroyQueueRouteList(list), ACL_SUCCESS);
    CHECK_STATUS(acltdtDestroyQueueRouteList(more), ACL_SUCCESS);
    CHECK_STATUS(acltdtDestroyQueueRouteList(circle), ACL_SUCCESS);
    CHECK_STATUS(acltdtDestroyQueueRouteList(found), ACL_SUCCESS);
    CHECK_REFUSED(acltdtDestroyQueueRouteList(found), 107017, "a destroyed handle");
    CHECK_STATUS(acltdtDestroyQueue(a), ACL_SUCCESS);
    CHECK_STATUS(acltdtDestroyQueue(b), ACL_SUCCESS);
    CHECK_STATUS(acltdtDestroyQueue(c), ACL_SUCCESS);
}

static uint32_t shared;

static void *take(void *result)
{
    char out[4];
    size_t size = 0;
    *(aclError *)result = acltdtDequeueData(shared, out, sizeof out, &size, NULL, 0, -1);
    return NULL;
}

/* A thread that waits goes on when something comes, and when the queue is destroyed. */
static void waits(void)
{
    pthread_t thread;
    aclError result = -1;
    REQUIRE_STATUS(acltdtCreateQueue(NULL, &shared), ACL_SUCCESS);
    pthread_create(&thread, NULL, take, &result);
    usleep(2000);
    CHECK_STATUS(acltdtEnqueueData(shared, "x", 2, NULL, 0, -1, 0), ACL_SUCCESS);
    pthread_join(thread, NULL);
    CHECK_EQUAL_INT(result, ACL_SUCCESS);
    pthread_create(&thread, NULL, take, &result);
    usleep(20000);
    CHECK_STATUS(acltdtDestroyQueue(shared), ACL_SUCCESS);
    pthread_join(thread, NULL);
    /* Where the thread came late, there is no such queue. */
    CHECK_TRUE(result == 500001 || result == 107000);
}

int main(void)
{
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    attributes();
    data();
    buffers();
    routes();
    waits();
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
