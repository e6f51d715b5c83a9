/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Returns words of 64 bits for scales and offsets, in an array that the program frees with `free`: bits 0 to 31 hold the scale, whose low 13 bits are cut, bit 46 is 1, and bits 37
 * to 45 hold the offset, rounded to an integer (of two the one further from zero) from -256 to 255. There are as many words as scales or offsets, filled up with 0 to a
 * multiple of 16 unless there is one. Null scales or outputs give 161001, no scales, or offsets without an array, 161002.
 */
aclnnStatus aclnnTransQuantParam(const float *scaleArray,
                                 uint64_t scaleSize,
                                 const float *offsetArray,
                                 uint64_t offsetSize,
                                 uint64_t **quantParam,
                                 uint64_t *quantParamSize);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
