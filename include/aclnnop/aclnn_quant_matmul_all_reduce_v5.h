/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantMatmulAllReduceV5`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnQuantMatmulAllReduceV4`. `commMode` ("ai_cpu", "ccu") changes nothing here.
 */
aclnnStatus aclnnQuantMatmulAllReduceV5GetWorkspaceSize(const aclTensor *x1,
                                                        const aclTensor *x2,
                                                        const aclTensor *biasOptional,
                                                        const aclTensor *x3Optional,
                                                        const aclTensor *x1ScaleOptional,
                                                        const aclTensor *x2Scale,
                                                        const aclTensor *commQuantScale1Optional,
                                                        const aclTensor *commQuantScale2Optional,
                                                        const char *group,
                                                        const char *reduceOp,
                                                        const char *commMode,
                                                        int64_t commTurn,
                                                        int64_t streamMode,
                                                        int64_t groupSize,
                                                        int64_t commQuantMode,
                                                        const aclTensor *output,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantMatmulAllReduceV5`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantMatmulAllReduceV5(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
