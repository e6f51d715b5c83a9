/* aclnnGroupedDynamicMxQuant, its V2, the one with two axes, and aclnnAntiMxQuant: values by way of aclnnDynamicMxQuant on each group,
 * the way back. */
#include "fixture.h"

#include "aclnnop/aclnn_anti_mx_quant.h"
#include "aclnnop/aclnn_dynamic_mx_quant.h"
#include "aclnnop/aclnn_dynamic_mx_quant_v2.h"
#include "aclnnop/aclnn_grouped_dynamic_mx_quant.h"
#include "aclnnop/aclnn_grouped_dynamic_mx_quant_v2.h"
#include "aclnnop/aclnn_grouped_dynamic_mx_quant_with_dual_axis.h"

enum { ROWS = 170, COLUMNS = 128, GROUPS = 5, PAIRS = ROWS / 64 + GROUPS };

static const int64_t ends[GROUPS] = {33, 33, 98, 169, 170};
static const int32_t ends32[GROUPS] = {33, 33, 98, 169, 170};
static const int64_t dims[] = {ROWS, COLUMNS}, group_dims[] = {GROUPS}, pair_dims[] = {PAIRS, COLUMNS, 2};
static char rint_mode[] = "rint", floor_mode[] = "floor";

static uint16_t bits[ROWS * COLUMNS];
static unsigned char y[ROWS * COLUMNS], part[ROWS * COLUMNS], scale[PAIRS * COLUMNS * 2], part_scale[PAIRS * COLUMNS * 2];
static void *x_memory, *y_memory, *scale_memory, *part_memory, *part_scale_memory, *y1_memory, *scale1_memory;
static uint64_t size;
static aclOpExecutor *executor;

/* y and scale of the groups against aclnnDynamicMxQuantV2 on the rows of each. */
static void compare_with_each_group(aclDataType format, int64_t scale_alg, double max, int packed)
{
    size_t bytes_of_row = COLUMNS / (packed ? 2 : 1);
    to_host(y, y_memory, ROWS * bytes_of_row);
    to_host(scale, scale_memory, sizeof scale);
    static unsigned char used[PAIRS];
    memset(used, 0, sizeof used);
    int64_t start = 0;
    for (int group = 0; group < GROUPS; group++) {
        int64_t height = ends[group] - start, pairs = (height + 63) / 64, first = start / 64 + group;
        if (height > 0) {
            const int64_t part_dims[] = {height, COLUMNS}, part_scales[] = {pairs, COLUMNS, 2};
            aclTensor *x = tensor(ACL_BF16, 2, part_dims, (uint16_t *)x_memory + start * COLUMNS);
            aclTensor *out = tensor(format, 2, part_dims, part_memory);
            aclTensor *scales = tensor(ACL_FLOAT8_E8M0, 3, part_scales, part_scale_memory);
            CHECK_STATUS(aclnnDynamicMxQuantV2GetWorkspaceSize(x, 0, packed ? floor_mode : rint_mode, format, 32, scale_alg, max,
                                                               out, scales, &size, &executor), 0);
            finish(aclnnDynamicMxQuantV2, size, executor);
            CHECK_STATUS(aclrtSynchronizeStream(stream), 0);
            to_host(part, part_memory, (size_t)height * bytes_of_row);
            to_host(part_scale, part_scale_memory, (size_t)pairs * COLUMNS * 2);
            CHECK_EQUAL_BITS(y + (size_t)start * bytes_of_row, part, (size_t)height * bytes_of_row);
            CHECK_EQUAL_BITS(scale + first * COLUMNS * 2, part_scale, (size_t)pairs * COLUMNS * 2);
            memset(used + first, 1, (size_t)pairs);
            aclDestroyTensor(x);
            aclDestroyTensor(out);
            aclDestroyTensor(scales);
        }
        start = ends[group];
    }
    for (int pair = 0; pair < PAIRS; pair++) {
        for (int i = 0; !used[pair] && i < COLUMNS * 2; i++) {
            CHECK_EQUAL_INT(scale[pair * COLUMNS * 2 + i], 0x7f);
        }
    }
}

static void groups_are_quantised_by_themselves(void)
{
    void *ends_memory = device_memory(ends, sizeof ends), *ends32_memory = device_memory(ends32, sizeof ends32);
    aclTensor *x = tensor(ACL_BF16, 2, dims, x_memory), *index = tensor(ACL_INT32, 1, group_dims, ends32_memory);
    aclTensor *scales = tensor(ACL_FLOAT8_E8M0, 3, pair_dims, scale_memory);
    aclTensor *fp8 = tensor(ACL_FLOAT8_E5M2, 2, dims, y_memory), *fp4 = tensor(ACL_FLOAT4_E2M1, 2, dims, y_memory);

    CHECK_STATUS(aclnnGroupedDynamicMxQuantGetWorkspaceSize(x, index, "rint", 35, 32, fp8, scales, &size, &executor), 0);
    finish(aclnnGroupedDynamicMxQuant, size, executor);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 0);
    compare_with_each_group(ACL_FLOAT8_E5M2, 0, 0.0, 0);

    CHECK_STATUS(aclnnGroupedDynamicMxQuantV2GetWorkspaceSize(x, index, "floor", 40, 32, 2, 9.5, fp4, scales, &size, &executor), 0);
    finish(aclnnGroupedDynamicMxQuantV2, size, executor);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 0);
    compare_with_each_group(ACL_FLOAT4_E2M1, 2, 9.5, 1);

    /* Two axes: the rows as aclnnDynamicMxQuant has them. */
    const int64_t row_scales[] = {ROWS, COLUMNS / 64, 2};
    aclTensor *index64 = tensor(ACL_INT64, 1, group_dims, ends_memory), *y1 = tensor(ACL_FLOAT8_E5M2, 2, dims, y1_memory);
    aclTensor *scales1 = tensor(ACL_FLOAT8_E8M0, 3, row_scales, scale1_memory);
    CHECK_STATUS(aclnnGroupedDynamicMxQuantWithDualAxisGetWorkspaceSize(x, index64, NULL, 1, 35, 0.0, y1, scales1, fp8, scales,
                                                                        &size, &executor), 0);
    finish(aclnnGroupedDynamicMxQuantWithDualAxis, size, executor);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 0);
    compare_with_each_group(ACL_FLOAT8_E5M2, 1, 0.0, 0);
    aclTensor *out = tensor(ACL_FLOAT8_E5M2, 2, dims, part_memory), *out_scales = tensor(ACL_FLOAT8_E8M0, 3, row_scales, part_scale_memory);
    CHECK_STATUS(aclnnDynamicMxQuantGetWorkspaceSize(x, 1, rint_mode, 35, 32, 1, out, out_scales, &size, &executor), 0);
    finish(aclnnDynamicMxQuant, size, executor);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 0);
    to_host(y, y1_memory, sizeof y);
    to_host(part, part_memory, sizeof part);
    CHECK_EQUAL_BITS(y, part, sizeof y);
    to_host(scale, scale1_memory, ROWS * COLUMNS / 32);
    to_host(part_scale, part_scale_memory, ROWS * COLUMNS / 32);
    CHECK_EQUAL_BITS(scale, part_scale, ROWS * COLUMNS / 32);

    /* Ends are data: wrong ones are an error of the stream, and nothing is written. */
    const int32_t falling[GROUPS] = {33, 32, 98, 169, 170}, far[GROUPS] = {33, 33, 98, 169, 171};
    const int32_t *const wrong[] = {falling, far};
    for (int i = 0; i < 2; i++) {
        REQUIRE_STATUS(aclrtMemcpy(ends32_memory, sizeof falling, wrong[i], sizeof falling, ACL_MEMCPY_HOST_TO_DEVICE), 0);
        CHECK_STATUS(aclnnGroupedDynamicMxQuantGetWorkspaceSize(x, index, "rint", 35, 32, fp8, scales, &size, &executor), 0);
        CHECK_TRUE(outcome(aclnnGroupedDynamicMxQuant, size, executor) != ACL_SUCCESS);
        CHECK_MESSAGE_CONTAINS(message(), "`groupIndex` is [33, ");
    }

    aclTensor *all[] = {x, index, scales, fp8, fp4, index64, y1, scales1, out, out_scales};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        CHECK_STATUS(aclDestroyTensor(all[i]), 0);
    }
    CHECK_STATUS(aclrtFree(ends_memory), 0);
    CHECK_STATUS(aclrtFree(ends32_memory), 0);
}

/* The vendor's example; saturation, NaN, and four bits. */
static void the_way_back(void)
{
    const int64_t few[] = {1, 4}, few_scales[] = {1, 1, 2};
    const unsigned char codes[] = {0x00, 0x48, 0x60, 0x78}, example[] = {128, 0}, large[] = {254, 0}, nan_scale[] = {255, 0};
    void *code_memory = device_memory(codes, 4), *byte_memory = device_memory(example, 2), *out_memory = device_memory(NULL, 16);
    aclTensor *x = tensor(ACL_FLOAT8_E4M3FN, 2, few, code_memory), *x4 = tensor(ACL_FLOAT4_E2M1, 2, few, code_memory);
    aclTensor *bytes = tensor(ACL_FLOAT8_E8M0, 3, few_scales, byte_memory);
    aclTensor *halves = tensor(ACL_BF16, 2, few, out_memory), *singles = tensor(ACL_FLOAT, 2, few, out_memory);
    uint16_t host[4];
    float wide[4];
    CHECK_STATUS(aclnnAntiMxQuantGetWorkspaceSize(x, bytes, -1, 27, halves, &size, &executor), 0);
    finish(aclnnAntiMxQuant, size, executor);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 0);
    to_host(host, out_memory, 8);
    const uint16_t expected[] = {0, 16640, 17024, 17408};
    CHECK_EQUAL_BITS(host, expected, 8);

    /* 0, 0 | 4 (code 8: -0), 4 | ... of E2M1, even index in the low half, times 2. */
    CHECK_STATUS(aclnnAntiMxQuantGetWorkspaceSize(x4, bytes, 1, 0, singles, &size, &executor), 0);
    finish(aclnnAntiMxQuant, size, executor);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 0);
    to_host(wide, out_memory, 16);
    const float expected4[] = {0.0f, 0.0f, -0.0f, 4.0f};
    CHECK_EQUAL_BITS(wide, expected4, 16);

    REQUIRE_STATUS(aclrtMemcpy(byte_memory, 2, large, 2, ACL_MEMCPY_HOST_TO_DEVICE), 0);
    CHECK_STATUS(aclnnAntiMxQuantGetWorkspaceSize(x, bytes, -1, 27, halves, &size, &executor), 0);
    finish(aclnnAntiMxQuant, size, executor);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 0);
    to_host(host, out_memory, 8);
    const uint16_t saturated[] = {0, 0x7f7f, 0x7f7f, 0x7f7f};
    CHECK_EQUAL_BITS(host, saturated, 8);

    REQUIRE_STATUS(aclrtMemcpy(byte_memory, 2, nan_scale, 2, ACL_MEMCPY_HOST_TO_DEVICE), 0);
    CHECK_STATUS(aclnnAntiMxQuantGetWorkspaceSize(x, bytes, -1, 0, singles, &size, &executor), 0);
    finish(aclnnAntiMxQuant, size, executor);
    CHECK_STATUS(aclrtSynchronizeStream(stream), 0);
    to_host(wide, out_memory, 16);
    CHECK_TRUE(wide[0] != wide[0] && wide[3] != wide[3]);

    aclTensor *all[] = {x, x4, bytes, halves, singles};
    void *memory[] = {code_memory, byte_memory, out_memory};
    for (int i = 0; i < 5; i++) {
        CHECK_STATUS(aclDestroyTensor(all[i]), 0);
    }
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(aclrtFree(memory[i]), 0);
    }
}

int main(void)
{
    open_device();
    uint32_t state = 1;
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        state = state * 1664525u + 1013904223u;
        bits[i] = (uint16_t)((state >> 16 & 0x8fff) + 0x3800); /* 2^-15 to 2^16, both signs */
    }
    x_memory = device_memory(bits, sizeof bits);
    y_memory = device_memory(NULL, sizeof y);
    y1_memory = device_memory(NULL, sizeof y);
    part_memory = device_memory(NULL, sizeof part);
    scale_memory = device_memory(NULL, sizeof scale);
    scale1_memory = device_memory(NULL, sizeof scale);
    part_scale_memory = device_memory(NULL, sizeof part_scale);
    groups_are_quantised_by_themselves();
    the_way_back();
    void *memory[] = {x_memory, y_memory, y1_memory, part_memory, scale_memory, scale1_memory, part_scale_memory};
    for (int i = 0; i < 7; i++) {
        CHECK_STATUS(aclrtFree(memory[i]), 0);
    }
    close_device();
    return check_result();
}
