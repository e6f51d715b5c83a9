/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplaceMaskedFillTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the one element of `value`, converted to the type of `selfRef`, where `mask`, broadcast, is true.
 */
aclnnStatus aclnnInplaceMaskedFillTensorGetWorkspaceSize(aclTensor *selfRef,
                                                         const aclTensor *mask,
                                                         const aclTensor *value,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceMaskedFillTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceMaskedFillTensor(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
