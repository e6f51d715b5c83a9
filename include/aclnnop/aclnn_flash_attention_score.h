/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFlashAttentionScore`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes attention of each head: `dropout(softmax(mask(scaleValue * (query @ key^T + realShift)))) @ value`, and the largest score and the sum of exponentials of
 * each query.
 */
aclnnStatus aclnnFlashAttentionScoreGetWorkspaceSize(const aclTensor *query,
                                                     const aclTensor *key,
                                                     const aclTensor *value,
                                                     const aclTensor *realShiftOptional,
                                                     const aclTensor *dropMaskOptional,
                                                     const aclTensor *paddingMaskOptional,
                                                     const aclTensor *attenMaskOptional,
                                                     const aclIntArray *prefixOptional,
                                                     double scaleValue,
                                                     double keepProb,
                                                     int64_t preTokens,
                                                     int64_t nextTokens,
                                                     int64_t headNum,
                                                     char *inputLayout,
                                                     int64_t innerPrecise,
                                                     int64_t sparseMode,
                                                     const aclTensor *softmaxMaxOut,
                                                     const aclTensor *softmaxSumOut,
                                                     const aclTensor *softmaxOutOut,
                                                     const aclTensor *attentionOutOut,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttentionScore`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttentionScore(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

/**
 * First phase of `aclnnFlashAttentionScoreV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes attention as `aclnnFlashAttentionScore`. With `pseType` 0 scores are scaled before `realShift` is added.
 */
aclnnStatus aclnnFlashAttentionScoreV2GetWorkspaceSize(const aclTensor *query,
                                                       const aclTensor *key,
                                                       const aclTensor *value,
                                                       const aclTensor *realShiftOptional,
                                                       const aclTensor *dropMaskOptional,
                                                       const aclTensor *paddingMaskOptional,
                                                       const aclTensor *attenMaskOptional,
                                                       const aclIntArray *prefixOptional,
                                                       const aclIntArray *qStartIdxOptional,
                                                       const aclIntArray *kvStartIdxOptional,
                                                       double scaleValue,
                                                       double keepProb,
                                                       int64_t preTokens,
                                                       int64_t nextTokens,
                                                       int64_t headNum,
                                                       char *inputLayout,
                                                       int64_t innerPrecise,
                                                       int64_t sparseMode,
                                                       int64_t pseType,
                                                       const aclTensor *softmaxMaxOut,
                                                       const aclTensor *softmaxSumOut,
                                                       const aclTensor *softmaxOutOut,
                                                       const aclTensor *attentionOutOut,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttentionScoreV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttentionScoreV2(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

/**
 * First phase of `aclnnFlashAttentionScoreV4`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes attention as `aclnnFlashAttentionScoreV2`, of sequences of one length or, in TND, of several.
 */
aclnnStatus aclnnFlashAttentionScoreV4GetWorkspaceSize(const aclTensor *query,
                                                       const aclTensor *key,
                                                       const aclTensor *value,
                                                       const aclTensor *realShiftOptional,
                                                       const aclTensor *dropMaskOptional,
                                                       const aclTensor *paddingMaskOptional,
                                                       const aclTensor *attenMaskOptional,
                                                       const aclTensor *queryRopeOptional,
                                                       const aclTensor *keyRopeOptional,
                                                       const aclTensor *dScaleQOptional,
                                                       const aclTensor *dScaleKOptional,
                                                       const aclTensor *dScaleVOptional,
                                                       const aclTensor *sinkOptional,
                                                       const aclIntArray *prefixOptional,
                                                       const aclIntArray *actualSeqQLenOptional,
                                                       const aclIntArray *actualSeqKvLenOptional,
                                                       const aclIntArray *qStartIdxOptional,
                                                       const aclIntArray *kvStartIdxOptional,
                                                       double scaleValue,
                                                       double keepProb,
                                                       int64_t preTokens,
                                                       int64_t nextTokens,
                                                       int64_t headNum,
                                                       char *inputLayout,
                                                       int64_t innerPrecise,
                                                       int64_t sparseMode,
                                                       int64_t outDtype,
                                                       int64_t pseType,
                                                       char *softmaxOutLayout,
                                                       int64_t seed,
                                                       int64_t offset,
                                                       const aclTensor *softmaxMaxOut,
                                                       const aclTensor *softmaxSumOut,
                                                       const aclTensor *softmaxOutOut,
                                                       const aclTensor *attentionOutOut,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttentionScoreV4`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttentionScoreV4(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

/**
 * First phase of `aclnnFlashAttentionVarLenScore`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes attention as `aclnnFlashAttentionScore`, of sequences of several lengths that lie one behind the other.
 */
aclnnStatus aclnnFlashAttentionVarLenScoreGetWorkspaceSize(const aclTensor *query,
                                                           const aclTensor *key,
                                                           const aclTensor *value,
                                                           const aclTensor *realShiftOptional,
                                                           const aclTensor *dropMaskOptional,
                                                           const aclTensor *paddingMaskOptional,
                                                           const aclTensor *attenMaskOptional,
                                                           const aclIntArray *prefixOptional,
                                                           const aclIntArray *actualSeqQLenOptional,
                                                           const aclIntArray *actualSeqKvLenOptional,
                                                           double scaleValue,
                                                           double keepProb,
                                                           int64_t preTokens,
                                                           int64_t nextTokens,
                                                           int64_t headNum,
                                                           char *inputLayout,
                                                           int64_t innerPrecise,
                                                           int64_t sparseMode,
                                                           const aclTensor *softmaxMaxOut,
                                                           const aclTensor *softmaxSumOut,
                                                           const aclTensor *softmaxOutOut,
                                                           const aclTensor *attentionOutOut,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttentionVarLenScore`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttentionVarLenScore(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

/**
 * First phase of `aclnnFlashAttentionVarLenScoreV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes attention as `aclnnFlashAttentionVarLenScore`. With `pseType` 0 scores are scaled before `realShift` is added.
 */
aclnnStatus aclnnFlashAttentionVarLenScoreV2GetWorkspaceSize(const aclTensor *query,
                                                             const aclTensor *key,
                                                             const aclTensor *value,
                                                             const aclTensor *realShiftOptional,
                                                             const aclTensor *dropMaskOptional,
                                                             const aclTensor *paddingMaskOptional,
                                                             const aclTensor *attenMaskOptional,
                                                             const aclIntArray *prefixOptional,
                                                             const aclIntArray *actualSeqQLenOptional,
                                                             const aclIntArray *actualSeqKvLenOptional,
                                                             const aclIntArray *qStartIdxOptional,
                                                             const aclIntArray *kvStartIdxOptional,
                                                             double scaleValue,
                                                             double keepProb,
                                                             int64_t preTokens,
                                                             int64_t nextTokens,
                                                             int64_t headNum,
                                                             char *inputLayout,
                                                             int64_t innerPrecise,
                                                             int64_t sparseMode,
                                                             int64_t pseType,
                                                             const aclTensor *softmaxMaxOut,
                                                             const aclTensor *softmaxSumOut,
                                                             const aclTensor *softmaxOutOut,
                                                             const aclTensor *attentionOutOut,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttentionVarLenScoreV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttentionVarLenScoreV2(void *workspace,
                                             uint64_t workspaceSize,
                                             aclOpExecutor *executor,
                                             aclrtStream stream);

/**
 * First phase of `aclnnFlashAttentionVarLenScoreV4`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes attention as `aclnnFlashAttentionVarLenScore`. With a `softmaxOutLayout` of "same_as_input" statistics lie by tokens first, otherwise by heads.
 */
aclnnStatus aclnnFlashAttentionVarLenScoreV4GetWorkspaceSize(const aclTensor *query,
                                                             const aclTensor *key,
                                                             const aclTensor *value,
                                                             const aclTensor *realShiftOptional,
                                                             const aclTensor *dropMaskOptional,
                                                             const aclTensor *paddingMaskOptional,
                                                             const aclTensor *attenMaskOptional,
                                                             const aclIntArray *prefixOptional,
                                                             const aclIntArray *actualSeqQLenOptional,
                                                             const aclIntArray *actualSeqKvLenOptional,
                                                             double scaleValue,
                                                             double keepProb,
                                                             int64_t preTokens,
                                                             int64_t nextTokens,
                                                             int64_t headNum,
                                                             char *inputLayout,
                                                             int64_t innerPrecise,
                                                             int64_t sparseMode,
                                                             char *softmaxOutLayout,
                                                             const aclTensor *softmaxMaxOut,
                                                             const aclTensor *softmaxSumOut,
                                                             const aclTensor *softmaxOutOut,
                                                             const aclTensor *attentionOutOut,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttentionVarLenScoreV4`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttentionVarLenScoreV4(void *workspace,
                                             uint64_t workspaceSize,
                                             aclOpExecutor *executor,
                                             aclrtStream stream);

/**
 * First phase of `aclnnFlashAttentionScoreV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes attention as `aclnnFlashAttentionScoreV2`, with one more key of each head, whose score is `sink` and whose value is 0.
 */
aclnnStatus aclnnFlashAttentionScoreV3GetWorkspaceSize(const aclTensor *query,
                                                       const aclTensor *key,
                                                       const aclTensor *value,
                                                       const aclTensor *realShiftOptional,
                                                       const aclTensor *dropMaskOptional,
                                                       const aclTensor *paddingMaskOptional,
                                                       const aclTensor *attenMaskOptional,
                                                       const aclTensor *sinkOptional,
                                                       const aclIntArray *prefixOptional,
                                                       const aclIntArray *qStartIdxOptional,
                                                       const aclIntArray *kvStartIdxOptional,
                                                       double scaleValue,
                                                       double keepProb,
                                                       int64_t preTokens,
                                                       int64_t nextTokens,
                                                       int64_t headNum,
                                                       char *inputLayout,
                                                       int64_t innerPrecise,
                                                       int64_t sparseMode,
                                                       int64_t pseType,
                                                       const aclTensor *softmaxMaxOut,
                                                       const aclTensor *softmaxSumOut,
                                                       const aclTensor *softmaxOutOut,
                                                       const aclTensor *attentionOutOut,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttentionScoreV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttentionScoreV3(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

/**
 * First phase of `aclnnFlashAttentionVarLenScoreV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes attention as `aclnnFlashAttentionVarLenScoreV2`, of queries and keys in two parts.
 */
aclnnStatus aclnnFlashAttentionVarLenScoreV3GetWorkspaceSize(const aclTensor *query,
                                                             const aclTensor *queryRope,
                                                             const aclTensor *key,
                                                             const aclTensor *keyRope,
                                                             const aclTensor *value,
                                                             const aclTensor *realShiftOptional,
                                                             const aclTensor *dropMaskOptional,
                                                             const aclTensor *paddingMaskOptional,
                                                             const aclTensor *attenMaskOptional,
                                                             const aclIntArray *prefixOptional,
                                                             const aclIntArray *actualSeqQLenOptional,
                                                             const aclIntArray *actualSeqKvLenOptional,
                                                             const aclIntArray *qStartIdxOptional,
                                                             const aclIntArray *kvStartIdxOptional,
                                                             double scaleValue,
                                                             double keepProb,
                                                             int64_t preTokens,
                                                             int64_t nextTokens,
                                                             int64_t headNum,
                                                             char *inputLayout,
                                                             int64_t innerPrecise,
                                                             int64_t sparseMode,
                                                             int64_t pseType,
                                                             const aclTensor *softmaxMaxOut,
                                                             const aclTensor *softmaxSumOut,
                                                             const aclTensor *softmaxOutOut,
                                                             const aclTensor *attentionOutOut,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttentionVarLenScoreV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttentionVarLenScoreV3(void *workspace,
                                             uint64_t workspaceSize,
                                             aclOpExecutor *executor,
                                             aclrtStream stream);

/**
 * As the first phase of `aclnnFlashAttentionVarLenScoreV5`: the workspace suffices for sequences of any lengths in tensors of these shapes, and the executor may be used or destroyed.
 */
aclnnStatus aclnnFlashAttentionVarLenScoreV5GetMaxWorkspaceSize(const aclTensor *query,
                                                                const aclTensor *queryRope,
                                                                const aclTensor *key,
                                                                const aclTensor *keyRope,
                                                                const aclTensor *value,
                                                                const aclTensor *realShiftOptional,
                                                                const aclTensor *dropMaskOptional,
                                                                const aclTensor *paddingMaskOptional,
                                                                const aclTensor *attenMaskOptional,
                                                                const aclTensor *sinkOptional,
                                                                const aclIntArray *prefixOptional,
                                                                const aclIntArray *actualSeqQLenOptional,
                                                                const aclIntArray *actualSeqKvLenOptional,
                                                                const aclIntArray *qStartIdxOptional,
                                                                const aclIntArray *kvStartIdxOptional,
                                                                double scaleValue,
                                                                double keepProb,
                                                                int64_t preTokens,
                                                                int64_t nextTokens,
                                                                int64_t headNum,
                                                                char *inputLayout,
                                                                int64_t innerPrecise,
                                                                int64_t sparseMode,
                                                                int64_t pseType,
                                                                char *softmaxOutLayout,
                                                                const aclTensor *softmaxMaxOut,
                                                                const aclTensor *softmaxSumOut,
                                                                const aclTensor *softmaxOutOut,
                                                                const aclTensor *attentionOutOut,
                                                                uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);

/**
 * First phase of `aclnnFlashAttentionVarLenScoreV5`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes attention as `aclnnFlashAttentionVarLenScoreV3`, with a `sink` as `aclnnFlashAttentionScoreV3`; with a `softmaxOutLayout` of "same_as_input" statistics lie by
 * tokens first.
 */
aclnnStatus aclnnFlashAttentionVarLenScoreV5GetWorkspaceSize(const aclTensor *query,
                                                             const aclTensor *queryRope,
                                                             const aclTensor *key,
                                                             const aclTensor *keyRope,
                                                             const aclTensor *value,
                                                             const aclTensor *realShiftOptional,
                                                             const aclTensor *dropMaskOptional,
                                                             const aclTensor *paddingMaskOptional,
                                                             const aclTensor *attenMaskOptional,
                                                             const aclTensor *sinkOptional,
                                                             const aclIntArray *prefixOptional,
                                                             const aclIntArray *actualSeqQLenOptional,
                                                             const aclIntArray *actualSeqKvLenOptional,
                                                             const aclIntArray *qStartIdxOptional,
                                                             const aclIntArray *kvStartIdxOptional,
                                                             double scaleValue,
                                                             double keepProb,
                                                             int64_t preTokens,
                                                             int64_t nextTokens,
                                                             int64_t headNum,
                                                             char *inputLayout,
                                                             int64_t innerPrecise,
                                                             int64_t sparseMode,
                                                             int64_t pseType,
                                                             char *softmaxOutLayout,
                                                             const aclTensor *softmaxMaxOut,
                                                             const aclTensor *softmaxSumOut,
                                                             const aclTensor *softmaxOutOut,
                                                             const aclTensor *attentionOutOut,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttentionVarLenScoreV5`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttentionVarLenScoreV5(void *workspace,
                                             uint64_t workspaceSize,
                                             aclOpExecutor *executor,
                                             aclrtStream stream);

/**
 * First phase of `aclnnQuantFlashAttentionScore`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes attention of queries, keys and values of HIFLOAT8 in BSND: `softmax(scaleValue * query @ key^T) @ value`, each element times the scale of its block of 128 rows
 * of queries, 256 of keys and 512 of values. `pScale` cancels out; `attenMaskOptional`, `preTokens`, `nextTokens` and `sparseMode` are reserved. On Ascend950.
 */
aclnnStatus aclnnQuantFlashAttentionScoreGetWorkspaceSize(const aclTensor *query,
                                                          const aclTensor *key,
                                                          const aclTensor *value,
                                                          const aclTensor *attenMaskOptional,
                                                          const aclTensor *dScaleQ,
                                                          const aclTensor *dScaleK,
                                                          const aclTensor *dScaleV,
                                                          const aclTensor *pScale,
                                                          double scaleValue,
                                                          int64_t preTokens,
                                                          int64_t nextTokens,
                                                          int64_t headNum,
                                                          char *inputLayout,
                                                          int64_t sparseMode,
                                                          aclTensor *softmaxMaxOut,
                                                          aclTensor *softmaxSumOut,
                                                          aclTensor *softmaxOutout,
                                                          aclTensor *attentionOutOut,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantFlashAttentionScore`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantFlashAttentionScore(void *workspace,
                                          uint64_t workspaceSize,
                                          aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
