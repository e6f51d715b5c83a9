/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnUpsampleNearestExact3d`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes volumes of `outputSize`: each element is made of the element whose middle is nearest. A scale above 0 says how many there are for each
 * element; 0 or less, the sizes say it.
 */
aclnnStatus aclnnUpsampleNearestExact3dGetWorkspaceSize(const aclTensor *self,
                                                        const aclIntArray *outputSize,
                                                        double scalesD,
                                                        double scalesH,
                                                        double scalesW,
                                                        aclTensor *out,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnUpsampleNearestExact3d`: queues the computation on `stream`.
 */
aclnnStatus aclnnUpsampleNearestExact3d(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
