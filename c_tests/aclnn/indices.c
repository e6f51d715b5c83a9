/* Gathers and scatters as a program sees them: indices outside an axis, several of them for one place, tensors that overlap, masks. */
#include "fixture.h"

#include "aclnnop/aclnn_embedding_bag.h"
#include "aclnnop/aclnn_gather.h"
#include "aclnnop/aclnn_index_add.h"
#include "aclnnop/aclnn_index_fill.h"
#include "aclnnop/aclnn_index_put_impl.h"
#include "aclnnop/aclnn_index_select.h"
#include "aclnnop/aclnn_masked_scatter.h"
#include "aclnnop/aclnn_scatter.h"
#include "aclnnop/aclnn_scatter_div.h"
#include "aclnnop/aclnn_scatter_max.h"
#include "aclnnop/aclnn_scatter_min.h"
#include "aclnnop/aclnn_scatter_mul.h"

#include <stdlib.h>

typedef aclnnStatus (*second_phase)(void *, uint64_t, aclOpExecutor *, aclrtStream);

/* Runs a planned call, and gives the status of the synchronisation. */
static aclError run(second_phase second, uint64_t size, aclOpExecutor *executor)
{
    void *workspace = NULL;
    if (size > 0) {
        REQUIRE_STATUS(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    }
    REQUIRE_STATUS(second(workspace, size, executor, stream), ACL_SUCCESS);
    const aclError status = aclrtSynchronizeStream(stream);
    if (workspace != NULL) {
        CHECK_STATUS(aclrtFree(workspace), ACL_SUCCESS);
    }
    return status;
}

static const int64_t rows_and_columns[] = {3, 4}, twelve[] = {12}, three[] = {3}, two[] = {2}, three_by_two[] = {3, 2};

static aclTensor *numbers(void **memory)
{
    float values[12];
    for (int i = 0; i < 12; i++) {
        values[i] = (float)i;
    }
    *memory = device_memory(values, sizeof values);
    return tensor(ACL_FLOAT, 2, rows_and_columns, *memory);
}

static aclTensor *integers(const int64_t *values, uint64_t rank, const int64_t *dims)
{
    size_t count = 1;
    for (uint64_t k = 0; k < rank; k++) {
        count *= (size_t)dims[k];
    }
    return tensor(ACL_INT64, rank, dims, device_memory(values, count * sizeof *values));
}

/* A task that meets an index outside its axis fails, says which one, and writes nothing; the stream goes on. */
static void outside(void)
{
    void *memory, *result;
    aclTensor *self = numbers(&memory);
    const int64_t bad[] = {0, 1, 3, 2, 4, 0};
    const float untouched[6] = {-1, -1, -1, -1, -1, -1};
    float got[12];
    result = device_memory(untouched, sizeof untouched);
    aclTensor *out = tensor(ACL_FLOAT, 2, three_by_two, result);
    aclTensor *index = integers(bad, 2, three_by_two);
    uint64_t size;
    aclOpExecutor *executor;

    (void)message();
    REQUIRE_STATUS(aclnnGatherGetWorkspaceSize(self, 1, index, out, &size, &executor), ACL_SUCCESS);
    CHECK_STATUS(run(aclnnGather, size, executor), ACL_ERROR_RT_AICORE_EXCEPTION);
    const char *text = message();
    CHECK_MESSAGE_CONTAINS(text, "aclrtSynchronizeStream: ");
    CHECK_MESSAGE_CONTAINS(text, "failed: aclnnGather: `index` is 4 at [2, 0]; allowed: -4 to 3");
    to_host(got, result, sizeof untouched);
    CHECK_EQUAL_BITS(got, untouched, sizeof untouched);

    /* In place: what was there stays. */
    aclTensor *ones = tensor(ACL_FLOAT, 2, three_by_two, device_memory(untouched, sizeof untouched));
    REQUIRE_STATUS(aclnnInplaceScatterGetWorkspaceSize(self, 1, index, ones, 1, &size, &executor), ACL_SUCCESS);
    CHECK_STATUS(run(aclnnInplaceScatter, size, executor), ACL_ERROR_RT_AICORE_EXCEPTION);
    CHECK_MESSAGE_CONTAINS(message(), "aclnnInplaceScatter: `index` is 4 at [2, 0]");
    to_host(got, memory, sizeof got);
    for (int i = 0; i < 12; i++) {
        CHECK_TRUE(got[i] == (float)i);
    }

    /* An index below 0, where those do not count from the end. */
    const int64_t negative[] = {0, -1};
    aclTensor *list = integers(negative, 1, two);
    const int64_t two_rows[] = {2, 4};
    void *chosen = device_memory(NULL, 32);
    aclTensor *slices = tensor(ACL_FLOAT, 2, two_rows, chosen);
    REQUIRE_STATUS(aclnnIndexSelectGetWorkspaceSize(self, 0, list, slices, &size, &executor), ACL_SUCCESS);
    CHECK_STATUS(run(aclnnIndexSelect, size, executor), ACL_ERROR_RT_AICORE_EXCEPTION);
    CHECK_MESSAGE_CONTAINS(message(), "aclnnIndexSelect: `index` is -1 at [1]; allowed: 0 to 2");

    /* The error was told once, and the stream works. */
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    const int64_t good[] = {0, 1, 3, 2, -1, 0};
    aclTensor *inside = integers(good, 2, three_by_two);
    REQUIRE_STATUS(aclnnGatherGetWorkspaceSize(self, 1, inside, out, &size, &executor), ACL_SUCCESS);
    CHECK_STATUS(run(aclnnGather, size, executor), ACL_SUCCESS);
    const float gathered[] = {0, 1, 7, 6, 11, 8};
    to_host(got, result, sizeof gathered);
    CHECK_EQUAL_BITS(got, gathered, sizeof gathered);

    /* What is documented to be left out is left out. */
    aclScalar *value = aclCreateScalar((float[]){9}, ACL_FLOAT);
    aclTensor *far = integers((int64_t[]){100, 2}, 1, two);
    REQUIRE_STATUS(aclnnInplaceIndexFillGetWorkspaceSize(self, 1, far, value, &size, &executor), ACL_SUCCESS);
    CHECK_STATUS(run(aclnnInplaceIndexFill, size, executor), ACL_SUCCESS);
    to_host(got, memory, sizeof got);
    CHECK_TRUE(got[2] == 9 && got[6] == 9 && got[10] == 9 && got[3] == 3);
}

/* Many indices: whatever the threads, the first one outside is named. */
static void many(void)
{
    enum { ROWS = 400, COLUMNS = 500 };
    const int64_t shape[] = {ROWS, COLUMNS};
    const size_t count = (size_t)ROWS * COLUMNS;
    int64_t *places = malloc(count * sizeof *places);
    float *values = malloc(count * sizeof *values), *got = malloc(count * sizeof *got);
    for (size_t i = 0; i < count; i++) {
        values[i] = (float)i;
        places[i] = (int64_t)(i * 7 % COLUMNS) - (i % 2 == 0 ? COLUMNS : 0);
    }
    void *result = device_memory(NULL, count * sizeof *got);
    aclTensor *self = tensor(ACL_FLOAT, 2, shape, device_memory(values, count * sizeof *values));
    aclTensor *out = tensor(ACL_FLOAT, 2, shape, result), *index = integers(places, 2, shape);
    uint64_t size;
    aclOpExecutor *executor;
    REQUIRE_STATUS(aclnnGatherGetWorkspaceSize(self, 1, index, out, &size, &executor), ACL_SUCCESS);
    CHECK_STATUS(run(aclnnGather, size, executor), ACL_SUCCESS);
    to_host(got, result, count * sizeof *got);
    for (size_t i = 0; i < count; i++) {
        places[i] += places[i] < 0 ? COLUMNS : 0;
        CHECK_TRUE(got[i] == (float)(i / COLUMNS * COLUMNS + (size_t)places[i]));
    }

    /* Two of them are outside: the first one is named, whatever the threads. */
    places[300 * COLUMNS + 20] = COLUMNS;
    places[count - 1] = -COLUMNS - 1;
    CHECK_STATUS(aclDestroyTensor(index), ACL_SUCCESS);
    index = integers(places, 2, shape);
    (void)message();
    REQUIRE_STATUS(aclnnGatherGetWorkspaceSize(self, 1, index, out, &size, &executor), ACL_SUCCESS);
    CHECK_STATUS(run(aclnnGather, size, executor), ACL_ERROR_RT_AICORE_EXCEPTION);
    CHECK_MESSAGE_CONTAINS(message(), "failed: aclnnGather: `index` is 500 at [300, 20]; allowed: -500 to 499");
    aclTensor *const all[] = {self, out, index};
    for (size_t i = 0; i < 3; i++) {
        CHECK_STATUS(aclDestroyTensor(all[i]), ACL_SUCCESS);
    }
    free(places);
    free(values);
    free(got);
}

/* Several elements for one place: assigned, the last one stays; added, all count. */
static void duplicates(void)
{
    void *memory;
    aclTensor *self = numbers(&memory);
    aclTensor *index = integers((int64_t[]){1, 0, 1}, 1, three);
    aclTensor *row = tensor(ACL_FLOAT, 1, three, device_memory((float[]){10, 20, 30}, 12));
    aclTensor *flat = tensor(ACL_FLOAT, 1, twelve, memory);
    float got[12];
    uint64_t size;
    aclOpExecutor *executor;

    const aclTensor *entries[] = {index};
    aclTensorList *list = aclCreateTensorList(entries, 1);
    for (int accumulate = 0; accumulate < 2; accumulate++) {
        REQUIRE_STATUS(aclnnIndexPutImplGetWorkspaceSize(flat, list, row, accumulate != 0, false, &size, &executor), ACL_SUCCESS);
        CHECK_STATUS(run(aclnnIndexPutImpl, size, executor), ACL_SUCCESS);
        to_host(got, memory, sizeof got);
        CHECK_TRUE(got[0] == (accumulate ? 40 : 20) && got[1] == (accumulate ? 70 : 30) && got[2] == 2);
    }
    aclScalar *alpha = aclCreateScalar((float[]){0.5f}, ACL_FLOAT);
    aclTensor *source = tensor(ACL_FLOAT, 2, rows_and_columns, device_memory((float[12]){2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6}, 48));
    REQUIRE_STATUS(aclnnIndexAddGetWorkspaceSize(self, 0, index, source, alpha, self, &size, &executor), ACL_SUCCESS);
    CHECK_STATUS(run(aclnnIndexAdd, size, executor), ACL_SUCCESS);
    to_host(got, memory, sizeof got);
    CHECK_TRUE(got[0] == 42 && got[4] == 8 && got[8] == 8);
}

/* An output over its input, shifted: as if all were read first. */
static void overlap(void)
{
    void *memory;
    aclTensor *self = numbers(&memory);
    const int64_t two_rows[] = {2, 4};
    aclTensor *out = tensor(ACL_FLOAT, 2, two_rows, (char *)memory + 4);
    aclTensor *index = integers((int64_t[]){2, 0}, 1, two);
    float got[12];
    uint64_t size;
    aclOpExecutor *executor;
    REQUIRE_STATUS(aclnnIndexSelectGetWorkspaceSize(self, 0, index, out, &size, &executor), ACL_SUCCESS);
    CHECK_STATUS(run(aclnnIndexSelect, size, executor), ACL_SUCCESS);
    const float expected[] = {0, 8, 9, 10, 11, 0, 1, 2, 3, 9, 10, 11};
    to_host(got, memory, sizeof got);
    CHECK_EQUAL_BITS(got, expected, sizeof expected);
}

/* Elements that a mask asks for, and too few of them. */
static void masks(void)
{
    void *memory;
    aclTensor *self = numbers(&memory);
    const unsigned char truths[4] = {1, 0, 0, 1};
    const int64_t four[] = {4}, six[] = {6};
    aclTensor *mask = tensor(ACL_BOOL, 1, four, device_memory(truths, sizeof truths));
    void *elements = device_memory((float[6]){-1, -2, -3, -4, -5, -6}, 24);
    aclTensor *enough = tensor(ACL_FLOAT, 1, six, elements), *few = tensor(ACL_FLOAT, 1, three, elements);
    float got[12];
    uint64_t size;
    aclOpExecutor *executor;
    REQUIRE_STATUS(aclnnInplaceMaskedScatterGetWorkspaceSize(self, mask, few, &size, &executor), ACL_SUCCESS);
    CHECK_STATUS(run(aclnnInplaceMaskedScatter, size, executor), ACL_ERROR_RT_AICORE_EXCEPTION);
    CHECK_MESSAGE_CONTAINS(message(), "aclnnInplaceMaskedScatter: `source` has shape [3]; allowed: 6 elements or more");
    to_host(got, memory, sizeof got);
    CHECK_TRUE(got[0] == 0 && got[3] == 3);
    REQUIRE_STATUS(aclnnInplaceMaskedScatterGetWorkspaceSize(self, mask, enough, &size, &executor), ACL_SUCCESS);
    CHECK_STATUS(run(aclnnInplaceMaskedScatter, size, executor), ACL_SUCCESS);
    const float expected[] = {-1, 1, 2, -2, -3, 5, 6, -4, -5, 9, 10, -6};
    to_host(got, memory, sizeof got);
    CHECK_EQUAL_BITS(got, expected, sizeof expected);
}

/* A tensor without axes is one row: `updates` has the shape of `indices`, and not only as many elements. */
static void rows_of_a_scalar(void)
{
    typedef aclnnStatus (*first_phase)(aclTensor *, const aclTensor *, const aclTensor *, bool, uint64_t *, aclOpExecutor **);
    const first_phase first[4] = {aclnnScatterMaxGetWorkspaceSize, aclnnScatterMinGetWorkspaceSize, aclnnScatterMulGetWorkspaceSize,
                                  aclnnScatterDivGetWorkspaceSize};
    const second_phase second[4] = {aclnnScatterMax, aclnnScatterMin, aclnnScatterMul, aclnnScatterDiv};
    const float start = 3, values[4] = {4, 2, 1, 5}, wanted[4] = {5, 1, 120, 0.075F};
    const int64_t zeros[4] = {0, 0, 0, 0}, four[] = {4}, square[] = {2, 2};
    for (int of = 0; of < 4; of++) {
        void *memory = device_memory(&start, sizeof start), *updates = device_memory(values, sizeof values);
        aclTensor *target = tensor(ACL_FLOAT, 0, NULL, memory), *indices = integers(zeros, 2, square);
        uint64_t size = 0;
        aclOpExecutor *executor = NULL;
        CHECK_STATUS(first[of](target, indices, tensor(ACL_FLOAT, 1, four, updates), false, &size, &executor), ACLNN_ERR_INNER_TILING_ERROR);
        CHECK_MESSAGE_CONTAINS(message(), "`updates` has shape [4]");
        CHECK_STATUS(first[of](target, indices, tensor(ACL_FLOAT, 2, square, updates), false, &size, &executor), ACLNN_SUCCESS);
        CHECK_STATUS(run(second[of], size, executor), ACL_SUCCESS);
        float got = 0;
        to_host(&got, memory, sizeof got);
        CHECK_EQUAL_BITS(&got, &wanted[of], sizeof got);
    }
}

/* One offset that is the last one: there is no bag, and `offset2bag` says so. */
static void indices_in_no_bag(void)
{
    enum { COUNT = 17 };
    const int64_t table[] = {1, 17}, count[] = {COUNT}, one[] = {1}, none[] = {0, 17}, nothing[] = {0};
    static const int64_t zeros[COUNT];
    float rows[17] = {0};
    int64_t got[COUNT], sizes[1] = {9};
    void *memory = device_memory(NULL, sizeof got), *sizes_memory = device_memory(sizes, sizeof sizes);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclTensor *weight = tensor(ACL_FLOAT, 2, table, device_memory(rows, sizeof rows));
    REQUIRE_STATUS(aclnnEmbeddingBagGetWorkspaceSize(weight, integers(zeros, 1, count), integers(zeros, 1, one), false, 1, false, NULL, true, -1,
                                                     tensor(ACL_FLOAT, 2, none, NULL), tensor(ACL_INT64, 1, count, memory),
                                                     tensor(ACL_INT64, 1, one, sizes_memory), tensor(ACL_INT64, 1, nothing, NULL), &size,
                                                     &executor),
                   ACLNN_SUCCESS);
    CHECK_STATUS(run(aclnnEmbeddingBag, size, executor), ACL_SUCCESS);
    to_host(got, memory, sizeof got);
    for (int i = 0; i < COUNT; i++) {
        CHECK_EQUAL_INT(got[i], -1);
    }
    to_host(sizes, sizes_memory, sizeof sizes);
    CHECK_EQUAL_INT(sizes[0], 0);
}

int main(void)
{
    open_device();
    outside();
    many();
    duplicates();
    overlap();
    masks();
    rows_of_a_scalar();
    indices_in_no_bag();
    close_device();
    return check_result();
}
