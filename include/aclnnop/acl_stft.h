/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclStft`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `X[w, m] = sum over k of window[k] * self[m * hopLength + k] * exp(-2πi * w * k / nFft)` for `w` from 0 to `nFft - 1`, with `onesided` to `nFft / 2`, and the `(L - nFft) / hopLength + 1` frames `m` of a sequence (L) or of several (B, L), as
 * `torch.stft` without `center`. `windowOptional` has `winLength` factors, at most `nFft`, for the middle of a frame, beside which samples count as 0; without one they are 1. `normalized` divides by the square root of `nFft`. Results are complex (…, w, m),
 * or, without `returnComplex`, pairs of real and imaginary parts (…, w, m, 2). FLOAT, DOUBLE, COMPLEX64 or COMPLEX128, all of one precision, computed in DOUBLE and rounded once; complex numbers are not `onesided`.
 */
aclnnStatus aclStftGetWorkspaceSize(const aclTensor *self,
                                    const aclTensor *windowOptional,
                                    aclTensor *out,
                                    int64_t nFft,
                                    int64_t hopLength,
                                    int64_t winLength,
                                    bool normalized,
                                    bool onesided,
                                    bool returnComplex,
                                    uint64_t *workspaceSize,
                                    aclOpExecutor **executor);

/**
 * Second phase of `aclStft`: queues the computation on `stream`.
 */
aclnnStatus aclStft(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
