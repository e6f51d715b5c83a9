/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAddRmsNormDynamicQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Adds, normalises and quantises rows by their range.
 */
aclnnStatus aclnnAddRmsNormDynamicQuantGetWorkspaceSize(const aclTensor *x1,
                                                        const aclTensor *x2,
                                                        const aclTensor *gamma,
                                                        const aclTensor *smoothScale1Optional,
                                                        const aclTensor *smoothScale2Optional,
                                                        double epsilon,
                                                        aclTensor *y1Out,
                                                        aclTensor *y2Out,
                                                        aclTensor *xOut,
                                                        aclTensor *scale1Out,
                                                        aclTensor *scale2Out,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnAddRmsNormDynamicQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnAddRmsNormDynamicQuant(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
