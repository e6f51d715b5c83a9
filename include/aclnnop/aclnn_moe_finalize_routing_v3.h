/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeFinalizeRoutingV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMoeFinalizeRoutingV2`; of the experts in `zeroExpertRange` nothing is added, in `copyExpertRange` the row of `xOptional`, and in `constantExpertRange` `a1 * x + a2 * v`, of which each expert has a row. The ranges
 * are apart, and end before their second number; places of such choices are not looked at.
 */
aclnnStatus aclnnMoeFinalizeRoutingV3GetWorkspaceSize(const aclTensor *expandedX,
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
                                                      const aclTensor *out,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeFinalizeRoutingV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeFinalizeRoutingV3(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
