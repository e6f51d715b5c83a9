/* Handles that are used after their end, and what is never given back. */
#include "fixture.h"
#include "aclnnop/aclnn_index_select.h"

#include <sys/wait.h>
#include <unistd.h>

/* tensor_twice: HN-DOUBLE-DESTROY */
static void tensor_twice(void)
{
    void *x = filled(BYTES);
    aclTensor *tensor = vector(x, ELEMENTS);
    CHECK_STATUS(aclDestroyTensor(tensor), ACL_SUCCESS); // @before
    CHECK_TRUE(aclDestroyTensor(tensor) != ACL_SUCCESS); // @again
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* tensor_after_its_end: HN-USE-AFTER-DESTROY */
static void tensor_after_its_end(void)
{
    void *x = filled(BYTES);
    aclTensor *from = vector(x, ELEMENTS), *to = vector(x, ELEMENTS);
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS); // @before
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_TRUE(aclnnSinGetWorkspaceSize(from, to, &size, &executor) != ACL_SUCCESS); // @used
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* executor_twice: HN-EXECUTOR-USED-UP */
static void executor_twice(void)
{
    void *x = filled(BYTES);
    aclTensor *from = vector(x, ELEMENTS), *to = vector(x, ELEMENTS);
    aclOpExecutor *executor = plan_sin(from, to);
    CHECK_STATUS(aclnnSin(NULL, 0, executor, first), ACL_SUCCESS); // @before
    CHECK_TRUE(aclnnSin(NULL, 0, executor, first) != ACL_SUCCESS); // @used
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* member_after_its_list: HN-DOUBLE-DESTROY */
static void member_after_its_list(void)
{
    const aclTensor *members[2] = {vector(NULL, ELEMENTS), vector(NULL, ELEMENTS)};
    aclTensorList *list = aclCreateTensorList(members, 2);
    CHECK_STATUS(aclDestroyTensorList(list), ACL_SUCCESS);      // @before
    CHECK_TRUE(aclDestroyTensor(members[0]) != ACL_SUCCESS);    // @again
}

/* stream_as_event: HN-WRONG-HANDLE */
static void stream_as_event(void)
{
    CHECK_TRUE(aclrtSynchronizeEvent(first) != ACL_SUCCESS); // @used
}

/* tensors_forgotten: HN-LEAK */
static void tensors_forgotten(void)
{
    int64_t extent = 4;
    for (int i = 0; i < 1000; i++) {
        CHECK_TRUE(aclCreateTensor(&extent, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, &extent, 1, NULL) != NULL); // @made
    }
}

/* executors_forgotten: HN-LEAK */
static void executors_forgotten(void)
{
    void *x = filled(BYTES);
    aclTensor *from = vector(x, ELEMENTS), *to = vector(x, ELEMENTS);
    for (int i = 0; i < 3; i++) {
        uint64_t size = 0;
        aclOpExecutor *executor = NULL;
        CHECK_STATUS(aclnnSinGetWorkspaceSize(from, to, &size, &executor), ACL_SUCCESS); // @made
    }
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* everything_forgotten: HN-LEAK HN-LEAK HN-LEAK HN-LEAK */
static void everything_forgotten(void)
{
    aclrtStream stream = NULL;
    aclrtEvent event = NULL;
    void *device = NULL, *host = NULL;
    CHECK_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);                                // @made
    CHECK_STATUS(aclrtCreateEvent(&event), ACL_SUCCESS);                                  // @made
    CHECK_STATUS(aclrtMalloc(&device, 4096, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS);    // @made
    CHECK_STATUS(aclrtMallocHost(&host, 8192), ACL_SUCCESS);                              // @made
}

/* error_not_asked_for: HN-ERROR-UNSEEN */
static void error_not_asked_for(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *place = memory(sizeof(int64_t));
    int64_t far = 1000, one = 1;
    CHECK_STATUS(aclrtMemcpy(place, sizeof far, &far, sizeof far, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    aclTensor *from = vector(x, ELEMENTS), *to = vector(y, 1);
    aclTensor *index = aclCreateTensor(&one, 1, ACL_INT64, NULL, 0, ACL_FORMAT_ND, &one, 1, place);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnIndexSelectGetWorkspaceSize(from, 0, index, to, &size, &executor), ACL_SUCCESS);
    void *workspace = size == 0 ? NULL : memory(size);
    CHECK_STATUS(aclnnIndexSelect(workspace, size, executor, first), ACL_SUCCESS); // @made
    aclrtStreamStatus state = ACL_STREAM_STATUS_NOT_READY;
    while (state != ACL_STREAM_STATUS_COMPLETE) {
        CHECK_STATUS(aclrtStreamQuery(first, &state), ACL_SUCCESS);
    }
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(index), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(place), ACL_SUCCESS);
    if (workspace != NULL) {
        CHECK_STATUS(aclrtFree(workspace), ACL_SUCCESS);
    }
}

/* everything_reset: silent */
static void everything_reset(void)
{
    aclrtStream stream = NULL;
    CHECK_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS);
    memory(4096);
    CHECK_STATUS(aclrtResetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    CHECK_STATUS(aclrtCreateStream(&first), ACL_SUCCESS);
    CHECK_STATUS(aclrtCreateStream(&second), ACL_SUCCESS);
}

/* children: silent */
static void children(void)
{
    void *x = filled(BYTES);
    for (int i = 0; i < 2; i++) {
        int status = -1;
        pid_t child = fork();
        if (child == 0) {
            /* What the parent has is no leak of the child's, which ends or becomes another program. */
            if (i == 1) {
                execlp("true", "true", (char *)NULL);
            }
            exit(check_result());
        }
        CHECK_TRUE(child > 0 && waitpid(child, &status, 0) == child);
        CHECK_EQUAL_INT(status, 0);
    }
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* descriptions_end_early: silent */
static void descriptions_end_early(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    aclTensor *from = vector(x, ELEMENTS), *to = vector(y, ELEMENTS), *target = vector(y, ELEMENTS);
    aclOpExecutor *once = plan_sin(from, to), *again = plan_sin(from, to);
    CHECK_STATUS(aclSetAclOpExecutorRepeatable(again), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
    CHECK_STATUS(aclnnSin(NULL, 0, once, first), ACL_SUCCESS);
    for (int i = 0; i < 1000; i++) {
        CHECK_STATUS(aclSetOutputTensorAddr(again, 0, target, i % 2 ? y : z), ACL_SUCCESS);
        CHECK_STATUS(aclnnSin(NULL, 0, again, first), ACL_SUCCESS);
    }
    CHECK_STATUS(aclDestroyAclOpExecutor(again), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(target), ACL_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(z), ACL_SUCCESS);
}

int main(int argc, char **argv)
{
    const struct program programs[] = {
        {"tensor_twice", tensor_twice},
        {"tensor_after_its_end", tensor_after_its_end},
        {"executor_twice", executor_twice},
        {"member_after_its_list", member_after_its_list},
        {"stream_as_event", stream_as_event},
        {"tensors_forgotten", tensors_forgotten},
        {"executors_forgotten", executors_forgotten},
        {"everything_forgotten", everything_forgotten},
        {"error_not_asked_for", error_not_asked_for},
        {"everything_reset", everything_reset},
        {"children", children},
        {"descriptions_end_early", descriptions_end_early},
    };
    open_device();
    int result = run_program(programs, sizeof programs / sizeof *programs, argc, argv);
    if (argc > 1 && strcmp(argv[1], "everything_forgotten") == 0) {
        /* A reset would free the memory. */
        CHECK_STATUS(aclrtDestroyStream(first), ACL_SUCCESS);
        CHECK_STATUS(aclrtDestroyStream(second), ACL_SUCCESS);
        return check_result();
    }
    close_device();
    return result;
}
