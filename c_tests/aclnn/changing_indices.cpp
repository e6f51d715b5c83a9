/* Operators whose indices, masks, offsets or counts another thread writes while they run: what a missing event between two streams does. They may
   compute wrong numbers or fail with an error of the stream; they never touch other memory, and it is never an internal error.

   Each operator runs for a while in a process of its own. Every tensor lies between two pages without access. */
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "changing.h"

#include "aclnnop/aclnn_adaptive_max_pool2d_backward.h"
#include "aclnnop/aclnn_adaptive_max_pool3d_backward.h"
#include "aclnnop/aclnn_add_lora.h"
#include "aclnnop/aclnn_advance_step.h"
#include "aclnnop/aclnn_apply_top_k_top_p.h"
#include "aclnnop/aclnn_bincount.h"
#include "aclnnop/aclnn_chamfer_distance_backward.h"
#include "aclnnop/aclnn_coalesce_sparse.h"
#include "aclnnop/aclnn_cross_entropy_loss.h"
#include "aclnnop/aclnn_ctc_loss.h"
#include "aclnnop/aclnn_deformable_conv2d.h"
#include "aclnnop/aclnn_dynamic_quant_v2.h"
#include "aclnnop/aclnn_embedding.h"
#include "aclnnop/aclnn_embedding_bag.h"
#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "aclnnop/aclnn_embedding_renorm.h"
#include "aclnnop/aclnn_expand_into_jagged_permute.h"
#include "aclnnop/aclnn_fused_infer_attention_score_v5.h"
#include "aclnnop/aclnn_gather.h"
#include "aclnnop/aclnn_gather_nd.h"
#include "aclnnop/aclnn_gather_v2.h"
#include "aclnnop/aclnn_gather_v3.h"
#include "aclnnop/aclnn_grid_sampler2d.h"
#include "aclnnop/aclnn_grouped_bias_add_grad.h"
#include "aclnnop/aclnn_grouped_dynamic_mx_quant.h"
#include "aclnnop/aclnn_grouped_matmul_add.h"
#include "aclnnop/aclnn_grouped_matmul_finalize_routing_v3.h"
#include "aclnnop/aclnn_grouped_matmul_swiglu_quant_v2.h"
#include "aclnnop/aclnn_grouped_matmul_v4.h"
#include "aclnnop/aclnn_histc.h"
#include "aclnnop/aclnn_index.h"
#include "aclnnop/aclnn_index_add.h"
#include "aclnnop/aclnn_index_copy.h"
#include "aclnnop/aclnn_index_fill.h"
#include "aclnnop/aclnn_index_put_impl.h"
#include "aclnnop/aclnn_index_select.h"
#include "aclnnop/aclnn_kthvalue.h"
#include "aclnnop/aclnn_lstm.h"
#include "aclnnop/aclnn_masked_scatter.h"
#include "aclnnop/aclnn_masked_select.h"
#include "aclnnop/aclnn_max_pool2d_with_indices_backward.h"
#include "aclnnop/aclnn_max_pool3d_with_argmax_backward.h"
#include "aclnnop/aclnn_max_unpool2d.h"
#include "aclnnop/aclnn_max_unpool2d_backward.h"
#include "aclnnop/aclnn_max_unpool3d.h"
#include "aclnnop/aclnn_max_unpool3d_backward.h"
#include "aclnnop/aclnn_median.h"
#include "aclnnop/aclnn_multilabel_margin_loss.h"
#include "aclnnop/aclnn_multinomial.h"
#include "aclnnop/aclnn_nll_loss.h"
#include "aclnnop/aclnn_nll_loss_backward.h"
#include "aclnnop/aclnn_nonzero.h"
#include "aclnnop/aclnn_nonzero_v2.h"
#include "aclnnop/aclnn_one_hot.h"
#include "aclnnop/aclnn_put.h"
#include "aclnnop/aclnn_repeat_interleave.h"
#include "aclnnop/aclnn_repeat_interleave_grad.h"
#include "aclnnop/aclnn_ring_attention_update.h"
#include "aclnnop/aclnn_scatter.h"
#include "aclnnop/aclnn_scatter_add.h"
#include "aclnnop/aclnn_scatter_list.h"
#include "aclnnop/aclnn_scatter_max.h"
#include "aclnnop/aclnn_scatter_min.h"
#include "aclnnop/aclnn_scatter_mul.h"
#include "aclnnop/aclnn_scatter_nd.h"
#include "aclnnop/aclnn_scatter_nd_update.h"
#include "aclnnop/aclnn_scatter_reduce.h"
#include "aclnnop/aclnn_scatter_update.h"
#include "aclnnop/aclnn_searchsorted.h"
#include "aclnnop/aclnn_sort.h"
#include "aclnnop/aclnn_swiglu_group.h"
#include "aclnnop/aclnn_take.h"
#include "aclnnop/aclnn_tf_scatter_add.h"
#include "aclnnop/aclnn_top_k_top_p_sample.h"
#include "aclnnop/aclnn_topk.h"
#include "aclnnop/aclnn_unique2.h"
#include "aclnnop/aclnn_unique_consecutive.h"
#include "aclnnop/aclnn_unique_dim.h"

namespace {

const std::vector<int64_t> POOLED{1, 4, 32, 32}, IMAGE{1, 4, 64, 64}, POOLED_3D{1, 4, 8, 16, 16}, VOLUME{1, 4, 16, 32, 32};

aclIntArray *twice() { return array({2, 2, 2}); }
aclIntArray *none() { return array({0, 0, 0}); }
aclIntArray *ones() { return array({1, 1, 1}); }

int64_t modulo_32(int64_t i) { return i * 7 % 32; }

/* The ends of 8 groups of 32 rows, and their sizes. */
Tensor ends() { return changing(ACL_INT64, {8}, [](int64_t i) { return 32 * i + 32; }); }
Tensor sizes() { return changing(ACL_INT64, {8}, [](int64_t) { return int64_t{32}; }); }

aclTensorList *one(const Tensor &tensor) { return list({tensor}); }

Call scattered_values(aclTensor *index)
{
    Tensor self = floats({256, 64});
    return CALL(aclnnScatterValue, self, 0, index, scalar(3), 0, self);
}

/* The call changes the shape of the output: each has one of its own. */
Call selected(const Tensor &self, aclTensor *mask)
{
    const Memory memory = floats({self.count}).memory;
    return {[=](uint64_t *size, aclOpExecutor **executor) {
                aclTensor *out = aclCreateTensor(&self.count, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &self.count, 1, memory.first);
                return aclnnMaskedSelectGetWorkspaceSize(self, mask, out, size, executor);
            },
            aclnnMaskedSelect};
}

/* By name: what is called on operands of which one changes. */
const Case cases[] = {
    /* The index engine: elements and rows that are read. */
    {"IndexSelect", [] { return CALL(aclnnIndexSelect, floats({256, 64}), 1, indices(ACL_INT64, {4096}, 64), floats({256, 4096})); }},
    {"IndexSelect rows", [] { return CALL(aclnnIndexSelect, floats({256, 8}), 0, indices(ACL_INT32, {16384}, 256), floats({16384, 8})); }},
    {"Gather", [] { return CALL(aclnnGather, floats({256, 64}), 0, indices(ACL_INT64, {1024, 64}, 256), floats({1024, 64})); }},
    {"GatherV2", [] { return CALL(aclnnGatherV2, floats({256, 8}), 0, indices(ACL_INT64, {16384}, 256), floats({16384, 8})); }},
    {"GatherV3", [] { return CALL(aclnnGatherV3, floats({256, 8}), 0, indices(ACL_INT32, {16384}, 256), 0, 0, floats({16384, 8})); }},
    {"GatherNd", [] { return CALL(aclnnGatherNd, floats({64, 64}), indices(ACL_INT64, {16384, 2}, 64), false, floats({16384})); }},
    {"Embedding", [] { return CALL(aclnnEmbedding, floats({256, 8}), indices(ACL_INT64, {16384}, 256), floats({16384, 8})); }},
    {"Take", [] { return CALL(aclnnTake, floats({256, 8}), indices(ACL_INT64, {16384}, 2048), floats({16384})); }},
    {"Index", [] { return CALL(aclnnIndex, floats({256, 8}), list({indices(ACL_INT64, {16384}, 256)}), floats({16384, 8})); }},
    {"Index by a mask", [] { return CALL(aclnnIndex, floats({16384}), list({mask({16384})}), floats({4096})); }},
    /* The index engine: elements that are written. */
    {"InplaceScatter", [] { return CALL(aclnnInplaceScatter, floats({256, 64}), 0, indices(ACL_INT64, {256, 64}, 256), floats({256, 64}), 0); }},
    {"InplaceScatter adds", [] { return CALL(aclnnInplaceScatter, floats({256, 64}), 0, indices(ACL_INT64, {256, 64}, 256), floats({256, 64}), 1); }},
    {"ScatterValue", [] { return scattered_values(indices(ACL_INT64, {256, 64}, 256)); }},
    {"InplacePut", [] { return CALL(aclnnInplacePut, floats({256, 64}), indices(ACL_INT64, {16384}, 16384), floats({16384}), false); }},
    {"InplaceScatterReduce", [] { return CALL(aclnnInplaceScatterReduce, floats({256, 64}), 0, indices(ACL_INT64, {256, 64}, 256), floats({256, 64}), 3, true); }},
    {"ScatterAdd", [] { return CALL(aclnnScatterAdd, floats({256, 64}), 0, indices(ACL_INT64, {256, 64}, 256), floats({256, 64}), floats({256, 64})); }},
    {"IndexAdd", [] { return CALL(aclnnIndexAdd, floats({256, 8}), 0, indices(ACL_INT64, {16384}, 256), floats({16384, 8}), scalar(1), floats({256, 8})); }},
    {"InplaceIndexCopy", [] { return CALL(aclnnInplaceIndexCopy, floats({16384, 2}), 0, indices(ACL_INT64, {16384}, 16384), floats({16384, 2})); }},
    {"IndexPutImpl", [] { return CALL(aclnnIndexPutImpl, floats({256, 8}), list({indices(ACL_INT64, {16384}, 256)}), floats({16384, 8}), false, false); }},
    {"IndexPutImpl by a mask", [] { return CALL(aclnnIndexPutImpl, floats({16384}), list({mask({16384})}), floats({1}), false, false); }},
    {"IndexPutImpl adds", [] { return CALL(aclnnIndexPutImpl, floats({256, 8}), list({indices(ACL_INT64, {16384}, 256)}), floats({16384, 8}), true, false); }},
    {"IndexFill", [] { return CALL(aclnnIndexFill, floats({4096, 4}), 0, indices(ACL_INT64, {4096}, 4096), scalar(1), floats({4096, 4})); }},
    {"EmbeddingDenseBackward", [] { return CALL(aclnnEmbeddingDenseBackward, floats({16384, 8}), indices(ACL_INT64, {16384}, 256), 256, 3, false, floats({256, 8})); }},
    {"EmbeddingDenseBackward by frequency", [] { return CALL(aclnnEmbeddingDenseBackward, floats({16384, 8}), indices(ACL_INT32, {16384}, 256), 256, 3, true, floats({256, 8})); }},
    {"ScatterMax", [] { return CALL(aclnnScatterMax, floats({256, 8}), indices(ACL_INT32, {16384}, 256), floats({16384, 8}), false); }},
    {"ScatterMin", [] { return CALL(aclnnScatterMin, floats({256, 8}), indices(ACL_INT32, {16384}, 256), floats({16384, 8}), false); }},
    {"ScatterNd", [] { return CALL(aclnnScatterNd, floats({64, 64}), indices(ACL_INT64, {16384, 2}, 64), floats({16384}), floats({64, 64})); }},
    {"ScatterNdUpdate", [] { return CALL(aclnnScatterNdUpdate, floats({64, 64}), indices(ACL_INT64, {16384, 2}, 64), floats({16384})); }},
    {"TfScatterAdd", [] { return CALL(aclnnTfScatterAdd, floats({256, 8}), indices(ACL_INT32, {16384}, 256), floats({16384, 8})); }},
    {"InplaceScatterUpdate", [] { return CALL(aclnnInplaceScatterUpdate, floats({1024, 2, 64, 4}), indices(ACL_INT64, {1024}, 64), floats({1024, 2, 1, 4}), 2); }},
    {"InplaceMaskedScatter", [] { return CALL(aclnnInplaceMaskedScatter, floats({16384}), mask({16384}), floats({4096})); }},
    /* Kernels over places in planes. */
    {"AdaptiveMaxPool2dBackward", [] { return CALL(aclnnAdaptiveMaxPool2dBackward, floats(POOLED), floats(IMAGE), indices(ACL_INT64, POOLED, 4096), floats(IMAGE)); }},
    {"AdaptiveMaxPool3dBackward", [] { return CALL(aclnnAdaptiveMaxPool3dBackward, floats(POOLED_3D), floats(VOLUME), indices(ACL_INT32, POOLED_3D, 16384), floats(VOLUME)); }},
    {"MaxPool2dWithIndicesBackward", [] { return CALL(aclnnMaxPool2dWithIndicesBackward, floats(POOLED), floats(IMAGE), indices(ACL_INT32, POOLED, 4096), array({2, 2}), array({2, 2}), array({0, 0}), array({1, 1}), false, floats(IMAGE)); }},
    {"MaxPool3dWithArgmaxBackward", [] { return CALL(aclnnMaxPool3dWithArgmaxBackward, floats(POOLED_3D), floats(VOLUME), indices(ACL_INT32, POOLED_3D, 16384), twice(), twice(), none(), ones(), false, floats(VOLUME)); }},
    {"MaxUnpool2d", [] { return CALL(aclnnMaxUnpool2d, floats(POOLED), indices(ACL_INT64, POOLED, 4096), array({64, 64}), floats(IMAGE)); }},
    {"MaxUnpool3d", [] { return CALL(aclnnMaxUnpool3d, floats(POOLED_3D), indices(ACL_INT64, POOLED_3D, 16384), array({16, 32, 32}), twice(), none(), floats(VOLUME)); }},
    {"MaxUnpool2dBackward", [] { return CALL(aclnnMaxUnpool2dBackward, floats(IMAGE), floats(POOLED), indices(ACL_INT64, POOLED, 4096), array({64, 64}), floats(POOLED)); }},
    {"MaxUnpool3dBackward", [] { return CALL(aclnnMaxUnpool3dBackward, floats(VOLUME), floats(POOLED_3D), indices(ACL_INT64, POOLED_3D, 16384), array({16, 32, 32}), twice(), none(), floats(POOLED_3D)); }},
    /* Offsets, lengths and counts. */
    {"ExpandIntoJaggedPermute", [] { return CALL(aclnnExpandIntoJaggedPermute, indices(ACL_INT32, {4096}, 4096), integers(ACL_INT32, {4097}, [](int64_t i) { return 2 * i; }), integers(ACL_INT32, {4097}, [](int64_t i) { return 2 * i; }), 8192, integers(ACL_INT32, {8192}, modulo_32)); }},
    {"ExpandIntoJaggedPermute offsets", [] { return CALL(aclnnExpandIntoJaggedPermute, integers(ACL_INT32, {4096}, modulo_32), integers(ACL_INT32, {4097}, [](int64_t i) { return 2 * i; }), changing(ACL_INT32, {4097}, [](int64_t i) { return 2 * i; }), 8192, integers(ACL_INT32, {8192}, modulo_32)); }},
    {"RepeatInterleave", [] { return CALL(aclnnRepeatInterleave, floats({4096}), changing(ACL_INT64, {4096}, [](int64_t) { return int64_t{2}; }), 8192, floats({8192})); }},
    {"RepeatInterleaveTensor", [] { return CALL(aclnnRepeatInterleaveTensor, changing(ACL_INT64, {4096}, [](int64_t) { return int64_t{2}; }), 8192, integers(ACL_INT64, {8192}, modulo_32)); }},
    {"RepeatInterleaveGrad", [] { return CALL(aclnnRepeatInterleaveGrad, floats({8192, 4}), changing(ACL_INT64, {4096}, [](int64_t) { return int64_t{2}; }), 0, floats({4096, 4})); }},
    {"GroupedBiasAddGrad", [] { return CALL(aclnnGroupedBiasAddGrad, floats({2048, 8}), changing(ACL_INT64, {1024}, [](int64_t i) { return 2 * i + 2; }), floats({1024, 8})); }},
    {"EmbeddingBag", [] { return CALL(aclnnEmbeddingBag, floats({256, 8}), indices(ACL_INT64, {16384}, 256), integers(ACL_INT64, {64}, [](int64_t i) { return 256 * i; }), false, 0, false, nullptr, false, -1, floats({64, 8}), integers(ACL_INT64, {16384}, modulo_32), integers(ACL_INT64, {64}, modulo_32), integers(ACL_INT64, {64}, modulo_32)); }},
    {"EmbeddingBag offsets", [] { return CALL(aclnnEmbeddingBag, floats({256, 8}), integers(ACL_INT64, {4096}, modulo_32), changing(ACL_INT64, {2048}, [](int64_t i) { return 2 * i; }), false, 0, false, nullptr, false, -1, floats({2048, 8}), integers(ACL_INT64, {4096}, modulo_32), integers(ACL_INT64, {2048}, modulo_32), integers(ACL_INT64, {2048}, modulo_32)); }},
    {"EmbeddingRenorm", [] { return CALL(aclnnEmbeddingRenorm, floats({256, 8}), indices(ACL_INT64, {16384}, 256), 1.0, 2.0); }},
    {"ScatterList", [] { return CALL(aclnnScatterList, list({floats({2, 64}), floats({2, 64})}), indices(ACL_INT64, {2}, 32), floats({2, 2, 8}), nullptr, const_cast<char *>("update"), -1); }},
    {"AddLora", [] { return CALL(aclnnAddLora, tensor(ACL_FLOAT16, {2048, 16}), tensor(ACL_FLOAT16, {2048, 16}), tensor(ACL_FLOAT16, {4, 1, 16, 16}), indices(ACL_INT32, {2048}, 4), nullptr, 0, 1.0, 0, 16, tensor(ACL_FLOAT16, {2048, 16})); }, "Ascend910B"},
    {"AdvanceStep", [] { return CALL(aclnnAdvanceStep, integers(ACL_INT64, {4096}, modulo_32), integers(ACL_INT64, {4095, 1}, modulo_32), integers(ACL_INT64, {4096}, modulo_32), changing(ACL_INT64, {4096}, modulo_32), integers(ACL_INT64, {4096}, modulo_32), integers(ACL_INT64, {4096, 64}, modulo_32), 4096, 4095, 16); }},
    {"FusedInferAttentionScore", [] { return CALL(aclnnFusedInferAttentionScoreV5, tensor(ACL_FLOAT16, {8, 1, 64}), list({tensor(ACL_FLOAT16, {64, 16, 64})}), list({tensor(ACL_FLOAT16, {64, 16, 64})}), nullptr, nullptr, nullptr, array(std::vector<int64_t>(8, 128)), nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, indices(ACL_INT32, {8, 8}, 64), nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, 2, 0.125, 65535, 65535, const_cast<char *>("BSH"), 2, 0, 0, 16, 0, false, 0, 0, 0, 0, tensor(ACL_FLOAT16, {8, 1, 64}), nullptr); }},
    {"RingAttentionUpdate", [] { return CALL(aclnnRingAttentionUpdate, floats({512, 2, 64}), floats({512, 2, 8}), floats({512, 2, 8}), floats({512, 2, 64}), floats({512, 2, 8}), floats({512, 2, 8}), changing(ACL_INT64, {33}, [](int64_t i) { return 16 * i; }), const_cast<char *>("TND"), floats({512, 2, 64}), floats({512, 2, 8}), floats({512, 2, 8})); }},
    {"GroupedMatmulV4", [] { return CALL(aclnnGroupedMatmulV4, one(tensor(ACL_FLOAT16, {256, 32})), one(tensor(ACL_FLOAT16, {8, 32, 16})), nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, ends(), nullptr, nullptr, nullptr, 3, 0, 0, 0, one(tensor(ACL_FLOAT16, {256, 16})), nullptr, nullptr); }},
    {"GroupedMatmulV4 by sizes", [] { return CALL(aclnnGroupedMatmulV4, one(tensor(ACL_FLOAT16, {256, 32})), one(tensor(ACL_FLOAT16, {8, 32, 16})), nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, sizes(), nullptr, nullptr, nullptr, 3, 0, 1, 0, one(tensor(ACL_FLOAT16, {256, 16})), nullptr, nullptr); }},
    {"GroupedMatmulAdd", [] { return CALL(aclnnGroupedMatmulAdd, tensor(ACL_FLOAT16, {256, 32}), tensor(ACL_FLOAT16, {256, 16}), ends(), floats({8, 32, 16}), true, false, 2); }},
    {"GroupedMatmulSwigluQuantV2", [] { return CALL(aclnnGroupedMatmulSwigluQuantV2, tensor(ACL_INT8, {256, 32}), one(tensor(ACL_INT8, {8, 32, 64})), one(floats({8, 64})), nullptr, nullptr, floats({256}), nullptr, sizes(), 0, 0, 0, 1, nullptr, tensor(ACL_INT8, {256, 32}), floats({256})); }},
    {"GroupedMatmulFinalizeRoutingV3 groups", [] { return CALL(aclnnGroupedMatmulFinalizeRoutingV3, tensor(ACL_FLOAT8_E4M3FN, {256, 64}), tensor(ACL_FLOAT8_E4M3FN, {8, 64, 16}), tensor(ACL_FLOAT8_E8M0, {8, 1, 16, 2}), nullptr, nullptr, nullptr, nullptr, tensor(ACL_FLOAT8_E8M0, {256, 1, 2}), sizes(), nullptr, floats({256}), integers(ACL_INT64, {256}, modulo_32), 0, 0.0F, 0, false, false, 1, nullptr, floats({32, 16})); }},
    {"GroupedMatmulFinalizeRoutingV3 rows", [] { return CALL(aclnnGroupedMatmulFinalizeRoutingV3, tensor(ACL_FLOAT8_E4M3FN, {256, 64}), tensor(ACL_FLOAT8_E4M3FN, {8, 64, 16}), tensor(ACL_FLOAT8_E8M0, {8, 1, 16, 2}), nullptr, nullptr, nullptr, nullptr, tensor(ACL_FLOAT8_E8M0, {256, 1, 2}), integers(ACL_INT64, {8}, [](int64_t) { return int64_t{32}; }), nullptr, floats({256}), indices(ACL_INT64, {256}, 32), 0, 0.0F, 0, false, false, 1, nullptr, floats({32, 16})); }},
    {"DynamicQuantV2", [] { return CALL(aclnnDynamicQuantV2, tensor(ACL_FLOAT16, {256, 64}), tensor(ACL_FLOAT16, {8, 64}), ends(), 2, tensor(ACL_INT8, {256, 64}), floats({256}), nullptr); }},
    {"CoalesceSparse", [] { return CALL(aclnnCoalesceSparse, integers(ACL_INT64, {256}, modulo_32), indices(ACL_INT64, {4096}, 256), integers(ACL_INT64, {4096, 2}, modulo_32), floats({4096, 4}), integers(ACL_INT64, {256, 2}, modulo_32), floats({256, 4})); }},
    /* Classes. */
    {"NLLLoss", [] { return CALL(aclnnNLLLoss, floats({4096, 16}), indices(ACL_INT64, {4096}, 16), floats({16}), 1, -100, floats({}), floats({})); }},
    {"NLLLossBackward", [] { return CALL(aclnnNLLLossBackward, floats({}), floats({4096, 16}), indices(ACL_INT64, {4096}, 16), floats({16}), 1, -100, floats({}), floats({4096, 16})); }},
    {"CtcLoss", [] { return CALL(aclnnCtcLoss, floats({16, 64, 32}), changing(ACL_INT64, {64, 8}, [](int64_t i) { return 1 + i % 31; }), array(std::vector<int64_t>(64, 16)), array(std::vector<int64_t>(64, 8)), 0, false, floats({64}), floats({64, 16, 17})); }},
    {"MultilabelMarginLoss", [] { return CALL(aclnnMultilabelMarginLoss, floats({512, 8}), indices(ACL_INT64, {512, 8}, 8), 0, floats({512}), floats({512, 8})); }},
    {"ChamferDistanceBackward", [] { return CALL(aclnnChamferDistanceBackward, floats({4, 1024, 2}), floats({4, 1024, 2}), indices(ACL_INT32, {4, 1024}, 1024), integers(ACL_INT32, {4, 1024}, modulo_32), floats({4, 1024}), floats({4, 1024}), floats({4, 1024, 2}), floats({4, 1024, 2})); }},
    {"OneHot", [] { return CALL(aclnnOneHot, indices(ACL_INT64, {4096}, 16), 16, floats({1}), floats({1}), -1, floats({4096, 16})); }},
    {"Bincount", [] { return CALL(aclnnBincount, indices(ACL_INT64, {16384}, 64), nullptr, 64, integers(ACL_INT64, {64}, modulo_32)); }},
    /* What is counted before it is written. */
    {"MaskedSelect", [] { return selected(floats({16384}), mask({16384})); }},
    {"Nonzero", [] { return CALL(aclnnNonzero, mask({128, 128}), integers(ACL_INT64, {4096, 2}, modulo_32)); }},
    {"NonzeroV2", [] { return CALL(aclnnNonzeroV2, mask({128, 128}), integers(ACL_INT64, {2, 4096}, modulo_32)); }},
    {"UniqueConsecutive", [] { return CALL(aclnnUniqueConsecutive, alike({16384}), true, true, 1000, floats({16}), integers(ACL_INT64, {16384}, modulo_32), integers(ACL_INT64, {16}, modulo_32)); }},
    {"UniqueDim", [] { return CALL(aclnnUniqueDim, numbers({2048, 2}), true, true, 0, floats({2048, 2}), integers(ACL_INT64, {2048}, modulo_32), integers(ACL_INT64, {2048}, modulo_32)); }},
    {"Unique2", [] { return CALL(aclnnUnique2, numbers({8192}), true, true, true, floats({8192}), integers(ACL_INT64, {8192}, modulo_32), integers(ACL_INT64, {8192}, modulo_32)); }},
    /* Order. */
    {"SearchSorted", [] { return CALL(aclnnSearchSorted, floats({16384}), floats({4096}), false, false, indices(ACL_INT64, {16384}, 16384), integers(ACL_INT64, {4096}, modulo_32)); }},
    {"Sort", [] { return CALL(aclnnSort, numbers({4, 4096}), true, 1, false, floats({4, 4096}), integers(ACL_INT64, {4, 4096}, modulo_32)); }},
    {"Topk", [] { return CALL(aclnnTopk, numbers({4, 4096}), 16, 1, true, true, floats({4, 16}), integers(ACL_INT64, {4, 16}, modulo_32)); }},
    {"Kthvalue", [] { return CALL(aclnnKthvalue, numbers({8, 2048}), 1000, 1, false, floats({8}), integers(ACL_INT64, {8}, modulo_32)); }},
    {"MedianDim", [] { return CALL(aclnnMedianDim, numbers({8, 2048}), 1, false, floats({8}), integers(ACL_INT64, {8}, modulo_32)); }},
    {"Histc", [] { return CALL(aclnnHistc, numbers({16384}), 64, scalar(0), scalar(0), floats({64})); }},
    {"Multinomial", [] { return CALL(aclnnMultinomial, numbers({8, 1024}), 16, false, 1, 0, integers(ACL_INT64, {8, 16}, modulo_32)); }},
    {"ApplyTopKTopP", [] { return CALL(aclnnApplyTopKTopP, numbers({16, 512}), nullptr, integers(ACL_INT32, {16}, modulo_32), floats({16, 512})); }},
};

} // namespace

/* All operators, or those that the arguments name. */
int main(int count, char **arguments)
{
    for (const Case &which : cases) {
        bool is_wanted = count == 1;
        for (int i = 1; i < count; ++i) {
            is_wanted |= which.name == std::string(arguments[i]);
        }
        if (!is_wanted) {
            continue;
        }
        const pid_t child = fork();
        if (child == 0) {
            _exit(run(which) ? 0 : 1);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFSIGNALED(status)) {
            fprintf(stderr, "%s: ended by signal %d\n", which.name, WTERMSIG(status));
        } else if (status != 0) {
            fprintf(stderr, "%s: failed\n", which.name);
        }
        CHECK_EQUAL_INT(status, 0);
    }
    return check_result();
}
