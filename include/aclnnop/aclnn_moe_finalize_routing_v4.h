/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeFinalizeRoutingV4`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMoeFinalizeRoutingV3`; without `scalesOptional` a token has `k` choices. With it `k` is 1 or the number of its columns.
 */
aclnnStatus aclnnMoeFinalizeRoutingV4GetWorkspaceSize(const aclTensor *expandedX,
                                                      const aclTensor *expandedRowIdx,
                                                      const aclTensor *x1Optional,
                                                      const aclTensor *x2Optional,
                                                      const aclTensor *biasOptional,
                                                      const aclTensor *scalesOptional,
                                                      const aclTensor *expertIdxOptional,
                                                      const aclTensor *xOptional,
                                                      const aclTensor *a1Optional,
                                                      const aclTensor *a2Optional,
                                                      const aclTensor *vOptional,
                                                      int64_t dropPadMode,
                                                      const aclIntArray *zeroExpertRange,
                                                      const aclIntArray *copyExpertRange,
                                                      const aclIntArray *constantExpertRange,
                                                      int64_t k,
                                                      const aclTensor *out,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeFinalizeRoutingV4`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeFinalizeRoutingV4(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
