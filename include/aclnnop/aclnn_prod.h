/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnProd`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the product of all elements, converted to `dtype`, which `out` has. Floating-point products are rounded once, integers wrap; an empty
 * `self` gives 1.
 */
aclnnStatus aclnnProdGetWorkspaceSize(const aclTensor *self,
                                      aclDataType dtype,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnProd`: queues the computation on `stream`.
 */
aclnnStatus aclnnProd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnProdDim`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the product along axis `dim` of the elements, converted to `dtype`, which `out` has.
 */
aclnnStatus aclnnProdDimGetWorkspaceSize(const aclTensor *self,
                                         int64_t dim,
                                         bool keepDim,
                                         aclDataType dtype,
                                         aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnProdDim`: queues the computation on `stream`.
 */
aclnnStatus aclnnProdDim(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
