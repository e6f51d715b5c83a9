/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantMatmulAllReduceV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnQuantMatmulAllReduceV2`. `commQuantScale1Optional` and `commQuantScale2Optional` are both null or both scales of columns, (N) or (1, N), of the type of the output. They change nothing here: sums are not rounded to INT8 on their way.
 */
aclnnStatus aclnnQuantMatmulAllReduceV3GetWorkspaceSize(const aclTensor *x1,
                                                        const aclTensor *x2,
                                                        const aclTensor *biasOptional,
                                                        const aclTensor *x3Optional,
                                                        const aclTensor *dequantScale,
                                                        const aclTensor *pertokenScaleOptional,
                                                        const aclTensor *commQuantScale1Optional,
                                                        const aclTensor *commQuantScale2Optional,
                                                        const char *group,
                                                        const char *reduceOp,
                                                        int64_t commTurn,
                                                        int64_t streamMode,
                                                        const aclTensor *output,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantMatmulAllReduceV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantMatmulAllReduceV3(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
