/* Every check of aclnnGroupedDynamicMxQuant (and V2), aclnnGroupedDynamicMxQuantWithDualAxis and aclnnAntiMxQuant: code, sentence,
 * untouched outputs. The checks stand in the vendor's order. */
#include "mx_refusals.h"

#include "aclnnop/aclnn_anti_mx_quant.h"
#include "aclnnop/aclnn_grouped_dynamic_mx_quant.h"
#include "aclnnop/aclnn_grouped_dynamic_mx_quant_v2.h"
#include "aclnnop/aclnn_grouped_dynamic_mx_quant_with_dual_axis.h"

/* The documented types: a drifted signature does not compile. */
static aclnnStatus (*const grouped)(const aclTensor *, const aclTensor *, const char *, int64_t, int64_t, const aclTensor *,
                                    const aclTensor *, uint64_t *, aclOpExecutor **) = aclnnGroupedDynamicMxQuantGetWorkspaceSize;
static aclnnStatus (*const grouped_v2)(const aclTensor *, const aclTensor *, const char *, int64_t, int64_t, int64_t, double,
                                       const aclTensor *, const aclTensor *, uint64_t *, aclOpExecutor **) =
    aclnnGroupedDynamicMxQuantV2GetWorkspaceSize;
static aclnnStatus (*const grouped_dual)(const aclTensor *, const aclTensor *, char *, int64_t, int64_t, double, const aclTensor *,
                                         const aclTensor *, const aclTensor *, const aclTensor *, uint64_t *, aclOpExecutor **) =
    aclnnGroupedDynamicMxQuantWithDualAxisGetWorkspaceSize;
static aclnnStatus (*const anti)(const aclTensor *, const aclTensor *, int64_t, int64_t, const aclTensor *, uint64_t *,
                                 aclOpExecutor **) = aclnnAntiMxQuantGetWorkspaceSize;

static char rint_mode[] = "rint", floor_mode[] = "floor", other_mode[] = "ceil";

/* Arguments of all entry points; `size` and `executor` say where those outputs go. */
struct arguments {
    aclTensor *x, *groups, *y, *scale, *y2, *scale2;
    char *mode;
    int64_t dst_type, block, scale_alg, axis;
    double max;
    uint64_t *size;
    aclOpExecutor **executor;
};

static const char *const names[] = {"aclnnGroupedDynamicMxQuantGetWorkspaceSize", "aclnnGroupedDynamicMxQuantV2GetWorkspaceSize",
                                    "aclnnGroupedDynamicMxQuantWithDualAxisGetWorkspaceSize", "aclnnAntiMxQuantGetWorkspaceSize"};
enum { V1, V2, DUAL_AXIS, ANTI };

static aclnnStatus call(int entry_point, const struct arguments *a)
{
    switch (entry_point) {
    case V1:
        return grouped(a->x, a->groups, a->mode, a->dst_type, a->block, a->y, a->scale, a->size, a->executor);
    case V2:
        return grouped_v2(a->x, a->groups, a->mode, a->dst_type, a->block, a->scale_alg, a->max, a->y, a->scale, a->size, a->executor);
    case DUAL_AXIS:
        return grouped_dual(a->x, a->groups, a->mode, a->scale_alg, a->dst_type, a->max, a->y, a->scale, a->y2, a->scale2, a->size,
                            a->executor);
    default:
        return anti(a->x, a->scale, a->axis, a->dst_type, a->y, a->size, a->executor);
    }
}

/* What the changed arguments give at the entry points `from` to `to`. */
#define REFUSED(from, to, code, sentence, ...)                                       \
    do {                                                                             \
        for (int entry_point = from; entry_point <= to; entry_point++) {                                  \
            struct arguments a = good;                                               \
            __VA_ARGS__;                                                             \
            start();                                                                 \
            check_refusal(names[entry_point], __LINE__, call(entry_point, &a), code, sentence);    \
        }                                                                            \
    } while (0)
#define GROUPED(code, sentence, ...) REFUSED(V1, V2, code, sentence, __VA_ARGS__)
#define GROUPED_V1(code, sentence, ...) REFUSED(V1, V1, code, sentence, __VA_ARGS__)
#define GROUPED_V2(code, sentence, ...) REFUSED(V2, V2, code, sentence, __VA_ARGS__)
#define DUAL(code, sentence, ...) REFUSED(DUAL_AXIS, DUAL_AXIS, code, sentence, __VA_ARGS__)
#define BACK(code, sentence, ...) REFUSED(ANTI, ANTI, code, sentence, __VA_ARGS__)

#define FORMAT(tensor_of_type, code) (a.y = (tensor_of_type), a.dst_type = (code))

/* 100 rows in three groups. */
static void groups_along_columns(void)
{
    aclTensor *fp8 = make(ACL_FLOAT8_E5M2, 100, 6), *e2m1 = make(ACL_FLOAT4_E2M1, 100, 6), *e1m2 = make(ACL_FLOAT4_E1M2, 100, 6);
    const struct arguments good = {make(ACL_BF16, 100, 6), make(ACL_INT32, 3), fp8, make(ACL_FLOAT8_E8M0, 4, 6, 2), NULL, NULL,
                                   rint_mode, 35, 32, 0, 0, 0.0, &size, &executor};

    GROUPED(161001, "`workspaceSize` is null", a.size = NULL);
    GROUPED(161001, "`executor` is null", a.executor = NULL);
    GROUPED(161001, "`x` is null", a.x = NULL);
    GROUPED(161001, "`groupIndex` is null", a.groups = NULL);
    GROUPED(161001, "`roundMode` is null", a.mode = NULL);
    GROUPED(161001, "`y` is null", a.y = NULL);
    GROUPED(161001, "`mxscale` is null", a.scale = NULL);

    aclTensor *single_precision = make(ACL_FLOAT, 100, 6), *wide_index = make(ACL_INT64, 3);
    GROUPED(161002, "`x` has data type FLOAT; allowed: FLOAT16 or BFLOAT16", a.x = single_precision, a.mode = other_mode);
    GROUPED(161002, "`groupIndex` has data type INT64; allowed: INT32", a.groups = wide_index);
    GROUPED_V1(161002, "`y` has data type FLOAT4_E2M1; allowed: FLOAT8_E5M2 or FLOAT8_E4M3FN", FORMAT(e2m1, 40));
    GROUPED_V2(161002, "`y` has data type FLOAT; allowed: FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT4_E2M1 or FLOAT4_E1M2", a.y = single_precision);
    GROUPED(161002, "`mxscale` has data type FLOAT8_E5M2; allowed: FLOAT8_E8M0", a.scale = a.y);

    GROUPED(161002, "`roundMode` is \"ceil\"; allowed: \"rint\" for FLOAT8_E5M2", a.mode = other_mode, a.dst_type = 0);
    GROUPED(161002, "`roundMode` is \"floor\"; allowed: \"rint\" for FLOAT8_E5M2", a.mode = floor_mode);
    GROUPED_V2(161002, "`roundMode` is \"ceil\"; allowed: \"rint\", \"floor\" or \"round\" for FLOAT4_E2M1", a.mode = other_mode, FORMAT(e2m1, 40));
    GROUPED(161002, "`blocksize` is 64; allowed: 32", a.block = 64);
    GROUPED(161002, "`blocksize` is 0; allowed: 32", a.block = 0);
    GROUPED(161002, "`dstType` is 36; allowed: 35 (the data type of `y`, FLOAT8_E5M2)", a.dst_type = 36);
    GROUPED_V2(161002, "`scaleAlg` is 3; allowed: 0 or 1 for FLOAT8_E5M2", a.scale_alg = 3);
    GROUPED_V2(161002, "`scaleAlg` is -1; allowed: 0 or 1 for FLOAT8_E5M2", a.scale_alg = -1);
    GROUPED_V2(161002, "`scaleAlg` is 2; allowed: 0 or 1 for FLOAT8_E5M2", a.scale_alg = 2);
    GROUPED_V2(161002, "`scaleAlg` is 1; allowed: 0 or 2 for FLOAT4_E2M1", a.scale_alg = 1, FORMAT(e2m1, 40));
    GROUPED_V2(161002, "`scaleAlg` is 1; allowed: 0 or 2 for FLOAT4_E1M2", a.scale_alg = 1, FORMAT(e1m2, 41));
    GROUPED_V2(161002, "`dstTypeMax` is 5; allowed: 0, or 6 to 12", a.max = 5.0, a.scale_alg = 2, FORMAT(e2m1, 40));
    GROUPED_V2(161002, "`dstTypeMax` is 6; allowed: 0, or 1.75 to 3.5", a.max = 6.0, a.scale_alg = 2, FORMAT(e1m2, 41));
    GROUPED_V2(161002, "`dstTypeMax` is 1.5; allowed: 0, or 1.75 to 3.5", a.max = 1.5, a.scale_alg = 2, FORMAT(e1m2, 41));

    aclTensor *flat_x = make(ACL_BF16, 600), *deep_index = make(ACL_INT32, 3, 1), *flat_y = make(ACL_FLOAT8_E5M2, 600);
    aclTensor *turned_y = make(ACL_FLOAT8_E5M2, 6, 100), *flat_scale = make(ACL_FLOAT8_E8M0, 24, 2);
    GROUPED(161002, "`x` has rank 1; allowed: 2", a.x = flat_x);
    GROUPED(161002, "`groupIndex` has rank 2; allowed: 1", a.groups = deep_index);
    GROUPED(161002, "`y` has shape [600]; allowed: [100, 6]", a.y = flat_y);
    GROUPED(161002, "`mxscale` has rank 2; allowed: 3", a.scale = flat_scale);
    GROUPED(161002, "`y` has shape [6, 100]; allowed: [100, 6]", a.y = turned_y);
    aclTensor *thick = make(ACL_FLOAT8_E8M0, 4, 6, 3), *narrow = make(ACL_FLOAT8_E8M0, 4, 5, 2), *few = make(ACL_FLOAT8_E8M0, 3, 6, 2);
    GROUPED(161002, "`mxscale` has shape [4, 6, 3]; allowed: [4, 6, 2]", a.scale = thick);
    GROUPED(161002, "`mxscale` has shape [4, 5, 2]; allowed: [4, 6, 2]", a.scale = narrow);
    GROUPED(161002, "`mxscale` has shape [3, 6, 2]; allowed: [4, 6, 2]", a.scale = few);
    aclTensor *none = make_of(ACL_INT32, ACL_FORMAT_ND, 0, 1, (int64_t[]){0}), *one = make(ACL_FLOAT8_E8M0, 1, 6, 2);
    GROUPED(161002, "`groupIndex` is empty; allowed: the end of one group or more", a.groups = none, a.scale = one);
    aclTensor *odd_x = make(ACL_BF16, 100, 5), *odd_y = make(ACL_FLOAT4_E2M1, 100, 5);
    GROUPED_V2(161002, "`x` has shape [100, 5]; allowed: an even last dimension", a.x = odd_x, a.scale = narrow, FORMAT(odd_y, 40));
    aclTensor *strided_y = strided(ACL_FLOAT4_E2M1, 100, 6), *strided_scale = strided(ACL_FLOAT8_E8M0, 4, 6, 2);
    GROUPED_V2(161002, "`y` is a view with strides [1, 100]; allowed: a contiguous tensor", FORMAT(strided_y, 40));
    GROUPED(161002, "`mxscale` is a view with strides [1, 4, 24]; allowed: a contiguous tensor", a.scale = strided_scale);

    /* Elements of eight bits may be strided; nothing to quantise is no error. */
    aclTensor *strided_fp8 = strided(ACL_FLOAT8_E5M2, 100, 6), *no_x = make(ACL_BF16, 0, 6), *no_y = make(ACL_FLOAT8_E5M2, 0, 6);
    aclTensor *three = make(ACL_FLOAT8_E8M0, 3, 6, 2);
    for (int entry_point = V1; entry_point <= V2; entry_point++) {
        struct arguments a = good;
        a.y = strided_fp8;
        CHECK_STATUS(call(entry_point, &a), 0);
        CHECK_STATUS(aclDestroyAclOpExecutor(executor), 0);
        a.x = no_x;
        a.y = no_y;
        a.scale = three;
        CHECK_STATUS(call(entry_point, &a), 0);
        CHECK_EQUAL_INT(size, 0);
        CHECK_STATUS(aclDestroyAclOpExecutor(executor), 0);
        /* Whatever is wrong in the second phase. */
        CHECK_STATUS(call(entry_point, &good), 0);
        second_phase_refuses(entry_point == V1 ? aclnnGroupedDynamicMxQuant : aclnnGroupedDynamicMxQuantV2,
                             entry_point == V1 ? "aclnnGroupedDynamicMxQuant:" : "aclnnGroupedDynamicMxQuantV2:", 561000, 561000);
    }
}

/* 100 rows of 128 in three groups. */
static void groups_along_both_axes(void)
{
    aclTensor *fp8 = make(ACL_FLOAT8_E5M2, 100, 128), *e4m3 = make(ACL_FLOAT8_E4M3FN, 100, 128), *fp4 = make(ACL_FLOAT4_E2M1, 100, 128);
    const struct arguments good = {make(ACL_BF16, 100, 128), make(ACL_INT64, 3), fp8, make(ACL_FLOAT8_E8M0, 100, 2, 2),
                                   make(ACL_FLOAT8_E5M2, 100, 128), make(ACL_FLOAT8_E8M0, 4, 128, 2), rint_mode, 35, 32, 1, 0, 0.0, &size, &executor};

    DUAL(161001, "`x` is null", a.x = NULL);
    DUAL(161001, "`groupIndex` is null", a.groups = NULL);
    DUAL(161001, "`y1Out` is null", a.y = NULL);
    DUAL(161001, "`y1ScaleOut` is null", a.scale = NULL);
    DUAL(161001, "`y2Out` is null", a.y2 = NULL);
    DUAL(161001, "`y2ScaleOut` is null", a.scale2 = NULL);
    DUAL(161001, "`workspaceSize` is null", a.size = NULL);
    DUAL(161001, "`executor` is null", a.executor = NULL);

    aclTensor *single_precision = make(ACL_FLOAT, 100, 128), *short_index = make(ACL_INT32, 3);
    DUAL(161002, "`x` has data type FLOAT; allowed: FLOAT16 or BFLOAT16", a.x = single_precision, a.scale_alg = 9);
    DUAL(161002, "`groupIndex` has data type INT32; allowed: INT64", a.groups = short_index);
    DUAL(161002, "`y1Out` has data type FLOAT4_E2M1; allowed: FLOAT8_E5M2 or FLOAT8_E4M3FN", a.y = a.y2 = fp4);
    DUAL(161002, "`y1ScaleOut` has data type FLOAT8_E5M2; allowed: FLOAT8_E8M0", a.scale = a.y);
    DUAL(161002, "`y2Out` has data type FLOAT8_E4M3FN; allowed: FLOAT8_E5M2 (that of `y1Out`)", a.y2 = e4m3);
    DUAL(161002, "`y2ScaleOut` has data type FLOAT8_E5M2; allowed: FLOAT8_E8M0", a.scale2 = a.y);
    aclTensor *formatted_x = formatted(ACL_BF16, 100, 128), *formatted_y = formatted(ACL_FLOAT8_E5M2, 100, 128);
    aclTensor *formatted_index = formatted(ACL_INT64, 3), *formatted_1 = formatted(ACL_FLOAT8_E8M0, 100, 2, 2);
    aclTensor *formatted_2 = formatted(ACL_FLOAT8_E8M0, 4, 128, 2);
    DUAL(161002, "`x` has format", a.x = formatted_x);
    DUAL(161002, "`groupIndex` has format", a.groups = formatted_index);
    DUAL(161002, "`y1Out` has format", a.y = formatted_y);
    DUAL(161002, "`y1ScaleOut` has format", a.scale = formatted_1);
    DUAL(161002, "`y2Out` has format", a.y2 = formatted_y);
    DUAL(161002, "`y2ScaleOut` has format", a.scale2 = formatted_2);

    aclTensor *deep_x = make(ACL_BF16, 1, 100, 128), *deep_index = make(ACL_INT64, 3, 1), *narrow_x = make(ACL_BF16, 100, 96);
    aclTensor *none = make_of(ACL_INT64, ACL_FORMAT_ND, 0, 1, (int64_t[]){0}), *no_columns = make(ACL_BF16, 100, 0);
    DUAL(161002, "`x` has rank 3; allowed: 2", a.x = deep_x);
    DUAL(161002, "`groupIndex` has rank 2; allowed: 1", a.groups = deep_index);
    DUAL(161002, "`x` has shape [100, 0]; allowed: a last dimension that is a positive multiple of 64", a.x = no_columns);
    DUAL(161002, "`x` has shape [100, 96]; allowed: a last dimension that is a positive multiple of 64", a.x = narrow_x);
    DUAL(161002, "`groupIndex` is empty; allowed: the end of one group or more", a.groups = none);
    DUAL(161002, "`roundModeOptional` is \"floor\"; allowed: \"rint\" for FLOAT8_E5M2", a.mode = floor_mode);
    DUAL(161002, "`roundModeOptional` is \"ceil\"; allowed: \"rint\" for FLOAT8_E5M2", a.mode = other_mode);
    DUAL(161002, "`scaleAlg` is 0; allowed: 1", a.scale_alg = 0);
    DUAL(161002, "`scaleAlg` is 2; allowed: 0 or 1", a.scale_alg = 2);
    DUAL(161002, "`dstDtype` is 36; allowed: 35 (the data type of `y1Out`, FLOAT8_E5M2)", a.dst_type = 36);
    DUAL(161002, "`dstDtype` is 40; allowed: 35", a.dst_type = 40);
    DUAL(161002, "`maxDtypeValue` is 6; allowed: 0", a.max = 6.0);
    aclTensor *turned_y = make(ACL_FLOAT8_E5M2, 128, 100), *short_1 = make(ACL_FLOAT8_E8M0, 100, 1, 2);
    aclTensor *short_2 = make(ACL_FLOAT8_E8M0, 3, 128, 2), *flat = make(ACL_FLOAT8_E8M0, 8, 2);
    DUAL(161002, "`y1Out` has shape [128, 100]; allowed: [100, 128]", a.y = turned_y);
    DUAL(161002, "`y2Out` has shape [128, 100]; allowed: [100, 128]", a.y2 = turned_y);
    DUAL(161002, "`y1ScaleOut` has rank 2; allowed: 3", a.scale = flat);
    DUAL(161002, "`y1ScaleOut` has shape [100, 1, 2]; allowed: [100, 2, 2]", a.scale = short_1);
    DUAL(161002, "`y2ScaleOut` has shape [3, 128, 2]; allowed: [4, 128, 2]", a.scale2 = short_2);
    aclTensor *strided_y = strided(ACL_FLOAT8_E5M2, 100, 128), *strided_1 = strided(ACL_FLOAT8_E8M0, 100, 2, 2);
    aclTensor *strided_2 = strided(ACL_FLOAT8_E8M0, 4, 128, 2);
    DUAL(161002, "`y1Out` is a view with strides [1, 100]; allowed: a contiguous tensor", a.y = strided_y);
    DUAL(161002, "`y1ScaleOut` is a view with strides [1, 100, 200]", a.scale = strided_1);
    DUAL(161002, "`y2Out` is a view with strides [1, 100]", a.y2 = strided_y);
    DUAL(161002, "`y2ScaleOut` is a view with strides [1, 4, 512]", a.scale2 = strided_2);

    CHECK_STATUS(call(DUAL_AXIS, &good), 0);
    second_phase_refuses(aclnnGroupedDynamicMxQuantWithDualAxis, "aclnnGroupedDynamicMxQuantWithDualAxis:", 161001, 161001);
}

static void the_way_back(void)
{
    aclTensor *y = make(ACL_BF16, 4, 66), *halves = make(ACL_FLOAT16, 4, 66), *singles = make(ACL_FLOAT, 4, 66);
    const struct arguments good = {make(ACL_FLOAT8_E4M3FN, 4, 66), NULL, y, make(ACL_FLOAT8_E8M0, 4, 2, 2), NULL, NULL,
                                   NULL, 27, 32, 0, -1, 0.0, &size, &executor};

    BACK(161001, "`workspaceSize` is null", a.size = NULL);
    BACK(161001, "`executor` is null", a.executor = NULL);
    BACK(161001, "`x` is null", a.x = NULL);
    BACK(161001, "`mxscale` is null", a.scale = NULL);
    BACK(161001, "`y` is null", a.y = NULL);

    BACK(161002, "`x` has data type BFLOAT16; allowed: FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT4_E2M1 or FLOAT4_E1M2", a.x = y, a.axis = 9);
    BACK(161002, "`mxscale` has data type BFLOAT16; allowed: FLOAT8_E8M0", a.scale = y);
    BACK(161002, "`y` has data type FLOAT8_E4M3FN; allowed: FLOAT, FLOAT16 or BFLOAT16", a.y = a.x);
    BACK(161002, "`dstType` is 1; allowed: 27 (the data type of `y`, BFLOAT16)", a.dst_type = 1, a.axis = 9);
    BACK(161002, "`dstType` is 27; allowed: 1 (the data type of `y`, FLOAT16)", a.y = halves);
    BACK(161002, "`dstType` is 2; allowed: 0 (the data type of `y`, FLOAT)", a.y = singles, a.dst_type = 2);

    aclTensor *flat_y = make(ACL_BF16, 264), *flat_scale = make(ACL_FLOAT8_E8M0, 8, 2), *deep_y = make(ACL_BF16, 1, 1, 1, 1, 1, 1, 4, 66);
    aclTensor *deep_x = make(ACL_FLOAT8_E4M3FN, 1, 1, 1, 1, 1, 1, 4, 66), *deep_scale = make(ACL_FLOAT8_E8M0, 1, 1, 1, 1, 1, 1, 4, 2, 2);
    BACK(161002, "`y` has rank 1; allowed: 2", a.y = flat_y);
    BACK(161002, "`x` has rank 8; allowed: 1 to 7", a.x = deep_x, a.y = deep_y, a.scale = deep_scale);
    BACK(161002, "`mxscale` has rank 2; allowed: 3", a.scale = flat_scale);
    BACK(161002, "`axis` is 2; allowed: -1 or 1 (the last one of `x`)", a.axis = 2);
    BACK(161002, "`axis` is -3; allowed: -1 or 1", a.axis = -3);
    BACK(161002, "`axis` is 0; allowed: -1 or 1", a.axis = 0);

    aclTensor *strided_x = strided(ACL_FLOAT4_E2M1, 4, 66), *odd_x = make(ACL_FLOAT4_E2M1, 4, 65), *odd_y = make(ACL_BF16, 4, 65);
    aclTensor *turned_y = make(ACL_BF16, 66, 4), *short_scale = make(ACL_FLOAT8_E8M0, 4, 1, 2), *across = make(ACL_FLOAT8_E8M0, 1, 66, 2);
    BACK(161002, "`x` is a view with strides [1, 4]; allowed: a contiguous tensor", a.x = strided_x);
    BACK(161002, "`x` has shape [4, 65]; allowed: an even last dimension", a.x = odd_x, a.y = odd_y);
    BACK(161002, "`y` has shape [66, 4]; allowed: [4, 66]", a.y = turned_y);
    BACK(161002, "`mxscale` has shape [4, 1, 2]; allowed: [4, 2, 2]", a.scale = short_scale);
    BACK(161002, "`mxscale` has shape [1, 66, 2]; allowed: [4, 2, 2]", a.scale = across);

    /* Nothing to restore is no error. */
    aclTensor *no_x = make(ACL_FLOAT8_E4M3FN, 0, 66), *no_y = make(ACL_BF16, 0, 66), *no_scale = make(ACL_FLOAT8_E8M0, 0, 2, 2);
    struct arguments a = good;
    a.x = no_x;
    a.y = no_y;
    a.scale = no_scale;
    CHECK_STATUS(call(ANTI, &a), 0);
    CHECK_EQUAL_INT(size, 0);
    CHECK_STATUS(aclDestroyAclOpExecutor(executor), 0);

    CHECK_STATUS(call(ANTI, &good), 0);
    second_phase_refuses(aclnnAntiMxQuant, "aclnnAntiMxQuant:", 161001, 161001);
}

int main(void)
{
    open_device();
    open_memory();
    groups_along_columns();
    groups_along_both_axes();
    the_way_back();
    close_memory();
    close_device();
    return check_result();
}
