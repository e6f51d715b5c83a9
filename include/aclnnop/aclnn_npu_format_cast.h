/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnNpuFormatCast`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Converts `srcTensor` to the format of `dstTensor`: from ND, NCL, NCHW and others to FRACTAL_NZ, NC1HWC0, FRACTAL_Z and others, in blocks as the device
 * stores them, with zeros in what no element fills, or back. The storage of the tensor in the private format has the shape that
 * `aclnnNpuFormatCastCalculateSizeAndFormat` gives; its view has that of the other tensor afterwards. Bits are copied.
 */
aclnnStatus aclnnNpuFormatCastGetWorkspaceSize(const aclTensor *srcTensor,
                                               aclTensor *dstTensor,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnNpuFormatCast`: queues the computation on `stream`.
 */
aclnnStatus aclnnNpuFormatCast(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

/**
 * Returns the shape that the storage of `srcTensor` has in `dstFormat`, in an array that the program frees with `delete[]`, and the format to create it
 * with. Blocks have as many elements as 32 bytes hold of `additionalDtype` (-1: the type of `srcTensor`). What is not converted gives 361001.
 */
aclnnStatus aclnnNpuFormatCastCalculateSizeAndFormat(const aclTensor *srcTensor,
                                                     int dstFormat,
                                                     int additionalDtype,
                                                     int64_t **dstShape,
                                                     uint64_t *dstShapeSize,
                                                     int *actualFormat);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
