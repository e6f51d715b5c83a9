/* Replays of model instances: those that never end by themselves, destroyed and updated while they run, of two threads, a thousand of them. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>

#include "conditions.h"
#include "models.h"

/* A model instance that writes a word as long as another one is not 0, and then copies it. */
static aclmdlRI endless(aclrtStream stream, aclmdlRICondHandleFlag flag, uint64_t *word, uint64_t *result, uint64_t **again)
{
    aclmdlRI loop = NULL;
    aclrtStream side = new_stream();
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, RELAXED), ACL_SUCCESS);
    CHECK_STATUS(decide(new_condition(stream, 1, flag, again), ACL_MODEL_RI_COND_TYPE_WHILE, 1, &loop, stream), ACL_SUCCESS);
    copy(result, word, stream);
    REQUIRE_STATUS(aclmdlRICaptureToModelRIBegin(side, loop, RELAXED), ACL_SUCCESS);
    set(word, 5, side);
    CHECK_TRUE(end(side) == loop);
    CHECK_STATUS(aclrtDestroyStream(side), ACL_SUCCESS);
    return end(stream);
}

/* Waits for a loop that never ends, in vain. */
static void is_endless(aclmdlRI model, const uint64_t *word, aclrtStream stream)
{
    REQUIRE_STATUS(aclrtMemset((void *)word, 8, 0, 8), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(stream, 10), 507046);
    while (read_word(word) == 0) {
    }
}

static void loops_are_aborted(void)
{
    aclrtStream stream = new_stream(), other = new_stream();
    uint64_t *word = device_word(), *result = device_word(), *again = NULL;
    aclmdlRI model = endless(stream, NO_DEFAULT, word, result, &again);
    is_endless(model, word, stream);
    /* Of the instance: what is behind the loop in it does not run, what is behind it in the stream does. */
    set(word, 7, stream);
    CHECK_STATUS(aclmdlRIAbort(model), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSynchronizeStream(stream), 107023, "aborted");
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(result), 0);
    CHECK_EQUAL_INT(read_word(word), 0x0707070707070707);
    /* One that does not run, and one that is submitted later. */
    CHECK_STATUS(aclmdlRIAbort(model), ACL_SUCCESS);
    write_word(again, 0);
    run(model, stream);
    CHECK_EQUAL_INT(read_word(result), 0x0707070707070707);
    /* Of its condition: the loop ends as it does by its body. */
    write_word(again, 1);
    is_endless(model, word, stream);
    write_word(again, 0);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(result), 0x0505050505050505);
    write_word(again, 1);
    /* Of all tasks of the device. */
    is_endless(model, word, stream);
    CHECK_STATUS(aclrtDeviceTaskAbort(0, 0), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 107023);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    /* Of the stream; the other one goes on. */
    is_endless(model, word, stream);
    is_endless(model, word, other);
    CHECK_STATUS(aclrtStreamAbort(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 107023);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(other, 10), 507046);
    /* With the stream; and after the instance was destroyed. */
    CHECK_STATUS(aclrtDestroyStreamForce(other), ACL_SUCCESS);
    stream = new_stream();
    is_endless(model, word, stream);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRIAbort(model), 107017, "a destroyed handle");
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(stream, 10), 507046);
    CHECK_STATUS(aclrtStreamStop(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 107023);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
}

static void built_loops_are_aborted(void)
{
    aclrtStream stream = NULL, plain = new_stream();
    aclrtLabel label = NULL;
    aclrtLabelList list = NULL;
    uint64_t *index = device_word(), *word = device_word();
    aclmdlRI model = NULL;
    REQUIRE_STATUS(aclrtCreateStreamWithConfig(&stream, 0, ACL_STREAM_PERSISTENT), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateLabel(&label), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateLabelList(&label, 1, &list), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRIBuildBegin(&model, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRIBindStream(model, stream, 0), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRIAbort(model), 107026, "still being captured");
    REQUIRE_STATUS(aclrtSetLabel(label, stream), ACL_SUCCESS);
    set(word, 5, stream);
    REQUIRE_STATUS(aclrtSwitchLabelByIndex(index, 1, list, stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRIEndTask(model, stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRIBuildEnd(model, NULL), ACL_SUCCESS);
    is_endless(model, word, plain);
    CHECK_STATUS(aclmdlRIAbort(model), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(plain), 107023);
    is_endless(model, word, plain);
    CHECK_STATUS(aclrtStreamAbort(plain), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(plain), 107023);
    CHECK_STATUS(aclrtDestroyStream(plain), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIUnbindStream(model, stream), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyLabelList(list), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyLabel(label), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
}

static void waits_are_aborted(void)
{
    aclrtStream stream = new_stream();
    aclmdlRI model = NULL;
    uint64_t *gate = device_word(), *word = device_word();
    CHECK_REFUSED(aclmdlRIAbort(NULL), 100000, "`modelRI` is null");
    CHECK_REFUSED(aclmdlRIAbort(NO_HANDLE), 107017, "not a handle");
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, RELAXED), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRICaptureGetInfo(stream, &(aclmdlRICaptureStatus){0}, &model), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRIAbort(model), 107026, "still being captured");
    hold(gate, stream);
    set(word, 5, stream);
    model = end(stream);
    /* Two replays: both end, the wait of the second one before it begins. */
    CHECK_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(stream, 10), 507046);
    CHECK_STATUS(aclmdlRIAbort(model), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 107023);
    CHECK_EQUAL_INT(read_word(word), 0);
    open_word(gate);
    run(model, stream);
    CHECK_EQUAL_INT(read_word(word), 0x0505050505050505);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
}

/* The first half of a replay has run when its instance is destroyed; the rest runs all the same. */
static void destroyed_while_it_runs(void)
{
    aclrtStream stream = new_stream();
    uint64_t *gate = device_word(), *word = device_word(), *result = device_word();
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, RELAXED), ACL_SUCCESS);
    set(word, 5, stream);
    hold(gate, stream);
    copy(result, word, stream);
    aclmdlRI model = end(stream);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStreamWithTimeout(stream, 10), 507046);
    CHECK_EQUAL_INT(read_word(word), 0x0505050505050505);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRIExecuteAsync(model, stream), 107017, "a destroyed handle");
    open_word(gate);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(result), 0x0505050505050505);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
}

static aclrtTaskGrp add_in_group(float *x, float factor, float *y, aclrtStream stream)
{
    aclrtTaskGrp group = NULL;
    REQUIRE_STATUS(aclmdlRICaptureTaskGrpBegin(stream), ACL_SUCCESS);
    add(x, x, factor, y, stream);
    REQUIRE_STATUS(aclmdlRICaptureTaskGrpEnd(stream, &group), ACL_SUCCESS);
    return group;
}

/* Updates of two groups, one begun within the other, beside a capture, and while a replay is queued. */
static void nested_updates(void)
{
    aclrtStream stream = new_stream(), outer = new_stream(), inner = new_stream(), third = new_stream();
    float *x = floats(1), *y = floats(0), *z = floats(0), *sum = floats(0);
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, RELAXED), ACL_SUCCESS);
    aclrtTaskGrp first = add_in_group(x, 1, y, stream);
    aclrtTaskGrp second = add_in_group(x, 2, z, stream);
    add(y, z, 1, sum, stream);
    aclmdlRI model = end(stream);
    run(model, stream);
    CHECK_TRUE(first_of(sum) == 2 + 3);
    CHECK_STATUS(aclmdlRICaptureTaskUpdateBegin(outer, first), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRICaptureTaskUpdateBegin(inner, second), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRICaptureTaskUpdateBegin(outer, second), 107032, "captured already");
    REQUIRE_STATUS(aclmdlRICaptureBegin(third, RELAXED), ACL_SUCCESS);
    add(x, x, 20, z, inner);
    add(x, x, 10, y, outer);
    add(x, x, 40, y, third);
    CHECK_STATUS(aclmdlRICaptureTaskUpdateEnd(inner), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(inner), ACL_SUCCESS);
    run(model, stream);
    CHECK_TRUE(first_of(sum) == 2 + 21);
    CHECK_STATUS(aclmdlRICaptureTaskUpdateEnd(outer), ACL_SUCCESS);
    aclmdlRI own = end(third);
    CHECK_STATUS(aclrtSynchronizeStream(outer), ACL_SUCCESS);
    run(model, stream);
    CHECK_TRUE(first_of(sum) == 11 + 21);
    run(own, stream);
    CHECK_TRUE(first_of(y) == 41);
    /* A replay that has not begun runs what the group has when it begins; a second update replaces the first. */
    uint64_t *gate = device_word();
    hold(gate, stream);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
    for (int factor = 3; factor <= 4; factor++) {
        CHECK_STATUS(aclmdlRICaptureTaskUpdateBegin(outer, first), ACL_SUCCESS);
        add(x, x, (float)factor, y, outer);
        CHECK_STATUS(aclmdlRICaptureTaskUpdateEnd(outer), ACL_SUCCESS);
    }
    CHECK_STATUS(aclrtSynchronizeStream(outer), ACL_SUCCESS);
    open_word(gate);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_TRUE(first_of(sum) == 5 + 21);
    CHECK_STATUS(aclmdlRIDestroy(own), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    aclrtStream all[] = {stream, outer, inner, third};
    for (int i = 0; i < 4; i++) {
        CHECK_STATUS(aclrtDestroyStream(all[i]), ACL_SUCCESS);
    }
}

/* x = x + 0.1 y; y = x - 0.3 y. */
static void step(float *x, float *y, aclrtStream stream)
{
    add(x, y, 0.1f, x, stream);
    add(x, y, -0.3f, y, stream);
}

static void the_same_bits(void)
{
    float host[2][8];
    float *x[2] = {floats(1), floats(1)}, *y[2] = {floats(0.7f), floats(0.7f)};
    aclrtStream stream = new_stream();
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, RELAXED), ACL_SUCCESS);
    step(x[0], y[0], stream);
    aclmdlRI model = end(stream);
    for (int i = 0; i < 1000; i++) {
        REQUIRE_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
        step(x[1], y[1], stream);
    }
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    for (int i = 0; i < 2; i++) {
        REQUIRE_STATUS(aclrtMemcpy(host[i], 16, x[i], 16, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
        REQUIRE_STATUS(aclrtMemcpy(host[i] + 4, 16, y[i], 16, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    }
    CHECK_EQUAL_BITS(host[0], host[1], sizeof host[0]);
    CHECK_TRUE(host[0][0] != 1);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
}

static aclrtContext context;
static pthread_barrier_t together;

/* Captures and replays, again and again, beside another thread that does the same. */
static void *captures(void *result)
{
    float *x, *y;
    REQUIRE_STATUS(aclrtSetCurrentContext(context), ACL_SUCCESS);
    aclrtStream stream = new_stream();
    x = floats(1);
    y = floats(1);
    for (int i = 0; i < 50; i++) {
        pthread_barrier_wait(&together);
        REQUIRE_STATUS(aclmdlRICaptureBegin(stream, LOCAL), ACL_SUCCESS);
        add(x, y, 1, x, stream);
        pthread_barrier_wait(&together);
        add(x, y, 2, x, stream);
        aclmdlRI model = end(stream);
        REQUIRE_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
        REQUIRE_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    }
    REQUIRE_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    *(float *)result = first_of(x);
    REQUIRE_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    return NULL;
}

static void two_threads(void)
{
    pthread_t threads[2];
    float results[2] = {0, 0};
    REQUIRE_STATUS(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    pthread_barrier_init(&together, NULL, 2);
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, captures, &results[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        CHECK_TRUE(results[i] == 1 + 50 * 3);
    }
}

int main(void)
{
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    loops_are_aborted();
    built_loops_are_aborted();
    waits_are_aborted();
    destroyed_while_it_runs();
    nested_updates();
    the_same_bits();
    two_threads();
    /* A forced reset ends a loop too. */
    aclrtStream stream = new_stream();
    uint64_t *word = device_word(), *again = NULL;
    is_endless(endless(stream, DEFAULT, word, device_word(), &again), word, stream);
    CHECK_STATUS(aclrtResetDeviceForce(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
