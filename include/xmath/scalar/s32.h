/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include "xmath/types.h"
#include "xmath/util.h"
#include "xmath/vpu/vpu_info.h"

/**
 * Largest number of mantissa bits that `s32_sqrt` computes.
 */
#define S32_SQRT_MAX_DEPTH 31

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The float nearest to mantissa * 2^exp. The mantissa is rounded to 24 bits first, half to even.
 */
float s32_to_f32(int32_t mantissa, exponent_t exp);

/**
 * b * 2^b_exp with a mantissa of 16 bits: floored to what fits, unchanged where it fits. Its exponent goes to *a_exp.
 */
int16_t s32_to_s16(exponent_t *a_exp,
                   int32_t b,
                   exponent_t b_exp);

/**
 * The square root of b * 2^b_exp: exactly the `depth` most significant bits of its 31-bit mantissa, zeros behind them.
 * A depth above 31 counts as 31. b <= 0 gives 0. The exponent goes to *a_exp.
 */
int32_t s32_sqrt(exponent_t *a_exp,
                 int32_t b,
                 exponent_t b_exp,
                 unsigned int depth);

/**
 * 1 / b, truncated to a mantissa of 2^29 to 2^30. Its exponent goes to *a_exp.
 * b = 0 is reported (it ends the process if HOSTNPU_XMATH_TRAPS is 1) and gives 0x7FFFFFFF with exponent -29.
 */
int32_t s32_inverse(exponent_t *a_exp, int32_t b);

/**
 * (b * 2^b_exp) * (c * 2^c_exp), rounded to about 30 bits. The exponent goes to *a_exp.
 */
int32_t s32_mul(exponent_t *a_exp, int32_t b, int32_t c, exponent_t b_exp, exponent_t c_exp);

/**
 * The angle in units of pi/2, folded into -1..1 such that its sine stays the same.
 */
sbrad_t radians_to_sbrads(radian_q24_t theta);

/**
 * The sine of theta * pi/2, for every theta but INT32_MIN. Within 63 units of 2^-30.
 */
q2_30 sbrad_sin(sbrad_t theta);

/**
 * The tangent of theta * pi/2, for theta within -0.5..0.5 (angles up to pi/4). Within 630 units of 2^-30.
 */
q2_30 sbrad_tan(sbrad_t theta);

/**
 * The sine of an angle in radians. Within 63 units of 2^-30.
 */
q2_30 q24_sin(radian_q24_t theta);

/**
 * The cosine of an angle in radians. Within 63 units of 2^-30.
 */
q2_30 q24_cos(radian_q24_t theta);

/**
 * The tangent of an angle in radians. No angle of this format is a pole.
 */
float_s32_t q24_tan(radian_q24_t theta);

/**
 * e^x, for x within -0.5..0.5, within 2 units of 2^-30. Above ln(2) the result wraps.
 */
q2_30 q30_exp_small(q2_30 x);

/**
 * 1 / (1 + e^-x), within 36 units of 2^-24.
 */
q8_24 q24_logistic(q8_24 x);

/**
 * 1 / (1 + e^-x) by straight lines, within 110281 units of 2^-24.
 */
q8_24 q24_logistic_fast(q8_24 x);

/**
 * Writes b in the eight words of a. An address that is not a multiple of 8 is reported (it ends the process if
 * HOSTNPU_XMATH_TRAPS is 1), and works.
 */
void s32_to_chunk_s32(int32_t *a,
                      int32_t b);

/**
 * 1, b, b^2, ... in a[0], ..., a[N - 1], each rounded and saturated. a[0] is written for N = 0, too.
 */
void q30_powers(q2_30 *a, q2_30 b, unsigned int N);

/**
 * b, b^3, b^5, ... in a[0], ..., a[count - 1], each product shifted right by shr (0 to 63; negative counts as 0), floored
 * and wrapped. a[0] is written for count = 0, too.
 */
void s32_odd_powers(int32_t *a,
                    int32_t b,
                    unsigned int count,
                    right_shift_t shr);

/**
 * x shifted right by shr, floored; negative counts shift left and saturate to INT32_MAX or INT32_MIN. Any count is defined.
 */
int32_t s32_ashr(int32_t x,
                 right_shift_t shr);

/**
 * b / c truncated, saturated to INT32_MIN..INT32_MAX. c = 0 is reported and gives the end of that range on b's side.
 */
int32_t s32_divide_s64_s32(int64_t b,
                           int32_t c);

/**
 * b / c truncated, saturated to INT32_MIN..INT32_MAX. c = 0 is reported and gives INT32_MAX (0 for b = 0).
 */
int32_t s32_divide_u64_s32(uint64_t b, int32_t c);

/**
 * b / c truncated, saturated to INT32_MIN..INT32_MAX. c = 0 is reported and gives the end of that range on b's side.
 */
int32_t s32_divide_s64_u32(int64_t b,
                           uint32_t c);

/**
 * b / c truncated, saturated to UINT32_MAX. c = 0 is reported and gives UINT32_MAX (0 for b = 0).
 */
uint32_t u32_divide_u64_u32(uint64_t b, uint32_t c);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
