/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnConvertWeightToINT4Pack`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Packs the lowest four bits of each number of INT32, or numbers of FLOAT as FLOAT4_E2M1.
 */
aclnnStatus aclnnConvertWeightToINT4PackGetWorkspaceSize(const aclTensor *weight,
                                                         aclTensor *weightInt4Pack,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnConvertWeightToINT4Pack`: queues the computation on `stream`.
 */
aclnnStatus aclnnConvertWeightToINT4Pack(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
