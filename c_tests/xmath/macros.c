/* What of the xmath headers is no function: Q formats, bit counts, register sizes, layouts. */
#include "xcore_math.h"

#include "check.h"

/* Static initialisers need constant expressions. */
static const int32_t half = Q30(0.5);
static const q8_24 angle = Q24(-1.25);
static const double quarter = F8(64);
static const int32_t table[] = {Q8(1.0 / 512), Q8(-1.0 / 512), Q12(1), Q16(0.25f), Q31(-1.0)};
#define BITS 20

static void q_formats(void)
{
    CHECK_EQUAL_INT(half, 536870912);
    CHECK_EQUAL_INT(angle, -20971520);
    CHECK_TRUE(quarter == 0.25);
    /* Half a unit is rounded up, also below zero. */
    CHECK_EQUAL_INT(table[0], 1);
    CHECK_EQUAL_INT(table[1], 0);
    CHECK_EQUAL_INT(table[2], 4096);
    CHECK_EQUAL_INT(table[3], 16384);
    CHECK_EQUAL_INT(table[4], INT32_MIN);
    CHECK_EQUAL_INT(Q31(1.0), INT32_MIN);
    CHECK_EQUAL_INT(Q(BITS)(1.5), 1572864);
    CHECK_TRUE(F(BITS)(1572864) == 1.5);
    CHECK_TRUE(F31(INT32_MIN) == -1.0);
    CHECK_TRUE(F31(1) == 4.656612873077392578125e-10);
    CHECK_TRUE(F24(angle + angle) == -2.5);
#define BOTH_WAYS(n) CHECK_TRUE(F##n(Q##n(0.84375)) == 0.84375)
    BOTH_WAYS(8); BOTH_WAYS(9); BOTH_WAYS(10); BOTH_WAYS(11); BOTH_WAYS(12); BOTH_WAYS(13);
    BOTH_WAYS(14); BOTH_WAYS(15); BOTH_WAYS(16); BOTH_WAYS(17); BOTH_WAYS(18); BOTH_WAYS(19);
    BOTH_WAYS(20); BOTH_WAYS(21); BOTH_WAYS(22); BOTH_WAYS(23); BOTH_WAYS(24); BOTH_WAYS(25);
    BOTH_WAYS(26); BOTH_WAYS(27); BOTH_WAYS(28); BOTH_WAYS(29); BOTH_WAYS(30); BOTH_WAYS(31);
}

static void bit_counts(void)
{
    complex_s32_t wide = {1, -256};
    complex_s16_t narrow = {0, 3};
    CHECK_EQUAL_INT(cls(0), 32);
    CHECK_EQUAL_INT(cls(-1), 32);
    CHECK_EQUAL_INT(cls(1), 31);
    CHECK_EQUAL_INT(cls(INT32_MIN), 1);
    CHECK_EQUAL_INT(HR_S32(0), 31);
    CHECK_EQUAL_INT(HR_S32(-1), 31);
    CHECK_EQUAL_INT(HR_S32(INT32_MIN), 0);
    CHECK_EQUAL_INT(HR_S16(-1), 15);
    CHECK_EQUAL_INT(HR_S16(0x4000), 0);
    CHECK_EQUAL_INT(HR_S8(0), 7);
    CHECK_EQUAL_INT(HR_S8(-128), 0);
    CHECK_EQUAL_INT(HR_S64(0), 63);
    CHECK_EQUAL_INT(HR_S64((int64_t)1 << 40), 22);
    CHECK_EQUAL_INT(HR_C32(wide), 23);
    CHECK_EQUAL_INT(HR_C16(narrow), 13);
    CHECK_EQUAL_INT(n_bitrev(6, 4), 6);
    CHECK_EQUAL_INT(n_bitrev(1, 10), 512);
    CHECK_EQUAL_INT(u32_ceil_log2(0), 0);
    CHECK_EQUAL_INT(u32_ceil_log2(1), 0);
    CHECK_EQUAL_INT(u32_ceil_log2(512), 9);
    CHECK_EQUAL_INT(u32_ceil_log2(513), 10);
    CHECK_EQUAL_INT(MAX(3, -4), 3);
    CHECK_EQUAL_INT(MIN(3, -4), -4);
}

static void sizes(void)
{
    CHECK_EQUAL_INT(S32_SQRT_MAX_DEPTH, 31);
    CHECK_EQUAL_INT(VPU_INT32_EPV, 8);
    CHECK_EQUAL_INT(VPU_INT16_EPV, 16);
    CHECK_EQUAL_INT(VPU_INT8_EPV, 32);
    CHECK_EQUAL_INT(VPU_VREG_WIDTH_BYTES, 32);
    CHECK_EQUAL_INT(VPU_INT32_MIN, -0x7FFFFFFF);
    CHECK_EQUAL_INT(VPU_INT40_MAX, 549755813887LL);
    CHECK_EQUAL_INT(sizeof(float_s32_t), 8);
    CHECK_EQUAL_INT(sizeof(float_s64_t), 16);
    CHECK_EQUAL_INT(sizeof(float_complex_s16_t), 8);
    CHECK_EQUAL_INT(sizeof(float_complex_s32_t), 12);
    CHECK_EQUAL_INT(sizeof(float_complex_s64_t), 24);
    CHECK_EQUAL_INT(sizeof(complex_double_t), 16);
    CHECK_EQUAL_INT(sizeof(bfp_s16_t), 24);
    CHECK_EQUAL_INT(sizeof(bfp_complex_s16_t), 32);
    CHECK_EQUAL_INT(sizeof(split_acc_s32_t), 64);
    CHECK_EQUAL_INT(BFP_FLAG_DYNAMIC, 1);
    CHECK_TRUE(M_PI > 3.14159 && M_E > 2.71828);
}

C_API int declared_as_clients_declare(const q2_30 x);

int main(void)
{
    q_formats();
    bit_counts();
    sizes();
    return check_result();
}
