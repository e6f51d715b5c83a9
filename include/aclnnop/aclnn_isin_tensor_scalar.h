/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnIsInTensorScalar`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether elements of `element` equal `testElement`, or with `invert` whether they differ. The scalar counts by its category only: an
 * integer tensor keeps its type beside an integer, of which it sees the low bits.
 */
aclnnStatus aclnnIsInTensorScalarGetWorkspaceSize(const aclTensor *element,
                                                  const aclScalar *testElement,
                                                  bool assumeUnique,
                                                  bool invert,
                                                  aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnIsInTensorScalar`: queues the computation on `stream`.
 */
aclnnStatus aclnnIsInTensorScalar(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
