//! `aclnnSparseFlashMlaGrad`: gradients of attention to the keys of a window and to compressed ones. Source: ops-transformer, `attention/sparse_flash_mla_grad`.

use crate::contract::sparse_mla::training::Gradient;
use crate::prelude::*;

/// Computes the gradients of `aclnnSparseFlashMla` by queries, both kinds of keys and sinks from the gradient by its results, its results and `lse`: FLOAT16 or BFLOAT16, sums in DOUBLE, in one order whatever threads do. Keys lie in no blocks.
/// The gradient by keys is that by keys and that by values. With `cmpSparseIndicesOptional`, `cmpSoftmaxL1NormOptional` is the mean over heads of the weight of each number of a list, FLOAT, 0 where it does not count. `oriKvOptional` has no lists.
/// Ascend910B and Ascend910_93 take `oriMaskMode` 4 with a window of 127 tokens and `cmpMaskMode` 3, and no numbers of rows that count. Without `sinksOptional` nothing is written for it. Rows of no sequence have gradients of 0.
#[aclnn]
fn aclnnSparseFlashMlaGrad(
    query: Input,
    d_out: Input,
    out: Input,
    lse: Input,
    ori_kv_optional: Option<Input>,
    cmp_kv_optional: Option<Input>,
    ori_sparse_indices_optional: Option<Input>,
    cmp_sparse_indices_optional: Option<Input>,
    cu_seqlens_q_optional: Option<Input>,
    cu_seqlens_ori_kv_optional: Option<Input>,
    cu_seqlens_cmp_kv_optional: Option<Input>,
    seqused_q_optional: Option<Input>,
    seqused_ori_kv_optional: Option<Input>,
    seqused_cmp_kv_optional: Option<Input>,
    cmp_residual_kv_optional: Option<Input>,
    ori_topk_length_optional: Option<Input>,
    cmp_topk_length_optional: Option<Input>,
    sinks_optional: Option<Input>,
    metadata_optional: Option<Input>,
    scale_value: f64,
    cmp_ratio: i64,
    ori_mask_mode: i64,
    cmp_mask_mode: i64,
    ori_win_left: i64,
    ori_win_right: i64,
    layout_q_optional: Option<MutText>,
    layout_kv_optional: Option<MutText>,
    d_query_out: ConstOutput,
    d_ori_kv_out_optional: Option<ConstOutput>,
    d_cmp_kv_out_optional: Option<ConstOutput>,
    d_sinks_out_optional: Option<ConstOutput>,
    ori_softmax_l1_norm_optional: Option<ConstOutput>,
    cmp_softmax_l1_norm_optional: Option<ConstOutput>,
) -> Planned {
    let gradient = Gradient {
        query: &query,
        results: [&d_out, &out],
        lse: &lse,
        kv: [&ori_kv_optional, &cmp_kv_optional],
        lists: [&ori_sparse_indices_optional, &cmp_sparse_indices_optional],
        starts: [
            &cu_seqlens_q_optional,
            &cu_seqlens_ori_kv_optional,
            &cu_seqlens_cmp_kv_optional,
        ],
        used: [
            &seqused_q_optional,
            &seqused_ori_kv_optional,
            &seqused_cmp_kv_optional,
        ],
        residual: &cmp_residual_kv_optional,
        counts: [&ori_topk_length_optional, &cmp_topk_length_optional],
        sinks: &sinks_optional,
        metadata: &metadata_optional,
        scale: scale_value,
        ratio: cmp_ratio,
        masks: [ori_mask_mode, cmp_mask_mode],
        window: [ori_win_left, ori_win_right],
        layouts: [layout_q_optional.as_deref(), layout_kv_optional.as_deref()],
        by_query: &d_query_out,
        by_kv: [&d_ori_kv_out_optional, &d_cmp_kv_out_optional],
        by_sinks: &d_sinks_out_optional,
        means: [&ori_softmax_l1_norm_optional, &cmp_softmax_l1_norm_optional],
    };
    gradient.plan()
}
