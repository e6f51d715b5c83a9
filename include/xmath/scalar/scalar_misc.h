/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "xmath/types.h"
#include "xmath/util.h"

/** The smallest number of bits that can count N things: 0 for 0 and 1. */
static inline unsigned u32_ceil_log2(const unsigned N)
{
    return N == 0 ? 0u : 32u - cls((int32_t)(N - 1));
}

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * b * 2^b_exp with a mantissa of 32 bits: floored to what fits, unchanged where it fits. Its exponent goes to *a_exp.
 */
int32_t s64_to_s32(exponent_t *a_exp,
                   int64_t b,
                   exponent_t b_exp);

/**
 * x with a mantissa of 32 bits: floored to what fits.
 */
float_s32_t float_s64_to_float_s32(float_s64_t x);

/**
 * The mantissa that x has at another exponent: floored, or saturated to 32 bits.
 */
int32_t float_s64_to_s32(float_s64_t x, exponent_t out_exp);

/**
 * The nearest float_s32_t: the fraction of x in 0.5..1 times 2^31 - 1, rounded half away from zero.
 * An infinity or NaN is reported (it ends the process if HOSTNPU_XMATH_TRAPS is 1) and counts as 0.
 */
float_s32_t f64_to_float_s32(double x);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
