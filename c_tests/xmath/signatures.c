/* The documented type of every function; one that differs does not compile. The types are those of the published pages. */
#include "xcore_math.h"

#include "check.h"

#define TYPE_IS(result, name, parameters)          \
    do {                                           \
        result(*function) parameters = name;       \
        CHECK_TRUE(function != NULL);              \
    } while (0)

static void page(void)
{
    TYPE_IS(float, s32_to_f32, (const int32_t, const exponent_t));
    TYPE_IS(int16_t, s32_to_s16, (exponent_t *, const int32_t, const exponent_t));
    TYPE_IS(int32_t, s32_sqrt, (exponent_t *, const int32_t, const exponent_t, const unsigned));
    TYPE_IS(int32_t, s32_inverse, (exponent_t *, const int32_t));
    TYPE_IS(int32_t, s32_mul, (exponent_t *, const int32_t, const int32_t, const exponent_t, const exponent_t));
    TYPE_IS(sbrad_t, radians_to_sbrads, (const radian_q24_t));
    TYPE_IS(q2_30, sbrad_sin, (const sbrad_t));
    TYPE_IS(q2_30, sbrad_tan, (const sbrad_t));
    TYPE_IS(q2_30, q24_sin, (const radian_q24_t));
    TYPE_IS(q2_30, q24_cos, (const radian_q24_t));
    TYPE_IS(float_s32_t, q24_tan, (const radian_q24_t));
    TYPE_IS(q2_30, q30_exp_small, (const q2_30));
    TYPE_IS(q8_24, q24_logistic, (const q8_24));
    TYPE_IS(q8_24, q24_logistic_fast, (const q8_24));
    TYPE_IS(void, s32_to_chunk_s32, (int32_t a[VPU_INT32_EPV], int32_t));
    TYPE_IS(void, q30_powers, (q2_30 a[], const q2_30, const unsigned));
    TYPE_IS(void, s32_odd_powers, (int32_t a[], const int32_t, const unsigned, const right_shift_t));
}

static void helpers(void)
{
    TYPE_IS(int32_t, s32_ashr, (int32_t, right_shift_t));
    TYPE_IS(int32_t, s32_divide_s64_s32, (int64_t, int32_t));
    TYPE_IS(int32_t, s32_divide_u64_s32, (uint64_t, int32_t));
    TYPE_IS(int32_t, s32_divide_s64_u32, (int64_t, uint32_t));
    TYPE_IS(uint32_t, u32_divide_u64_u32, (uint64_t, uint32_t));
    TYPE_IS(int32_t, s16_to_s32, (exponent_t *, const int16_t, const exponent_t, const unsigned));
    TYPE_IS(int32_t, s64_to_s32, (exponent_t *, const int64_t, const exponent_t));
    TYPE_IS(void, f32_unpack_s32, (int32_t *, exponent_t *, const float));
    TYPE_IS(void, f32_unpack, (int32_t *, exponent_t *, const float));
    TYPE_IS(void, f32_unpack_s16, (int16_t *, exponent_t *, const float));
    TYPE_IS(float_s32_t, f32_to_float_s32, (const float));
    TYPE_IS(int32_t, f32_to_s32, (const float, const exponent_t));
    TYPE_IS(float_s32_t, f64_to_float_s32, (const double));
    TYPE_IS(float_s32_t, float_s64_to_float_s32, (const float_s64_t));
    TYPE_IS(int32_t, float_s64_to_s32, (const float_s64_t, const exponent_t));
    TYPE_IS(void, vpu_memcpy, (void *, const void *, unsigned));
    TYPE_IS(void, xs3_memcpy, (void *, const void *, unsigned));
}

static void numbers_with_exponents(void)
{
    TYPE_IS(float_s32_t, float_s32_mul, (const float_s32_t, const float_s32_t));
    TYPE_IS(float_s32_t, float_s32_add, (const float_s32_t, const float_s32_t));
    TYPE_IS(float_s32_t, float_s32_sub, (const float_s32_t, const float_s32_t));
    TYPE_IS(float_s32_t, float_s32_div, (const float_s32_t, const float_s32_t));
    TYPE_IS(float_s32_t, float_s32_abs, (const float_s32_t));
    TYPE_IS(unsigned, float_s32_gt, (const float_s32_t, const float_s32_t));
    TYPE_IS(unsigned, float_s32_gte, (const float_s32_t, const float_s32_t));
    TYPE_IS(float_s32_t, float_s32_ema, (const float_s32_t, const float_s32_t, const uq2_30));
    TYPE_IS(float_s32_t, float_s32_sqrt, (const float_s32_t));
    TYPE_IS(float_s32_t, float_s32_exp, (const float_s32_t));
    TYPE_IS(float_s64_t, float_s32_to_float_s64, (const float_s32_t));
    TYPE_IS(float, float_s32_to_f32, (const float_s32_t));
    TYPE_IS(double, float_s32_to_f64, (const float_s32_t));
    TYPE_IS(float, float_s32_to_float, (const float_s32_t));
    TYPE_IS(double, float_s32_to_double, (const float_s32_t));
    TYPE_IS(float_s32_t, float_s32_use_exponent, (const float_s32_t, const exponent_t));
    TYPE_IS(int32_t, float_s32_to_s32, (const float_s32_t, const exponent_t));
}

int main(void)
{
    page();
    helpers();
    numbers_with_exponents();
    return check_result();
}
