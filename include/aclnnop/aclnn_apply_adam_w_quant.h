/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnApplyAdamWQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes step `step + 1` of AdamW. The averages `m` and `v` are numbers of the tables `qmapM` and `qmapV` times the largest magnitude of their block of 256
 * elements: `g = gnormScale grad`, `m = beta1 m + (1 - beta1) g`, `v = beta2 v + (1 - beta2) g g`, `var = (var - lr m / (1 - beta1^t) / (sqrt(v / (1 - beta2^t)) +
 * eps)) (1 - lr weightDecay)`. Then the magnitudes are those of the new averages, which are stored as the nearest numbers of the tables. The tables rise.
 */
aclnnStatus aclnnApplyAdamWQuantGetWorkspaceSize(aclTensor *varRef,
                                                 const aclTensor *grad,
                                                 aclTensor *mRef,
                                                 aclTensor *vRef,
                                                 const aclTensor *qmapM,
                                                 const aclTensor *qmapV,
                                                 aclTensor *absmaxMRef,
                                                 aclTensor *absmaxVRef,
                                                 const aclTensor *step,
                                                 double lr,
                                                 double beta1,
                                                 double beta2,
                                                 double weightDecay,
                                                 double eps,
                                                 double gnormScale,
                                                 char *quantModeOptional,
                                                 int64_t blockSize,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnApplyAdamWQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnApplyAdamWQuant(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
