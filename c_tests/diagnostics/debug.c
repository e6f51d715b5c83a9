/* HOSTNPU_DEBUG: all checks, refused calls, and errors of operators from the call that queues them. */
#include "fixture.h"
#include "aclnnop/aclnn_index_select.h"

/* index_out_of_range: HN-API-ERROR */
static void index_out_of_range(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *place = memory(sizeof(int64_t));
    int64_t far = ELEMENTS, one = 1;
    CHECK_STATUS(aclrtMemcpy(place, sizeof far, &far, sizeof far, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    aclTensor *from = vector(x, ELEMENTS), *to = vector(y, 1);
    aclTensor *index = aclCreateTensor(&one, 1, ACL_INT64, NULL, 0, ACL_FORMAT_ND, &one, 1, place);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnIndexSelectGetWorkspaceSize(from, 0, index, to, &size, &executor), ACL_SUCCESS);
    void *workspace = memory(size + 1);
    CHECK_TRUE(aclnnIndexSelect(workspace, size, executor, first) == 361001); // @called
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(index), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(place), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(workspace), ACL_SUCCESS);
}

/* host_and_race: HN-HOST-ACCESS HN-HOST-READ-EARLY */
static void host_and_race(void)
{
    float *x = filled(BYTES), *y = memory(BYTES), value;
    queue_sin(x, y, ELEMENTS, first);
    CHECK_STATUS(aclrtMemcpy(&value, sizeof value, y, sizeof value, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_TRUE(y[0] == 0);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
}

/* The operator cannot run before the event is recorded: the call that queues it must return all the same. */
/* operator_behind_an_event: silent */
static void operator_behind_an_event(void)
{
    void *x = filled(BYTES), *y = memory(BYTES);
    aclrtEvent event = NULL;
    CHECK_STATUS(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    CHECK_STATUS(aclrtStreamWaitEvent(second, event), ACL_SUCCESS);
    queue_sin(x, y, ELEMENTS, second); // says HOSTNPU_DEBUG: aclnnSin is not over after 50ms
    CHECK_STATUS(aclrtRecordEvent(event, first), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(second), ACL_SUCCESS);
    CHECK_STATUS(aclrtDestroyEvent(event), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
}

int main(int argc, char **argv)
{
    const struct program programs[] = {
        {"index_out_of_range", index_out_of_range},
        {"host_and_race", host_and_race},
        {"operator_behind_an_event", operator_behind_an_event},
    };
    open_device();
    int result = run_program(programs, sizeof programs / sizeof *programs, argc, argv);
    close_device();
    return result;
}
