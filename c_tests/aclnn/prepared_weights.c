/* Weights that the library prepares: of products in FRACTAL_NZ, by aclnnTransMatmulWeight, and of convolutions in FRACTAL_Z, by aclnnTransConvolutionWeight, which
 * Ascend310P has. What they are used for gives the numbers of loops. */
#include "fixture.h"

#include <stdlib.h>
#include <string.h>

#include "aclnnop/aclnn_addmm.h"
#include "aclnnop/aclnn_batch_matmul.h"
#include "aclnnop/aclnn_convolution.h"
#include "aclnnop/aclnn_matmul.h"
#include "aclnnop/aclnn_mm.h"
#include "aclnnop/aclnn_quant_matmul_weight_nz.h"
#include "aclnnop/aclnn_trans_convolution_weight.h"
#include "aclnnop/aclnn_trans_matmul_weight.h"

enum { BATCH = 3, ROWS = 5, INNER = 35, COLUMNS = 18 };

/* A whole number below 2048 as FLOAT16. */
static uint16_t half(int value)
{
    int magnitude = abs(value), exponent = 0;
    if (magnitude == 0) {
        return 0;
    }
    while (magnitude >> (exponent + 1) != 0) {
        exponent++;
    }
    return (uint16_t)((value < 0 ? 0x8000 : 0) | (exponent + 15) << 10 | ((magnitude << (10 - exponent)) & 0x3ff));
}

static int left(int row, int k)
{
    return (row * 7 + k * 3) % 5 - 2;
}

static int right(int batch, int k, int column)
{
    return (batch * 3 + k * 5 + column) % 7 - 3;
}

static int added(int row, int column)
{
    return row * 2 - column;
}

/* The weight of `batches` matrices in memory of the size that the library says, prepared. */
static aclTensor *prepared(int batches, int rank)
{
    const int64_t shape[3] = {batches, INNER, COLUMNS};
    uint64_t count = 0, size = 0;
    aclOpExecutor *executor = NULL;
    aclIntArray *extents = aclCreateIntArray(shape + 3 - rank, (uint64_t)rank);
    CHECK_STATUS(aclnnCalculateMatmulWeightSize(extents, &count), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(count, (uint64_t)batches * 48 * 32);
    count = (uint64_t)batches * 48 * 32;
    CHECK_STATUS(aclDestroyIntArray(extents), ACLNN_SUCCESS);
    uint16_t *values = calloc(count, sizeof *values);
    for (int i = 0, b = 0; b < batches; b++) {
        for (int k = 0; k < INNER; k++) {
            for (int column = 0; column < COLUMNS; column++, i++) {
                values[i] = half(right(b, k, column));
            }
        }
    }
    const int64_t elements = (int64_t)batches * INNER * COLUMNS;
    void *memory = device_memory(values, count * sizeof *values);
    aclTensor *weight = aclCreateTensor(shape + 3 - rank, (uint64_t)rank, ACL_FLOAT16, NULL, 0, ACL_FORMAT_ND, &elements, 1, memory);
    CHECK_STATUS(aclnnTransMatmulWeightGetWorkspaceSize(weight, &size, &executor), ACLNN_SUCCESS);
    finish(aclnnTransMatmulWeight, size, executor);
    aclFormat format = ACL_FORMAT_ND;
    CHECK_STATUS(aclGetFormat(weight, &format), ACLNN_SUCCESS);
    CHECK_EQUAL_INT(format, ACL_FORMAT_FRACTAL_NZ);
    free(values);
    return weight;
}

static aclTensor *made(int rank, const int64_t *shape, const uint16_t *values, size_t count)
{
    return tensor(ACL_FLOAT16, (uint64_t)rank, shape, device_memory(values, count * sizeof *values));
}

static void check_half(const aclTensor *tensor, const uint16_t *wanted, size_t count)
{
    void *memory = NULL;
    uint16_t *got = malloc(count * sizeof *got);
    CHECK_STATUS(aclGetRawTensorAddr(tensor, &memory), ACLNN_SUCCESS);
    to_host(got, memory, count * sizeof *got);
    CHECK_EQUAL_BITS(got, wanted, count * sizeof *got);
    free(got);
}

static void products(void)
{
    const int64_t a_shape[3] = {BATCH, ROWS, INNER}, y_shape[3] = {BATCH, ROWS, COLUMNS};
    uint16_t a[BATCH * ROWS * INNER], product[BATCH * ROWS * COLUMNS], sum[ROWS * COLUMNS], addend[ROWS * COLUMNS];
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    float two = 2, three = 3;
    aclScalar *alpha = aclCreateScalar(&two, ACL_FLOAT), *beta = aclCreateScalar(&three, ACL_FLOAT);
    for (int b = 0; b < BATCH; b++) {
        for (int row = 0; row < ROWS; row++) {
            for (int k = 0; k < INNER; k++) {
                a[(b * ROWS + row) * INNER + k] = half(left(row, k));
            }
            for (int column = 0; column < COLUMNS; column++) {
                int exact = 0;
                for (int k = 0; k < INNER; k++) {
                    exact += left(row, k) * right(b, k, column);
                }
                product[(b * ROWS + row) * COLUMNS + column] = half(exact);
                if (b == 0) {
                    addend[row * COLUMNS + column] = half(added(row, column));
                    sum[row * COLUMNS + column] = half(3 * added(row, column) + 2 * exact);
                }
            }
        }
    }
    aclTensor *weight = prepared(1, 2), *weights = prepared(BATCH, 3);
    aclTensor *one = made(2, a_shape + 1, a, ROWS * INNER), *all = made(3, a_shape, a, BATCH * ROWS * INNER);
    aclTensor *y = made(2, y_shape + 1, NULL, ROWS * COLUMNS), *ys = made(3, y_shape, NULL, BATCH * ROWS * COLUMNS);
    aclTensor *self = made(2, y_shape + 1, addend, ROWS * COLUMNS);

    CHECK_STATUS(both_phases(aclnnMmGetWorkspaceSize(one, weight, y, 1, &size, &executor), aclnnMm, &size, &executor), ACLNN_SUCCESS);
    check_half(y, product, ROWS * COLUMNS);
    CHECK_STATUS(both_phases(aclnnMatmulGetWorkspaceSize(one, weight, y, 1, &size, &executor), aclnnMatmul, &size, &executor), ACLNN_SUCCESS);
    check_half(y, product, ROWS * COLUMNS);
    CHECK_STATUS(both_phases(aclnnMatmulGetWorkspaceSize(all, weights, ys, 1, &size, &executor), aclnnMatmul, &size, &executor), ACLNN_SUCCESS);
    check_half(ys, product, BATCH * ROWS * COLUMNS);
    CHECK_STATUS(both_phases(aclnnBatchMatMulGetWorkspaceSize(all, weights, ys, 1, &size, &executor), aclnnBatchMatMul, &size, &executor), ACLNN_SUCCESS);
    check_half(ys, product, BATCH * ROWS * COLUMNS);
    CHECK_STATUS(both_phases(aclnnAddmmGetWorkspaceSize(self, one, weight, beta, alpha, y, 1, &size, &executor), aclnnAddmm, &size, &executor), ACLNN_SUCCESS);
    check_half(y, sum, ROWS * COLUMNS);
    CHECK_STATUS(both_phases(aclnnInplaceAddmmGetWorkspaceSize(self, one, weight, beta, alpha, 1, &size, &executor), aclnnInplaceAddmm, &size, &executor), ACLNN_SUCCESS);
    check_half(self, sum, ROWS * COLUMNS);

    /* A weight that says FRACTAL_NZ and is stored otherwise, and a first matrix in blocks. */
    void *memory = NULL;
    CHECK_STATUS(aclGetRawTensorAddr(weight, &memory), ACLNN_SUCCESS);
    const int64_t shape[2] = {INNER, COLUMNS}, other[4] = {2, 2, 16, 16};
    aclTensor *wrong = aclCreateTensor(shape, 2, ACL_FLOAT16, NULL, 0, ACL_FORMAT_FRACTAL_NZ, other, 4, memory);
    CHECK_STATUS(aclnnMmGetWorkspaceSize(one, wrong, y, 1, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "allowed: a storage of [2, 3, 16, 16]");
    const int64_t turned_shape[2] = {COLUMNS, INNER}, square[2] = {INNER, INNER};
    aclTensor *first = aclCreateTensor(shape, 2, ACL_FLOAT16, NULL, 0, ACL_FORMAT_FRACTAL_NZ, other, 4, memory);
    aclTensor *second = tensor(ACL_FLOAT16, 2, turned_shape, memory), *third = made(2, square, NULL, INNER * INNER);
    CHECK_STATUS(aclnnMmGetWorkspaceSize(first, second, third, 1, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`self` has format ACL_FORMAT_FRACTAL_NZ");

    aclTensor *const tensors[] = {weight, weights, one, all, y, ys, self, wrong, first, second, third};
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++) {
        CHECK_STATUS(aclDestroyTensor(tensors[i]), ACLNN_SUCCESS);
    }
    CHECK_STATUS(aclDestroyScalar(alpha), ACLNN_SUCCESS);
    CHECK_STATUS(aclDestroyScalar(beta), ACLNN_SUCCESS);
}

/* A convolution of images of 4 by 5 with filters of 3 by 2, of so many groups of so many channels and filters. */
static void convolution(int groups, int channels, int filters)
{
    enum { HEIGHT = 4, WIDTH = 5, H = 3, W = 2, OUT_H = 2, OUT_W = 4 };
    const int64_t x_shape[4] = {1, groups * channels, HEIGHT, WIDTH}, w_shape[4] = {groups * filters, channels, H, W}, y_shape[4] = {1, groups * filters, OUT_H, OUT_W};
    const int64_t ones[2] = {1, 1}, zeros[2] = {0, 0};
    size_t x_count = (size_t)groups * channels * HEIGHT * WIDTH, w_count = (size_t)groups * filters * channels * H * W, y_count = (size_t)groups * filters * OUT_H * OUT_W;
    uint16_t *x = malloc(x_count * 2), *w = malloc(w_count * 2), *y = malloc(y_count * 2);
    for (size_t i = 0; i < x_count; i++) {
        x[i] = half((int)(i * 5 % 7) - 3);
    }
    for (size_t i = 0; i < w_count; i++) {
        w[i] = half((int)(i * 3 % 5) - 2);
    }
    for (int f = 0; f < groups * filters; f++) {
        for (int row = 0; row < OUT_H; row++) {
            for (int column = 0; column < OUT_W; column++) {
                int exact = 0;
                for (int c = 0; c < channels; c++) {
                    for (int h = 0; h < H; h++) {
                        for (int k = 0; k < W; k++) {
                            int from = ((f / filters * channels + c) * HEIGHT + row + h) * WIDTH + column + k, by = ((f * channels + c) * H + h) * W + k;
                            exact += (from * 5 % 7 - 3) * (by * 3 % 5 - 2);
                        }
                    }
                }
                y[(f * OUT_H + row) * OUT_W + column] = half(exact);
            }
        }
    }
    uint64_t count = 0, size = 0;
    aclOpExecutor *executor = NULL;
    aclIntArray *extents = aclCreateIntArray(w_shape, 4), *one = aclCreateIntArray(ones, 2), *zero = aclCreateIntArray(zeros, 2);
    REQUIRE_STATUS(aclnnCalculateConvolutionWeightSize(extents, false, groups, ACL_FLOAT16, &count), ACLNN_SUCCESS);
    CHECK_STATUS(aclnnCalculateConvolutionWeightSize(extents, false, 65536, ACL_FLOAT16, &count), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`groups` is 65536; allowed: 1 to 65535");
    aclTensor *image = aclCreateTensor(x_shape, 4, ACL_FLOAT16, NULL, 0, ACL_FORMAT_NCHW, x_shape, 4, device_memory(x, x_count * 2));
    aclTensor *plain = aclCreateTensor(w_shape, 4, ACL_FLOAT16, NULL, 0, ACL_FORMAT_NCHW, w_shape, 4, device_memory(w, w_count * 2));
    aclTensor *weight = aclCreateTensor(w_shape, 4, ACL_FLOAT16, NULL, 0, ACL_FORMAT_NCHW, w_shape, 4, device_memory(NULL, count * 2));
    aclTensor *out = aclCreateTensor(y_shape, 4, ACL_FLOAT16, NULL, 0, ACL_FORMAT_NCHW, y_shape, 4, device_memory(NULL, y_count * 2));
    CHECK_STATUS(aclnnTransConvolutionWeightGetWorkspaceSize(plain, false, groups, weight, &size, &executor), ACLNN_SUCCESS);
    finish(aclnnTransConvolutionWeight, size, executor);
    CHECK_STATUS(both_phases(aclnnConvolutionGetWorkspaceSize(image, weight, NULL, one, zero, one, false, zero, groups, out, 0, &size, &executor), aclnnConvolution, &size, &executor), ACLNN_SUCCESS);
    check_half(out, y, y_count);
    /* Transposed convolutions have no weight in blocks. */
    CHECK_STATUS(aclnnConvolutionGetWorkspaceSize(image, weight, NULL, one, zero, one, true, zero, groups, out, 0, &size, &executor), ACLNN_ERR_PARAM_INVALID);
    CHECK_MESSAGE_CONTAINS(message(), "`weight` has format ACL_FORMAT_FRACTAL_Z");
    aclTensor *const tensors[] = {image, plain, weight, out};
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++) {
        CHECK_STATUS(aclDestroyTensor(tensors[i]), ACLNN_SUCCESS);
    }
    aclIntArray *const arrays[] = {extents, one, zero};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        CHECK_STATUS(aclDestroyIntArray(arrays[i]), ACLNN_SUCCESS);
    }
    free(x);
    free(w);
    free(y);
}

/* A weight of INT8 whose storage counts the elements of its view, in memory of one block of FRACTAL_NZ, and in too little. */
static void counted(void)
{
    const int64_t x_shape[2] = {2, 3}, w_shape[2] = {3, 2}, elements = 6, two = 2, square[2] = {2, 2};
    const int8_t x[6] = {1, 2, 3, -1, 0, 4};
    int8_t w[16 * 32] = {0};
    for (int i = 0; i < 6; i++) {
        w[i / 2 * 32 + i % 2] = (int8_t)(i + 1);
    }
    const float ones[2] = {1, 1};
    const uint16_t wanted[4] = {half(22), half(28), half(19), half(22)};
    aclTensor *left = tensor(ACL_INT8, 2, x_shape, device_memory(x, sizeof x));
    aclTensor *scale = tensor(ACL_FLOAT, 1, &two, device_memory(ones, sizeof ones));
    aclTensor *out = tensor(ACL_FLOAT16, 2, square, device_memory(NULL, sizeof wanted));
    for (size_t bytes = sizeof w; bytes > 0; bytes -= sizeof w / 2) {
        uint64_t size = 0;
        aclOpExecutor *executor = NULL;
        aclTensor *weight = aclCreateTensor(w_shape, 2, ACL_INT8, NULL, 0, ACL_FORMAT_FRACTAL_NZ, &elements, 1, device_memory(w, bytes));
        aclnnStatus status = aclnnQuantMatmulWeightNzGetWorkspaceSize(left, weight, scale, scale, NULL, NULL, NULL, NULL, NULL, false, false, 0, out, &size, &executor);
        if (bytes == sizeof w) {
            CHECK_STATUS(both_phases(status, aclnnQuantMatmulWeightNz, &size, &executor), ACLNN_SUCCESS);
            check_half(out, wanted, 4);
        } else {
            CHECK_STATUS(status, ACLNN_ERR_PARAM_INVALID);
            CHECK_MESSAGE_CONTAINS(message(), "`x2` extends to byte 512");
        }
        CHECK_STATUS(aclDestroyTensor(weight), ACLNN_SUCCESS);
    }
    aclTensor *const tensors[] = {left, scale, out};
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++) {
        CHECK_STATUS(aclDestroyTensor(tensors[i]), ACLNN_SUCCESS);
    }
}

int main(void)
{
    open_device();
    products();
    const char *chip = aclrtGetSocName();
    if (chip != NULL && strncmp(chip, "Ascend310P", 10) == 0) {
        convolution(1, 4, 2);
        convolution(1, 19, 33);
        convolution(3, 8, 8);
        convolution(2, 16, 16);
        convolution(5, 3, 2);
    } else {
        counted();
        const int64_t shape[4] = {2, 4, 8, 8};
        uint64_t count = 77;
        aclIntArray *extents = aclCreateIntArray(shape, 4);
        CHECK_STATUS(aclnnCalculateConvolutionWeightSize(extents, false, 1, ACL_FLOAT16, &count), ACLNN_ERR_PARAM_INVALID);
        CHECK_EQUAL_INT(count, 77);
        CHECK_STATUS(aclDestroyIntArray(extents), ACLNN_SUCCESS);
    }
    close_device();
    return check_result();
}
