/* Outputs of unknown length, as a client reads them: room for the worst case, both phases, and the shape asked of the tensor. */
#include "fixture.h"

#include <stdlib.h>

#include "aclnnop/aclnn_masked_select.h"
#include "aclnnop/aclnn_nonzero.h"
#include "aclnnop/aclnn_unique2.h"

/* Whether the view shape is `rank` numbers. */
static int has_shape(const aclTensor *tensor, uint64_t rank, int64_t first, int64_t second)
{
    int64_t *dims = NULL;
    uint64_t count = 0;
    CHECK_STATUS(aclGetViewShape(tensor, &dims, &count), ACLNN_SUCCESS);
    const int same = count == rank && dims[0] == first && (rank < 2 || dims[1] == second);
    free(dims);
    return same;
}

/* Device memory, freed at the end. */
static void *blocks[16];
static size_t block_count;

static void *held(const void *values, size_t bytes)
{
    return blocks[block_count++] = device_memory(values, bytes);
}

static void *workspace_of(uint64_t size)
{
    return size == 0 ? NULL : held(NULL, size);
}

int main(void)
{
    open_device();
    const int64_t matrix[2] = {2, 3}, six = 6, three = 3, rows[2] = {6, 2}, narrow[2] = {2, 2};
    const float values[6] = {4, 0, -1, 0, 4, 9};
    const uint8_t chosen[3] = {1, 0, 1};
    aclTensor *self = tensor(ACL_FLOAT, 2, matrix, held(values, sizeof values));
    aclTensor *mask = tensor(ACL_BOOL, 1, &three, held(chosen, sizeof chosen));
    void *selected = held(NULL, sizeof values), *indices = held(NULL, 12 * sizeof(int64_t));
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;

    /* The shape is that of the worst case until the second phase, and right as soon as that returned. */
    aclTensor *out = tensor(ACL_FLOAT, 1, &six, selected);
    CHECK_STATUS(aclnnMaskedSelectGetWorkspaceSize(self, mask, out, &size, &executor), ACLNN_SUCCESS);
    CHECK_TRUE(has_shape(out, 1, 6, 0));
    CHECK_STATUS(aclSetAclOpExecutorRepeatable(executor), ACLNN_ERR_INNER);
    CHECK_STATUS(aclnnMaskedSelect(workspace_of(size), size, executor, stream), ACLNN_SUCCESS);
    CHECK_TRUE(has_shape(out, 1, 4, 0));
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    float got[4];
    to_host(got, selected, sizeof got);
    CHECK_TRUE(got[0] == 4 && got[1] == -1 && got[2] == 0 && got[3] == 9);

    aclTensor *places = tensor(ACL_INT64, 2, rows, indices);
    CHECK_STATUS(aclnnNonzeroGetWorkspaceSize(self, places, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(aclnnNonzero(workspace_of(size), size, executor, stream), ACLNN_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_TRUE(has_shape(places, 2, 4, 2));
    int64_t found[8];
    to_host(found, indices, sizeof found);
    CHECK_TRUE(found[2] == 0 && found[3] == 2 && found[6] == 1 && found[7] == 2);

    /* An output with too little room: nothing is written, and the stream says why. */
    const int64_t untouched[4] = {-7, -7, -7, -7};
    void *small = held(untouched, sizeof untouched);
    aclTensor *short_out = tensor(ACL_INT64, 2, narrow, small);
    CHECK_STATUS(aclnnNonzeroGetWorkspaceSize(self, short_out, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(aclnnNonzero(workspace_of(size), size, executor, stream), ACLNN_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICORE_EXCEPTION);
    CHECK_MESSAGE_CONTAINS(message(), "aclnnNonzero: `out` is a tensor of 4 elements");
    CHECK_TRUE(has_shape(short_out, 2, 2, 2));
    to_host(found, small, sizeof untouched);
    CHECK_TRUE(found[0] == -7 && found[3] == -7);

    /* Values with counts; the tensor of the values is destroyed between the phases, which only its own shape is lost by. */
    aclTensor *once = tensor(ACL_FLOAT, 1, &six, selected);
    aclTensor *inverse = tensor(ACL_INT64, 2, matrix, held(NULL, 6 * sizeof(int64_t)));
    void *times = held(NULL, 6 * sizeof(int64_t));
    aclTensor *counts = tensor(ACL_INT64, 1, &six, times);
    CHECK_STATUS(aclnnUnique2GetWorkspaceSize(self, true, true, true, once, inverse, counts, &size, &executor), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyTensor(once), ACLNN_SUCCESS);
    CHECK_STATUS(aclnnUnique2(workspace_of(size), size, executor, stream), ACLNN_SUCCESS);
    CHECK_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    CHECK_TRUE(has_shape(counts, 1, 4, 0) && has_shape(inverse, 2, 2, 3));
    to_host(got, selected, sizeof got);
    to_host(found, times, 4 * sizeof(int64_t));
    CHECK_TRUE(got[0] == -1 && got[1] == 0 && got[2] == 4 && got[3] == 9);
    CHECK_TRUE(found[0] == 1 && found[1] == 2 && found[2] == 2 && found[3] == 1);

    aclTensor *const all[] = {self, mask, out, places, short_out, inverse, counts};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        CHECK_STATUS(aclDestroyTensor(all[i]), ACLNN_SUCCESS);
    }
    while (block_count > 0) {
        CHECK_STATUS(aclrtFree(blocks[--block_count]), ACL_SUCCESS);
    }
    close_device();
    return check_result();
}
