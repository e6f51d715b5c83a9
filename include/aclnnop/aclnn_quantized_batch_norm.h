/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantizedBatchNorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Normalises each channel of integers by `mean` and `var`, multiplies it by `weight` and adds `bias`, each step rounded to FLOAT, and the result to the nearest
 * integer, of two the one away from 0, within the range of the type.
 */
aclnnStatus aclnnQuantizedBatchNormGetWorkspaceSize(const aclTensor *input,
                                                    const aclTensor *mean,
                                                    const aclTensor *var,
                                                    const aclScalar *inputScale,
                                                    const aclScalar *inputZeroPoint,
                                                    const aclScalar *outputScale,
                                                    const aclScalar *outputZeroPoint,
                                                    aclTensor *weight,
                                                    aclTensor *bias,
                                                    float epsilon,
                                                    aclTensor *output,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantizedBatchNorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantizedBatchNorm(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
