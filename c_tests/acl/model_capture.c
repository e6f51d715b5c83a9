/* Capturing streams into model instances, and running them: order, forks and joins, groups of tasks, refusals. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <unistd.h>

#include "models.h"

static void linear(void)
{
    aclrtStream stream = new_stream(), other = new_stream();
    uint64_t *word = device_word(), *result = device_word();
    aclmdlRI model = NULL, seen = NULL;
    CHECK_EQUAL_INT(status_of(stream, &seen), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
    CHECK_TRUE(seen == NULL);
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, RELAXED), ACL_SUCCESS);
    CHECK_EQUAL_INT(status_of(stream, &seen), ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE);
    CHECK_REFUSED(aclmdlRIExecuteAsync(seen, other), 107026, "still being captured");
    CHECK_REFUSED(aclmdlRIDestroy(seen), 107026, "still being captured");
    set(word, 3, stream);
    copy(result, word, stream);
    set(word, 4, stream);
    /* Nothing has run. */
    CHECK_EQUAL_INT(read_word(word), 0);
    model = end(stream);
    CHECK_TRUE(model == seen);
    CHECK_EQUAL_INT(read_word(word), 0);
    run(model, other);
    CHECK_EQUAL_INT(read_word(result), 0x0303030303030303);
    CHECK_EQUAL_INT(read_word(word), 0x0404040404040404);
    /* The stream runs what it is given again, and replays like any other. */
    set(result, 9, stream);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(result), 0x0909090909090909);
    for (int i = 0; i < 1000; i++) {
        REQUIRE_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
    }
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(result), 0x0303030303030303);
    set(result, 0, NULL);
    CHECK_STATUS(aclrtSynchronizeStream(NULL), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIExecute(model, -1), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(result), 0x0303030303030303);
    CHECK_REFUSED(aclmdlRIExecute(model, 0), 107000, "`timeout` is 0");
    CHECK_REFUSED(aclmdlRIExecuteAsync(NULL, stream), 100000, "`modelRI` is null");
    CHECK_REFUSED(aclmdlRIExecuteAsync(NO_HANDLE, stream), 107017, "not a handle");
    /* Destroyed while it is queued, it still runs. */
    uint64_t *gate = device_word();
    set(result, 0, NULL);
    CHECK_STATUS(aclrtSynchronizeStream(NULL), ACL_SUCCESS);
    hold(gate, stream);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRIDestroy(model), 107017, "a destroyed handle");
    CHECK_REFUSED(aclmdlRIExecuteAsync(model, stream), 107017, "a destroyed handle");
    open_word(gate);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(result), 0x0303030303030303);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(other), ACL_SUCCESS);
}

static void fork_and_join(void)
{
    aclrtStream origin = new_stream(), left = new_stream(), right = new_stream();
    aclrtEvent forked = new_event(), left_done = new_event(), right_done = new_event();
    float *x = floats(1), *a = floats(0), *b = floats(0), *y = floats(0);
    aclmdlRI model = NULL;
    REQUIRE_STATUS(aclmdlRICaptureBegin(origin, RELAXED), ACL_SUCCESS);
    add(x, x, 1, x, origin);
    REQUIRE_STATUS(aclrtRecordEvent(forked, origin), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtStreamWaitEvent(left, forked), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtStreamWaitEvent(right, forked), ACL_SUCCESS);
    CHECK_EQUAL_INT(status_of(left, &model), ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE);
    add(x, x, 10, a, left);
    add(x, x, 100, b, right);
    CHECK_REFUSED(aclmdlRICaptureEnd(left, &model), 107036, "another stream");
    REQUIRE_STATUS(aclrtRecordEvent(left_done, left), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtRecordEvent(right_done, right), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtStreamWaitEvent(origin, left_done), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtStreamWaitEvent(origin, right_done), ACL_SUCCESS);
    add(a, b, 1, y, origin);
    aclrtEventRecordedStatus status;
    CHECK_REFUSED(aclrtQueryEventStatus(forked, &status), 107028, "recorded in a captured stream");
    model = end(origin);
    CHECK_EQUAL_INT(status_of(right, NULL), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
    CHECK_TRUE(first_of(y) == 0);
    run(model, left);
    CHECK_TRUE(first_of(y) == 2.0f * 11 + 2.0f * 101);
    run(model, origin);
    CHECK_TRUE(first_of(y) == 4.0f * 11 + 4.0f * 101);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    /* A stream that is not joined. */
    REQUIRE_STATUS(aclmdlRICaptureBegin(origin, RELAXED), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtRecordEvent(forked, origin), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtStreamWaitEvent(left, forked), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtRecordEvent(left_done, left), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtStreamWaitEvent(origin, left_done), ACL_SUCCESS);
    add(x, x, 1, x, left);
    model = NO_HANDLE;
    CHECK_REFUSED(aclmdlRICaptureEnd(origin, &model), 107025, "was not joined");
    CHECK_TRUE(model == NULL);
    CHECK_EQUAL_INT(status_of(left, NULL), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
    /* An event from outside; and one of another capture. */
    REQUIRE_STATUS(aclrtRecordEvent(right_done, right), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRICaptureBegin(origin, RELAXED), ACL_SUCCESS);
    CHECK_REFUSED(aclrtStreamWaitEvent(origin, right_done), 107024, "outside the capture");
    CHECK_EQUAL_INT(status_of(origin, NULL), ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED);
    CHECK_REFUSED(aclmdlRICaptureEnd(origin, &model), 507903, "invalidated: a stream of it was to wait for an event that was recorded outside");
    REQUIRE_STATUS(aclmdlRICaptureBegin(origin, RELAXED), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRICaptureBegin(left, RELAXED), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtRecordEvent(forked, origin), ACL_SUCCESS);
    CHECK_REFUSED(aclrtStreamWaitEvent(left, forked), 107032, "captured already");
    CHECK_STATUS(aclmdlRICaptureEnd(origin, &model), 507903);
    CHECK_STATUS(aclmdlRICaptureEnd(left, &model), 507903);
}

static void refusals(void)
{
    aclrtStream stream = new_stream(), other = new_stream();
    uint64_t *word = device_word();
    aclmdlRI model = NULL;
    aclrtStreamStatus status;
    CHECK_REFUSED(aclmdlRICaptureBegin(NULL, RELAXED), 100000, "`stream` is null");
    CHECK_REFUSED(aclmdlRICaptureBegin(stream, (aclmdlRICaptureMode)3), 107000, "`mode` is ");
    CHECK_REFUSED(aclmdlRICaptureBegin(NO_HANDLE, RELAXED), 107017, "not a handle");
    CHECK_REFUSED(aclmdlRICaptureEnd(NULL, &model), 100000, "`stream` is null");
    CHECK_REFUSED(aclmdlRICaptureEnd(stream, &model), 107029, "is not captured");
    CHECK_REFUSED(aclmdlRICaptureGetInfo(NULL, NULL, NULL), 100000, "`stream` is null");
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, RELAXED), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRICaptureEnd(stream, NULL), 100000, "`modelRI` is null");
    CHECK_REFUSED(aclmdlRICaptureBegin(stream, RELAXED), 107032, "captured already");
    CHECK_REFUSED(aclrtDestroyStream(stream), 107027, "its tasks do not run");
    CHECK_REFUSED(aclrtStreamQuery(stream, &status), 107027, "its tasks do not run");
    CHECK_REFUSED(aclrtStreamAbort(stream), 107027, "its tasks do not run");
    CHECK_EQUAL_INT(status_of(stream, NULL), ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE);
    /* To wait for it ends the use of the capture, not the capture. */
    CHECK_REFUSED(aclrtSynchronizeStream(stream), 107027, "its tasks do not run");
    CHECK_EQUAL_INT(status_of(stream, NULL), ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED);
    CHECK_REFUSED(aclrtMemsetAsync(word, 8, 1, 8, stream), 507903, "the capture was invalidated");
    CHECK_REFUSED(aclmdlRICaptureEnd(stream, &model), 507903, "invalidated: the host was to wait for a stream of it");
    set(word, 1, stream);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    /* Modes. */
    aclmdlRICaptureMode mode = RELAXED;
    uint64_t host = 5;
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, GLOBAL), ACL_SUCCESS);
    CHECK_REFUSED(aclrtMemcpy(word, 8, &host, 8, ACL_MEMCPY_HOST_TO_DEVICE), 107030, "mode forbids this call");
    CHECK_REFUSED(aclrtMemset(word, 8, 0, 8), 107030, "mode forbids this call");
    CHECK_REFUSED(aclrtMemcpy2d(word, 8, &host, 8, 8, 1, ACL_MEMCPY_HOST_TO_DEVICE), 107030, "mode forbids this call");
    CHECK_REFUSED(aclrtMemcpyAsync(word, 8, &host, 8, ACL_MEMCPY_HOST_TO_DEVICE, stream), 107041, "mode forbids this call");
    CHECK_STATUS(aclmdlRICaptureThreadExchangeMode(&mode), ACL_SUCCESS);
    CHECK_EQUAL_INT(mode, GLOBAL);
    CHECK_STATUS(aclrtMemcpy(word, 8, &host, 8, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRICaptureThreadExchangeMode(&mode), ACL_SUCCESS);
    CHECK_EQUAL_INT(mode, RELAXED);
    CHECK_REFUSED(aclmdlRICaptureThreadExchangeMode(NULL), 100000, "`mode` is null");
    mode = (aclmdlRICaptureMode)9;
    CHECK_REFUSED(aclmdlRICaptureThreadExchangeMode(&mode), 107000, "`mode` is ");
    model = end(stream);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(word), 5);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(other), ACL_SUCCESS);
}

static aclrtStream shared;
static aclrtContext context;

/* What another thread may do beside a capture in the global mode, and with its stream. */
static void *beside_global(void *word)
{
    uint64_t host = 6;
    aclmdlRI model = NULL;
    aclmdlRICaptureMode mode = LOCAL;
    REQUIRE_STATUS(aclrtSetCurrentContext(context), ACL_SUCCESS);
    CHECK_REFUSED(aclrtMemcpy(word, 8, &host, 8, ACL_MEMCPY_HOST_TO_DEVICE), 107030, "mode forbids this call");
    CHECK_STATUS(aclmdlRICaptureThreadExchangeMode(&mode), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpy(word, 8, &host, 8, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRICaptureEnd(shared, &model), 107038, "by another thread");
    return NULL;
}

/* A capture of its own beside one of another thread. */
static void *capture_beside(void *word)
{
    REQUIRE_STATUS(aclrtSetCurrentContext(context), ACL_SUCCESS);
    aclrtStream stream = new_stream();
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, LOCAL), ACL_SUCCESS);
    for (int i = 0; i < 100; i++) {
        set((uint64_t *)word, i, stream);
    }
    aclmdlRI model = end(stream);
    run(model, stream);
    CHECK_EQUAL_INT(read_word(word), 0x6363636363636363);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    return NULL;
}

static void threads(void)
{
    pthread_t thread;
    uint64_t *word = device_word(), *own = device_word();
    shared = new_stream();
    REQUIRE_STATUS(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRICaptureBegin(shared, GLOBAL), ACL_SUCCESS);
    pthread_create(&thread, NULL, beside_global, word);
    pthread_join(thread, NULL);
    CHECK_STATUS(aclmdlRIDestroy(end(shared)), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(word), 6);
    REQUIRE_STATUS(aclmdlRICaptureBegin(shared, LOCAL), ACL_SUCCESS);
    pthread_create(&thread, NULL, capture_beside, word);
    for (int i = 0; i < 100; i++) {
        set(own, i, shared);
    }
    pthread_join(thread, NULL);
    aclmdlRI model = end(shared);
    run(model, shared);
    CHECK_EQUAL_INT(read_word(own), 0x6363636363636363);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(shared), ACL_SUCCESS);
}

static void groups(void)
{
    aclrtStream stream = new_stream(), update = new_stream();
    aclrtEvent gate = NULL;
    aclrtTaskGrp group = NULL;
    float *x = floats(1), *y = floats(0), *z = floats(0);
    REQUIRE_STATUS(aclrtCreateEventWithFlag(&gate, ACL_EVENT_EXTERNAL), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRICaptureTaskGrpBegin(NULL), 100000, "`stream` is null");
    CHECK_REFUSED(aclmdlRICaptureTaskGrpBegin(stream), 107029, "is not captured");
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, RELAXED), ACL_SUCCESS);
    add(x, x, 1, y, stream);
    REQUIRE_STATUS(aclrtStreamWaitEvent(stream, gate), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtResetEvent(gate, stream), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRICaptureTaskGrpEnd(stream, &group), 107033, "the order of calls");
    REQUIRE_STATUS(aclmdlRICaptureTaskGrpBegin(stream), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRICaptureTaskGrpBegin(stream), 107033, "the order of calls");
    CHECK_REFUSED(aclmdlRICaptureTaskGrpEnd(stream, NULL), 100000, "`handle` is null");
    CHECK_REFUSED(aclrtStreamWaitEvent(stream, gate), 507009, "operators and copies only");
    add(y, x, 10, z, stream);
    REQUIRE_STATUS(aclmdlRICaptureTaskGrpEnd(stream, &group), ACL_SUCCESS);
    aclmdlRI model = end(stream);
    CHECK_REFUSED(aclmdlRICaptureTaskUpdateBegin(NULL, group), 100000, "`stream` is null");
    CHECK_REFUSED(aclmdlRICaptureTaskUpdateBegin(update, NULL), 100000, "`handle` is null");
    CHECK_REFUSED(aclmdlRICaptureTaskUpdateBegin(update, NO_HANDLE), 107017, "not a handle");
    CHECK_REFUSED(aclmdlRICaptureTaskUpdateEnd(update), 107029, "is not captured");
    /* The first replay waits for the event; so does the second, whose group was replaced meanwhile. */
    for (int round = 0; round < 3; round++) {
        CHECK_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
        CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(stream, 10), 507046);
        if (round == 1) {
            CHECK_STATUS(aclmdlRICaptureTaskUpdateBegin(update, group), ACL_SUCCESS);
            add(y, x, 20, z, update);
            CHECK_STATUS(aclmdlRICaptureTaskUpdateEnd(update), ACL_SUCCESS);
        }
        CHECK_STATUS(aclrtRecordEvent(gate, update), ACL_SUCCESS);
        CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        CHECK_TRUE(first_of(z) == (round == 0 ? 12 : 22));
    }
    CHECK_STATUS(aclmdlRICaptureTaskUpdateBegin(update, group), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRICaptureTaskUpdateEnd(update), 107000, "0 tasks were given to replace the 1");
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(update), ACL_SUCCESS);
}

static void external_events(void)
{
    aclrtStream stream = new_stream(), other = new_stream();
    aclrtEvent begin = new_event(), done = new_event(), timed = NULL;
    uint64_t *gate = device_word(), *word = device_word(), *result = device_word();
    REQUIRE_STATUS(aclrtCreateEvent(&timed), ACL_SUCCESS);
    CHECK_REFUSED(aclrtRecordEventWithFlag(done, stream, 2), 107000, "`flag` is 2");
    CHECK_REFUSED(aclrtRecordEventWithFlag(NULL, stream, 0), 100000, "`event` is null");
    CHECK_REFUSED(aclrtRecordEventWithFlag(timed, stream, ACL_EVENT_RECORD_EXTERNAL), 107000, "ACL_EVENT_SYNC (1)");
    CHECK_REFUSED(aclrtRecordEventWithFlag(done, stream, ACL_EVENT_RECORD_EXTERNAL), 107029, "is not captured");
    CHECK_REFUSED(aclrtStreamWaitEventWithFlag(stream, begin, 0, ACL_EVENT_WAIT_EXTERNAL), 107029, "is not captured");
    CHECK_REFUSED(aclrtStreamWaitEventWithFlag(stream, begin, 0, 7), 107000, "`flag` is 7");
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, RELAXED), ACL_SUCCESS);
    CHECK_REFUSED(aclrtStreamWaitEventWithFlag(stream, begin, 1, ACL_EVENT_WAIT_EXTERNAL), 107000, "`timeout` is 1");
    REQUIRE_STATUS(aclrtStreamWaitEventWithFlag(stream, begin, 0, ACL_EVENT_WAIT_EXTERNAL), ACL_SUCCESS);
    copy(result, word, stream);
    REQUIRE_STATUS(aclrtRecordEventWithFlag(done, stream, ACL_EVENT_RECORD_EXTERNAL), ACL_SUCCESS);
    aclmdlRI model = end(stream);
    /* The replay waits for what the other stream does before its record, and the other stream for the replay. */
    hold(gate, other);
    set(word, 5, other);
    CHECK_STATUS(aclrtRecordEventWithFlag(begin, other, ACL_EVENT_RECORD_DEFAULT), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtStreamWaitEventWithFlag(other, done, 0, ACL_EVENT_WAIT_DEFAULT), ACL_SUCCESS);
    set(word, 6, other);
    open_word(gate);
    CHECK_STATUS(aclrtSynchronizeStream(other), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(result), 0x0505050505050505);
    CHECK_EQUAL_INT(read_word(word), 0x0606060606060606);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
}

static int told;
static void tell(void *argument) { told = told * 10 + *(int *)argument; }
static void tell_not(void *argument) { (void)argument; told = -1; }
static void count_up(void *argument) { ++*(int *)argument; }

static void waits_names_and_reports(void)
{
    aclrtStream stream = new_stream();
    uint64_t *gate = device_word(), *word = device_word();
    int one = 1, two = 2, calls = 0;
    uint32_t number = 0, again = 0;
    char name[8];
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, RELAXED), ACL_SUCCESS);
    hold(gate, stream);
    REQUIRE_STATUS(aclrtValueWrite(word, 8, 0, stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtLaunchHostFunc(stream, count_up, &calls), ACL_SUCCESS);
    aclmdlRI model = end(stream);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(stream, 10), 507046);
    open_word(gate);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(word), 8);
    run(model, stream);
    CHECK_EQUAL_INT(calls, 2);
    CHECK_STATUS(aclmdlRIGetId(model, &number), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIGetId(model, &again), ACL_SUCCESS);
    CHECK_EQUAL_INT(number, again);
    CHECK_REFUSED(aclmdlRIGetId(NULL, &number), 100000, "`modelRI` is null");
    CHECK_REFUSED(aclmdlRIGetId(model, NULL), 100000, "`modelRIId` is null");
    CHECK_STATUS(aclmdlRIGetName(model, sizeof name, name), ACL_SUCCESS);
    CHECK_EQUAL_STRING(name, "");
    CHECK_STATUS(aclmdlRISetName(model, "something long"), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIGetName(model, sizeof name, name), ACL_SUCCESS);
    CHECK_EQUAL_STRING(name, "somethi");
    CHECK_REFUSED(aclmdlRISetName(NULL, "x"), 100000, "`modelRI` is null");
    CHECK_REFUSED(aclmdlRISetName(model, NULL), 100000, "`name` is null");
    CHECK_REFUSED(aclmdlRIGetName(NULL, 8, name), 100000, "`modelRI` is null");
    CHECK_REFUSED(aclmdlRIGetName(model, 8, NULL), 100000, "`name` is null");
    CHECK_REFUSED(aclmdlRIGetName(model, 0, name), 107000, "`maxLen` is 0");
    char path[] = "/tmp/hostnpu_model_XXXXXX", text[4096];
    int file = mkstemp(path);
    CHECK_TRUE(file >= 0);
    CHECK_STATUS(aclmdlRIDebugPrint(model), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRIDebugPrint(NULL), 100000, "`modelRI` is null");
    CHECK_STATUS(aclmdlRIDebugJsonPrint(model, path, ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE), ACL_SUCCESS);
    long length = read(file, text, sizeof text - 1);
    text[length > 0 ? length : 0] = 0;
    CHECK_MESSAGE_CONTAINS(text, "\"task type\": \"value wait\"");
    CHECK_MESSAGE_CONTAINS(text, "\"task id\": 2");
    close(file);
    unlink(path);
    CHECK_REFUSED(aclmdlRIDebugJsonPrint(NULL, path, 0), 100000, "`modelRI` is null");
    CHECK_REFUSED(aclmdlRIDebugJsonPrint(model, NULL, 0), 100000, "`path` is null");
    CHECK_REFUSED(aclmdlRIDebugJsonPrint(model, path, 2), 107000, "`flags` is 2");
    CHECK_REFUSED(aclmdlRIDebugJsonPrint(model, "/no/such/folder/x", 0), 107000, "a file that can be written");
    CHECK_REFUSED(aclmdlRIDestroyRegisterCallback(NULL, tell, &one), 100000, "`modelRI` is null");
    CHECK_REFUSED(aclmdlRIDestroyRegisterCallback(model, NULL, &one), 100000, "`func` is null");
    CHECK_REFUSED(aclmdlRIDestroyUnregisterCallback(model, tell_not), 107000, "not registered");
    CHECK_REFUSED(aclmdlRIDestroyUnregisterCallback(model, NULL), 100000, "`func` is null");
    CHECK_STATUS(aclmdlRIDestroyRegisterCallback(model, tell, &one), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIDestroyRegisterCallback(model, tell_not, NULL), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIDestroyRegisterCallback(model, tell, &two), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIDestroyUnregisterCallback(model, tell_not), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_EQUAL_INT(told, 12);
}

int main(void)
{
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    linear();
    fork_and_join();
    refusals();
    threads();
    groups();
    external_events();
    waits_names_and_reports();
    /* A device ends with a stream that is being captured. */
    REQUIRE_STATUS(aclmdlRICaptureBegin(new_stream(), GLOBAL), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
