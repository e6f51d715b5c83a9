/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnHansEncode`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Stores the last byte of each element of `inputTensor`, which has its sign and exponent, by codes in `fixedOut` and, as far as they have no room there, `varOut`, and the other bytes in `mantissaOut`. Only `aclnnHansDecode` of this library reads
 * them. With `statisticOptional` the 256 numbers of `pdfRef` become how often each byte is there; the codes are those of the bytes whatever they were. At least 32768 elements, a multiple of 64. `fixedOut` has at least 512 bytes, and both together
 * one for each element, one for each 64, 512, and 8448 for each 32768 elements; with `reshuffOptional` `fixedOut` alone has them. FLOAT, FLOAT16 or BFLOAT16; on Ascend910B, Ascend910_93 and Ascend950.
 */
aclnnStatus aclnnHansEncodeGetWorkspaceSize(const aclTensor *inputTensor,
                                            aclTensor *pdfRef,
                                            bool statisticOptional,
                                            bool reshuffOptional,
                                            const aclTensor *mantissaOut,
                                            const aclTensor *fixedOut,
                                            const aclTensor *varOut,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnHansEncode`: queues the computation on `stream`.
 */
aclnnStatus aclnnHansEncode(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
