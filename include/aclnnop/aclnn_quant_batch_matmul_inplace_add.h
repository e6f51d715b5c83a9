/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantBatchMatmulInplaceAdd`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Adds to `yRef` the product of the transposed `x1` and of `x2`, times their scales. `groupSize` is 32 with powers of two.
 */
aclnnStatus aclnnQuantBatchMatmulInplaceAddGetWorkspaceSize(const aclTensor *x1,
                                                            const aclTensor *x2,
                                                            const aclTensor *x1ScaleOptional,
                                                            const aclTensor *x2Scale,
                                                            aclTensor *yRef,
                                                            bool transposeX1,
                                                            bool transposeX2,
                                                            int64_t groupSize,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantBatchMatmulInplaceAdd`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantBatchMatmulInplaceAdd(void *workspace,
                                            uint64_t workspaceSize,
                                            aclOpExecutor *executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
