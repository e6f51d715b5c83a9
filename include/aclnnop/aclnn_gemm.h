/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGemm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `alpha * A @ B + beta * C`, `C` broadcast, `A` and `B` transposed where `transA` and `transB` are not 0. With a `beta` of 0 `C` is not read, with
 * an `alpha` of 0 the matrices are not.
 */
aclnnStatus aclnnGemmGetWorkspaceSize(const aclTensor *a,
                                      const aclTensor *b,
                                      const aclTensor *c,
                                      float alpha,
                                      float beta,
                                      int64_t transA,
                                      int64_t transB,
                                      aclTensor *out,
                                      int8_t cubeMathType,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnGemm`: queues the computation on `stream`.
 */
aclnnStatus aclnnGemm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
