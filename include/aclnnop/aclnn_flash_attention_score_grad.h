/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFlashAttentionScoreGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnFlashAttentionScore` by queries, keys and values, and by what is added to scores where it has a number for each.
 */
aclnnStatus aclnnFlashAttentionScoreGradGetWorkspaceSize(const aclTensor *query,
                                                         const aclTensor *keyIn,
                                                         const aclTensor *value,
                                                         const aclTensor *dy,
                                                         const aclTensor *pseShiftOptional,
                                                         const aclTensor *dropMaskOptional,
                                                         const aclTensor *paddingMaskOptional,
                                                         const aclTensor *attenMaskOptional,
                                                         const aclTensor *softmaxMaxOptional,
                                                         const aclTensor *softmaxSumOptional,
                                                         const aclTensor *softmaxInOptional,
                                                         const aclTensor *attentionInOptional,
                                                         const aclIntArray *prefixOptional,
                                                         double scaleValue,
                                                         double keepProb,
                                                         int64_t preTokens,
                                                         int64_t nextTokens,
                                                         int64_t headNum,
                                                         char *inputLayout,
                                                         int64_t innerPrecise,
                                                         int64_t sparseMode,
                                                         const aclTensor *dqOut,
                                                         const aclTensor *dkOut,
                                                         const aclTensor *dvOut,
                                                         const aclTensor *dpseOut,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttentionScoreGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttentionScoreGrad(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

/**
 * First phase of `aclnnFlashAttentionScoreGradV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnFlashAttentionScoreV2`.
 */
aclnnStatus aclnnFlashAttentionScoreGradV2GetWorkspaceSize(const aclTensor *query,
                                                           const aclTensor *keyIn,
                                                           const aclTensor *value,
                                                           const aclTensor *dy,
                                                           const aclTensor *pseShiftOptional,
                                                           const aclTensor *dropMaskOptional,
                                                           const aclTensor *paddingMaskOptional,
                                                           const aclTensor *attenMaskOptional,
                                                           const aclTensor *softmaxMaxOptional,
                                                           const aclTensor *softmaxSumOptional,
                                                           const aclTensor *softmaxInOptional,
                                                           const aclTensor *attentionInOptional,
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
                                                           const aclTensor *dqOut,
                                                           const aclTensor *dkOut,
                                                           const aclTensor *dvOut,
                                                           const aclTensor *dpseOut,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttentionScoreGradV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttentionScoreGradV2(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

/**
 * First phase of `aclnnFlashAttentionScoreGradV4`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnFlashAttentionScoreV4`.
 */
aclnnStatus aclnnFlashAttentionScoreGradV4GetWorkspaceSize(const aclTensor *query,
                                                           const aclTensor *keyIn,
                                                           const aclTensor *value,
                                                           const aclTensor *dy,
                                                           const aclTensor *pseShiftOptional,
                                                           const aclTensor *dropMaskOptional,
                                                           const aclTensor *paddingMaskOptional,
                                                           const aclTensor *attenMaskOptional,
                                                           const aclTensor *softmaxMaxOptional,
                                                           const aclTensor *softmaxSumOptional,
                                                           const aclTensor *softmaxInOptional,
                                                           const aclTensor *attentionInOptional,
                                                           const aclTensor *sinkInOptional,
                                                           const aclTensor *queryRopeOptional,
                                                           const aclTensor *keyRopeOptional,
                                                           const aclTensor *dScaleQOptional,
                                                           const aclTensor *dScaleKOptional,
                                                           const aclTensor *dScaleVOptional,
                                                           const aclTensor *dScaleDyOptional,
                                                           const aclTensor *dScaleOOptional,
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
                                                           char *softmaxInLayout,
                                                           int64_t innerPrecise,
                                                           int64_t sparseMode,
                                                           int64_t pseType,
                                                           int64_t seed,
                                                           int64_t offset,
                                                           int64_t outDtype,
                                                           const aclTensor *dqOut,
                                                           const aclTensor *dkOut,
                                                           const aclTensor *dvOut,
                                                           const aclTensor *dqRopeOut,
                                                           const aclTensor *dkRopeOut,
                                                           const aclTensor *dpseOut,
                                                           const aclTensor *dsinkOut,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttentionScoreGradV4`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttentionScoreGradV4(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

/**
 * First phase of `aclnnFlashAttentionUnpaddingScoreGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnFlashAttentionVarLenScore`.
 */
aclnnStatus aclnnFlashAttentionUnpaddingScoreGradGetWorkspaceSize(const aclTensor *query,
                                                                  const aclTensor *keyIn,
                                                                  const aclTensor *value,
                                                                  const aclTensor *dy,
                                                                  const aclTensor *pseShiftOptional,
                                                                  const aclTensor *dropMaskOptional,
                                                                  const aclTensor *paddingMaskOptional,
                                                                  const aclTensor *attenMaskOptional,
                                                                  const aclTensor *softmaxMaxOptional,
                                                                  const aclTensor *softmaxSumOptional,
                                                                  const aclTensor *softmaxInOptional,
                                                                  const aclTensor *attentionInOptional,
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
                                                                  const aclTensor *dqOut,
                                                                  const aclTensor *dkOut,
                                                                  const aclTensor *dvOut,
                                                                  const aclTensor *dpseOut,
                                                                  uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttentionUnpaddingScoreGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttentionUnpaddingScoreGrad(void *workspace,
                                                  uint64_t workspaceSize,
                                                  aclOpExecutor *executor,
                                                  aclrtStream stream);

/**
 * First phase of `aclnnFlashAttentionUnpaddingScoreGradV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnFlashAttentionVarLenScoreV2`.
 */
aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV2GetWorkspaceSize(const aclTensor *query,
                                                                    const aclTensor *keyIn,
                                                                    const aclTensor *value,
                                                                    const aclTensor *dy,
                                                                    const aclTensor *pseShiftOptional,
                                                                    const aclTensor *dropMaskOptional,
                                                                    const aclTensor *paddingMaskOptional,
                                                                    const aclTensor *attenMaskOptional,
                                                                    const aclTensor *softmaxMaxOptional,
                                                                    const aclTensor *softmaxSumOptional,
                                                                    const aclTensor *softmaxInOptional,
                                                                    const aclTensor *attentionInOptional,
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
                                                                    const aclTensor *dqOut,
                                                                    const aclTensor *dkOut,
                                                                    const aclTensor *dvOut,
                                                                    const aclTensor *dpseOut,
                                                                    uint64_t *workspaceSize,
                                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttentionUnpaddingScoreGradV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV2(void *workspace,
                                                    uint64_t workspaceSize,
                                                    aclOpExecutor *executor,
                                                    aclrtStream stream);

/**
 * First phase of `aclnnFlashAttentionUnpaddingScoreGradV4`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnFlashAttentionVarLenScoreV4`.
 */
aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV4GetWorkspaceSize(const aclTensor *query,
                                                                    const aclTensor *keyIn,
                                                                    const aclTensor *value,
                                                                    const aclTensor *dy,
                                                                    const aclTensor *pseShiftOptional,
                                                                    const aclTensor *dropMaskOptional,
                                                                    const aclTensor *paddingMaskOptional,
                                                                    const aclTensor *attenMaskOptional,
                                                                    const aclTensor *softmaxMaxOptional,
                                                                    const aclTensor *softmaxSumOptional,
                                                                    const aclTensor *softmaxInOptional,
                                                                    const aclTensor *attentionInOptional,
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
                                                                    const aclTensor *dqOut,
                                                                    const aclTensor *dkOut,
                                                                    const aclTensor *dvOut,
                                                                    const aclTensor *dpseOut,
                                                                    char *softmaxInLayout,
                                                                    uint64_t *workspaceSize,
                                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttentionUnpaddingScoreGradV4`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV4(void *workspace,
                                                    uint64_t workspaceSize,
                                                    aclOpExecutor *executor,
                                                    aclrtStream stream);

/**
 * First phase of `aclnnFlashAttentionScoreGradV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnFlashAttentionScoreV3`.
 */
aclnnStatus aclnnFlashAttentionScoreGradV3GetWorkspaceSize(const aclTensor *query,
                                                           const aclTensor *keyIn,
                                                           const aclTensor *value,
                                                           const aclTensor *dy,
                                                           const aclTensor *pseShiftOptional,
                                                           const aclTensor *dropMaskOptional,
                                                           const aclTensor *paddingMaskOptional,
                                                           const aclTensor *attenMaskOptional,
                                                           const aclTensor *softmaxMaxOptional,
                                                           const aclTensor *softmaxSumOptional,
                                                           const aclTensor *softmaxInOptional,
                                                           const aclTensor *attentionInOptional,
                                                           const aclTensor *sinkInOptional,
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
                                                           const aclTensor *dqOut,
                                                           const aclTensor *dkOut,
                                                           const aclTensor *dvOut,
                                                           const aclTensor *dpseOut,
                                                           const aclTensor *dsinkOut,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttentionScoreGradV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttentionScoreGradV3(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

/**
 * First phase of `aclnnFlashAttentionUnpaddingScoreGradV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnFlashAttentionVarLenScoreV3`.
 */
aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV3GetWorkspaceSize(const aclTensor *query,
                                                                    const aclTensor *queryRope,
                                                                    const aclTensor *keyIn,
                                                                    const aclTensor *keyInRope,
                                                                    const aclTensor *value,
                                                                    const aclTensor *dy,
                                                                    const aclTensor *pseShiftOptional,
                                                                    const aclTensor *dropMaskOptional,
                                                                    const aclTensor *paddingMaskOptional,
                                                                    const aclTensor *attenMaskOptional,
                                                                    const aclTensor *softmaxMaxOptional,
                                                                    const aclTensor *softmaxSumOptional,
                                                                    const aclTensor *softmaxInOptional,
                                                                    const aclTensor *attentionInOptional,
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
                                                                    const aclTensor *dqOut,
                                                                    const aclTensor *dqRopeOut,
                                                                    const aclTensor *dkOut,
                                                                    const aclTensor *dkRopeOut,
                                                                    const aclTensor *dvOut,
                                                                    const aclTensor *dpseOut,
                                                                    uint64_t *workspaceSize,
                                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttentionUnpaddingScoreGradV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV3(void *workspace,
                                                    uint64_t workspaceSize,
                                                    aclOpExecutor *executor,
                                                    aclrtStream stream);

/**
 * As the first phase of `aclnnFlashAttentionUnpaddingScoreGradV5`: the workspace suffices for sequences of any lengths in tensors of these shapes, and the executor may be used or destroyed.
 */
aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV5GetMaxWorkspaceSize(const aclTensor *query,
                                                                       const aclTensor *queryRope,
                                                                       const aclTensor *keyIn,
                                                                       const aclTensor *keyInRope,
                                                                       const aclTensor *value,
                                                                       const aclTensor *dy,
                                                                       const aclTensor *pseShiftOptional,
                                                                       const aclTensor *dropMaskOptional,
                                                                       const aclTensor *paddingMaskOptional,
                                                                       const aclTensor *attenMaskOptional,
                                                                       const aclTensor *softmaxMaxOptional,
                                                                       const aclTensor *softmaxSumOptional,
                                                                       const aclTensor *softmaxInOptional,
                                                                       const aclTensor *attentionInOptional,
                                                                       const aclTensor *sinkInOptional,
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
                                                                       char *softmaxInLayout,
                                                                       const aclTensor *dqOut,
                                                                       const aclTensor *dqRopeOut,
                                                                       const aclTensor *dkOut,
                                                                       const aclTensor *dkRopeOut,
                                                                       const aclTensor *dvOut,
                                                                       const aclTensor *dpseOut,
                                                                       const aclTensor *dsinkOut,
                                                                       uint64_t *workspaceSize,
                                                                       aclOpExecutor **executor);

/**
 * First phase of `aclnnFlashAttentionUnpaddingScoreGradV5`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnFlashAttentionVarLenScoreV5`.
 */
aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV5GetWorkspaceSize(const aclTensor *query,
                                                                    const aclTensor *queryRope,
                                                                    const aclTensor *keyIn,
                                                                    const aclTensor *keyInRope,
                                                                    const aclTensor *value,
                                                                    const aclTensor *dy,
                                                                    const aclTensor *pseShiftOptional,
                                                                    const aclTensor *dropMaskOptional,
                                                                    const aclTensor *paddingMaskOptional,
                                                                    const aclTensor *attenMaskOptional,
                                                                    const aclTensor *softmaxMaxOptional,
                                                                    const aclTensor *softmaxSumOptional,
                                                                    const aclTensor *softmaxInOptional,
                                                                    const aclTensor *attentionInOptional,
                                                                    const aclTensor *sinkInOptional,
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
                                                                    char *softmaxInLayout,
                                                                    const aclTensor *dqOut,
                                                                    const aclTensor *dqRopeOut,
                                                                    const aclTensor *dkOut,
                                                                    const aclTensor *dkRopeOut,
                                                                    const aclTensor *dvOut,
                                                                    const aclTensor *dpseOut,
                                                                    const aclTensor *dsinkOut,
                                                                    uint64_t *workspaceSize,
                                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttentionUnpaddingScoreGradV5`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV5(void *workspace,
                                                    uint64_t workspaceSize,
                                                    aclOpExecutor *executor,
                                                    aclrtStream stream);

/**
 * First phase of `aclnnQuantFlashAttentionScoreGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnQuantFlashAttentionScore` by queries, keys and values: of HIFLOAT8, as is `dy`, each element times the scale of its block of 512 rows. `dsScale` and `pScale` cancel
 * out; `attenMaskOptional`, `preTokens`, `nextTokens` and `sparseMode` are reserved. Results are FLOAT16 where `outDtype` is 0, BFLOAT16 where it is 1. On Ascend950.
 */
aclnnStatus aclnnQuantFlashAttentionScoreGradGetWorkspaceSize(const aclTensor *query,
                                                              const aclTensor *keyIn,
                                                              const aclTensor *value,
                                                              const aclTensor *dy,
                                                              const aclTensor *attenMaskOptional,
                                                              const aclTensor *softmaxMax,
                                                              const aclTensor *softmaxSum,
                                                              const aclTensor *attentionIn,
                                                              const aclTensor *dScaleQ,
                                                              const aclTensor *dScaleK,
                                                              const aclTensor *dScaleV,
                                                              const aclTensor *dScaleDy,
                                                              const aclTensor *dsScale,
                                                              const aclTensor *pScale,
                                                              double scaleValue,
                                                              int64_t preTokens,
                                                              int64_t nextTokens,
                                                              int64_t headNum,
                                                              char *inputLayout,
                                                              int64_t sparseMode,
                                                              int64_t outDtype,
                                                              aclTensor *dqOut,
                                                              aclTensor *dkOut,
                                                              aclTensor *dvOut,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantFlashAttentionScoreGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantFlashAttentionScoreGrad(void *workspace,
                                              uint64_t workspaceSize,
                                              aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
