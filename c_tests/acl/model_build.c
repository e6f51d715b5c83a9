/* Model instances that are built by hand: streams that activate each other, switches by numbers in device memory, labels. */
#include "fixture.h"

#define ACTIVATED ACL_MODEL_STREAM_FLAG_DEFAULT

static aclrtStream persistent(void)
{
    aclrtStream stream = NULL;
    REQUIRE_STATUS(aclrtCreateStreamWithConfig(&stream, 0, ACL_STREAM_PERSISTENT), ACL_SUCCESS);
    return stream;
}

static void set(void *word, int value, aclrtStream stream)
{
    REQUIRE_STATUS(aclrtMemsetAsync(word, 8, value, 8, stream), ACL_SUCCESS);
}

static void put(void *word, uint64_t value)
{
    REQUIRE_STATUS(aclrtMemcpy(word, 8, &value, 8, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
}

static void run(aclmdlRI model)
{
    aclrtStream stream = NULL;
    REQUIRE_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(stream), ACL_SUCCESS);
}

/* One stream goes on in one of two others, by a number; both activate a third, which ends. */
static void switches(void)
{
    aclmdlRI model = NULL;
    aclrtStream head = persistent(), one = persistent(), two = persistent(), last = persistent(), plain = NULL;
    uint64_t *choice = device_word(), *right = device_word(), *result = device_word(), *end = device_word();
    REQUIRE_STATUS(aclrtCreateStream(&plain), ACL_SUCCESS);
    void *twelve = NULL;
    /* Of the host: device memory is rounded up. */
    REQUIRE_STATUS(aclrtMallocHost(&twelve, 12), ACL_SUCCESS);
    put(right, 1);
    CHECK_REFUSED(aclmdlRIBuildBegin(NULL, 0), 100000, "`modelRI` is null");
    CHECK_REFUSED(aclmdlRIBuildBegin(&model, 1), 107000, "`flag` is 1");
    REQUIRE_STATUS(aclmdlRIBuildBegin(&model, 0), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRIBindStream(NULL, head, 0), 100000, "`modelRI` is null");
    CHECK_REFUSED(aclmdlRIBindStream(model, NULL, 0), 100000, "`stream` is null");
    CHECK_REFUSED(aclmdlRIBindStream(model, head, 1), 107000, "`flag` is 0x1");
    CHECK_REFUSED(aclmdlRIBindStream(model, plain, 0), 107000, "ACL_STREAM_PERSISTENT (4)");
    REQUIRE_STATUS(aclmdlRIBindStream(model, head, 0), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRIBindStream(model, head, 0), 107032, "captured already");
    REQUIRE_STATUS(aclmdlRIBindStream(model, one, ACTIVATED), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRIBindStream(model, two, ACTIVATED), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRIBindStream(model, last, ACTIVATED), ACL_SUCCESS);
    set(result, 9, head);
    CHECK_REFUSED(aclrtSwitchStream(NULL, ACL_RT_EQUAL, right, ACL_RT_SWITCH_INT64, one, NULL, head), 100000, "`leftValue` is null");
    CHECK_REFUSED(aclrtSwitchStream(choice, ACL_RT_EQUAL, NULL, ACL_RT_SWITCH_INT64, one, NULL, head), 100000, "`rightValue` is null");
    CHECK_REFUSED(aclrtSwitchStream(choice, ACL_RT_EQUAL, right, ACL_RT_SWITCH_INT64, NULL, NULL, head), 100000, "`trueStream` is null");
    CHECK_REFUSED(aclrtSwitchStream(choice, ACL_RT_EQUAL, right, ACL_RT_SWITCH_INT64, one, NULL, NULL), 100000, "`stream` is null");
    CHECK_REFUSED(aclrtSwitchStream(choice, (aclrtCondition)6, right, ACL_RT_SWITCH_INT64, one, NULL, head), 107000, "`cond` is ");
    CHECK_REFUSED(aclrtSwitchStream(choice, ACL_RT_EQUAL, right, (aclrtCompareDataType)2, one, NULL, head), 107000, "`dataType` is ");
    CHECK_REFUSED(aclrtSwitchStream((char *)choice + 4, ACL_RT_EQUAL, right, ACL_RT_SWITCH_INT64, one, NULL, head), 107000, "a multiple of 8");
    CHECK_REFUSED(aclrtSwitchStream(choice, ACL_RT_EQUAL, (char *)twelve + 8, ACL_RT_SWITCH_INT64, one, NULL, head), 107000, ", past the end of its ");
    CHECK_REFUSED(aclrtSwitchStream(choice, ACL_RT_EQUAL, right, ACL_RT_SWITCH_INT64, one, two, head), 107000, "`falseStream` is not null");
    CHECK_REFUSED(aclrtSwitchStream(choice, ACL_RT_EQUAL, right, ACL_RT_SWITCH_INT64, plain, NULL, head), 107000, "not bound to the same");
    CHECK_REFUSED(aclrtSwitchStream(choice, ACL_RT_EQUAL, right, ACL_RT_SWITCH_INT64, one, NULL, plain), 107000, "bound to no model instance");
    REQUIRE_STATUS(aclrtSwitchStream(choice, ACL_RT_EQUAL, right, ACL_RT_SWITCH_INT64, one, NULL, head), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSwitchStream(choice, ACL_RT_GREATER, right, ACL_RT_SWITCH_INT32, two, NULL, head), ACL_SUCCESS);
    set(result, 8, head);
    set(result, 1, one);
    REQUIRE_STATUS(aclrtActiveStream(last, one), ACL_SUCCESS);
    set(result, 2, two);
    REQUIRE_STATUS(aclrtActiveStream(last, two), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtMemcpyAsync(end, 8, result, 8, ACL_MEMCPY_DEVICE_TO_DEVICE, last), ACL_SUCCESS);
    CHECK_REFUSED(aclrtActiveStream(NULL, two), 100000, "`activeStream` is null");
    CHECK_REFUSED(aclrtActiveStream(plain, two), 107000, "not bound to the same");
    CHECK_REFUSED(aclrtActiveStream(last, plain), 107000, "bound to no model instance");
    CHECK_REFUSED(aclrtValueWait(choice, 1, ACL_STREAM_WAIT_VALUE_EQ, two), 207000, "cannot take this task");
    CHECK_REFUSED(aclmdlRIExecuteAsync(model, plain), 107026, "still being captured");
    CHECK_REFUSED(aclmdlRIBuildEnd(model, NULL), 107000, "the end of its tasks");
    CHECK_REFUSED(aclmdlRIEndTask(model, plain), 107000, "not bound to the same");
    CHECK_REFUSED(aclmdlRIEndTask(NULL, last), 100000, "`modelRI` is null");
    CHECK_REFUSED(aclmdlRIEndTask(model, NULL), 100000, "`stream` is null");
    REQUIRE_STATUS(aclmdlRIEndTask(model, last), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRIEndTask(model, last), 107000, "was given already");
    CHECK_REFUSED(aclmdlRIBuildEnd(NULL, NULL), 100000, "`modelRI` is null");
    CHECK_REFUSED(aclmdlRIBuildEnd(model, model), 107000, "`reserve` is not null");
    REQUIRE_STATUS(aclmdlRIBuildEnd(model, NULL), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRIBuildEnd(model, NULL), 107027, "is complete");
    CHECK_REFUSED(aclrtMemsetAsync(result, 8, 1, 8, one), 107027, "is complete");
    CHECK_EQUAL_INT(read_word(result), 0);
    put(choice, 1);
    run(model);
    CHECK_EQUAL_INT(read_word(end), 0x0101010101010101);
    put(choice, 2);
    run(model);
    CHECK_EQUAL_INT(read_word(end), 0x0202020202020202);
    /* Neither holds: the first stream goes on, and the last is never activated. */
    put(choice, 0);
    run(model);
    CHECK_EQUAL_INT(read_word(result), 0x0808080808080808);
    CHECK_EQUAL_INT(read_word(end), 0x0202020202020202);
    CHECK_REFUSED(aclmdlRIUnbindStream(NULL, one), 100000, "`modelRI` is null");
    CHECK_REFUSED(aclmdlRIUnbindStream(model, plain), 107000, "not bound to this model instance");
    CHECK_STATUS(aclmdlRIUnbindStream(model, one), ACL_SUCCESS);
    set(result, 5, one);
    CHECK_STATUS(aclrtSynchronizeStream(one), ACL_SUCCESS);
    CHECK_EQUAL_INT(read_word(result), 0x0505050505050505);
    put(choice, 1);
    run(model);
    CHECK_EQUAL_INT(read_word(end), 0x0101010101010101);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    /* Its streams are free again. */
    CHECK_STATUS(aclrtDestroyStream(head), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(two), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyStream(last), ACL_SUCCESS);
}

static void labels(void)
{
    aclmdlRI model = NULL, captured = NULL;
    aclrtStream stream = persistent(), plain = NULL;
    aclrtLabel label[3] = {NULL, NULL, NULL};
    aclrtLabelList list = NULL, other = NULL;
    uint64_t *index = device_word(), *a = device_word(), *b = device_word();
    REQUIRE_STATUS(aclrtCreateStream(&plain), ACL_SUCCESS);
    void *six = NULL;
    REQUIRE_STATUS(aclrtMallocHost(&six, 6), ACL_SUCCESS);
    CHECK_REFUSED(aclrtCreateLabel(NULL), 100000, "`label` is null");
    for (int i = 0; i < 3; i++) {
        REQUIRE_STATUS(aclrtCreateLabel(&label[i]), ACL_SUCCESS);
    }
    CHECK_REFUSED(aclrtCreateLabelList(NULL, 2, &list), 100000, "`labels` is null");
    CHECK_REFUSED(aclrtCreateLabelList(label, 2, NULL), 100000, "`labelList` is null");
    CHECK_REFUSED(aclrtCreateLabelList(label, 0, &list), 107000, "`num` is 0");
    CHECK_REFUSED(aclrtCreateLabelList((aclrtLabel[]){NO_HANDLE}, 1, &list), 107017, "not a handle");
    REQUIRE_STATUS(aclrtCreateLabelList(label, 2, &list), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtCreateLabelList(label, 3, &other), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRIBuildBegin(&model, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRIBindStream(model, stream, 0), ACL_SUCCESS);
    CHECK_REFUSED(aclrtSwitchLabelByIndex(NULL, 2, list, stream), 100000, "`ptr` is null");
    CHECK_REFUSED(aclrtSwitchLabelByIndex(index, 2, NULL, stream), 100000, "`labelList` is null");
    CHECK_REFUSED(aclrtSwitchLabelByIndex(index, 2, list, NULL), 100000, "`stream` is null");
    CHECK_REFUSED(aclrtSwitchLabelByIndex((char *)index + 1, 2, list, stream), 107000, "a multiple of 4");
    CHECK_REFUSED(aclrtSwitchLabelByIndex((char *)six + 4, 2, list, stream), 107000, ", past the end of its ");
    CHECK_REFUSED(aclrtSwitchLabelByIndex(index, 3, list, stream), 107000, "the number of labels in the list");
    CHECK_REFUSED(aclrtSwitchLabelByIndex(index, 2, list, plain), 107000, "bound to no model instance");
    REQUIRE_STATUS(aclrtSwitchLabelByIndex(index, 2, list, stream), ACL_SUCCESS);
    set(a, 9, stream);
    CHECK_REFUSED(aclrtSetLabel(NULL, stream), 100000, "`label` is null");
    CHECK_REFUSED(aclrtSetLabel(label[0], NULL), 100000, "`stream` is null");
    CHECK_REFUSED(aclrtSetLabel(label[0], plain), 107000, "bound to no model instance");
    CHECK_REFUSED(aclrtSetLabel(NO_HANDLE, stream), 107017, "not a handle");
    REQUIRE_STATUS(aclrtSetLabel(label[0], stream), ACL_SUCCESS);
    set(a, 1, stream);
    REQUIRE_STATUS(aclrtSetLabel(label[1], stream), ACL_SUCCESS);
    set(b, 2, stream);
    REQUIRE_STATUS(aclmdlRIEndTask(model, stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRIBuildEnd(model, NULL), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyLabelList(list), ACL_SUCCESS);
    CHECK_REFUSED(aclrtDestroyLabelList(list), 107017, "a destroyed handle");
    put(index, 1);
    run(model);
    CHECK_EQUAL_INT(read_word(a), 0);
    CHECK_EQUAL_INT(read_word(b), 0x0202020202020202);
    put(index, 0);
    run(model);
    CHECK_EQUAL_INT(read_word(a), 0x0101010101010101);
    /* Too large an index is the last label. */
    put(a, 0);
    put(b, 0);
    put(index, 7);
    run(model);
    CHECK_EQUAL_INT(read_word(a), 0);
    CHECK_EQUAL_INT(read_word(b), 0x0202020202020202);
    CHECK_STATUS(aclmdlRIUnbindStream(model, stream), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    /* A label that was never set. */
    REQUIRE_STATUS(aclmdlRIBuildBegin(&model, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRIBindStream(model, stream, 0), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSwitchLabelByIndex(index, 3, other, stream), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRIEndTask(model, stream), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRIBuildEnd(model, NULL), 107000, "was set in no stream");
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(aclrtDestroyLabel(label[i]), ACL_SUCCESS);
    }
    CHECK_REFUSED(aclrtDestroyLabel(label[0]), 107017, "a destroyed handle");
    REQUIRE_STATUS(aclmdlRICaptureBegin(plain, ACL_MODEL_RI_CAPTURE_MODE_RELAXED), ACL_SUCCESS);
    REQUIRE_STATUS(aclmdlRICaptureEnd(plain, &captured), ACL_SUCCESS);
    CHECK_REFUSED(aclmdlRIBindStream(captured, persistent(), 0), 107000, "a captured model instance");
    CHECK_STATUS(aclmdlRIDestroy(captured), ACL_SUCCESS);
}

int main(void)
{
    REQUIRE_STATUS(aclInit(NULL), ACL_SUCCESS);
    REQUIRE_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    switches();
    labels();
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclFinalize(), ACL_SUCCESS);
    return check_result();
}
