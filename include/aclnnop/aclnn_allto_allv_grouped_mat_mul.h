/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAlltoAllvGroupedMatMul`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Sends rows of `gmmX`, which stand in the order of ranks and their experts, to these ranks, and multiplies those that come by the matrices of this rank's experts, (e, H1, N1) or with `transGmmWeight` (e, N1, H1): `gmmY` has them in the order of experts, each in that of ranks. `permuteOutOptional` gets the rows before, with `permuteOutFlag`. `sendCounts` and `recvCounts` have the number of rows at [rank * e + expert].
 * `mmXOptional`, `mmWeightOptional` and `mmYOptional`, all or none, are the product of a shared expert. FLOAT16 or BFLOAT16; products in DOUBLE, rounded once.
 */
aclnnStatus aclnnAlltoAllvGroupedMatMulGetWorkspaceSize(const aclTensor *gmmX,
                                                        const aclTensor *gmmWeight,
                                                        const aclTensor *sendCountsTensorOptional,
                                                        const aclTensor *recvCountsTensorOptional,
                                                        const aclTensor *mmXOptional,
                                                        const aclTensor *mmWeightOptional,
                                                        const char *group,
                                                        int64_t epWorldSize,
                                                        const aclIntArray *sendCounts,
                                                        const aclIntArray *recvCounts,
                                                        bool transGmmWeight,
                                                        bool transMmWeight,
                                                        bool permuteOutFlag,
                                                        aclTensor *gmmY,
                                                        aclTensor *mmYOptional,
                                                        aclTensor *permuteOutOptional,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnAlltoAllvGroupedMatMul`: queues the computation on `stream`.
 */
aclnnStatus aclnnAlltoAllvGroupedMatMul(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
