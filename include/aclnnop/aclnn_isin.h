/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnIsInScalarTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes whether an element of `testElements` equals `element`, or with `invert` whether none does, into `out`, of rank 0. The two promote as
 * tensors if there are 10 elements or more; else a floating-point tensor keeps its type, and an integer one too beside an integer.
 */
aclnnStatus aclnnIsInScalarTensorGetWorkspaceSize(const aclScalar *element,
                                                  const aclTensor *testElements,
                                                  bool assumeUnique,
                                                  bool invert,
                                                  aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnIsInScalarTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnIsInScalarTensor(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
