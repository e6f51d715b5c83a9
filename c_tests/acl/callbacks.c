/* Callbacks of the program in stream order, and reports of failed tasks. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "fixture.h"

#define NONE 0xFFFFFFFFu

static atomic_int is_over, calls;
static pthread_t caller;

static void count(void *argument)
{
    caller = pthread_self();
    atomic_fetch_add(&calls, 1);
    if (argument != NULL) {
        atomic_fetch_add((atomic_int *)argument, 1);
    }
}

static int ran[64], runs;

static void remember(void *argument)
{
    ran[runs++] = *(int *)argument;
}

static void *process(void *unused)
{
    (void)unused;
    while (!atomic_load(&is_over)) {
        aclError status = aclrtProcessReport(20);
        if (status != ACL_SUCCESS && status != ACL_ERROR_RT_REPORT_TIMEOUT && status != ACL_ERROR_RT_THREAD_SUBSCRIBE) {
            CHECK_STATUS(status, ACL_SUCCESS);
            break;
        }
    }
    return NULL;
}

static void pause_briefly(void)
{
    struct timespec pause = {0, 20 * 1000 * 1000};
    nanosleep(&pause, NULL);
}

static atomic_int is_subscribed;

static void *wait_for_ever(void *status)
{
    while (!atomic_load(&is_subscribed)) {
        pause_briefly();
    }
    *(aclError *)status = aclrtProcessReport(-1);
    return NULL;
}

static void subscriptions(aclrtStream stream)
{
    uint64_t self = (uint64_t)pthread_self(), another = self + 64;
    aclrtStream second;

    CHECK_REFUSED(aclrtProcessReport(0), ACL_ERROR_INVALID_PARAM, "`timeout` is 0");
    CHECK_REFUSED(aclrtProcessReport(-2), ACL_ERROR_INVALID_PARAM, "`timeout` is -2");
    CHECK_REFUSED(aclrtProcessReport(20), ACL_ERROR_RT_THREAD_SUBSCRIBE, "not subscribed");
    CHECK_REFUSED(aclrtSubscribeReport(self, NO_HANDLE), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is not a handle");
    CHECK_REFUSED(aclrtUnSubscribeReport(self, NO_HANDLE), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is not a handle");
    CHECK_REFUSED(aclrtUnSubscribeReport(self, stream), ACL_ERROR_RT_STREAM_SUBSCRIBE, "no thread is subscribed for");
    CHECK_REFUSED(aclrtLaunchCallback(count, NULL, ACL_CALLBACK_BLOCK, stream), ACL_ERROR_RT_STREAM_NO_CB_REG, "no thread is subscribed for");

    CHECK_STATUS(aclrtSubscribeReport(self, stream), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSubscribeReport(self, stream), ACL_ERROR_RT_STREAM_SUBSCRIBE, "is subscribed for");
    CHECK_REFUSED(aclrtSubscribeReport(another, stream), ACL_ERROR_RT_STREAM_SUBSCRIBE, "is subscribed for");
    CHECK_REFUSED(aclrtUnSubscribeReport(another, stream), ACL_ERROR_RT_THREAD_SUBSCRIBE, "`threadId` is");
    CHECK_REFUSED(aclrtProcessReport(20), ACL_ERROR_RT_REPORT_TIMEOUT, "took longer than 20ms");
    CHECK_REFUSED(aclrtLaunchCallback(NULL, NULL, ACL_CALLBACK_BLOCK, stream), ACL_ERROR_RT_PARAM_INVALID, "`fn` is null");
    CHECK_REFUSED(aclrtLaunchCallback(count, NULL, (aclrtCallbackBlockType)2, stream), ACL_ERROR_INVALID_PARAM, "`blockType` is");
    CHECK_REFUSED(aclrtLaunchCallback(count, NULL, ACL_CALLBACK_BLOCK, NO_HANDLE), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    CHECK_REFUSED(aclrtLaunchHostFunc(stream, count, NULL), ACL_ERROR_RT_STREAM_SUBSCRIBE, "is subscribed for");

    /* A second stream for the same thread. */
    REQUIRE_STATUS(aclrtCreateStream(&second), ACL_SUCCESS);
    CHECK_STATUS(aclrtSubscribeReport(self, second), ACL_SUCCESS);
    CHECK_STATUS(aclrtLaunchCallback(count, NULL, ACL_CALLBACK_NO_BLOCK, second), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(second), ACL_SUCCESS);
    CHECK_EQUAL_INT(calls, 0);
    CHECK_STATUS(aclrtProcessReport(1000), ACL_SUCCESS);
    CHECK_EQUAL_INT(calls, 1);
    CHECK_TRUE(pthread_equal(caller, pthread_self()));
    CHECK_STATUS(aclrtUnSubscribeReport(self, second), ACL_SUCCESS);
    CHECK_STATUS(aclrtUnSubscribeReport(self, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtProcessReport(20), ACL_ERROR_RT_THREAD_SUBSCRIBE);
    CHECK_STATUS(aclrtDestroyStream(second), ACL_SUCCESS);

    /* A stream that ended left no subscription. */
    REQUIRE_STATUS(aclrtCreateStream(&second), ACL_SUCCESS);
    CHECK_STATUS(aclrtSubscribeReport(self, second), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(second), ACL_SUCCESS);
    CHECK_STATUS(aclrtProcessReport(20), ACL_ERROR_RT_THREAD_SUBSCRIBE);
}

static void blocking(aclrtStream stream)
{
    enum { CALLS = 40 };
    static int numbers[CALLS];
    uint64_t *word = device_word();
    uint64_t self = (uint64_t)pthread_self();
    aclError status = UNTOUCHED_32;
    pthread_t thread;
    int at;

    /* The stream waits for the callback and no longer. */
    CHECK_STATUS(aclrtSubscribeReport(self, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtLaunchCallback(count, NULL, ACL_CALLBACK_BLOCK, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtValueWrite(word, 1, 0, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(stream, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    CHECK_EQUAL_INT(read_word(word), 0);
    CHECK_STATUS(aclrtProcessReport(1000), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(word), 1);

    /* The end of the subscription lets a stream go that waits for a callback that no thread runs. */
    at = calls;
    CHECK_STATUS(aclrtLaunchCallback(count, NULL, ACL_CALLBACK_BLOCK, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtUnSubscribeReport(self, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(calls, at);

    /* Another thread runs them, in order. */
    REQUIRE_STATUS(pthread_create(&thread, NULL, process, NULL), 0);
    CHECK_STATUS(aclrtSubscribeReport((uint64_t)thread, stream), ACL_SUCCESS);
    for (at = 0; at < CALLS; at++) {
        numbers[at] = at;
        CHECK_STATUS(aclrtLaunchCallback(remember, &numbers[at], at % 2 == 0 ? ACL_CALLBACK_NO_BLOCK : ACL_CALLBACK_BLOCK, stream),
                     ACL_SUCCESS);
    }
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(runs, CALLS);
    for (at = 0; at < CALLS; at++) {
        CHECK_EQUAL_INT(ran[at], at);
    }
    CHECK_STATUS(aclrtUnSubscribeReport((uint64_t)thread, stream), ACL_SUCCESS);
    atomic_store(&is_over, 1);
    REQUIRE_STATUS(pthread_join(thread, NULL), 0);

    /* The end of a subscription wakes the thread that waits without a limit. */
    REQUIRE_STATUS(pthread_create(&thread, NULL, wait_for_ever, &status), 0);
    CHECK_STATUS(aclrtSubscribeReport((uint64_t)thread, stream), ACL_SUCCESS);
    atomic_store(&is_subscribed, 1);
    pause_briefly();
    pause_briefly();
    CHECK_STATUS(aclrtUnSubscribeReport((uint64_t)thread, stream), ACL_SUCCESS);
    REQUIRE_STATUS(pthread_join(thread, NULL), 0);
    CHECK_EQUAL_INT(status, ACL_ERROR_RT_THREAD_SUBSCRIBE);
    CHECK_STATUS(aclrtFree(word), ACL_SUCCESS);
}

static void host_functions(void)
{
    aclrtStream stream;
    uint64_t *word = device_word();
    atomic_int own = 0;

    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    CHECK_REFUSED(aclrtLaunchHostFunc(stream, NULL, NULL), ACL_ERROR_RT_PARAM_INVALID, "`fn` is null");
    CHECK_REFUSED(aclrtLaunchHostFunc(NO_HANDLE, count, NULL), ACL_ERROR_RT_INVALID_HANDLE, "`stream` is");
    hold(word, stream);
    CHECK_STATUS(aclrtLaunchHostFunc(stream, count, &own), ACL_SUCCESS);
    CHECK_STATUS(aclrtLaunchHostFunc(stream, count, &own), ACL_SUCCESS);
    CHECK_EQUAL_INT(own, 0);
    open_word(word);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(own, 2);
    /* Never on a thread of the program. */
    CHECK_TRUE(!pthread_equal(caller, pthread_self()));
    CHECK_REFUSED(aclrtSubscribeReport((uint64_t)pthread_self(), stream), ACL_ERROR_RT_STREAM_SUBSCRIBE, "aclrtLaunchHostFunc");
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(word), ACL_SUCCESS);
}

static aclrtExceptionInfo *told;
static uint32_t task, failed_stream, thread_id, device_id, code;

static void tell(aclrtExceptionInfo *info)
{
    told = info;
    task = aclrtGetTaskIdFromExceptionInfo(info);
    failed_stream = aclrtGetStreamIdFromExceptionInfo(info);
    thread_id = aclrtGetThreadIdFromExceptionInfo(info);
    device_id = aclrtGetDeviceIdFromExceptionInfo(info);
    code = aclrtGetErrorCodeFromExceptionInfo(info);
}

static atomic_int exceptions_counted;

static void count_exception(aclrtExceptionInfo *info)
{
    (void)info;
    exceptions_counted++;
}

static void exceptions(void)
{
    aclrtStream stream;
    aclrtNotify never;
    int32_t id = -1;

    CHECK_REFUSED((aclError)aclrtGetTaskIdFromExceptionInfo(NULL), (aclError)NONE, "`info` is null");
    CHECK_REFUSED((aclError)aclrtGetStreamIdFromExceptionInfo(NULL), (aclError)NONE, "`info` is null");
    CHECK_REFUSED((aclError)aclrtGetThreadIdFromExceptionInfo(NULL), (aclError)NONE, "`info` is null");
    CHECK_REFUSED((aclError)aclrtGetDeviceIdFromExceptionInfo(NULL), (aclError)NONE, "`info` is null");
    CHECK_REFUSED((aclError)aclrtGetErrorCodeFromExceptionInfo(NULL), (aclError)NONE, "`info` is null");
    CHECK_EQUAL_INT(aclrtGetTaskIdFromExceptionInfo((aclrtExceptionInfo *)NO_HANDLE), NONE);

    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateNotify(&never, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetExceptionInfoCallback(tell), ACL_SUCCESS);
    CHECK_STATUS(aclrtWaitAndResetNotify(never, stream, 1), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    CHECK_TRUE(told != NULL);
    CHECK_EQUAL_INT(task, 1);
    CHECK_STATUS(aclrtStreamGetId(stream, &id), ACL_SUCCESS);
    CHECK_EQUAL_INT(failed_stream, id);
    CHECK_TRUE(thread_id != 0 && thread_id != NONE);
    CHECK_EQUAL_INT(device_id, 0);
    CHECK_EQUAL_INT(code, ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    /* After the callback the record is gone. */
    CHECK_EQUAL_INT(aclrtGetErrorCodeFromExceptionInfo(told), NONE);
    told = NULL;
    /* Registered ones are told each once, beside the one that is set. */
    CHECK_REFUSED(aclrtExceptionInfoCallbackRegister(NULL), ACL_ERROR_RT_PARAM_INVALID, "`callback` is null");
    CHECK_REFUSED(aclrtExceptionInfoCallbackUnregister(NULL), ACL_ERROR_RT_PARAM_INVALID, "`callback` is null");
    CHECK_STATUS(aclrtExceptionInfoCallbackUnregister(tell), ACL_SUCCESS);
    CHECK_STATUS(aclrtExceptionInfoCallbackRegister(tell), ACL_SUCCESS);
    CHECK_STATUS(aclrtExceptionInfoCallbackRegister(count_exception), ACL_SUCCESS);
    CHECK_STATUS(aclrtExceptionInfoCallbackRegister(count_exception), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetExceptionInfoCallback(count_exception), ACL_SUCCESS);
    CHECK_STATUS(aclrtWaitAndResetNotify(never, stream, 1), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    CHECK_TRUE(told != NULL);
    CHECK_EQUAL_INT(exceptions_counted, 2);
    told = NULL;
    CHECK_STATUS(aclrtSetExceptionInfoCallback(NULL), ACL_SUCCESS);
    CHECK_STATUS(aclrtExceptionInfoCallbackUnregister(count_exception), ACL_SUCCESS);
    CHECK_STATUS(aclrtExceptionInfoCallbackUnregister(tell), ACL_SUCCESS);
    CHECK_STATUS(aclrtWaitAndResetNotify(never, stream, 1), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    CHECK_TRUE(told == NULL);
    CHECK_EQUAL_INT(exceptions_counted, 2);
    CHECK_STATUS(aclrtDestroyNotify(never), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
}

int main(void)
{
    aclrtStream stream;
    aclrtContext own;

    CHECK_REFUSED(aclrtSubscribeReport(1, NULL), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_REFUSED(aclrtUnSubscribeReport(1, NULL), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_REFUSED(aclrtLaunchCallback(count, NULL, ACL_CALLBACK_BLOCK, NULL), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    CHECK_REFUSED(aclrtLaunchHostFunc(NULL, count, NULL), ACL_ERROR_RT_CONTEXT_NULL, "no current context");
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    subscriptions(stream);
    blocking(stream);
    host_functions();
    exceptions();
    REQUIRE_STATUS(aclrtCreateContext(&own, 0), ACL_SUCCESS);
    CHECK_REFUSED(aclrtLaunchCallback(count, NULL, ACL_CALLBACK_BLOCK, stream), ACL_ERROR_RT_STREAM_CONTEXT, "another context");
    CHECK_REFUSED(aclrtLaunchHostFunc(stream, count, NULL), ACL_ERROR_RT_STREAM_CONTEXT, "another context");
    CHECK_STATUS(aclrtDestroyContext(own), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
