/* Every function of the 32-bit scalar page, with one header, and the bits that its step list gives. */
#include "xmath/xmath.h"

#include "check.h"

#ifndef INT32_MIN
#error "xmath/xmath.h brings stdint.h along"
#endif

static void words_and_exponents(void)
{
    exponent_t exponent = 99;
    float single = s32_to_f32(-12345678, -13);
    float expected = -12345678.0f / 8192.0f;
    CHECK_EQUAL_BITS(&single, &expected, sizeof single);
    single = s32_to_f32(-1, -160);
    expected = -0.0f;
    CHECK_EQUAL_BITS(&single, &expected, sizeof single);
    CHECK_TRUE(s32_to_f32(0, 2147483647) == 0.0f);

    CHECK_EQUAL_INT(s32_to_s16(&exponent, -1, 3), -1);
    CHECK_EQUAL_INT(exponent, 3);
    CHECK_EQUAL_INT(s32_to_s16(&exponent, INT32_MAX, 0), 32767);
    CHECK_EQUAL_INT(exponent, 16);
    CHECK_EQUAL_INT(s32_to_s16(&exponent, -0x40000000, 0), -32768);
    CHECK_EQUAL_INT(exponent, 15);
    CHECK_EQUAL_INT(s32_to_s16(&exponent, INT32_MIN, 0), -32768);
    CHECK_EQUAL_INT(exponent, 16);

    CHECK_EQUAL_INT(s32_sqrt(&exponent, 2, 0, S32_SQRT_MAX_DEPTH), 1518500249);
    CHECK_EQUAL_INT(exponent, -30);
    CHECK_EQUAL_INT(s32_sqrt(&exponent, 2, 0, 8), 1518338048);
    CHECK_EQUAL_INT(exponent, -30);
    CHECK_EQUAL_INT(s32_sqrt(&exponent, 2, 0, 0), 0);
    CHECK_EQUAL_INT(exponent, -30);
    CHECK_EQUAL_INT(s32_sqrt(&exponent, 0, 0, 31), 0);
    CHECK_EQUAL_INT(exponent, -31);
    CHECK_EQUAL_INT(s32_sqrt(&exponent, INT32_MIN, 0, 31), 0);
    CHECK_EQUAL_INT(exponent, -15);

    CHECK_EQUAL_INT(s32_inverse(&exponent, 1), 1073741824);
    CHECK_EQUAL_INT(exponent, -30);
    CHECK_EQUAL_INT(s32_inverse(&exponent, -1), -536870912);
    CHECK_EQUAL_INT(exponent, -29);
    CHECK_EQUAL_INT(s32_inverse(&exponent, 3), 715827882);
    CHECK_EQUAL_INT(exponent, -31);
    CHECK_EQUAL_INT(s32_inverse(&exponent, INT32_MIN), -536870912);
    CHECK_EQUAL_INT(exponent, -60);

    CHECK_EQUAL_INT(s32_mul(&exponent, 3, 5, 1, 2), 503316480);
    CHECK_EQUAL_INT(exponent, -22);
    CHECK_EQUAL_INT(s32_mul(&exponent, -1, -1, 0, 0), 1073741824);
    CHECK_EQUAL_INT(exponent, -30);
    CHECK_EQUAL_INT(s32_mul(&exponent, INT32_MIN, INT32_MIN, 0, 0), 1073741824);
    CHECK_EQUAL_INT(exponent, 32);
    CHECK_EQUAL_INT(s32_mul(&exponent, 0, INT32_MAX, 0, 0), 0);
    CHECK_EQUAL_INT(exponent, 1);
}

static void angles(void)
{
    float_s32_t tangent;
    CHECK_EQUAL_INT(radians_to_sbrads(0), 0);
    CHECK_EQUAL_INT(radians_to_sbrads(1660276124), INT32_MIN);
    CHECK_EQUAL_INT(radians_to_sbrads(Q24(0.5)), 683565274);
    CHECK_EQUAL_INT(sbrad_sin(0), 0);
    CHECK_EQUAL_INT(sbrad_sin(INT32_MAX), 1073741764);
    CHECK_EQUAL_INT(sbrad_sin(-INT32_MAX), -1073741764);
    CHECK_EQUAL_INT(sbrad_sin(INT32_MIN), 1073741763);
    CHECK_EQUAL_INT(sbrad_tan(1 << 30), 1073741196);
    CHECK_EQUAL_INT(sbrad_tan(-1), -1);
    CHECK_EQUAL_INT(sbrad_tan(INT32_MIN), 1686629713);
    CHECK_EQUAL_INT(q24_cos(0), 1073741764);
    CHECK_EQUAL_INT(q24_cos(1739336892), 1073741763);
    CHECK_EQUAL_INT(q24_sin(1660276124), 1073741763);
    /* sin(pi/6) = 1/2 within the documented 63 units, and the same to the bit on the other side of 0. */
    CHECK_TRUE(fabs(F30(q24_sin(Q24(M_PI / 6))) - 0.5) < 80 * F30(1));
    CHECK_EQUAL_INT(q24_sin(0), 0);
    tangent = q24_tan(0);
    CHECK_EQUAL_INT(tangent.mant, 0);
    CHECK_EQUAL_INT(tangent.exp, -30);
    tangent = q24_tan(Q24(1.5));
    CHECK_TRUE(fabs(ldexp(tangent.mant, tangent.exp) - 14.1014199) < 1e-5);
}

static void curves(void)
{
    CHECK_EQUAL_INT(q30_exp_small(0), 1073741824);
    CHECK_TRUE(fabs(F30(q30_exp_small(Q30(-0.5))) - 0.60653065971263342) <= 2.0 * F30(1));
    CHECK_TRUE(fabs(F30(q30_exp_small(Q30(0.5))) - 1.6487212707001282) <= 2.0 * F30(1));
    CHECK_EQUAL_INT(q24_logistic(0), 8388608);
    CHECK_EQUAL_INT(q24_logistic(20132659), 12893672);
    CHECK_EQUAL_INT(q24_logistic(20132660), 12893727);
    CHECK_EQUAL_INT(q24_logistic(Q24(17.5)), 16777216);
    CHECK_EQUAL_INT(q24_logistic(INT32_MIN), 0);
    CHECK_EQUAL_INT(q24_logistic_fast(0), 8388608);
    CHECK_EQUAL_INT(q24_logistic_fast(INT32_MAX), 16777215);
    CHECK_EQUAL_INT(q24_logistic_fast(INT32_MIN), 1);
}

static void arrays(void)
{
    const int32_t top = INT32_MAX;
    int32_t DWORD_ALIGNED chunk[VPU_INT32_EPV + 1] = {0};
    int32_t expected_chunk[] = {-7, -7, -7, -7, -7, -7, -7, -7, 0};
    q2_30 powers[6] = {5, 5, 5, 5, 5, 5};
    q2_30 expected_powers[] = {1 << 30, 0, 0, 0, 0, 5};
    int32_t odd[5] = {5, 5, 5, 5, 5};
    int32_t expected_odd[] = {-3, -2, -1, -1, 5};

    s32_to_chunk_s32(chunk, -7);
    CHECK_EQUAL_BITS(chunk, expected_chunk, sizeof chunk);

    expected_powers[1] = expected_powers[3] = -top;
    expected_powers[2] = expected_powers[4] = top;
    q30_powers(powers, INT32_MIN, 5);
    CHECK_EQUAL_BITS(powers, expected_powers, sizeof powers);
    q30_powers(powers, Q30(0.5), 0);
    CHECK_EQUAL_INT(powers[0], 1 << 30);
    CHECK_EQUAL_INT(powers[1], -top);
    q30_powers(powers, Q30(0.5), 3);
    CHECK_EQUAL_INT(powers[2], Q30(0.25));

    s32_odd_powers(odd, -3, 4, 2);
    CHECK_EQUAL_BITS(odd, expected_odd, sizeof odd);
    s32_odd_powers(odd, Q30(0.5), 0, 30);
    CHECK_EQUAL_INT(odd[0], Q30(0.5));
    CHECK_EQUAL_INT(odd[1], -2);
}

int main(void)
{
    words_and_exponents();
    angles();
    curves();
    arrays();
    return check_result();
}
