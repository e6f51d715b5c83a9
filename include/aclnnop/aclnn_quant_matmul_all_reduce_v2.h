/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantMatmulAllReduceV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnQuantMatmulAllReduce`; products are multiplied by `pertokenScaleOptional`, FLOAT, a number for each row, too.
 */
aclnnStatus aclnnQuantMatmulAllReduceV2GetWorkspaceSize(const aclTensor *x1,
                                                        const aclTensor *x2,
                                                        const aclTensor *biasOptional,
                                                        const aclTensor *x3Optional,
                                                        const aclTensor *dequantScale,
                                                        const aclTensor *pertokenScaleOptional,
                                                        const char *group,
                                                        const char *reduceOp,
                                                        int64_t commTurn,
                                                        int64_t streamMode,
                                                        const aclTensor *output,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantMatmulAllReduceV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantMatmulAllReduceV2(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
