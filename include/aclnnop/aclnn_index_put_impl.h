/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnIndexPutImpl`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `values`, broadcast, to `selfRef[indices]` as PyTorch, or adds them with `accumulate`, rounded once; of several for one element the last one stays. An
 * index below 0 counts from the end; one outside its axis fails the task, whatever `unsafe` says.
 */
aclnnStatus aclnnIndexPutImplGetWorkspaceSize(aclTensor *selfRef,
                                              const aclTensorList *indices,
                                              const aclTensor *values,
                                              bool accumulate,
                                              bool unsafe,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnIndexPutImpl`: queues the computation on `stream`.
 */
aclnnStatus aclnnIndexPutImpl(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
