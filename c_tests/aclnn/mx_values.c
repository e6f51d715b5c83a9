/* Values of aclnnDynamicMxQuantWithDualAxis and aclnnDynamicMxQuant that the vendor's pages give, the layout of scales, the rounding
 * modes, every rank, and empty tensors. */
#include "fixture.h"

#include "aclnnop/aclnn_dynamic_mx_quant.h"
#include "aclnnop/aclnn_dynamic_mx_quant_v3.h"
#include "aclnnop/aclnn_dynamic_mx_quant_with_dual_axis.h"

enum { MOST = 4096, MOST_DIMS = 9 };

/* y1, mxscale1, y2, mxscale2. */
static unsigned char got[4][MOST];

static size_t elements(uint64_t rank, const int64_t *dims)
{
    size_t count = 1;
    for (uint64_t i = 0; i < rank; i++) {
        count *= (size_t)dims[i];
    }
    return count;
}

static void scale_dims(uint64_t rank, const int64_t *dims, uint64_t axis, int64_t *scales)
{
    for (uint64_t i = 0; i < rank; i++) {
        scales[i] = i == axis ? (dims[i] + 63) / 64 : dims[i];
    }
    scales[rank] = 2;
}

/* Quantises x along both axes into `got`. */
static void both_axes(aclDataType type, const uint16_t *bits, uint64_t rank, const int64_t *dims, aclDataType format,
                      const char *mode, int64_t scale_alg)
{
    int64_t scales[2][MOST_DIMS];
    scale_dims(rank, dims, rank - 1, scales[0]);
    scale_dims(rank, dims, rank - 2, scales[1]);
    size_t numel = elements(rank, dims);
    void *x_memory = device_memory(bits, numel * 2), *memory[4];
    aclTensor *x = tensor(type, rank, dims, x_memory), *out[4];
    size_t sizes[4];
    for (int i = 0; i < 4; i++) {
        int fp4 = format == ACL_FLOAT4_E2M1 || format == ACL_FLOAT4_E1M2;
        sizes[i] = i % 2 ? elements(rank + 1, scales[i / 2]) : fp4 ? numel / 2 : numel;
        memory[i] = device_memory(NULL, sizes[i]);
        out[i] = i % 2 ? tensor(ACL_FLOAT8_E8M0, rank + 1, scales[i / 2], memory[i]) : tensor(format, rank, dims, memory[i]);
    }
    char text[8];
    if (mode != NULL) {
        snprintf(text, sizeof text, "%s", mode);
    }
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnDynamicMxQuantWithDualAxisGetWorkspaceSize(x, mode == NULL ? NULL : text, format, scale_alg, out[0],
                                                                 out[1], out[2], out[3], &size, &executor), 0);
    CHECK_STATUS(aclDestroyTensor(x), 0);
    CHECK_STATUS(aclnnDynamicMxQuantWithDualAxis(NULL, 0, executor, stream), 0);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 0);
    for (int i = 0; i < 4; i++) {
        to_host(got[i], memory[i], sizes[i]);
        CHECK_STATUS(aclDestroyTensor(out[i]), 0);
        CHECK_STATUS(aclrtFree(memory[i]), 0);
    }
    CHECK_STATUS(aclrtFree(x_memory), 0);
}

#define EXPECT(output, ...)                                              \
    do {                                                                 \
        const unsigned char bytes[] = {__VA_ARGS__};                     \
        CHECK_EQUAL_BITS(got[output], bytes, sizeof bytes);              \
    } while (0)

static void vendors_example(void)
{
    const int64_t dims[] = {1, 4};
    const uint16_t x[] = {0x0000, 0x4100, 0x4280, 0x4400}; /* 0, 8, 64, 512 */
    both_axes(ACL_BF16, x, 2, dims, ACL_FLOAT8_E4M3FN, "rint", 0);
    EXPECT(0, 0x00, 0x48, 0x60, 0x78);
    EXPECT(1, 0x80, 0x00);
    EXPECT(2, 0x00, 0x78, 0x78, 0x78);
    EXPECT(3, 0x00, 0x00, 0x7a, 0x00, 0x7d, 0x00, 0x80, 0x00);
}

/* Three blocks of each column: 256, 1024 and 4096, and twice that. */
static void scales_of_neighbouring_blocks_interleave(void)
{
    const int64_t dims[] = {65, 2};
    uint16_t x[130];
    for (int row = 0; row < 65; row++) {
        x[2 * row] = row < 32 ? 0x4380 : row < 64 ? 0x4480 : 0x4580;
        x[2 * row + 1] = (uint16_t)(x[2 * row] + 0x80);
    }
    both_axes(ACL_BF16, x, 2, dims, ACL_FLOAT8_E4M3FN, NULL, 0);
    EXPECT(3, 0x7f, 0x81, 0x80, 0x82, 0x83, 0x00, 0x84, 0x00);
    EXPECT(0, 0x70, 0x78);
    EXPECT(2, 0x78, 0x78);
    CHECK_EQUAL_INT(got[1][0], 0x80);
    CHECK_EQUAL_INT(got[1][2 * 63], 0x82);
    CHECK_EQUAL_INT(got[1][2 * 64], 0x84);
    CHECK_EQUAL_INT(got[1][2 * 64 + 1], 0x00);
}

static void rounding_modes(void)
{
    const int64_t dims[] = {1, 8};
    /* 0.3, -0.3, 1.25, -1.25, 2.5, -2.5, 5, -5 */
    const uint16_t x[] = {0x3e9a, 0xbe9a, 0x3fa0, 0xbfa0, 0x4020, 0xc020, 0x40a0, 0xc0a0};
    both_axes(ACL_BF16, x, 2, dims, ACL_FLOAT4_E2M1, "rint", 0);
    EXPECT(0, 0x91, 0xa2, 0xc4, 0xe6);
    EXPECT(1, 0x7f, 0x00);
    both_axes(ACL_BF16, x, 2, dims, ACL_FLOAT4_E2M1, "floor", 0);
    EXPECT(0, 0x90, 0xb2, 0xd4, 0xf6);
    both_axes(ACL_BF16, x, 2, dims, ACL_FLOAT4_E2M1, "round", 0);
    EXPECT(0, 0x91, 0xb3, 0xd5, 0xf7);
}

/* Infinity and NaN take their whole block with them, and only that. */
static void blocks_that_are_not_finite(void)
{
    const int64_t dims[] = {1, 64};
    uint16_t x[64];
    for (int i = 0; i < 64; i++) {
        x[i] = 0xbc00; /* -1 */
    }
    x[7] = 0x7c00;
    both_axes(ACL_FLOAT16, x, 2, dims, ACL_FLOAT8_E5M2, "rint", 1);
    EXPECT(1, 0xff, 0x70);
    CHECK_EQUAL_INT(got[0][0], 0x00);
    CHECK_EQUAL_INT(got[0][31], 0x00);
    CHECK_EQUAL_INT(got[0][32], 0xf8);
    CHECK_EQUAL_INT(got[3][2 * 7], 0xff);
    CHECK_EQUAL_INT(got[3][2 * 8], 0x70);
}

/* A tensor of any rank is its matrices one after another. */
static void every_rank(void)
{
    const int64_t shapes[][7] = {{60, 6}, {5, 12, 6}, {5, 1, 12, 6}, {1, 5, 1, 12, 6}, {5, 1, 1, 1, 12, 6}, {1, 5, 1, 1, 1, 12, 6}};
    uint16_t x[360];
    for (int i = 0; i < 360; i++) {
        x[i] = (uint16_t)(0x3c00 + i * 37 % 2048 + (i % 3 == 0 ? 0x8000 : 0));
    }
    static unsigned char first[4][360];
    for (uint64_t rank = 3; rank <= 7; rank++) {
        both_axes(ACL_FLOAT16, x, rank, shapes[rank - 2], ACL_FLOAT4_E1M2, "rint", 0);
        for (int i = 0; i < 4; i++) {
            if (rank == 3) {
                memcpy(first[i], got[i], 360);
            }
            CHECK_EQUAL_BITS(got[i], first[i], i == 1 ? 120 : i == 3 ? 60 : 180);
        }
    }
}

/* Nothing is checked and nothing computed where all outputs are empty. */
static void empty_tensors(void)
{
    const int64_t dims[] = {3, 0}, scale1[] = {3, 0, 2}, scale2[] = {1, 0, 2};
    aclTensor *x = tensor(ACL_BF16, 2, dims, NULL), *y = tensor(ACL_FLOAT4_E2M1, 2, dims, NULL);
    aclTensor *scales1 = tensor(ACL_FLOAT8_E8M0, 3, scale1, NULL), *scales2 = tensor(ACL_FLOAT8_E8M0, 3, scale2, NULL);
    uint64_t size = 99;
    aclOpExecutor *executor = NULL;
    CHECK_STATUS(aclnnDynamicMxQuantWithDualAxisGetWorkspaceSize(x, NULL, 40, 0, y, scales1, y, scales2, &size, &executor), 0);
    CHECK_EQUAL_INT(size, 0);
    CHECK_TRUE(executor != NULL);
    CHECK_STATUS(aclnnDynamicMxQuantWithDualAxis(NULL, 0, executor, stream), 0);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 0);
    aclTensor *all[] = {x, y, scales1, scales2};
    for (int i = 0; i < 4; i++) {
        CHECK_STATUS(aclDestroyTensor(all[i]), 0);
    }
}

/* One axis, in the middle, of single precision and of blocks of 64; with a lower bound for the largest magnitude. */
static void single_axis(void)
{
    const int64_t dims[] = {2, 66, 3}, scales[] = {2, 1, 3, 2};
    static uint16_t x[396];
    for (int i = 0; i < 396; i++) {
        x[i] = (uint16_t)(0x3f80 + i / 3 % 66 / 64 * 0x80); /* 1, from row 64 on 2 */
    }
    void *x_memory = device_memory(x, sizeof x), *y_memory = device_memory(NULL, 396), *scale_memory = device_memory(NULL, 12);
    aclTensor *in = tensor(ACL_BF16, 3, dims, x_memory), *y = tensor(ACL_FLOAT8_E4M3FN, 3, dims, y_memory);
    aclTensor *scale = tensor(ACL_FLOAT8_E8M0, 4, scales, scale_memory);
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    char rint[] = "rint";
    unsigned char host[396];
    CHECK_STATUS(aclnnDynamicMxQuantGetWorkspaceSize(in, -2, rint, 36, 64, 0, y, scale, &size, &executor), 0);
    CHECK_STATUS(aclnnDynamicMxQuant(NULL, 0, executor, stream), 0);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 0);
    to_host(host, scale_memory, 12);
    const unsigned char expected[] = {0x77, 0x78, 0x77, 0x78, 0x77, 0x78, 0x77, 0x78, 0x77, 0x78, 0x77, 0x78};
    CHECK_EQUAL_BITS(host, expected, sizeof expected);
    to_host(host, y_memory, 396);
    for (int i = 0; i < 396; i++) {
        CHECK_EQUAL_INT(host[i], 0x78);
    }
    /* 448 as the least maximum: the scale is 1. */
    CHECK_STATUS(aclnnDynamicMxQuantV3GetWorkspaceSize(in, 1, NULL, 36, 64, 1, 0.0, 448.0, y, scale, &size, &executor), 0);
    CHECK_STATUS(aclnnDynamicMxQuantV3(NULL, 0, executor, stream), 0);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 0);
    to_host(host, scale_memory, 12);
    for (int i = 0; i < 12; i++) {
        CHECK_EQUAL_INT(host[i], 0x7f);
    }
    to_host(host, y_memory, 396);
    CHECK_EQUAL_INT(host[0], 0x38);
    CHECK_EQUAL_INT(host[395], 0x40);
    aclTensor *all[] = {in, y, scale};
    void *memory[] = {x_memory, y_memory, scale_memory};
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(aclDestroyTensor(all[i]), 0);
        CHECK_STATUS(aclrtFree(memory[i]), 0);
    }
}

int main(void)
{
    open_device();
    vendors_example();
    scales_of_neighbouring_blocks_interleave();
    rounding_modes();
    blocks_that_are_not_finite();
    every_rank();
    empty_tensors();
    single_axis();
    close_device();
    return check_result();
}
