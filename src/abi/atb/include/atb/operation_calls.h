// Operators of libatb.so as pairs of C functions. The first checks a call, returns the bytes of device memory that the second needs, and makes an operation or takes the one of the call before.
#ifndef HOSTNPU_ATB_OPERATION_CALLS_H
#define HOSTNPU_ATB_OPERATION_CALLS_H

#include <aclnn/acl_meta.h>

#include "atb/operation.h"

extern "C" {

/// Attention of multi-head latent attention over packed sequences, whose queries and keys have two parts. qNope (tokens, heads, D), qRope (tokens, heads, 64), kNope, kRope and value
/// for the tokens of keys, seqLen INT32 of the host: lengths (sequences), or those of queries and those of keys (2, sequences). output (tokens, heads, D) and softmaxLse FLOAT (heads, tokens).
/// calcType 1 begins; 0 merges with prevOut and prevLse. maskType 1 hides later keys, the last query seeing all.
atb::Status AtbRingMLAGetWorkspaceSize(const aclTensor *qNope, const aclTensor *qRope, const aclTensor *kNope, const aclTensor *kRope, const aclTensor *value, const aclTensor *mask,
                                       const aclTensor *seqLen, const aclTensor *prevOut, const aclTensor *prevLse, int32_t headNum, int32_t kvHeadNum, float qkScale, int kernelType,
                                       int maskType, int inputLayout, int calcType, aclTensor *output, aclTensor *softmaxLse, uint64_t *workspaceSize, atb::Operation **operation,
                                       atb::Context *context);
atb::Status AtbRingMLA(void *workspace, uint64_t workspaceSize, atb::Operation *operation, atb::Context *context);

/// Reads the tokens of sequences from a paged cache: aclnnGatherPaKvCache. kvCacheCfg 0: caches in blocks (FRACTAL_NZ), 1: rows.
atb::Status AtbPagedCacheLoadGetWorkspaceSize(const aclTensor *keyCache, const aclTensor *valueCache, const aclTensor *blockTables, const aclTensor *contextLens, aclTensor *key,
                                              aclTensor *value, const aclTensor *seqStarts, int8_t kvCacheCfg, bool isSeqLensCumsumType, bool hasSeqStarts, uint64_t *workspaceSize,
                                              atb::Operation **operation, atb::Context *context);
atb::Status AtbPagedCacheLoad(void *workspace, uint64_t workspaceSize, atb::Operation *operation, atb::Context *context);

} // extern "C"

#endif
