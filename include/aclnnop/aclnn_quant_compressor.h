/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantCompressor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnCompressor` of HIFLOAT8 tokens and weights: products are multiplied by `xDescaleOptional[0]` and by a number for each channel in `wkvDescaleOptional` and `wgateDescaleOptional`, FLOAT. `quantMode` is 1; `cmpKvOut` is BFLOAT16.
 */
aclnnStatus aclnnQuantCompressorGetWorkspaceSize(const aclTensor *x,
                                                 const aclTensor *wkv,
                                                 const aclTensor *wgate,
                                                 aclTensor *stateCacheRef,
                                                 const aclTensor *ape,
                                                 const aclTensor *xDescaleOptional,
                                                 const aclTensor *wkvDescaleOptional,
                                                 const aclTensor *wgateDescaleOptional,
                                                 const aclTensor *stateBlockTableOptional,
                                                 const aclTensor *cuSeqlensOptional,
                                                 const aclTensor *sequsedOptional,
                                                 const aclTensor *startPosOptional,
                                                 int64_t quantMode,
                                                 int64_t cmpRatio,
                                                 int64_t coff,
                                                 int64_t cacheMode,
                                                 int64_t stateCacheStrideDim0,
                                                 const aclTensor *cmpKvOut,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantCompressor`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantCompressor(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
