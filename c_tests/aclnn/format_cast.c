/* Private formats as a program uses them: a weight to FRACTAL_NZ, looked at block by block, and back; a weight in its own memory. */
#include "fixture.h"

#include <stdlib.h>

#include "aclnnop/aclnn_npu_format_cast.h"
#include "aclnnop/aclnn_trans_matmul_weight.h"

enum { ROWS = 17, COLUMNS = 33 };

static uint16_t weight[ROWS][COLUMNS];

/* Where the element in a row and a column is stored, in blocks of 16 columns and 16 rows. */
static size_t place(int row, int column)
{
    return (size_t)(((column / 16) * ((ROWS + 15) / 16) + row / 16) * 16 + row % 16) * 16 + (size_t)(column % 16);
}

/* Each element in its place, and zeros in the rest of `count` stored elements. */
static void check_stored(const void *memory, size_t count)
{
    uint16_t *stored = malloc(count * sizeof *stored), *wanted = calloc(count, sizeof *wanted);
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            wanted[place(row, column)] = weight[row][column];
        }
    }
    to_host(stored, memory, count * sizeof *stored);
    CHECK_EQUAL_BITS(stored, wanted, count * sizeof *stored);
    free(stored);
    free(wanted);
}

static void there_and_back(void)
{
    const int64_t shape[2] = {ROWS, COLUMNS};
    int64_t *dims = NULL;
    uint64_t rank = 0, size = 0;
    int format = -1;
    aclOpExecutor *executor = NULL;
    aclTensor *plain = tensor(ACL_FLOAT16, 2, shape, device_memory(weight, sizeof weight));
    CHECK_STATUS(aclnnNpuFormatCastCalculateSizeAndFormat(plain, ACL_FORMAT_FRACTAL_NZ, ACL_FLOAT16, &dims, &rank, &format), ACLNN_SUCCESS);
    const int64_t blocks[4] = {3, 2, 16, 16};
    REQUIRE_STATUS(rank == 4 ? 0 : 1, 0);
    CHECK_EQUAL_BITS(dims, blocks, sizeof blocks);
    CHECK_EQUAL_INT(format, ACL_FORMAT_FRACTAL_NZ);
    free(dims);

    const size_t count = 3 * 2 * 16 * 16;
    uint16_t *memory = device_memory(NULL, count * 2);
    REQUIRE_STATUS(aclrtMemset(memory, count * 2, 0xff, count * 2), ACL_SUCCESS);
    aclTensor *stored = aclCreateTensor(blocks, 4, ACL_FLOAT16, NULL, 0, (aclFormat)format, blocks, 4, memory);
    CHECK_STATUS(aclnnNpuFormatCastGetWorkspaceSize(plain, stored, &size, &executor), ACLNN_SUCCESS);
    finish(aclnnNpuFormatCast, size, executor);
    check_stored(memory, count);

    /* The view is that of the source now, the storage stays. */
    CHECK_STATUS(aclGetViewShape(stored, &dims, &rank), ACLNN_SUCCESS);
    REQUIRE_STATUS(rank == 2 ? 0 : 1, 0);
    CHECK_EQUAL_BITS(dims, shape, sizeof shape);
    free(dims);
    CHECK_STATUS(aclGetStorageShape(stored, &dims, &rank), ACLNN_SUCCESS);
    REQUIRE_STATUS(rank == 4 ? 0 : 1, 0);
    free(dims);

    CHECK_STATUS(aclnnNpuFormatCastCalculateSizeAndFormat(stored, ACL_FORMAT_ND, -1, &dims, &rank, &format), ACLNN_SUCCESS);
    REQUIRE_STATUS(rank == 2 ? 0 : 1, 0);
    CHECK_EQUAL_BITS(dims, shape, sizeof shape);
    CHECK_EQUAL_INT(format, ACL_FORMAT_ND);
    free(dims);
    uint16_t got[ROWS][COLUMNS];
    void *again = device_memory(NULL, sizeof got);
    aclTensor *back = tensor(ACL_FLOAT16, 2, shape, again);
    CHECK_STATUS(aclnnNpuFormatCastGetWorkspaceSize(stored, back, &size, &executor), ACLNN_SUCCESS);
    finish(aclnnNpuFormatCast, size, executor);
    to_host(got, again, sizeof got);
    CHECK_EQUAL_BITS(got, weight, sizeof got);

    /* What is refused: no memory for the last blocks, a format that is converted to nothing, a strided source. */
    aclTensor *small = aclCreateTensor(shape, 2, ACL_FLOAT16, NULL, 0, ACL_FORMAT_FRACTAL_NZ, blocks, 4, device_memory(NULL, 512));
    CHECK_STATUS(aclnnNpuFormatCastGetWorkspaceSize(plain, small, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`dstTensor` extends to byte 3072");
    format = 77;
    CHECK_STATUS(aclnnNpuFormatCastCalculateSizeAndFormat(plain, ACL_FORMAT_ND, -1, &dims, &rank, &format), ACLNN_ERR_RUNTIME_ERROR);
    CHECK_MESSAGE_CONTAINS(message(), "`dstFormat` has format ACL_FORMAT_ND");
    CHECK_EQUAL_INT(format, 77);
    CHECK_STATUS(aclnnNpuFormatCastCalculateSizeAndFormat(NULL, ACL_FORMAT_ND, -1, &dims, &rank, &format), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`srcTensor` is null");
    const int64_t strides[2] = {1, ROWS};
    aclTensor *turned = aclCreateTensor(shape, 2, ACL_FLOAT16, strides, 0, ACL_FORMAT_ND, shape, 2, again);
    CHECK_STATUS(aclnnNpuFormatCastGetWorkspaceSize(turned, stored, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`srcTensor` is a view with strides [1, 17]");

    aclTensor *const all[] = {plain, stored, back, small, turned};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        CHECK_STATUS(aclDestroyTensor(all[i]), ACLNN_SUCCESS);
    }
}

/* A weight that is stored in blocks where it lies, in memory of the size that the library says. */
static void in_its_own_memory(void)
{
    const int64_t shape[2] = {ROWS, COLUMNS};
    uint64_t count = 0, size = 0, rank = 0;
    int64_t *dims = NULL;
    aclOpExecutor *executor = NULL;
    aclIntArray *extents = aclCreateIntArray(shape, 2);
    CHECK_STATUS(aclnnCalculateMatmulWeightSize(extents, &count), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(count, 32 * 48);
    CHECK_STATUS(aclnnCalculateMatmulWeightSizeV2(extents, ACL_INT8, &count), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(count, 32 * 64);
    CHECK_STATUS(aclnnCalculateMatmulWeightSizeV2(extents, ACL_FLOAT16, &count), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(count, 32 * 48);
    void *memory = device_memory(NULL, count * 2);
    REQUIRE_STATUS(aclrtMemcpy(memory, count * 2, weight, sizeof weight, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    aclTensor *self = tensor(ACL_FLOAT16, 2, shape, memory);
    CHECK_STATUS(aclnnTransMatmulWeightGetWorkspaceSize(self, &size, &executor), ACLNN_SUCCESS);
    finish(aclnnTransMatmulWeight, size, executor);
    check_stored(memory, count);
    aclFormat format = ACL_FORMAT_ND;
    CHECK_STATUS(aclGetFormat(self, &format), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(format, ACL_FORMAT_FRACTAL_NZ);
    CHECK_STATUS(aclGetStorageShape(self, &dims, &rank), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(rank, 4);
    free(dims);
    CHECK_STATUS(aclnnTransMatmulWeightGetWorkspaceSize(self, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`mmWeightRef` has format ACL_FORMAT_FRACTAL_NZ");
    CHECK_STATUS(aclDestroyTensor(self), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyIntArray(extents), ACLNN_SUCCESS);
}

int main(void)
{
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            weight[row][column] = (uint16_t)(1 + row * 256 + column);
        }
    }
    open_device();
    there_and_back();
    in_its_own_memory();
    close_device();
    return check_result();
}
