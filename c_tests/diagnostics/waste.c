/* Memory and work that nothing has a use for. */
#include "fixture.h"

static void release(void *start)
{
    CHECK_STATUS(aclrtFree(start), ACL_SUCCESS);
}

/* Brings results to the host. */
static void use(void *start)
{
    float host[ELEMENTS];
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    CHECK_STATUS(aclrtMemcpy(host, BYTES, start, BYTES, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
}

/* never_used: HN-UNUSED-MEMORY */
static void never_used(void)
{
    void *x = NULL;
    CHECK_STATUS(aclrtMalloc(&x, BYTES, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS); // @made
    CHECK_STATUS(aclrtFree(x), ACL_SUCCESS); // @freed // says no task and no copy uses mem#1
}

/* kept_without_a_use: HN-UNUSED-MEMORY */
static void kept_without_a_use(void)
{
    memory(BYTES); // @made
}

/* written_twice: HN-UNREAD-WRITE */
static void written_twice(void)
{
    void *x = filled(BYTES), *y = filled(BYTES); // @written // says nothing reads what aclrtMemset writes before aclnnSin has written all of it again
    queue_sin(x, y, ELEMENTS, first);            // @again
    use(y);
    release(x);
    release(y);
}

/* written_once: silent */
static void written_once(void)
{
    void *x = filled(BYTES), *y = memory(BYTES);
    queue_sin(x, y, ELEMENTS, first);
    use(y);
    release(x);
    release(y);
}

/* written_again_after_a_reader: silent */
static void written_again_after_a_reader(void)
{
    void *x = filled(BYTES), *y = memory(BYTES);
    for (int i = 0; i < 3; i++) {
        queue_sin(x, y, ELEMENTS, first);
        queue_sin(y, y, ELEMENTS, first);
        use(y);
    }
    release(x);
    release(y);
}

/* one_half_again: silent */
static void one_half_again(void)
{
    void *x = filled(BYTES), *y = filled(BYTES);
    queue_sin(x, y, ELEMENTS / 2, first);
    use(y);
    release(x);
    release(y);
}

/* both_halves_again: HN-UNREAD-WRITE */
static void both_halves_again(void)
{
    void *x = filled(BYTES);
    char *y = filled(BYTES); // @written
    queue_sin(x, y, ELEMENTS / 2, first);
    queue_sin(x, y + BYTES / 2, ELEMENTS / 2, first); // @again
    use(y);
    release(x);
    release(y);
}

/* replayed_without_a_reader: HN-UNREAD-WRITE */
static void replayed_without_a_reader(void)
{
    void *x = filled(BYTES), *y = memory(BYTES);
    aclmdlRI model = NULL;
    REQUIRE_STATUS(aclmdlRICaptureBegin(first, ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL), ACL_SUCCESS);
    queue_sin(x, y, ELEMENTS, first); // @written @again
    REQUIRE_STATUS(aclmdlRICaptureEnd(first, &model), ACL_SUCCESS);
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS); // @replay
    CHECK_STATUS(aclmdlRIExecuteAsync(model, first), ACL_SUCCESS);
    use(y);
    CHECK_STATUS(aclmdlRIDestroy(model), ACL_SUCCESS);
    release(x);
    release(y);
}

/* Eight rows of four. */
static aclTensor *rows(void *start, int64_t of_row, int64_t of_column)
{
    const int64_t shape[2] = {8, 4}, strides[2] = {of_row, of_column}, storage = 32;
    aclTensor *tensor = aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, &storage, 1, start);
    CHECK_TRUE(tensor != NULL);
    return tensor;
}

static void queue_sin_of(aclTensor *from, aclTensor *to)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    REQUIRE_STATUS(aclnnSinGetWorkspaceSize(from, to, &size, &executor), ACL_SUCCESS);
    void *workspace = size == 0 ? NULL : memory(size);
    CHECK_STATUS(aclnnSin(workspace, size, executor, first), ACL_SUCCESS); // @used
    CHECK_STATUS(aclrtSynchronizeStream(first), ACL_SUCCESS);
    if (workspace != NULL) {
        release(workspace);
    }
    CHECK_STATUS(aclDestroyTensor(from), ACL_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(to), ACL_SUCCESS);
}

/* y is written column by column, and read by the strides given. */
static void columns_read_as(int64_t of_row, int64_t of_column)
{
    void *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    queue_sin_of(rows(x, 4, 1), rows(y, 1, 8));          // @written
    queue_sin_of(rows(y, of_row, of_column), rows(z, 4, 1)); // @used
    use(z);
    release(x);
    release(y);
    release(z);
}

/* transposed_as_contiguous: HN-OTHER-STRIDES */
static void transposed_as_contiguous(void)
{
    columns_read_as(4, 1); // @written @used // says strides [4, 1], not [1, 8]
}

/* transposed_as_transposed: silent */
static void transposed_as_transposed(void)
{
    columns_read_as(1, 8);
}

/* axes_in_another_order: silent */
static void axes_in_another_order(void)
{
    void *x = filled(BYTES), *y = memory(BYTES), *z = memory(BYTES);
    const int64_t shape[2] = {4, 8}, strides[2] = {1, 4}, storage = 32;
    queue_sin_of(rows(x, 4, 1), rows(y, 4, 1));
    aclTensor *from = aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, &storage, 1, y);
    aclTensor *to = aclCreateTensor(shape, 2, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, shape, 2, z);
    queue_sin_of(from, to);
    use(z);
    release(x);
    release(y);
    release(z);
}

int main(int argc, char **argv)
{
    const struct program programs[] = {
        {"never_used", never_used},
        {"kept_without_a_use", kept_without_a_use},
        {"written_twice", written_twice},
        {"written_once", written_once},
        {"written_again_after_a_reader", written_again_after_a_reader},
        {"one_half_again", one_half_again},
        {"both_halves_again", both_halves_again},
        {"replayed_without_a_reader", replayed_without_a_reader},
        {"transposed_as_contiguous", transposed_as_contiguous},
        {"transposed_as_transposed", transposed_as_transposed},
        {"axes_in_another_order", axes_in_another_order},
    };
    open_device();
    int result = run_program(programs, sizeof programs / sizeof *programs, argc, argv);
    close_device();
    return result;
}
