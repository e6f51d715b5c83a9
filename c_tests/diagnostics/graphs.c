/* Model instances: their tasks are checked in each replay, and what comes behind it as without it. */
#include "fixture.h"

#define LOCAL ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL

static void release(void *start)
{
    CHECK_STATUS(aclrtFree(start), ACL_SUCCESS);
}

static aclrtEvent new_event(void)
{
    aclrtEvent event = NULL;
    REQUIRE_STATUS(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    return event;
}

/* Lets a stream wait for all that another one was given. */
static void let_wait(aclrtStream waits, aclrtStream recorded)
{
    aclrtEvent event = new_event();
    CHECK_STATUS(aclrtRecordEvent(event, recorded), ACL_SUCCESS);
    CHECK_STATUS(aclrtStreamWaitEvent(waits, event), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
}

static void begin(void)
{
    REQUIRE_STATUS(aclmdlRICaptureBegin(first, LOCAL), ACL_SUCCESS);
}

static aclmdlRI end(void)
{
    aclmdlRI model = NULL;
    REQUIRE_STATUS(aclmdlRICaptureEnd(first, &model), ACL_SUCCESS);
    return model;
}

/* y = sin(x) in the first stream. */
static aclmdlRI captured_sin(void *x, void *y)
{
    begin();
    queue_sin(x, y, ELEMENTS, first);
    return end();
}

static void finish(aclmdlRI model)
{
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(second), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
}

/* replay_beside_another_stream: HN-RACE */
static void replay_beside_another_stream(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    aclTensor *from = vector(x, ELEMENTS), *to = vector(y, ELEMENTS);
    begin();
    aclOpExecutor *executor = plan_sin(from, to);
    CHECK_STATUS(aclnnSin(NULL, 0, executor, first), ACL_SUCCESS); // @first // says RAW: aclnnSin reads what aclnnSin writes
    aclmdlRI model = end();
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS); // @replay
    }
    queue_sin(y, z, ELEMENTS, second); // @second // says , node 0 of model instance
    finish(model);
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
    release(x);
    release(y);
    release(z);
}

/* replay_before_another_stream: silent */
static void replay_before_another_stream(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    aclmdlRI model = captured_sin(x, y);
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS);
    }
    let_wait(second, first);
    queue_sin(y, z, ELEMENTS, second);
    let_wait(first, second);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS);
    finish(model);
    release(x);
    release(y);
    release(z);
}

/* race_behind_a_replay: HN-RACE */
static void race_behind_a_replay(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    aclmdlRI model = captured_sin(x, y);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS);
    finish(model);
    queue_sin(x, z, ELEMENTS, first); // says WAW: aclnnSin writes what aclnnSin writes
    queue_sin(y, z, ELEMENTS, second);
    CHECK_STATUS(aclrtSynchronizeDevice(), ACL_SUCCESS);
    release(x);
    release(y);
    release(z);
}

/* The streams of a capture: y in the first one, z from y in the second one. */
static aclmdlRI captured_branches(void *x, void *y, void *z, int has_event)
{
    begin();
    let_wait(second, first);
    queue_sin(x, y, ELEMENTS, first);
    if (has_event) {
        let_wait(second, first);
    }
    queue_sin(y, z, ELEMENTS, second);
    let_wait(first, second);
    return end();
}

/* branches_without_an_event: HN-RACE */
static void branches_without_an_event(void)
{
    void *x = filled(BYTES), *y = filled(BYTES), *z = memory(BYTES);
    aclmdlRI model = captured_branches(x, y, z, 0);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS); // @replay // says RAW: aclnnSin reads what aclnnSin writes
    finish(model);
    release(x);
    release(y);
    release(z);
}

/* branches_with_an_event: silent */
static void branches_with_an_event(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    aclmdlRI model = captured_branches(x, y, z, 1);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS);
    queue_sin(z, x, ELEMENTS, first);
    /* The streams of a model instance take its replays one after the other. */
    let_wait(second, first);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, second), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS);
    finish(model);
    release(x);
    release(y);
    release(z);
}

/* unwritten_in_a_replay: HN-UNINIT-READ */
static void unwritten_in_a_replay(void)
{
    void *x = memory(BYTES), *y = memory(BYTES);
    aclTensor *from = vector(x, ELEMENTS), *to = vector(y, ELEMENTS);
    begin();
    aclOpExecutor *executor = plan_sin(from, to);
    CHECK_STATUS(aclnnSin(NULL, 0, executor, first), ACL_SUCCESS); // @used
    aclmdlRI model = end();
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS); // @replay // says 1 of model instance
    }
    finish(model);
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
    release(x);
    release(y);
}

/* unwritten_behind_a_replay: HN-UNINIT-READ */
static void unwritten_behind_a_replay(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    aclmdlRI model = captured_sin(x, y);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS);
    finish(model);
    queue_sin(z, y, ELEMENTS, first); // says 256 uninitialised elements
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    release(x);
    release(y);
    release(z);
}

/* written_between_capture_and_replay: silent */
static void written_between_capture_and_replay(void)
{
    float host[ELEMENTS] = {0};
    void *x = memory(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    begin();
    queue_sin(x, y, ELEMENTS, first);
    CHECK_STATUS(aclrtMemcpyAsync(z, BYTES, y, BYTES, ACL_MEMCPY_DEVICE_TO_DEVICE, first), ACL_SUCCESS);
    aclmdlRI model = end();
    CHECK_STATUS(aclrtMemcpy(x, BYTES, host, BYTES, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpy(host, BYTES, z, BYTES, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    finish(model);
    release(x);
    release(y);
    release(z);
}

/* copied_back_during_a_replay: HN-HOST-READ-EARLY */
static void copied_back_during_a_replay(void)
{
    float host[ELEMENTS];
    void *x = filled(BYTES), *y = filled(BYTES);
    aclmdlRI model = captured_sin(x, y);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS);                            // @replay
    CHECK_STATUS(aclrtMemcpy(host, BYTES, y, BYTES, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS); // @now
    finish(model);
    release(x);
    release(y);
}

/* freed_during_a_replay: HN-FREE-IN-FLIGHT */
static void freed_during_a_replay(void)
{
    void *x = filled(BYTES), *y = memory(BYTES);
    aclmdlRI model = captured_sin(x, y);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS); // @replay
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);                       // @freed
    finish(model);
    release(x);
}

/* freed_before_a_replay: HN-USE-AFTER-FREE */
static void freed_before_a_replay(void)
{
    void *x = filled(BYTES), *y = memory(BYTES);
    aclmdlRI model = captured_sin(x, y); // says `out` of aclnnSin lies in mem#2, which was freed
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS); // @freed
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS); // @replay
    finish(model);
    release(x);
}

/* never_destroyed: HN-LEAK */
static void never_destroyed(void)
{
    void *x = filled(BYTES), *y = memory(BYTES);
    aclmdlRI model = captured_sin(x, y); // says 1 model instance is never destroyed
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    release(x);
    release(y);
}

/* task_replaced: silent */
static void task_replaced(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    aclrtTaskGrp group = NULL;
    begin();
    REQUIRE_STATUS(aclmdlRICaptureTaskGrpBegin(first), ACL_SUCCESS);
    queue_sin(x, y, ELEMENTS, first);
    REQUIRE_STATUS(aclmdlRICaptureTaskGrpEnd(first, &group), ACL_SUCCESS);
    aclmdlRI model = end();
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRICaptureTaskUpdateBegin(second, group), ACL_SUCCESS);
    queue_sin(x, z, ELEMENTS, second);
    REQUIRE_STATUS(aclmdlRICaptureTaskUpdateEnd(second), ACL_SUCCESS);
    let_wait(first, second);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS);
    queue_sin(z, x, ELEMENTS, first);
    queue_sin(y, x, ELEMENTS, first);
    finish(model);
    release(x);
    release(y);
    release(z);
}

/* body_of_a_condition: silent */
static void body_of_a_condition(void)
{
    void *x = filled(BYTES), *y = memory(BYTES);
    aclmdlRI model = NULL, body = NULL;
    aclmdlRICondHandle condition = NULL;
    begin();
    REQUIRE_STATUS(aclmdlRICaptureGetInfo(first, &(aclmdlRICaptureStatus){0}, &model), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRICondHandleCreate(model, 1, ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT, &condition), ACL_SUCCESS);
    aclmdlRICondTaskParams params;
    params.handle = condition;
    params.type = ACL_MODEL_RI_COND_TYPE_IF;
    params.size = 1;
    params.modelRIArray = &body;
    REQUIRE_STATUS(aclmdlRIAddCondTask(params, first, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRICaptureToModelRIBegin(second, body, LOCAL), ACL_SUCCESS);
    queue_sin(x, y, ELEMENTS, second);
    REQUIRE_STATUS(aclmdlRICaptureEnd(second, &body), ACL_SUCCESS);
    model = end();
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS);
    queue_sin(y, x, ELEMENTS, first);
    finish(model);
    release(x);
    release(y);
}

static volatile int was_called;

static void call(void *argument)
{
    was_called = argument != NULL;
}

/* notify_and_function_in_a_branch: silent */
static void notify_and_function_in_a_branch(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    aclrtNotify notify = NULL;
    aclrtStream third = NULL;
    REQUIRE_STATUS(aclrtCreateStream(&third), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateNotify(&notify, 0), ACL_SUCCESS);
    begin();
    let_wait(second, first);
    CHECK_STATUS(aclrtWaitAndResetNotify(notify, second, 0), ACL_SUCCESS);
    queue_sin(y, z, ELEMENTS, second);
    CHECK_STATUS(aclrtLaunchHostFunc(second, call, x), ACL_SUCCESS);
    let_wait(first, second);
    aclmdlRI model = end();
    for (int i = 0; i < 2; i++) {
        queue_sin(x, y, ELEMENTS, third);
        CHECK_STATUS(aclrtRecordNotify(notify, third), ACL_SUCCESS);
        CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS);
        let_wait(third, first);
    }
    CHECK_STATUS(aclrtSynchronizeStream(third), ACL_SUCCESS);
    CHECK_EQUAL_INT(was_called, 1);
    finish(model);
    CHECK_STATUS(aclrtDestroyNotify(notify), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(third), ACL_SUCCESS);
    release(x);
    release(y);
    release(z);
}

/* event_of_a_replay_and_a_stream: silent */
static void event_of_a_replay_and_a_stream(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    aclrtEvent event = NULL;
    REQUIRE_STATUS(aclrtCreateEventWithFlag(&event, ACL_EVENT_EXTERNAL), ACL_SUCCESS);
    begin();
    CHECK_STATUS(aclrtStreamWaitEvent(first, event), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetEvent(event, first), ACL_SUCCESS);
    queue_sin(y, z, ELEMENTS, first);
    aclmdlRI model = end();
    queue_sin(x, y, ELEMENTS, second);
    CHECK_STATUS(aclrtRecordEvent(event, second), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS);
    finish(model);
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
    release(x);
    release(y);
    release(z);
}

/* instance_in_an_instance: HN-UNINIT-READ */
static void instance_in_an_instance(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    aclmdlRI inner = captured_sin(x, y);
    begin();
    CHECK_STATUS(aclmdlRIExecuteAsync(inner, first), ACL_SUCCESS);
    aclmdlRI outer = end();
    CHECK_STATUS(aclmdlRIExecuteAsync(outer, first), ACL_SUCCESS);
    queue_sin(y, x, ELEMENTS, first);
    CHECK_STATUS(aclmdlRIExecuteAsync(inner, first), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIExecuteAsync(outer, first), ACL_SUCCESS);
    queue_sin(z, x, ELEMENTS, first); // @used
    finish(outer);
    CHECK_STATUS(aclmdlRIDestroy(inner), ACL_SUCCESS);
    release(x);
    release(y);
    release(z);
}

int main(int argc, char **argv)
{
    const struct program programs[] = {
        {"replay_beside_another_stream", replay_beside_another_stream},
        {"replay_before_another_stream", replay_before_another_stream},
        {"race_behind_a_replay", race_behind_a_replay},
        {"branches_without_an_event", branches_without_an_event},
        {"branches_with_an_event", branches_with_an_event},
        {"unwritten_in_a_replay", unwritten_in_a_replay},
        {"unwritten_behind_a_replay", unwritten_behind_a_replay},
        {"written_between_capture_and_replay", written_between_capture_and_replay},
        {"copied_back_during_a_replay", copied_back_during_a_replay},
        {"freed_during_a_replay", freed_during_a_replay},
        {"freed_before_a_replay", freed_before_a_replay},
        {"never_destroyed", never_destroyed},
        {"task_replaced", task_replaced},
        {"body_of_a_condition", body_of_a_condition},
        {"notify_and_function_in_a_branch", notify_and_function_in_a_branch},
        {"event_of_a_replay_and_a_stream", event_of_a_replay_and_a_stream},
        {"instance_in_an_instance", instance_in_an_instance},
    };
    open_device();
    int result = run_program(programs, sizeof programs / sizeof *programs, argc, argv);
    close_device();
    return result;
}
