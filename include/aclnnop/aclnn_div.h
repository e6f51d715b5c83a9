/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDiv`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self / other`, broadcast, in the type that both promote to; integers in FLOAT.
 */
aclnnStatus aclnnDivGetWorkspaceSize(const aclTensor *self,
                                     const aclTensor *other,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnDiv`: queues the computation on `stream`.
 */
aclnnStatus aclnnDiv(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceDiv`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `selfRef / other` in place, in the type that both promote to; integers in FLOAT.
 */
aclnnStatus aclnnInplaceDivGetWorkspaceSize(aclTensor *selfRef,
                                            const aclTensor *other,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceDiv`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceDiv(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

/**
 * First phase of `aclnnDivMod`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self / other`, broadcast: the quotient itself where `mode` is 0, cut off toward zero where it is 1, its floor where it is 2.
 */
aclnnStatus aclnnDivModGetWorkspaceSize(const aclTensor *self,
                                        const aclTensor *other,
                                        int mode,
                                        aclTensor *out,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnDivMod`: queues the computation on `stream`.
 */
aclnnStatus aclnnDivMod(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceDivMod`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `selfRef / other` in place: the quotient itself where `mode` is 0, cut off toward zero where it is 1, its floor where it is 2.
 */
aclnnStatus aclnnInplaceDivModGetWorkspaceSize(aclTensor *selfRef,
                                               const aclTensor *other,
                                               int mode,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceDivMod`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceDivMod(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

/**
 * First phase of `aclnnDivs`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self / other`, a scalar, in the type that both give; integers in FLOAT.
 */
aclnnStatus aclnnDivsGetWorkspaceSize(const aclTensor *self,
                                      const aclScalar *other,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnDivs`: queues the computation on `stream`.
 */
aclnnStatus aclnnDivs(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceDivs`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `selfRef / other`, a scalar, in place.
 */
aclnnStatus aclnnInplaceDivsGetWorkspaceSize(aclTensor *selfRef,
                                             const aclScalar *other,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceDivs`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceDivs(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

/**
 * First phase of `aclnnDivMods`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self / other`, a scalar: the quotient itself where `mode` is 0, cut off toward zero where it is 1, its floor where it is 2.
 */
aclnnStatus aclnnDivModsGetWorkspaceSize(const aclTensor *self,
                                         const aclScalar *other,
                                         int mode,
                                         aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnDivMods`: queues the computation on `stream`.
 */
aclnnStatus aclnnDivMods(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

/**
 * First phase of `aclnnInplaceDivMods`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `selfRef / other`, a scalar, in place: by `mode` as aclnnDivMods.
 */
aclnnStatus aclnnInplaceDivModsGetWorkspaceSize(aclTensor *selfRef,
                                                const aclScalar *other,
                                                int mode,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceDivMods`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceDivMods(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
