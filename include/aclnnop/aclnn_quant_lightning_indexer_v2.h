/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantLightningIndexerV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnLightningIndexerV2`, of codes that scales belong to. `quantMode` 1: FLOAT8_E4M3FN, 2: INT8 with FLOAT16 weights, each with a scale for each head of each row; 3: FLOAT8_E4M3FN, 5: FLOAT4_E2M1, with scales of
 * FLOAT8_E8M0 for each 32 elements; 4: HIFLOAT8 with one scale. Scores are `sum over heads of weights * relu(scales * (query @ key))`, values BFLOAT16. Chips before Ascend950 have mode 2 with 64 heads, keys in blocks, a
 * `cmpRatio` that is a power of two, and neither values nor offsets.
 */
aclnnStatus aclnnQuantLightningIndexerV2GetWorkspaceSize(const aclTensor *query,
                                                         const aclTensor *key,
                                                         const aclTensor *weights,
                                                         const aclTensor *queryDequantScale,
                                                         const aclTensor *keyDequantScale,
                                                         const aclTensor *cuSeqLensQOptional,
                                                         const aclTensor *cuSeqLensKOptional,
                                                         const aclTensor *sequsedQOptional,
                                                         const aclTensor *sequsedKOptional,
                                                         const aclTensor *cmpResidualKOptional,
                                                         const aclTensor *blockTableOptional,
                                                         const aclTensor *outputIdxOffsetOptional,
                                                         const aclTensor *metadataOptional,
                                                         int64_t topk,
                                                         int64_t quantMode,
                                                         int64_t maxSeqlenQOptional,
                                                         char *layoutQOptional,
                                                         char *layoutKOptional,
                                                         int64_t maskModeOptional,
                                                         int64_t cmpRatioOptional,
                                                         int64_t returnValueOptional,
                                                         const aclTensor *sparseIndicesOut,
                                                         const aclTensor *sparseValuesOut,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantLightningIndexerV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantLightningIndexerV2(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
