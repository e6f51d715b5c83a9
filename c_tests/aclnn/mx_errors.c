/* Every refusal of aclnnDynamicMxQuantWithDualAxis, its V2, and what aclnnDynamicMxQuant has of its own: code, sentence, untouched
 * outputs. */
#include "fixture.h"

#include "aclnnop/aclnn_dynamic_mx_quant.h"
#include "aclnnop/aclnn_dynamic_mx_quant_v3.h"
#include "aclnnop/aclnn_dynamic_mx_quant_with_dual_axis.h"
#include "aclnnop/aclnn_dynamic_mx_quant_with_dual_axis_v2.h"

#define UNTOUCHED_SIZE 0x1234567890abcdefu
static aclOpExecutor *const untouched_executor = (aclOpExecutor *)0x1234;

/* The documented types: a drifted signature does not compile. */
static aclnnStatus (*const dual)(const aclTensor *, char *, int64_t, int64_t, const aclTensor *, const aclTensor *,
                                 const aclTensor *, const aclTensor *, uint64_t *, aclOpExecutor **) =
    aclnnDynamicMxQuantWithDualAxisGetWorkspaceSize;
static aclnnStatus (*const dual_v2)(const aclTensor *, char *, int64_t, int64_t, double, const aclTensor *, const aclTensor *,
                                    const aclTensor *, const aclTensor *, uint64_t *, aclOpExecutor **) =
    aclnnDynamicMxQuantWithDualAxisV2GetWorkspaceSize;
static aclnnStatus (*const single)(const aclTensor *, int64_t, char *, int64_t, int64_t, int64_t, const aclTensor *,
                                   const aclTensor *, uint64_t *, aclOpExecutor **) = aclnnDynamicMxQuantGetWorkspaceSize;
static aclnnStatus (*const single_v3)(const aclTensor *, int64_t, char *, int64_t, int64_t, int64_t, double, double,
                                      const aclTensor *, const aclTensor *, uint64_t *, aclOpExecutor **) =
    aclnnDynamicMxQuantV3GetWorkspaceSize;

static uint64_t size;
static aclOpExecutor *executor;

static void start(void)
{
    size = UNTOUCHED_SIZE;
    executor = untouched_executor;
    (void)message();
}

static void check_refusal(aclnnStatus status, aclnnStatus expected, const char *sentence)
{
    CHECK_EQUAL_INT(status, expected);
    CHECK_TRUE(size == UNTOUCHED_SIZE);
    CHECK_TRUE(executor == untouched_executor);
    CHECK_MESSAGE_CONTAINS(message(), sentence);
}

#define REFUSED(call, expected, sentence) (start(), check_refusal((call), (expected), (sentence)))

int main(void)
{
    open_device();
    const int64_t dims[] = {4, 66}, odd[] = {4, 65}, line[] = {66}, eight[] = {1, 1, 1, 1, 1, 1, 4, 66}, wide[] = {66, 4};
    const int64_t scale1[] = {4, 2, 2}, scale2[] = {1, 66, 2}, odd1[] = {4, 2, 2}, odd2[] = {1, 65, 2}, swapped[] = {2, 4, 2};
    const int64_t eight1[] = {1, 1, 1, 1, 1, 1, 4, 2, 2}, eight2[] = {1, 1, 1, 1, 1, 1, 1, 66, 2}, flat[] = {8, 2};
    void *memory = device_memory(NULL, 4096);
    aclTensor *x = tensor(ACL_BF16, 2, dims, memory), *y = tensor(ACL_FLOAT8_E4M3FN, 2, dims, memory);
    aclTensor *s1 = tensor(ACL_FLOAT8_E8M0, 3, scale1, memory), *s2 = tensor(ACL_FLOAT8_E8M0, 3, scale2, memory);
    aclTensor *e2m1 = tensor(ACL_FLOAT4_E2M1, 2, dims, memory), *e1m2 = tensor(ACL_FLOAT4_E1M2, 2, dims, memory);
    aclTensor *e5m2 = tensor(ACL_FLOAT8_E5M2, 2, dims, memory), *single_precision = tensor(ACL_FLOAT, 2, dims, memory);
    char rint[] = "rint", floor_mode[] = "floor", other[] = "ceil";

    /* Null in each argument. */
    REFUSED(dual(NULL, rint, 36, 0, y, s1, y, s2, &size, &executor), 161001, "`x` is null");
    REFUSED(dual(x, rint, 36, 0, NULL, s1, y, s2, &size, &executor), 161001, "`y1Out` is null");
    REFUSED(dual(x, rint, 36, 0, y, NULL, y, s2, &size, &executor), 161001, "`mxscale1Out` is null");
    REFUSED(dual(x, rint, 36, 0, y, s1, NULL, s2, &size, &executor), 161001, "`y2Out` is null");
    REFUSED(dual(x, rint, 36, 0, y, s1, y, NULL, &size, &executor), 161001, "`mxscale2Out` is null");
    REFUSED(dual(x, rint, 36, 0, y, s1, y, s2, NULL, &executor), 161001, "`workspaceSize` is null");
    REFUSED(dual(x, rint, 36, 0, y, s1, y, s2, &size, NULL), 161001, "`executor` is null");

    /* Data types, before attributes. */
    REFUSED(dual(single_precision, other, 36, 0, y, s1, y, s2, &size, &executor), 161002,
            "`x` has data type FLOAT; allowed: FLOAT16 or BFLOAT16");
    REFUSED(dual(x, rint, 36, 0, x, s1, y, s2, &size, &executor), 161002,
            "`y1Out` has data type BFLOAT16; allowed: FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT4_E2M1 or FLOAT4_E1M2");
    REFUSED(dual(x, rint, 36, 0, y, y, y, s2, &size, &executor), 161002,
            "`mxscale1Out` has data type FLOAT8_E4M3FN; allowed: FLOAT8_E8M0");
    REFUSED(dual(x, rint, 36, 0, y, s1, e5m2, s2, &size, &executor), 161002,
            "`y2Out` has data type FLOAT8_E5M2; allowed: FLOAT8_E4M3FN (that of `y1Out`)");
    REFUSED(dual(x, rint, 36, 0, y, s1, y, y, &size, &executor), 161002, "`mxscale2Out` has data type");
    aclTensor *other_format = aclCreateTensor(dims, 2, ACL_BF16, NULL, 0, ACL_FORMAT_NCHW, dims, 2, memory);
    REFUSED(dual(other_format, rint, 36, 0, y, s1, y, s2, &size, &executor), 161002, "`x` has format");

    /* Attributes. */
    REFUSED(dual(x, other, 36, 0, y, s1, y, s2, &size, &executor), 161002,
            "`roundModeOptional` is \"ceil\"; allowed: \"rint\" for FLOAT8_E4M3FN");
    REFUSED(dual(x, floor_mode, 36, 0, y, s1, y, s2, &size, &executor), 161002,
            "`roundModeOptional` is \"floor\"; allowed: \"rint\" for FLOAT8_E4M3FN");
    REFUSED(dual(x, other, 40, 0, e2m1, s1, e2m1, s2, &size, &executor), 161002,
            "`roundModeOptional` is \"ceil\"; allowed: \"rint\", \"floor\" or \"round\" for FLOAT4_E2M1");
    REFUSED(dual(x, rint, 35, 0, y, s1, y, s2, &size, &executor), 161002,
            "`dstType` is 35; allowed: 36 (the data type of `y1Out`, FLOAT8_E4M3FN)");
    REFUSED(dual(x, rint, 36, 2, y, s1, y, s2, &size, &executor), 161002, "`scaleAlg` is 2; allowed: 0 or 1 for FLOAT8_E4M3FN");
    REFUSED(dual(x, rint, 36, -1, y, s1, y, s2, &size, &executor), 161002, "`scaleAlg` is -1; allowed: 0 or 1");
    REFUSED(dual(x, rint, 40, 1, e2m1, s1, e2m1, s2, &size, &executor), 161002, "`scaleAlg` is 1; allowed: 0 for FLOAT4_E2M1");
    REFUSED(dual(x, rint, 40, 2, e2m1, s1, e2m1, s2, &size, &executor), 161002, "`scaleAlg` is 2; allowed: 0 for FLOAT4_E2M1");
    REFUSED(dual(x, rint, 41, 1, e1m2, s1, e1m2, s2, &size, &executor), 161002, "`scaleAlg` is 1; allowed: 0 for FLOAT4_E1M2");
    REFUSED(dual_v2(x, rint, 40, 1, 0.0, e2m1, s1, e2m1, s2, &size, &executor), 161002, "`scaleAlg` is 1; allowed: 0 or 2");
    REFUSED(dual_v2(x, rint, 41, 2, 0.0, e1m2, s1, e1m2, s2, &size, &executor), 161002, "`scaleAlg` is 2; allowed: 0 for");
    REFUSED(dual_v2(x, rint, 36, 2, 0.0, y, s1, y, s2, &size, &executor), 161002, "`scaleAlg` is 2; allowed: 0 or 1 for");
    REFUSED(dual_v2(x, rint, 40, 2, 5.5, e2m1, s1, e2m1, s2, &size, &executor), 161002,
            "`dstTypeMax` is 5.5; allowed: 0, or 6 to 12");
    REFUSED(dual_v2(x, rint, 36, 0, 12.5, y, s1, y, s2, &size, &executor), 161002, "`dstTypeMax` is 12.5; allowed: 0, or 6 to 12");

    /* Ranks and shapes. */
    aclTensor *flat_x = tensor(ACL_BF16, 1, line, memory), *flat_y = tensor(ACL_FLOAT8_E4M3FN, 1, line, memory);
    REFUSED(dual(flat_x, rint, 36, 0, flat_y, s1, flat_y, s2, &size, &executor), 161002, "`x` has rank 1; allowed: 2 to 7");
    aclTensor *deep_x = tensor(ACL_BF16, 8, eight, memory), *deep_y = tensor(ACL_FLOAT8_E4M3FN, 8, eight, memory);
    aclTensor *deep_s1 = tensor(ACL_FLOAT8_E8M0, 9, eight1, memory), *deep_s2 = tensor(ACL_FLOAT8_E8M0, 9, eight2, memory);
    REFUSED(dual(deep_x, rint, 36, 0, deep_y, deep_s1, deep_y, deep_s2, &size, &executor), 161002,
            "`x` has rank 8; allowed: 2 to 7");
    aclTensor *odd_x = tensor(ACL_BF16, 2, odd, memory), *odd_y = tensor(ACL_FLOAT4_E2M1, 2, odd, memory);
    aclTensor *odd_s1 = tensor(ACL_FLOAT8_E8M0, 3, odd1, memory), *odd_s2 = tensor(ACL_FLOAT8_E8M0, 3, odd2, memory);
    REFUSED(dual(odd_x, rint, 40, 0, odd_y, odd_s1, odd_y, odd_s2, &size, &executor), 161002,
            "`x` has shape [4, 65]; allowed: an even last dimension");
    aclTensor *wide_y = tensor(ACL_FLOAT8_E4M3FN, 2, wide, memory), *swapped_s = tensor(ACL_FLOAT8_E8M0, 3, swapped, memory);
    REFUSED(dual(x, rint, 36, 0, wide_y, s1, y, s2, &size, &executor), 161002, "`y1Out` has shape [66, 4]; allowed: [4, 66]");
    REFUSED(dual(x, rint, 36, 0, y, s1, wide_y, s2, &size, &executor), 161002, "`y2Out` has shape [66, 4]; allowed: [4, 66]");
    REFUSED(dual(x, rint, 36, 0, y, swapped_s, y, s2, &size, &executor), 161002,
            "`mxscale1Out` has shape [2, 4, 2]; allowed: [4, 2, 2]");
    REFUSED(dual(x, rint, 36, 0, y, s1, y, s1, &size, &executor), 161002, "`mxscale2Out` has shape [4, 2, 2]; allowed: [1, 66, 2]");
    aclTensor *flat_s = tensor(ACL_FLOAT8_E8M0, 2, flat, memory);
    REFUSED(dual(x, rint, 36, 0, y, flat_s, y, s2, &size, &executor), 161002, "`mxscale1Out` has rank 2; allowed: 3");

    /* Outputs are contiguous. */
    const int64_t strides[] = {1, 4};
    aclTensor *strided = aclCreateTensor(dims, 2, ACL_FLOAT8_E4M3FN, strides, 0, ACL_FORMAT_ND, dims, 2, memory);
    REFUSED(dual(x, rint, 36, 0, strided, s1, y, s2, &size, &executor), 161002, "`y1Out` is a view with strides [1, 4]");

    /* One axis. */
    REFUSED(single(NULL, -1, rint, 36, 32, 0, y, s1, &size, &executor), 161001, "`x` is null");
    REFUSED(single(x, -1, rint, 36, 32, 0, NULL, s1, &size, &executor), 161001, "`yOut` is null");
    REFUSED(single(x, -1, rint, 36, 32, 0, y, NULL, &size, &executor), 161001, "`mxscaleOut` is null");
    REFUSED(single(x, 2, rint, 36, 32, 0, y, s1, &size, &executor), 161002, "`axis` is 2; allowed: -2 to 1");
    REFUSED(single(x, -3, rint, 36, 32, 0, y, s1, &size, &executor), 161002, "`axis` is -3; allowed: -2 to 1");
    REFUSED(single(x, -1, rint, 36, 0, 0, y, s1, &size, &executor), 161002, "`blocksize` is 0; allowed: a multiple of 32");
    REFUSED(single(x, -1, rint, 36, 48, 0, y, s1, &size, &executor), 161002, "`blocksize` is 48; allowed: a multiple of 32");
    REFUSED(single(x, -1, rint, 36, 1056, 0, y, s1, &size, &executor), 161002, "`blocksize` is 1056; allowed: a multiple");
    REFUSED(single(single_precision, -1, rint, 36, 64, 0, y, s1, &size, &executor), 161002,
            "`blocksize` is 64; allowed: 32 for an `x` of FLOAT");
    REFUSED(single(single_precision, 0, rint, 36, 32, 0, y, s2, &size, &executor), 161002,
            "`x` has shape [4, 66]; allowed: at least 32 elements along dimension 0");
    REFUSED(single(x, -1, rint, 36, 64, 0, y, s2, &size, &executor), 161002, "`mxscaleOut` has shape [1, 66, 2]");
    REFUSED(single_v3(x, -1, rint, 36, 32, 0, 0.0, 1.0, y, s1, &size, &executor), 161002,
            "`maxLowBound` is 1; allowed: 0 for scaleAlg 0");
    REFUSED(single_v3(x, -1, rint, 36, 32, 1, 0.0, -1.0, y, s1, &size, &executor), 161002, "`maxLowBound` is -1; allowed: 0 or");
    REFUSED(single_v3(x, -1, rint, 40, 64, 2, 0.0, 0.0, e2m1, s1, &size, &executor), 161002,
            "`blocksize` is 64; allowed: 32 for scaleAlg 2");

    aclTensor *all[] = {x, y, s1, s2, e2m1, e1m2, e5m2, single_precision, other_format, flat_x, flat_y, deep_x, deep_y,
                        deep_s1, deep_s2, odd_x, odd_y, odd_s1, odd_s2, wide_y, swapped_s, flat_s, strided};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        CHECK_STATUS(aclDestroyTensor(all[i]), 0);
    }
    CHECK_STATUS(aclrtFree(memory), 0);
    close_device();
    return check_result();
}
