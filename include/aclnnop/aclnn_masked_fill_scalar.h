/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplaceMaskedFillScalar`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `value`, converted to the type of `selfRef`, where `mask`, broadcast, is true.
 */
aclnnStatus aclnnInplaceMaskedFillScalarGetWorkspaceSize(aclTensor *selfRef,
                                                         const aclTensor *mask,
                                                         const aclScalar *value,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceMaskedFillScalar`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceMaskedFillScalar(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
