/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantReduceScatter`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the sum over all ranks, in their order, rounded once, of codes times the scales of their blocks along the last axis, of which each rank gets its block of rows. `x` (BS, H) or (B, S, H), H a multiple of 128: INT8, HIFLOAT8 or
 * FLOAT8 with FLOAT in `scales` (…, H / 128), or FLOAT8 with FLOAT8_E8M0 in `scales` (…, H / 64, 2), one for 32 codes. `output` is FLOAT16, BFLOAT16 or FLOAT of (rows of all but the last dimension / ranks, H).
 */
aclnnStatus aclnnQuantReduceScatterGetWorkspaceSize(const aclTensor *x,
                                                    const aclTensor *scales,
                                                    const char *group,
                                                    const char *reduceOp,
                                                    aclTensor *output,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantReduceScatter`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantReduceScatter(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
