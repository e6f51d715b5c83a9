/* Refusals that the tests of each subject leave out: null, what is no handle, streams of other contexts, threads without a context. */
#define _DEFAULT_SOURCE
#include <pthread.h>

#include "acl/acl_dump.h"
#include "acl/acl_mdl.h"
#include "acl/acl_rt_allocator.h"
#include "acl/acl_tdt.h"
#include "acl/acl_tdt_queue.h"
#include "fixture.h"

/* The call is refused under `code`, and a message says why. */
#define REFUSED(call, code) CHECK_REFUSED(call, code, ": ")

static aclrtStream stream, foreign;
static aclrtEvent event;
static uint64_t *word;
static int32_t *numbers;

static void dumps(void)
{
    FILE *file = fopen("refusals.json", "w");
    REFUSED(aclmdlInitDump(), 100001);
    CHECK_STATUS(aclInit(NULL), ACL_SUCCESS);
    REFUSED(aclmdlFinalizeDump(), 100045);
    REFUSED(aclmdlSetDump("refusals.json"), 100045);
    CHECK_STATUS(aclmdlInitDump(), ACL_SUCCESS);
    REFUSED(aclmdlInitDump(), 100044);
    REFUSED(aclmdlSetDump(NULL), 100000);
    REFUSED(aclmdlSetDump("/no/such/file"), 100003);
    fputs("no JSON", file);
    fclose(file);
    REFUSED(aclmdlSetDump("refusals.json"), 100006);
    CHECK_STATUS(aclmdlFinalizeDump(), ACL_SUCCESS);
    remove("refusals.json");
}

static void captures(void)
{
    aclmdlRI model = NULL;
    aclmdlRICaptureStatus status = ACL_MODEL_RI_CAPTURE_STATUS_NONE;
    aclrtStream usual = NULL;
    CHECK_STATUS(aclrtCtxGetCurrentDefaultStream(&usual), ACL_SUCCESS);
    REFUSED(aclmdlRICaptureBegin(usual, ACL_MODEL_RI_CAPTURE_MODE_RELAXED), 107031);
    REFUSED(aclmdlRICaptureBegin(foreign, ACL_MODEL_RI_CAPTURE_MODE_RELAXED), 107003);
    REFUSED(aclmdlRICaptureGetInfo(foreign, &status, &model), 107003);
    REFUSED(aclmdlRICaptureTaskUpdateEnd(NULL), 100000);
    REFUSED(aclmdlRIDestroy(NULL), 100000);
    REFUSED(aclmdlRIDebugJsonPrint(NO_HANDLE, "refusals.json", 0), 107017);
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_RELAXED), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRICaptureTaskGrpBegin(stream), ACL_SUCCESS);
    REFUSED(aclmdlRICaptureEnd(stream, &model), 107033);
    CHECK_TRUE(model == NULL);
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_RELAXED), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemsetAsync(word, 8, 0, 8, stream), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRICaptureEnd(stream, &model), ACL_SUCCESS);
    REFUSED(aclmdlRIExecuteAsync(model, foreign), 107003);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
}

/* Model instances that are built by hand, and labels. */
static void builds(void)
{
    aclmdlRI model = NULL;
    aclrtStream head = NULL, late = NULL;
    aclrtLabel labels[2] = {NULL, NULL};
    aclrtLabelList list = NULL;
    REQUIRE_STATUS(aclrtCreateStreamWithConfig(&head, 0, ACL_STREAM_PERSISTENT), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStreamWithConfig(&late, 0, ACL_STREAM_PERSISTENT), ACL_SUCCESS);
    REFUSED(aclmdlRIBindStream(NO_HANDLE, head, 0), 107017);
    REFUSED(aclmdlRIEndTask(NO_HANDLE, head), 107017);
    REFUSED(aclmdlRIBuildEnd(NO_HANDLE, NULL), 107017);
    REFUSED(aclmdlRIUnbindStream(NO_HANDLE, head), 107017);
    REQUIRE_STATUS(aclmdlRIBuildBegin(&model, 0), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIBindStream(model, head, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtCreateLabel(&labels[0]), ACL_SUCCESS);
    CHECK_STATUS(aclrtCreateLabel(&labels[1]), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetLabel(labels[0], head), ACL_SUCCESS);
    CHECK_STATUS(aclrtCreateLabelList(labels, 1, &list), ACL_SUCCESS);
    REFUSED(aclrtSwitchLabelByIndex(numbers, 1, NO_HANDLE, head), 107017);
    CHECK_STATUS(aclmdlRIEndTask(model, head), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIBuildEnd(model, NULL), ACL_SUCCESS);
    REFUSED(aclmdlRIBindStream(model, late, 0), 107027);
    REFUSED(aclrtSetLabel(labels[1], head), 107027);
    REFUSED(aclrtSwitchLabelByIndex(numbers, 1, list, head), 107027);
    CHECK_STATUS(aclmdlRIUnbindStream(model, head), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyLabelList(list), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyLabel(labels[0]), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyLabel(labels[1]), ACL_SUCCESS);
    REFUSED(aclrtDestroyLabel(NULL), 100000);
    REFUSED(aclrtDestroyLabelList(NULL), 100000);
    CHECK_STATUS(aclrtDestroyStream(head), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(late), ACL_SUCCESS);
}

static void *allocate(aclrtAllocator object, size_t size)
{
    (void)object;
    (void)size;
    return NULL;
}

static void *advise(aclrtAllocator object, size_t size, aclrtAllocatorAddr address)
{
    (void)object;
    (void)size;
    return address;
}

static void *address_of(aclrtAllocatorBlock block) { return block; }

static void drop(aclrtAllocator object, aclrtAllocatorBlock block)
{
    (void)object;
    (void)block;
}

static void allocators(void)
{
    aclrtAllocatorDesc description = aclrtAllocatorCreateDesc();
    aclrtAllocator object;
    aclrtAllocatorAllocFunc one;
    aclrtAllocatorFreeFunc two;
    aclrtAllocatorAllocAdviseFunc three;
    aclrtAllocatorGetAddrFromBlockFunc four;
    REFUSED(aclrtAllocatorDestroyDesc(NULL), 100000);
    REFUSED(aclrtAllocatorSetObjToDesc(NO_HANDLE, numbers), 107017);
    REFUSED(aclrtAllocatorSetAllocFuncToDesc(NO_HANDLE, allocate), 107017);
    REFUSED(aclrtAllocatorSetFreeFuncToDesc(NULL, drop), 100000);
    REFUSED(aclrtAllocatorSetFreeFuncToDesc(description, NULL), 100000);
    REFUSED(aclrtAllocatorSetAllocAdviseFuncToDesc(NULL, advise), 100000);
    REFUSED(aclrtAllocatorSetAllocAdviseFuncToDesc(NO_HANDLE, advise), 107017);
    REFUSED(aclrtAllocatorSetGetAddrFromBlockFuncToDesc(NULL, address_of), 100000);
    REFUSED(aclrtAllocatorSetGetAddrFromBlockFuncToDesc(NO_HANDLE, address_of), 107017);
    REFUSED(aclrtAllocatorGetByStream(NO_HANDLE, &description, &object, &one, &two, &three, &four), 107017);
    CHECK_STATUS(aclrtAllocatorDestroyDesc(description), ACL_SUCCESS);
}

static void memory_and_streams(void)
{
    aclrtIpcEventHandle handle;
    void *host = NULL;
    char from[8] = {0}, to[8];
    REFUSED(aclrtMalloc(NULL, 8, ACL_MEM_MALLOC_HUGE_FIRST), 100000);
    REFUSED(aclrtMalloc(&host, (size_t)1 << 45, ACL_MEM_MALLOC_HUGE_FIRST), 207001);
    REFUSED(aclrtMallocHostWithCfg(&host, (uint64_t)1 << 60, NULL), 207001);
    CHECK_TRUE(host == NULL);
    REFUSED(aclrtMemcpy(NULL, 8, from, 8, ACL_MEMCPY_HOST_TO_DEVICE), 100000);
    REFUSED(aclrtMemcpy(word, 7, from, 8, ACL_MEMCPY_HOST_TO_DEVICE), 107000);
    REFUSED(aclrtMemset(NULL, 8, 0, 8), 100000);
    REFUSED(aclrtMemcpyAsync(to, 8, from, 8, ACL_MEMCPY_HOST_TO_HOST, stream), 207000);
    REFUSED(aclrtCmoAsync(word, 8, ACL_RT_CMO_TYPE_PREFETCH, foreign), 107003);
    REFUSED(aclrtReduceAsync(numbers, numbers + 1, 4, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_INT32, foreign, NULL), 107003);
    REFUSED(aclrtIpcGetEventHandle(NO_HANDLE, &handle), 107017);
    REFUSED(aclrtRecordEvent(NULL, stream), 100000);
    REFUSED(aclrtStreamWaitEvent(stream, NULL), 100000);
    REFUSED(aclrtSynchronizeEvent(NULL), 100000);
    REFUSED(aclrtPeekAtLastError((aclrtLastErrLevel)9), 100000);
}

static aclError aborted;

static void abort_all(void *argument)
{
    (void)argument;
    aborted = aclrtDeviceTaskAbort(0, 0);
}

static void channels(void)
{
    acltdtChannelHandle *channel = acltdtCreateChannelWithCapacity(0, "refusals", 2);
    acltdtDataset *set = acltdtCreateDataset();
    acltdtDataItem *item = acltdtCreateDataItem(ACL_TENSOR_DATA_END_OF_SEQUENCE, NULL, 0, ACL_FLOAT, NULL, 0);
    size_t size, number;
    CHECK_TRUE(channel != NULL && set != NULL && item != NULL);
    REFUSED(acltdtDestroyChannel(NULL), 100000);
    REFUSED(acltdtCleanChannel(NO_HANDLE), 107017);
    REFUSED(acltdtQueryChannelSize(NO_HANDLE, &size), 107017);
    REFUSED(acltdtStopChannel(NO_HANDLE), 107017);
    REFUSED(acltdtDestroyDataset(NULL), 100000);
    REFUSED(acltdtAddDataItem(NO_HANDLE, item), 107017);
    REFUSED(acltdtAddDataItem(set, NO_HANDLE), 107017);
    REFUSED(acltdtGetSliceInfoFromItem(NO_HANDLE, &size, &number), 107017);
    REFUSED(acltdtSendTensor(NULL, set, 0), 100000);
    REFUSED(acltdtSendTensor(channel, NULL, 0), 100000);
    REFUSED(acltdtReceiveTensor(NO_HANDLE, set, 0), 107017);
    REFUSED(acltdtReceiveTensor(channel, NO_HANDLE, 0), 107017);
    CHECK_STATUS(acltdtStopChannel(channel), ACL_SUCCESS);
    REFUSED(acltdtReceiveTensor(channel, set, 0), 500001);
    CHECK_STATUS(acltdtDestroyChannel(channel), ACL_SUCCESS);
    CHECK_STATUS(acltdtDestroyDataset(set), ACL_SUCCESS);
    CHECK_STATUS(acltdtDestroyDataItem(item), ACL_SUCCESS);
}

static void queues(void)
{
    acltdtQueueAttr *attributes = acltdtCreateQueueAttr();
    acltdtQueueRoute *route = acltdtCreateQueueRoute(0, 0);
    acltdtQueueRouteList *list = acltdtCreateQueueRouteList();
    acltdtQueueRouteQueryInfo *query = acltdtCreateQueueRouteQueryInfo();
    uint32_t depth = 2;
    size_t size;
    REFUSED(acltdtDestroyQueueAttr(NULL), 100000);
    REFUSED(acltdtDestroyQueueRoute(NULL), 100000);
    REFUSED(acltdtDestroyQueueRouteList(NULL), 100000);
    REFUSED(acltdtDestroyQueueRouteQueryInfo(NULL), 100000);
    REFUSED(acltdtUnbindQueueRoutes(NULL), 100000);
    REFUSED(acltdtSetQueueAttr(NO_HANDLE, ACL_TDT_QUEUE_DEPTH_UINT32, sizeof depth, &depth), 107017);
    REFUSED(acltdtGetQueueAttr(NO_HANDLE, ACL_TDT_QUEUE_DEPTH_UINT32, sizeof depth, &size, &depth), 107017);
    REFUSED(acltdtGetQueueRouteParam(NO_HANDLE, ACL_TDT_QUEUE_ROUTE_SRC_UINT32, sizeof depth, &size, &depth), 107017);
    REFUSED(acltdtAddQueueRoute(NO_HANDLE, route), 107017);
    REFUSED(acltdtAddQueueRoute(list, NO_HANDLE), 107017);
    REFUSED(acltdtGetQueueRoute(NO_HANDLE, 0, route), 107017);
    REFUSED(acltdtBindQueueRoutes(NO_HANDLE), 107017);
    REFUSED(acltdtUnbindQueueRoutes(NO_HANDLE), 107017);
    REFUSED(acltdtSetQueueRouteQueryInfo(NO_HANDLE, ACL_TDT_QUEUE_ROUTE_QUERY_SRC_ID_UINT32, sizeof depth, &depth), 107017);
    REFUSED(acltdtQueryQueueRoutes(NO_HANDLE, list), 107017);
    REFUSED(acltdtQueryQueueRoutes(query, NO_HANDLE), 107017);
    CHECK_STATUS(acltdtDestroyQueueAttr(attributes), ACL_SUCCESS);
    CHECK_STATUS(acltdtDestroyQueueRoute(route), ACL_SUCCESS);
    CHECK_STATUS(acltdtDestroyQueueRouteList(list), ACL_SUCCESS);
    CHECK_STATUS(acltdtDestroyQueueRouteQueryInfo(query), ACL_SUCCESS);
}

/* Of a thread that has chosen no device. */
static void *without_context(void *argument)
{
    aclrtIpcEventHandle handle;
    aclrtMemcpyBatchAttr attribute;
    aclrtEvent opened = NULL;
    aclmdlRI model = NULL;
    void *memory = NULL, *to = word, *from = numbers;
    char key[65];
    size_t bytes = 8, first = 0, failed = 0;
    memset(&attribute, 0, sizeof attribute);
    memset(&handle, 0, sizeof handle);
    attribute.dstLoc.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    attribute.srcLoc.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    REFUSED(aclrtMalloc(&memory, 8, ACL_MEM_MALLOC_HUGE_FIRST), 107002);
    REFUSED(aclrtMallocHostWithCfg(&memory, 8, NULL), 107002);
    REFUSED(aclmdlRIBuildBegin(&model, 0), 107002);
    REFUSED(aclrtIpcMemGetExportKey(word, 8, key, sizeof key, 0), 107002);
    REFUSED(aclrtIpcOpenEventHandle(handle, &opened), 107002);
    REFUSED(aclrtMemcpyBatch(&to, &bytes, &from, &bytes, 1, &attribute, &first, 1, &failed), 107002);
    REFUSED(aclrtRecordEvent(event, NULL), 107002);
    REFUSED(aclrtReduceAsync(numbers, numbers + 1, 4, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_INT32, NULL, NULL), 107002);
    REFUSED(aclrtValueWait(word, 1, ACL_STREAM_WAIT_VALUE_EQ, NULL), 107002);
    return argument;
}

int main(void)
{
    aclrtContext own = NULL, other = NULL;
    pthread_t thread;
    dumps();
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtGetCurrentContext(&own), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateContext(&other, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&foreign), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetCurrentContext(own), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateEvent(&event), ACL_SUCCESS);
    word = device_word();
    numbers = (int32_t *)device_word();
    captures();
    builds();
    allocators();
    memory_and_streams();
    CHECK_STATUS(aclrtLaunchHostFunc(stream, abort_all, NULL), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(aborted, 107000);
    /* What a stream lost is said once. */
    CHECK_STATUS(aclrtValueWait(word, 77, ACL_STREAM_WAIT_VALUE_EQ, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtDeviceTaskAbort(0, 0), ACL_SUCCESS);
    REFUSED(aclrtSynchronizeStream(stream), 107023);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    channels();
    queues();
    CHECK_EQUAL_INT(pthread_create(&thread, NULL, without_context, NULL), 0);
    CHECK_EQUAL_INT(pthread_join(thread, NULL), 0);
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyContext(other), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
