/* Memory that is freed wrongly, used after its end, passed, or of the wrong side. */
#include "fixture.h"
#include "aclnnop/aclnn_one_hot.h"

/* freed_twice: HN-DOUBLE-FREE */
static void freed_twice(void)
{
    void *x = NULL;
    CHECK_STATUS(aclrtMalloc(&x, BYTES, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS); // @made
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);                                       // @freed
    CHECK_TRUE(aclrtFree(x) != ACL_SUCCESS);                                       // @again
}

/* freed_inside: HN-FREE-INTERIOR */
static void freed_inside(void)
{
    char *x = memory(BYTES);
    CHECK_TRUE(aclrtFree(x + 64) != ACL_SUCCESS); // @freed
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* freed_as_the_other_kind: HN-FREE-WRONG-KIND HN-FREE-WRONG-KIND */
static void freed_as_the_other_kind(void)
{
    void *host = NULL, *device = memory(BYTES);
    CHECK_STATUS(aclrtMallocHost(&host, BYTES), ACL_SUCCESS);
    CHECK_TRUE(aclrtFree(host) != ACL_SUCCESS);       // @freed
    CHECK_TRUE(aclrtFreeHost(device) != ACL_SUCCESS); // @freed
    CHECK_STATUS(aclrtFreeHost(host), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(device), ACL_SUCCESS);
}

/* freed_from_malloc: HN-FREE-WRONG-KIND */
static void freed_from_malloc(void)
{
    void *host = malloc(8);
    CHECK_TRUE(aclrtFree(host) != ACL_SUCCESS); // @freed
    free(host);
}

/* tensor_on_freed_memory: HN-USE-AFTER-FREE */
static void tensor_on_freed_memory(void)
{
    void *x = filled(BYTES), *y = filled(BYTES);
    aclTensor *from = vector(x, ELEMENTS), *to = vector(y, ELEMENTS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS); // @freed
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnSinGetWorkspaceSize(from, to, &size, &executor), ACL_SUCCESS); // @used
    CHECK_STATUS(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
}

/* copied_from_freed_memory: HN-USE-AFTER-FREE */
static void copied_from_freed_memory(void)
{
    float host[ELEMENTS];
    void *x = filled(BYTES);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS); // @freed
    void *y = filled(BYTES);
    CHECK_TRUE(x != y);
    CHECK_STATUS(aclrtMemcpy(host, BYTES, x, BYTES, ACL_MEMCPY_DEFAULT), ACL_SUCCESS); // @used
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
}

/* one_row_too_long: HN-OUT-OF-BOUNDS */
static void one_row_too_long(void)
{
    void *x = NULL, *y = filled(2 * BYTES);
    CHECK_STATUS(aclrtMalloc(&x, BYTES, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS); // @made
    CHECK_STATUS(aclrtMemset(x, BYTES, 0, BYTES), ACL_SUCCESS);
    aclTensor *from = vector(x, ELEMENTS + 1), *to = vector(y, ELEMENTS + 1);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnSinGetWorkspaceSize(from, to, &size, &executor), 161002); // @used
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
}

/* tensor_on_the_stack: HN-HOST-POINTER */
static void tensor_on_the_stack(void)
{
    float host[ELEMENTS] = {0};
    void *y = memory(BYTES);
    queue_sin(host, y, ELEMENTS, first);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
}

/* tensor_on_pinned_memory: HN-HOST-POINTER */
static void tensor_on_pinned_memory(void)
{
    void *x = filled(BYTES), *host = NULL;
    CHECK_STATUS(aclrtMallocHost(&host, BYTES), ACL_SUCCESS); // @made
    queue_sin(x, host, ELEMENTS, first);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFreeHost(host), ACL_SUCCESS);
}

/* workspace_from_malloc: HN-HOST-POINTER */
static void workspace_from_malloc(void)
{
    void *x = filled(2 * BYTES), *y = memory(BYTES), *workspace = malloc(1 << 16);
    queue_median(x, y, workspace, 1 << 16, first);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    free(workspace);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
}

/* the_other_direction: HN-COPY-DIRECTION */
static void the_other_direction(void)
{
    float host[ELEMENTS] = {0};
    void *x = memory(BYTES);
    CHECK_STATUS(aclrtMemcpy(x, BYTES, host, BYTES, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS); // @used
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* the_other_device: HN-OTHER-DEVICE */
static void the_other_device(void)
{
    CHECK_STATUS(aclrtSetDevice(1), ACL_SUCCESS);
    void *x = filled(BYTES);
    CHECK_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
    void *y = memory(BYTES);
    queue_sin(x, y, ELEMENTS, first);
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
    CHECK_STATUS(aclrtResetDevice(1), ACL_SUCCESS);
    CHECK_STATUS(aclrtSetDevice(0), ACL_SUCCESS);
}

/* a_part_of_its_input: HN-PARTIAL-OVERLAP */
static void a_part_of_its_input(void)
{
    char *x = filled(2 * BYTES);
    aclTensor *from = vector(x, ELEMENTS), *to = vector(x + 64, ELEMENTS);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnSinGetWorkspaceSize(from, to, &size, &executor), ACL_SUCCESS);
    void *workspace = size == 0 ? NULL : memory(size);
    CHECK_STATUS(aclnnSin(workspace, size, executor, first), ACL_SUCCESS); // @used
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    if (workspace != NULL) {
        CHECK_STATUS(aclrtFree(workspace), ACL_SUCCESS);
    }
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

/* Rows of ten classes for labels of which the last one is `label`. */
static void classes_of_labels(int64_t label)
{
    const int64_t labels[4] = {0, 9, 3, label}, four = 4, one = 1, shape[2] = {4, 10};
    const float values[2] = {1, 0};
    float host[40];
    char *at = memory(BYTES), *constants = memory(sizeof values);
    void *y = memory(sizeof host);
    CHECK_STATUS(aclrtMemcpy(at, sizeof labels, labels, sizeof labels, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpy(constants, sizeof values, values, sizeof values, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    aclTensor *tensors[4] = {
        aclCreateTensor(&four, 1, ACL_INT64, NULL, 0, ACL_FORMAT_ND, &four, 1, at),
        aclCreateTensor(&one, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, &one, 1, constants),
        aclCreateTensor(&one, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, &one, 1, constants + sizeof(float)),
        aclCreateTensor(shape, 2, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, shape, 2, y),
    };
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnOneHotGetWorkspaceSize(tensors[0], 10, tensors[1], tensors[2], -1, tensors[3], &size, &executor), ACL_SUCCESS);
    void *workspace = size == 0 ? NULL : memory(size);
    CHECK_STATUS(aclnnOneHot(workspace, size, executor, first), ACL_SUCCESS); // @used
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpy(host, sizeof host, y, sizeof host, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_TRUE(host[0] == 1.0F && host[19] == 1.0F && host[30] == 0.0F);
    for (int i = 0; i < 4; i++) {
        CHECK_STATUS(aclDestroyTensor(tensors[i]), ACL_SUCCESS);
    }
    if (workspace != NULL) {
        CHECK_STATUS(aclrtFree(workspace), ACL_SUCCESS);
    }
    CHECK_STATUS(aclrtFree(at), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(constants), ACL_SUCCESS);
    CHECK_STATUS(aclrtFree(y), ACL_SUCCESS);
}

/* label_without_a_class: HN-IGNORED-INDEX */
static void label_without_a_class(void)
{
    classes_of_labels(10); // @used // says aclnnOneHot: 1 element of `self` has no effect, the first is 10 at [3]; 0 to 9 have one
}

/* label_below_zero: HN-IGNORED-INDEX */
static void label_below_zero(void)
{
    classes_of_labels(-100); // says the first is -100 at [3]
}

/* labels_with_classes: silent */
static void labels_with_classes(void)
{
    classes_of_labels(1);
}

/* new_memory_is_not_a_number: silent */
static void new_memory_is_not_a_number(void)
{
    float host[ELEMENTS];
    void *x = memory(BYTES);
    CHECK_STATUS(aclrtMemset(x, 4, 0, 4), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpy(host, BYTES, x, BYTES, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    CHECK_TRUE(host[0] == 0.0F && host[1] != host[1] && host[ELEMENTS - 1] != host[ELEMENTS - 1]);
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS);
}

int main(int argc, char **argv)
{
    const struct program programs[] = {
        {"freed_twice", freed_twice},
        {"freed_inside", freed_inside},
        {"freed_as_the_other_kind", freed_as_the_other_kind},
        {"freed_from_malloc", freed_from_malloc},
        {"tensor_on_freed_memory", tensor_on_freed_memory},
        {"copied_from_freed_memory", copied_from_freed_memory},
        {"one_row_too_long", one_row_too_long},
        {"tensor_on_the_stack", tensor_on_the_stack},
        {"tensor_on_pinned_memory", tensor_on_pinned_memory},
        {"workspace_from_malloc", workspace_from_malloc},
        {"the_other_direction", the_other_direction},
        {"the_other_device", the_other_device},
        {"a_part_of_its_input", a_part_of_its_input},
        {"label_without_a_class", label_without_a_class},
        {"label_below_zero", label_below_zero},
        {"labels_with_classes", labels_with_classes},
        {"new_memory_is_not_a_number", new_memory_is_not_a_number},
    };
    open_device();
    int result = run_program(programs, sizeof programs / sizeof *programs, argc, argv);
    close_device();
    return result;
}
