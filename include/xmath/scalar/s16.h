/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "xmath/types.h"
#include "xmath/util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * b * 2^b_exp with a mantissa of 32 bits; without headroom if remove_hr is not 0. Its exponent goes to *a_exp.
 */
int32_t s16_to_s32(exponent_t *a_exp,
                   int16_t b,
                   exponent_t b_exp,
                   unsigned int remove_hr);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
