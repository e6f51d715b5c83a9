/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "xmath/types.h"
#include "xmath/scalar/s32.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * x * y, rounded to about 30 bits.
 */
float_s32_t float_s32_mul(float_s32_t x, float_s32_t y);

/**
 * x + y, at the larger of their two exponents without headroom, plus 1; both are floored to it.
 */
float_s32_t float_s32_add(float_s32_t x, float_s32_t y);

/**
 * x - y, at the larger of their two exponents without headroom, plus 1; both are floored to it.
 */
float_s32_t float_s32_sub(float_s32_t x, float_s32_t y);

/**
 * x / y, as x times the truncated inverse of y. y = 0 is reported (it ends the process if HOSTNPU_XMATH_TRAPS is 1) and
 * counts as 2^-2 of its exponent.
 */
float_s32_t float_s32_div(float_s32_t x,
                          float_s32_t y);

/**
 * The magnitude of x. That of mantissa INT32_MIN is INT32_MAX.
 */
float_s32_t float_s32_abs(float_s32_t x);

/**
 * 1 if x - y, as float_s32_sub computes it, is above 0, else 0.
 */
unsigned int float_s32_gt(float_s32_t x, float_s32_t y);

/**
 * 1 if x - y, as float_s32_sub computes it, is not below 0, else 0.
 */
unsigned int float_s32_gte(float_s32_t x, float_s32_t y);

/**
 * coef * x + (1 - coef) * y: one step of an exponential moving average.
 */
float_s32_t float_s32_ema(float_s32_t x, float_s32_t y, uq2_30 coef);

/**
 * The square root of x, as s32_sqrt computes it at depth 31.
 */
float_s32_t float_s32_sqrt(float_s32_t x);

/**
 * e^b.
 */
float_s32_t float_s32_exp(float_s32_t b);

/**
 * x with a mantissa of 64 bits.
 */
float_s64_t float_s32_to_float_s64(float_s32_t x);

/**
 * The float nearest to x, as s32_to_f32 rounds it.
 */
float float_s32_to_f32(float_s32_t x);

/**
 * The double nearest to x.
 */
double float_s32_to_f64(float_s32_t x);

/**
 * The name that float_s32_to_f32 had before 3.0.0.
 */
float float_s32_to_float(float_s32_t x);

/**
 * The name that float_s32_to_f64 had before 3.0.0.
 */
double float_s32_to_double(float_s32_t x);

/**
 * x at another exponent: the mantissa is floored, or saturates.
 */
float_s32_t float_s32_use_exponent(float_s32_t x, exponent_t new_exp);

/**
 * The mantissa that x has at another exponent: floored, or saturated.
 */
int32_t float_s32_to_s32(float_s32_t x, exponent_t out_exp);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
