/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "xmath/types.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * input as mantissa * 2^exp, exact. The mantissa has no headroom.
 * An infinity or NaN is reported (it ends the process if HOSTNPU_XMATH_TRAPS is 1) and gives 0 and -31, as 0 does.
 */
void f32_unpack_s32(int32_t *mantissa,
                    exponent_t *exp,
                    float input);

/**
 * The name that f32_unpack_s32 had before 3.0.0.
 */
void f32_unpack(int32_t *mantissa, exponent_t *exp, float input);

/**
 * input as mantissa * 2^exp, the mantissa floored to 16 bits.
 * An infinity or NaN is reported (it ends the process if HOSTNPU_XMATH_TRAPS is 1) and counts as 0.
 */
void f32_unpack_s16(int16_t *mantissa, exponent_t *exp, float input);

/**
 * x as a mantissa with an exponent, exact. An infinity or NaN is reported and counts as 0.
 */
float_s32_t f32_to_float_s32(float x);

/**
 * The mantissa that x has at the given exponent: floored, or saturated. An infinity or NaN is reported and counts as 0.
 */
int32_t f32_to_s32(float x,
                   exponent_t out_exp);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
