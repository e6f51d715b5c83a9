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

/// Chooses k experts of the groupTopk best groups for each row of x: aclnnMoeFusedTopk. activationType is 8.
atb::Status AtbFusedAddTopkDivGetWorkspaceSize(const aclTensor *x, const aclTensor *addNum, const aclTensor *mappingNum, const aclTensor *mappingTable, uint32_t groupNum,
                                               uint32_t groupTopk, uint32_t n, uint32_t k, int activationType, bool isNorm, float scale, bool enableExpertMapping, aclTensor *y,
                                               aclTensor *indices, uint64_t *workspaceSize, atb::Operation **operation, atb::Context *context);
atb::Status AtbFusedAddTopkDiv(void *workspace, uint64_t workspaceSize, atb::Operation *operation, atb::Context *context);

/// What goes before latent attention: aclnnMlaPreprocess.
atb::Status AtbMLAPreprocessGetWorkspaceSize(const aclTensor *input, const aclTensor *gamma0, const aclTensor *beta0, const aclTensor *quantScale0, const aclTensor *quantOffset0,
                                             const aclTensor *wdqkv, const aclTensor *deScale0, const aclTensor *bias0, const aclTensor *gamma1, const aclTensor *beta1,
                                             const aclTensor *quantScale1, const aclTensor *quantOffset1, const aclTensor *wuq, const aclTensor *deScale1, const aclTensor *bias1,
                                             const aclTensor *gamma2, const aclTensor *cos, const aclTensor *sin, const aclTensor *wuk, const aclTensor *kvCache,
                                             const aclTensor *kRope, const aclTensor *slotmapping, const aclTensor *ctkvScale, const aclTensor *qNopeScale, uint32_t wdqDim,
                                             uint32_t qRopeDim, uint32_t kRopeDim, float epsilon, uint32_t qRotaryCoeff, uint32_t kRotaryCoeff, bool transposeWdq,
                                             bool transposeWuq, bool transposeWuk, uint8_t cacheMode, uint16_t quantMode, aclTensor *qOut0, aclTensor *kvCacheOut0,
                                             aclTensor *qOut1, aclTensor *kvCacheOut1, uint64_t *workspaceSize, atb::Operation **operation, atb::Context *context);
atb::Status AtbMLAPreprocess(void *workspace, uint64_t workspaceSize, atb::Operation *operation, atb::Context *context);

/// Latent attention of one token of each sequence with a paged cache. qNope (tokens, heads, D), qRope (tokens, heads, 64), ctKV and kRope (blocks, rows, 1, D or 64), which are keys, and of which
/// ctKV is the values; contextLens INT32 of the host. calcType 2 writes lse (tokens, heads, 1).
atb::Status AtbMLAGetWorkspaceSize(const aclTensor *qNope, const aclTensor *qRope, const aclTensor *ctKV, const aclTensor *kRope, const aclTensor *blockTables,
                                   const aclTensor *contextLens, const aclTensor *mask, const aclTensor *qSeqLen, const aclTensor *qkDescale, const aclTensor *pvDescale,
                                   int32_t headNum, float qkScale, int32_t kvHeadNum, int maskType, int calcType, uint8_t cacheMode, aclTensor *attenOut, aclTensor *lse,
                                   uint64_t *workspaceSize, atb::Operation **operation, atb::Context *context);
atb::Status AtbMLA(void *workspace, uint64_t workspaceSize, atb::Operation *operation, atb::Context *context);

/// Attention of packed sequences with a paged cache, whose last keys are those of the queries: later keys are hidden. seqLen and kvSeqLen INT32 of the host.
atb::Status AtbSelfAttentionPrefixEncoderGetWorkspaceSize(const aclTensor *query, const aclTensor *key, const aclTensor *value, const aclTensor *blockTables, const aclTensor *mask,
                                                          const aclTensor *seqLen, const aclTensor *kvSeqLen, const aclTensor *slopes, int maskType, int32_t headNum,
                                                          int32_t kvHeadNum, float qkScale, aclTensor *attnOut, uint64_t *workspaceSize, atb::Operation **operation,
                                                          atb::Context *context);
atb::Status AtbSelfAttentionPrefixEncoder(void *workspace, uint64_t workspaceSize, atb::Operation *operation, atb::Context *context);

} // extern "C"

#endif
