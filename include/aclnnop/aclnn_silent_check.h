/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSilentCheck`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes to `result` whether `val` is a fault: 1 if it is not finite, above `cThreshL1`, or, after more than `cMinSteps` numbers, away from the last one by more than `cCoeffL1` times the range of all before; else 2 for the same with
 * `cThreshL2` and `cCoeffL2`; else 0. `sfdaRef` holds the last number, the smallest and the largest one, and `stepRef` how many there were; both are brought up to date, but not by a 1 where `npuAsdDetect` is not 1. Nothing ends the program, and
 * `inputGradRef` stays. On Ascend910B and Ascend910_93.
 */
aclnnStatus aclnnSilentCheckGetWorkspaceSize(const aclTensor *val,
                                             aclTensor *inputGradRef,
                                             aclTensor *sfdaRef,
                                             aclTensor *stepRef,
                                             int32_t cMinSteps,
                                             float cThreshL1,
                                             float cCoeffL1,
                                             float cThreshL2,
                                             float cCoeffL2,
                                             int32_t npuAsdDetect,
                                             aclTensor *result,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnSilentCheck`: queues the computation on `stream`.
 */
aclnnStatus aclnnSilentCheck(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
