/* Conditions of model instances: if, while, switch, one inside another, defaults, and every refusal. */
#include "conditions.h"

#define LOCAL ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL
static aclrtStream stream, side;
static uint64_t *out, *numbers;

static void put(uint64_t *to, const uint64_t *from, aclrtStream into)
{
    REQUIRE_STATUS(aclrtMemcpyAsync(to, 8, from, 8, ACL_MEMCPY_DEVICE_TO_DEVICE, into), ACL_SUCCESS);
}

/* A body that writes one of the numbers. */
static void body(aclmdlRI model, size_t number)
{
    aclmdlRI same = NULL;
    REQUIRE_STATUS(aclmdlRICaptureToModelRIBegin(side, model, LOCAL), ACL_SUCCESS);
    put(out, numbers + number, side);
    REQUIRE_STATUS(aclmdlRICaptureEnd(side, &same), ACL_SUCCESS);
    CHECK_TRUE(same == model);
}

static uint64_t run(aclmdlRI model)
{
    write_word(out, 99);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    return read_word(out);
}

static void if_and_switch(void)
{
    aclmdlRI model = NULL, two[2] = {NULL, NULL}, three[3] = {NULL, NULL, NULL};
    uint64_t *word = NULL, value;
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, LOCAL), ACL_SUCCESS);
    CHECK_STATUS(decide(new_condition(stream, 1, NO_DEFAULT, &word), ACL_MODEL_RI_COND_TYPE_IF, 2, two, stream), ACL_SUCCESS);
    body(two[0], 0);
    body(two[1], 1);
    REQUIRE_STATUS(aclmdlRICaptureEnd(stream, &model), ACL_SUCCESS);
    CHECK_EQUAL_INT(run(model), 100);
    write_word(word, 0);
    CHECK_EQUAL_INT(run(model), 101);
    write_word(word, (uint64_t)1 << 40);
    CHECK_EQUAL_INT(run(model), 100);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);

    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, LOCAL), ACL_SUCCESS);
    CHECK_STATUS(decide(new_condition(stream, 0, NO_DEFAULT, &word), ACL_MODEL_RI_COND_TYPE_SWITCH, 3, three, stream), ACL_SUCCESS);
    for (value = 0; value < 3; value++) {
        body(three[value], (size_t)value);
    }
    REQUIRE_STATUS(aclmdlRICaptureEnd(stream, &model), ACL_SUCCESS);
    for (value = 0; value < 5; value++) {
        write_word(word, value);
        CHECK_EQUAL_INT(run(model), value < 3 ? 100 + value : 99);
    }
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
}

/* A default counts at each run, whatever the program wrote. */
static void defaults(void)
{
    aclmdlRI model = NULL, one = NULL;
    uint64_t *word = NULL;
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, LOCAL), ACL_SUCCESS);
    CHECK_STATUS(decide(new_condition(stream, 0, DEFAULT, &word), ACL_MODEL_RI_COND_TYPE_IF, 1, &one, stream), ACL_SUCCESS);
    body(one, 0);
    REQUIRE_STATUS(aclmdlRICaptureEnd(stream, &model), ACL_SUCCESS);
    write_word(word, 1);
    CHECK_EQUAL_INT(run(model), 99);
    CHECK_EQUAL_INT(read_word(word), 0);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
}

/* A loop whose body decides by a second condition: the second word begins with 1 each time. */
static void loops(void)
{
    aclmdlRI model = NULL, loop = NULL, inner = NULL, same = NULL;
    uint64_t *word = NULL, *deeper = NULL;
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, LOCAL), ACL_SUCCESS);
    CHECK_STATUS(decide(new_condition(stream, 1, DEFAULT, &word), ACL_MODEL_RI_COND_TYPE_WHILE, 1, &loop, stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRICaptureToModelRIBegin(side, loop, LOCAL), ACL_SUCCESS);
    CHECK_TRUE(model_of(side) == loop);
    /* Counts the rounds, and ends the loop when the count has the bit 4. */
    CHECK_STATUS(aclrtReduceAsync(out, numbers + 3, 4, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_INT32, side, NULL), ACL_SUCCESS);
    put(word, numbers + 4, side);
    CHECK_STATUS(decide(new_condition(side, 1, DEFAULT, &deeper), ACL_MODEL_RI_COND_TYPE_IF, 1, &inner, side), ACL_SUCCESS);
    aclrtStream third = NULL;
    REQUIRE_STATUS(aclrtCreateStream(&third), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRICaptureToModelRIBegin(third, inner, LOCAL), ACL_SUCCESS);
    CHECK_STATUS(aclrtReduceAsync(out, numbers + 5, 4, ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX, ACL_INT32, third, NULL), ACL_SUCCESS);
    put(numbers + 4, numbers + 6, third);
    REQUIRE_STATUS(aclmdlRICaptureEnd(third, &same), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRICaptureEnd(side, &same), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRICaptureEnd(stream, &model), ACL_SUCCESS);
    /* 99 + 1, then at least 200; the word of the loop is 1 in the first round, and 0 in the second. */
    write_word(numbers + 4, 1);
    CHECK_EQUAL_INT(run(model), 201);
    write_word(numbers + 4, 1);
    CHECK_EQUAL_INT(run(model), 201);
    CHECK_STATUS(aclrtDestroyStream(third), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRIGetId(loop, &(uint32_t){0}), 107017, "a destroyed handle");
    CHECK_REFUSED(aclmdlRIGetId(inner, &(uint32_t){0}), 107017, "a destroyed handle");
}

static void refusals(void)
{
    aclmdlRI model = NULL, other = NULL, bodies[2] = {NULL, NULL};
    aclmdlRICondHandle condition = NULL, spare = NULL;
    uint64_t *word = NULL;
    CHECK_REFUSED(aclmdlRICondHandleCreate(NULL, 0, DEFAULT, &condition), 100000, "`modelRI` is null");
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, LOCAL), ACL_SUCCESS);
    model = model_of(stream);
    CHECK_REFUSED(aclmdlRICondHandleCreate(model, 0, DEFAULT, NULL), 100000, "`handle` is null");
    CHECK_REFUSED(aclmdlRICondHandleCreate(model, 0, (aclmdlRICondHandleFlag)2, &condition), 107000, "`flag` is aclmdlRICondHandleFlag(2)");
    CHECK_TRUE(condition == NULL);
    condition = new_condition(stream, 0, NO_DEFAULT, &word);
    spare = new_condition(stream, 0, NO_DEFAULT, &word);
    CHECK_REFUSED(aclmdlRICondHandleGetCondPtr(condition, NULL), 100000, "`ptr` is null");
    CHECK_REFUSED(aclmdlRICondHandleGetCondPtr(model, &word), 107017, "expected a live condition handle");
    CHECK_REFUSED(decide(condition, 3, 1, bodies, stream), 107000, "`params.type` is aclmdlRICondTaskType(3)");
    CHECK_REFUSED(decide(NULL, ACL_MODEL_RI_COND_TYPE_IF, 1, bodies, stream), 107000, "`params.handle` is null");
    CHECK_REFUSED(decide(model, ACL_MODEL_RI_COND_TYPE_IF, 1, bodies, stream), 107017, "expected a live condition handle");
    CHECK_REFUSED(decide(condition, ACL_MODEL_RI_COND_TYPE_IF, 1, NULL, stream), 107000, "`params.modelRIArray` is null");
    CHECK_REFUSED(decide(condition, ACL_MODEL_RI_COND_TYPE_IF, 3, bodies, stream), 107000, "`params.size` is 3; allowed: 1 to 2");
    CHECK_REFUSED(decide(condition, ACL_MODEL_RI_COND_TYPE_WHILE, 2, bodies, stream), 107000, "`params.size` is 2; allowed: 1 to 1");
    CHECK_REFUSED(decide(condition, ACL_MODEL_RI_COND_TYPE_SWITCH, 0, bodies, stream), 107000, "`params.size` is 0; allowed: 1 or more");
    CHECK_REFUSED(decide(condition, ACL_MODEL_RI_COND_TYPE_IF, 1, bodies, NULL), 100000, "`stream` is null");
    CHECK_REFUSED(decide(condition, ACL_MODEL_RI_COND_TYPE_IF, 1, bodies, side), 107029, "the stream is not captured");
    CHECK_REFUSED(aclmdlRIAddCondTask((aclmdlRICondTaskParams){condition, ACL_MODEL_RI_COND_TYPE_IF, 1, bodies}, stream, 1), 107000, "`flags` is 1");
    CHECK_TRUE(bodies[0] == NULL);
    CHECK_STATUS(decide(condition, ACL_MODEL_RI_COND_TYPE_IF, 1, bodies, stream), ACL_SUCCESS);
    CHECK_REFUSED(decide(condition, ACL_MODEL_RI_COND_TYPE_IF, 1, bodies + 1, stream), 107000, "the condition has a task already");
    REQUIRE_STATUS(aclmdlRICaptureBegin(side, LOCAL), ACL_SUCCESS);
    CHECK_REFUSED(decide(spare, ACL_MODEL_RI_COND_TYPE_IF, 1, bodies + 1, side), 107000, "belongs to another model instance");
    REQUIRE_STATUS(aclmdlRICaptureEnd(side, &other), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRICondHandleCreate(other, 0, DEFAULT, &spare), 107000, "is not being captured");
    CHECK_REFUSED(aclmdlRICaptureToModelRIBegin(side, other, LOCAL), 107026, "has been captured");
    CHECK_REFUSED(aclmdlRICaptureToModelRIBegin(side, model, LOCAL), 107000, "not made for a condition");
    CHECK_REFUSED(aclmdlRICaptureToModelRIBegin(NULL, bodies[0], LOCAL), 100000, "`stream` is null");
    CHECK_REFUSED(aclmdlRICaptureToModelRIBegin(side, NULL, LOCAL), 100000, "`modelRI` is null");
    CHECK_REFUSED(aclmdlRICaptureToModelRIBegin(side, bodies[0], (aclmdlRICaptureMode)9), 107000, "`mode` is");
    CHECK_STATUS(aclmdlRIDestroy(other), ACL_SUCCESS);
    /* A body takes no waits: its capture comes to nothing, and may be begun again. */
    REQUIRE_STATUS(aclmdlRICaptureToModelRIBegin(side, bodies[0], LOCAL), ACL_SUCCESS);
    CHECK_REFUSED(aclrtValueWait(out, 1, ACL_STREAM_WAIT_VALUE_EQ, side), 207000, "operators, copies and other conditions only");
    CHECK_STATUS(aclmdlRICaptureEnd(side, &other), 507903);
    CHECK_REFUSED(aclmdlRIExecuteAsync(bodies[0], side), 107026, "still being captured");
    body(bodies[0], 2);
    CHECK_REFUSED(aclmdlRICaptureToModelRIBegin(side, bodies[0], LOCAL), 107026, "has been captured");
    REQUIRE_STATUS(aclmdlRICaptureEnd(stream, &model), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRIExecuteAsync(bodies[0], side), 207000, "runs and ends with that one");
    CHECK_REFUSED(aclmdlRIDestroy(bodies[0]), 207000, "runs and ends with that one");
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRICondHandleGetCondPtr(condition, &word), 107017, "a destroyed handle");
    /* Without what the condition runs, there is no model instance. */
    REQUIRE_STATUS(aclmdlRICaptureBegin(stream, LOCAL), ACL_SUCCESS);
    CHECK_STATUS(decide(new_condition(stream, 0, DEFAULT, &word), ACL_MODEL_RI_COND_TYPE_IF, 1, bodies, stream), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRICaptureEnd(stream, &model), 107000, "has not been captured");
    CHECK_TRUE(model == NULL);
    CHECK_REFUSED(aclmdlRICaptureToModelRIBegin(side, bodies[0], LOCAL), 107017, "a destroyed handle");
}

int main(void)
{
    uint64_t host[7] = {100, 101, 102, 1, 1, 200, 0};
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateStream(&side), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc((void **)&out, 8, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMalloc((void **)&numbers, sizeof host, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemcpy(numbers, sizeof host, host, sizeof host, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    if_and_switch();
    defaults();
    loops();
    refusals();
    CHECK_STATUS(aclrtFree(numbers), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(out), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(side), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    return check_result();
}
