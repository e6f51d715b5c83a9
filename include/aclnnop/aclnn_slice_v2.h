/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSliceV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies every `steps[i]`-th element of dimension `axes[i]` from `starts[i]` to before `ends[i]`, for all `i`. Negative numbers count from the end;
 * what lies outside is left out.
 */
aclnnStatus aclnnSliceV2GetWorkspaceSize(const aclTensor *self,
                                         const aclIntArray *starts,
                                         const aclIntArray *ends,
                                         const aclIntArray *axes,
                                         const aclIntArray *steps,
                                         aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnSliceV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnSliceV2(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
