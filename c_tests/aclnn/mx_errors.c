/* Every check of aclnnDynamicMxQuantWithDualAxis (and V2) and aclnnDynamicMxQuant (and V2, V3): code, sentence, untouched outputs.
 * The checks stand in the vendor's order. */
#include "mx_refusals.h"

#include <math.h>

#include "aclnnop/aclnn_dynamic_mx_quant.h"
#include "aclnnop/aclnn_dynamic_mx_quant_v2.h"
#include "aclnnop/aclnn_dynamic_mx_quant_v3.h"
#include "aclnnop/aclnn_dynamic_mx_quant_with_dual_axis.h"
#include "aclnnop/aclnn_dynamic_mx_quant_with_dual_axis_v2.h"

/* The documented types: a drifted signature does not compile. */
static aclnnStatus (*const dual)(const aclTensor *, char *, int64_t, int64_t, const aclTensor *, const aclTensor *,
                                 const aclTensor *, const aclTensor *, uint64_t *, aclOpExecutor **) =
    aclnnDynamicMxQuantWithDualAxisGetWorkspaceSize;
static aclnnStatus (*const dual_v2)(const aclTensor *, char *, int64_t, int64_t, double, const aclTensor *, const aclTensor *,
                                    const aclTensor *, const aclTensor *, uint64_t *, aclOpExecutor **) =
    aclnnDynamicMxQuantWithDualAxisV2GetWorkspaceSize;
static aclnnStatus (*const single)(const aclTensor *, int64_t, char *, int64_t, int64_t, int64_t, const aclTensor *,
                                   const aclTensor *, uint64_t *, aclOpExecutor **) = aclnnDynamicMxQuantGetWorkspaceSize;
static aclnnStatus (*const single_v2)(const aclTensor *, int64_t, char *, int64_t, int64_t, int64_t, double, const aclTensor *,
                                      const aclTensor *, uint64_t *, aclOpExecutor **) = aclnnDynamicMxQuantV2GetWorkspaceSize;
static aclnnStatus (*const single_v3)(const aclTensor *, int64_t, char *, int64_t, int64_t, int64_t, double, double,
                                      const aclTensor *, const aclTensor *, uint64_t *, aclOpExecutor **) =
    aclnnDynamicMxQuantV3GetWorkspaceSize;

static char rint_mode[] = "rint", floor_mode[] = "floor", round_mode[] = "round", other_mode[] = "ceil";

/* Arguments of all versions; `size` and `executor` say where those outputs go. */
struct arguments {
    aclTensor *x, *y, *scale, *y2, *scale2;
    int64_t axis, dst_type, block, scale_alg;
    char *mode;
    double max, bound;
    uint64_t *size;
    aclOpExecutor **executor;
};

static const char *const dual_names[] = {"aclnnDynamicMxQuantWithDualAxisGetWorkspaceSize", "aclnnDynamicMxQuantWithDualAxisV2GetWorkspaceSize"};
static const char *const single_names[] = {"aclnnDynamicMxQuantGetWorkspaceSize", "aclnnDynamicMxQuantV2GetWorkspaceSize",
                                           "aclnnDynamicMxQuantV3GetWorkspaceSize"};

static aclnnStatus call_dual(int version, const struct arguments *a)
{
    return version == 1 ? dual(a->x, a->mode, a->dst_type, a->scale_alg, a->y, a->scale, a->y2, a->scale2, a->size, a->executor)
                        : dual_v2(a->x, a->mode, a->dst_type, a->scale_alg, a->max, a->y, a->scale, a->y2, a->scale2, a->size,
                                  a->executor);
}

static aclnnStatus call_single(int version, const struct arguments *a)
{
    switch (version) {
    case 1:
        return single(a->x, a->axis, a->mode, a->dst_type, a->block, a->scale_alg, a->y, a->scale, a->size, a->executor);
    case 2:
        return single_v2(a->x, a->axis, a->mode, a->dst_type, a->block, a->scale_alg, a->max, a->y, a->scale, a->size, a->executor);
    default:
        return single_v3(a->x, a->axis, a->mode, a->dst_type, a->block, a->scale_alg, a->max, a->bound, a->y, a->scale, a->size,
                         a->executor);
    }
}

/* What the changed arguments give from version `from` to version `to`. */
#define REFUSED_BY(call, names, from, to, code, sentence, ...)                            \
    do {                                                                                  \
        for (int version = from; version <= to; version++) {                              \
            struct arguments a = good;                                                    \
            __VA_ARGS__;                                                                  \
            start();                                                                      \
            check_refusal(names[version - 1], __LINE__, call(version, &a), code, sentence); \
        }                                                                                 \
    } while (0)
#define DUAL(code, sentence, ...) REFUSED_BY(call_dual, dual_names, 1, 2, code, sentence, __VA_ARGS__)
#define DUAL_V1(code, sentence, ...) REFUSED_BY(call_dual, dual_names, 1, 1, code, sentence, __VA_ARGS__)
#define DUAL_V2(code, sentence, ...) REFUSED_BY(call_dual, dual_names, 2, 2, code, sentence, __VA_ARGS__)
#define SINGLE(code, sentence, ...) REFUSED_BY(call_single, single_names, 1, 3, code, sentence, __VA_ARGS__)
#define SINGLE_V1(code, sentence, ...) REFUSED_BY(call_single, single_names, 1, 1, code, sentence, __VA_ARGS__)
#define SINGLE_V2(code, sentence, ...) REFUSED_BY(call_single, single_names, 2, 3, code, sentence, __VA_ARGS__)
#define SINGLE_V3(code, sentence, ...) REFUSED_BY(call_single, single_names, 3, 3, code, sentence, __VA_ARGS__)

/* Sets the outputs of both axes to another type of elements. */
#define ELEMENTS(tensor_of_type, code) (a.y = a.y2 = (tensor_of_type), a.dst_type = (code))

static void both_axes(void)
{
    aclTensor *fp8 = make(ACL_FLOAT8_E4M3FN, 4, 66), *e2m1 = make(ACL_FLOAT4_E2M1, 4, 66), *e1m2 = make(ACL_FLOAT4_E1M2, 4, 66);
    aclTensor *e5m2 = make(ACL_FLOAT8_E5M2, 4, 66), *single_precision = make(ACL_FLOAT, 4, 66);
    const struct arguments good = {make(ACL_BF16, 4, 66), fp8, make(ACL_FLOAT8_E8M0, 4, 2, 2), make(ACL_FLOAT8_E4M3FN, 4, 66),
                                   make(ACL_FLOAT8_E8M0, 1, 66, 2), -1, 36, 32, 0, rint_mode, 0.0, 0.0, &size, &executor};

    /* Null in each argument. */
    DUAL(161001, "`x` is null", a.x = NULL);
    DUAL(161001, "`y1Out` is null", a.y = NULL);
    DUAL(161001, "`mxscale1Out` is null", a.scale = NULL);
    DUAL(161001, "`y2Out` is null", a.y2 = NULL);
    DUAL(161001, "`mxscale2Out` is null", a.scale2 = NULL);
    DUAL(161001, "`workspaceSize` is null", a.size = NULL);
    DUAL(161001, "`executor` is null", a.executor = NULL);

    /* Data types and formats, before attributes. */
    DUAL(161002, "`x` has data type FLOAT; allowed: FLOAT16 or BFLOAT16", a.x = single_precision, a.mode = other_mode);
    DUAL(161002, "`y1Out` has data type BFLOAT16; allowed: FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT4_E2M1 or FLOAT4_E1M2", a.y = a.x);
    DUAL(161002, "`mxscale1Out` has data type FLOAT8_E4M3FN; allowed: FLOAT8_E8M0", a.scale = a.y);
    DUAL(161002, "`y2Out` has data type FLOAT8_E5M2; allowed: FLOAT8_E4M3FN (that of `y1Out`)", a.y2 = e5m2);
    DUAL(161002, "`mxscale2Out` has data type FLOAT8_E4M3FN; allowed: FLOAT8_E8M0", a.scale2 = a.y);
    aclTensor *formatted_x = formatted(ACL_BF16, 4, 66), *formatted_y = formatted(ACL_FLOAT8_E4M3FN, 4, 66);
    aclTensor *formatted_scale = formatted(ACL_FLOAT8_E8M0, 4, 2, 2), *formatted_scale2 = formatted(ACL_FLOAT8_E8M0, 1, 66, 2);
    DUAL(161002, "`x` has format", a.x = formatted_x, a.mode = other_mode);
    DUAL(161002, "`y1Out` has format", a.y = formatted_y);
    DUAL(161002, "`mxscale1Out` has format", a.scale = formatted_scale);
    DUAL(161002, "`y2Out` has format", a.y2 = formatted_y);
    DUAL(161002, "`mxscale2Out` has format", a.scale2 = formatted_scale2);

    /* Attributes. */
    DUAL(161002, "`roundModeOptional` is \"ceil\"; allowed: \"rint\" for FLOAT8_E4M3FN", a.mode = other_mode);
    DUAL(161002, "`roundModeOptional` is \"floor\"; allowed: \"rint\" for FLOAT8_E4M3FN", a.mode = floor_mode);
    DUAL(161002, "`roundModeOptional` is \"round\"; allowed: \"rint\" for FLOAT8_E5M2", a.mode = round_mode, ELEMENTS(e5m2, 35));
    DUAL(161002, "`roundModeOptional` is \"ceil\"; allowed: \"rint\", \"floor\" or \"round\" for FLOAT4_E2M1", a.mode = other_mode,
         ELEMENTS(e2m1, 40));
    DUAL(161002, "`roundModeOptional` is \"ceil\"; allowed: \"rint\", \"floor\" or \"round\" for FLOAT4_E1M2", a.mode = other_mode,
         a.dst_type = 0, a.y = a.y2 = e1m2);
    DUAL(161002, "`dstType` is 35; allowed: 36 (the data type of `y1Out`, FLOAT8_E4M3FN)", a.dst_type = 35, a.scale_alg = 9);
    DUAL(161002, "`dstType` is 36; allowed: 40 (the data type of `y1Out`, FLOAT4_E2M1)", a.y = a.y2 = e2m1);
    DUAL(161002, "`scaleAlg` is 3; allowed: 0 or 1 for FLOAT8_E4M3FN", a.scale_alg = 3, a.max = 5.5);
    DUAL(161002, "`scaleAlg` is -1; allowed: 0 or 1 for FLOAT8_E5M2", a.scale_alg = -1, ELEMENTS(e5m2, 35));
    DUAL(161002, "`scaleAlg` is 2; allowed: 0 or 1 for FLOAT8_E4M3FN", a.scale_alg = 2);
    DUAL_V1(161002, "`scaleAlg` is 1; allowed: 0 for FLOAT4_E2M1", a.scale_alg = 1, ELEMENTS(e2m1, 40));
    DUAL_V1(161002, "`scaleAlg` is 2; allowed: 0 for FLOAT4_E2M1", a.scale_alg = 2, ELEMENTS(e2m1, 40));
    DUAL_V2(161002, "`scaleAlg` is 1; allowed: 0 or 2 for FLOAT4_E2M1", a.scale_alg = 1, ELEMENTS(e2m1, 40));
    DUAL(161002, "`scaleAlg` is 1; allowed: 0 for FLOAT4_E1M2", a.scale_alg = 1, ELEMENTS(e1m2, 41));
    DUAL(161002, "`scaleAlg` is 2; allowed: 0 for FLOAT4_E1M2", a.scale_alg = 2, ELEMENTS(e1m2, 41));
    DUAL_V2(161002, "`dstTypeMax` is 5.5; allowed: 0, or 6 to 12", a.max = 5.5, a.scale_alg = 2, ELEMENTS(e2m1, 40));
    DUAL_V2(161002, "`dstTypeMax` is 12.5; allowed: 0, or 6 to 12", a.max = 12.5, a.scale_alg = 2, ELEMENTS(e2m1, 40));
    DUAL_V2(161002, "`dstTypeMax` is -6; allowed: 0, or 6 to 12", a.max = -6.0);
    DUAL_V2(161002, "`dstTypeMax` is 13; allowed: 0, or 6 to 12", a.max = 13.0, ELEMENTS(e1m2, 41));
    DUAL_V2(161002, "`dstTypeMax` is NaN; allowed: 0, or 6 to 12", a.max = NAN);

    /* Ranks and shapes. */
    aclTensor *flat_x = make(ACL_BF16, 66), *flat_y = make(ACL_FLOAT8_E4M3FN, 66);
    DUAL(161002, "`x` has rank 1; allowed: 2 to 7", a.x = flat_x, a.y = a.y2 = flat_y);
    aclTensor *deep_x = make(ACL_BF16, 1, 1, 1, 1, 1, 1, 4, 66), *deep_y = make(ACL_FLOAT8_E4M3FN, 1, 1, 1, 1, 1, 1, 4, 66);
    aclTensor *deep_1 = make(ACL_FLOAT8_E8M0, 1, 1, 1, 1, 1, 1, 4, 2, 2), *deep_2 = make(ACL_FLOAT8_E8M0, 1, 1, 1, 1, 1, 1, 1, 66, 2);
    DUAL(161002, "`x` has rank 8; allowed: 2 to 7", a.x = deep_x, a.y = a.y2 = deep_y, a.scale = deep_1, a.scale2 = deep_2);
    aclTensor *odd_x = make(ACL_BF16, 4, 65), *odd_y = make(ACL_FLOAT4_E2M1, 4, 65), *odd_2 = make(ACL_FLOAT8_E8M0, 1, 65, 2);
    DUAL(161002, "`x` has shape [4, 65]; allowed: an even last dimension", a.x = odd_x, ELEMENTS(odd_y, 40), a.scale2 = odd_2);
    aclTensor *wide_y = make(ACL_FLOAT8_E4M3FN, 66, 4), *swapped = make(ACL_FLOAT8_E8M0, 2, 4, 2), *flat = make(ACL_FLOAT8_E8M0, 8, 2);
    DUAL(161002, "`y1Out` has shape [66, 4]; allowed: [4, 66]", a.y = wide_y);
    DUAL(161002, "`y2Out` has shape [66, 4]; allowed: [4, 66]", a.y2 = wide_y);
    DUAL(161002, "`mxscale1Out` has rank 2; allowed: 3", a.scale = flat);
    DUAL(161002, "`mxscale1Out` has shape [2, 4, 2]; allowed: [4, 2, 2]", a.scale = swapped);
    DUAL(161002, "`mxscale2Out` has rank 2; allowed: 3", a.scale2 = flat);
    DUAL(161002, "`mxscale2Out` has shape [4, 2, 2]; allowed: [1, 66, 2]", a.scale2 = a.scale);

    /* Outputs are contiguous. */
    aclTensor *strided_y = strided(ACL_FLOAT8_E4M3FN, 4, 66), *strided_1 = strided(ACL_FLOAT8_E8M0, 4, 2, 2);
    aclTensor *strided_2 = strided(ACL_FLOAT8_E8M0, 1, 66, 2);
    DUAL(161002, "`y1Out` is a view with strides [1, 4]; allowed: a contiguous tensor", a.y = strided_y);
    DUAL(161002, "`mxscale1Out` is a view with strides [1, 4, 8]", a.scale = strided_1);
    DUAL(161002, "`y2Out` is a view with strides [1, 4]", a.y2 = strided_y);
    DUAL(161002, "`mxscale2Out` is a view with strides [1, 1, 66]", a.scale2 = strided_2);

    start();
    CHECK_STATUS(call_dual(1, &good), 0);
    second_phase_refuses(aclnnDynamicMxQuantWithDualAxis, "aclnnDynamicMxQuantWithDualAxis:", 161001, 161001);
    CHECK_STATUS(call_dual(2, &good), 0);
    second_phase_refuses(aclnnDynamicMxQuantWithDualAxisV2, "aclnnDynamicMxQuantWithDualAxisV2:", 161001, 161001);
}

static void one_axis(void)
{
    aclTensor *fp8 = make(ACL_FLOAT8_E4M3FN, 4, 66), *e2m1 = make(ACL_FLOAT4_E2M1, 4, 66), *e1m2 = make(ACL_FLOAT4_E1M2, 4, 66);
    aclTensor *whole = make(ACL_INT32, 4, 66), *single_precision = make(ACL_FLOAT, 4, 66);
    aclTensor *across = make(ACL_FLOAT8_E8M0, 1, 66, 2);
    const struct arguments good = {make(ACL_BF16, 4, 66), fp8, make(ACL_FLOAT8_E8M0, 4, 2, 2), NULL, NULL,
                                   -1, 36, 32, 0, rint_mode, 0.0, 0.0, &size, &executor};

    SINGLE(161001, "`x` is null", a.x = NULL);
    SINGLE(161001, "`yOut` is null", a.y = NULL);
    SINGLE(161001, "`mxscaleOut` is null", a.scale = NULL);
    SINGLE(161001, "`workspaceSize` is null", a.size = NULL);
    SINGLE(161001, "`executor` is null", a.executor = NULL);

    SINGLE(161002, "`x` has data type INT32; allowed: FLOAT, FLOAT16 or BFLOAT16", a.x = whole, a.mode = other_mode);
    SINGLE(161002, "`yOut` has data type INT32; allowed: FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT4_E2M1 or FLOAT4_E1M2", a.y = whole);
    SINGLE(161002, "`mxscaleOut` has data type INT32; allowed: FLOAT8_E8M0", a.scale = whole);
    aclTensor *formatted_x = formatted(ACL_BF16, 4, 66), *formatted_y = formatted(ACL_FLOAT8_E4M3FN, 4, 66);
    aclTensor *formatted_scale = formatted(ACL_FLOAT8_E8M0, 4, 2, 2);
    SINGLE(161002, "`x` has format", a.x = formatted_x, a.mode = other_mode);
    SINGLE(161002, "`yOut` has format", a.y = formatted_y);
    SINGLE(161002, "`mxscaleOut` has format", a.scale = formatted_scale);

    SINGLE(161002, "`roundModeOptional` is \"ceil\"; allowed: \"rint\" for FLOAT8_E4M3FN", a.mode = other_mode, a.dst_type = 0);
    SINGLE(161002, "`roundModeOptional` is \"round\"; allowed: \"rint\" for FLOAT8_E4M3FN", a.mode = round_mode);
    SINGLE(161002, "`roundModeOptional` is \"ceil\"; allowed: \"rint\", \"floor\" or \"round\" for FLOAT4_E1M2", a.mode = other_mode,
           ELEMENTS(e1m2, 41));
    SINGLE(161002, "`dstType` is 35; allowed: 36 (the data type of `yOut`, FLOAT8_E4M3FN)", a.dst_type = 35, a.block = 0);
    SINGLE(161002, "`blocksize` is 0; allowed: a multiple of 32 from 32 to 1024", a.block = 0, a.scale_alg = 9);
    SINGLE(161002, "`blocksize` is -32; allowed: a multiple of 32 from 32 to 1024", a.block = -32);
    SINGLE(161002, "`blocksize` is 48; allowed: a multiple of 32 from 32 to 1024", a.block = 48);
    SINGLE(161002, "`blocksize` is 1056; allowed: a multiple of 32 from 32 to 1024", a.block = 1056);
    SINGLE(161002, "`blocksize` is 64; allowed: 32 for an `x` of FLOAT", a.block = 64, a.x = single_precision);
    SINGLE(161002, "`scaleAlg` is 3; allowed: 0 or 1 for FLOAT8_E4M3FN", a.scale_alg = 3);
    SINGLE(161002, "`scaleAlg` is -1; allowed: 0 or 1 for FLOAT8_E4M3FN", a.scale_alg = -1);
    SINGLE(161002, "`scaleAlg` is 2; allowed: 0 or 1 for FLOAT8_E4M3FN", a.scale_alg = 2);
    SINGLE_V1(161002, "`scaleAlg` is 2; allowed: 0 for FLOAT4_E2M1", a.scale_alg = 2, ELEMENTS(e2m1, 40));
    SINGLE_V2(161002, "`scaleAlg` is 1; allowed: 0 or 2 for FLOAT4_E2M1", a.scale_alg = 1, ELEMENTS(e2m1, 40));
    SINGLE(161002, "`scaleAlg` is 1; allowed: 0 for FLOAT4_E1M2", a.scale_alg = 1, ELEMENTS(e1m2, 41));
    SINGLE(161002, "`scaleAlg` is 2; allowed: 0 for FLOAT4_E1M2", a.scale_alg = 2, ELEMENTS(e1m2, 41));
    SINGLE_V2(161002, "`blocksize` is 64; allowed: 32 for scaleAlg 2", a.block = 64, a.scale_alg = 2, ELEMENTS(e2m1, 40));
    SINGLE_V2(161002, "`dstTypeMax` is 5; allowed: 0, or 6 to 12", a.max = 5.0, a.scale_alg = 2, ELEMENTS(e2m1, 40));
    SINGLE_V2(161002, "`dstTypeMax` is 13; allowed: 0, or 6 to 12", a.max = 13.0);
    SINGLE_V3(161002, "`maxLowBound` is 1; allowed: 0 for scaleAlg 0", a.bound = 1.0);
    SINGLE_V3(161002, "`maxLowBound` is 1; allowed: 0 for scaleAlg 2", a.bound = 1.0, a.scale_alg = 2, ELEMENTS(e2m1, 40));
    SINGLE_V3(161002, "`maxLowBound` is -1; allowed: 0 or a positive number", a.bound = -1.0, a.scale_alg = 1);
    SINGLE_V3(161002, "`maxLowBound` is NaN; allowed: 0 or a positive number", a.bound = NAN, a.scale_alg = 1);

    aclTensor *scalar_x = keep(aclCreateTensor(NULL, 0, ACL_BF16, NULL, 0, ACL_FORMAT_ND, NULL, 0, memory));
    SINGLE(161002, "`x` has rank 0; allowed: 1 to 7", a.x = scalar_x, a.axis = 5);
    aclTensor *deep_x = make(ACL_BF16, 1, 1, 1, 1, 1, 1, 4, 66), *deep_y = make(ACL_FLOAT8_E4M3FN, 1, 1, 1, 1, 1, 1, 4, 66);
    SINGLE(161002, "`x` has rank 8; allowed: 1 to 7", a.x = deep_x, a.y = deep_y);
    SINGLE(161002, "`axis` is 2; allowed: -2 to 1 (the rank of `x` is 2)", a.axis = 2);
    SINGLE(161002, "`axis` is -3; allowed: -2 to 1 (the rank of `x` is 2)", a.axis = -3);
    aclTensor *odd_x = make(ACL_BF16, 4, 65), *odd_y = make(ACL_FLOAT4_E2M1, 4, 65);
    SINGLE(161002, "`x` has shape [4, 65]; allowed: an even last dimension", a.x = odd_x, ELEMENTS(odd_y, 40));
    aclTensor *wide_y = make(ACL_FLOAT8_E4M3FN, 66, 4), *flat = make(ACL_FLOAT8_E8M0, 8, 2);
    SINGLE(161002, "`yOut` has shape [66, 4]; allowed: [4, 66]", a.y = wide_y);
    SINGLE(161002, "`mxscaleOut` has rank 2; allowed: 3", a.scale = flat);
    SINGLE(161002, "`mxscaleOut` has shape [1, 66, 2]; allowed: [4, 2, 2]", a.scale = across);
    SINGLE(161002, "`mxscaleOut` has shape [4, 2, 2]; allowed: [4, 1, 2]", a.block = 64);
    SINGLE(161002, "`mxscaleOut` has shape [4, 2, 2]; allowed: [1, 66, 2]", a.axis = 0);
    SINGLE(161002, "`x` has shape [4, 66]; allowed: at least 32 elements along dimension 0, for FLOAT", a.x = single_precision,
           a.axis = 0, a.scale = across);
    aclTensor *strided_y = strided(ACL_FLOAT8_E4M3FN, 4, 66), *strided_scale = strided(ACL_FLOAT8_E8M0, 4, 2, 2);
    SINGLE(161002, "`yOut` is a view with strides [1, 4]; allowed: a contiguous tensor", a.y = strided_y);
    SINGLE(161002, "`mxscaleOut` is a view with strides [1, 4, 8]; allowed: a contiguous tensor", a.scale = strided_scale);

    const second_phase phases[] = {aclnnDynamicMxQuant, aclnnDynamicMxQuantV2, aclnnDynamicMxQuantV3};
    for (int version = 1; version <= 3; version++) {
        CHECK_STATUS(call_single(version, &good), 0);
        second_phase_refuses(phases[version - 1], version == 1 ? "aclnnDynamicMxQuant:" : version == 2 ? "aclnnDynamicMxQuantV2:"
                             : "aclnnDynamicMxQuantV3:", 161001, 161001);
    }
}

int main(void)
{
    open_device();
    open_memory();
    both_axes();
    one_axis();
    close_memory();
    close_device();
    return check_result();
}
