//! `aclnnMixedQuantSparseFlashMla`: attention to packed keys of a window and to compressed ones. Source: ops-transformer, `attention/mixed_quant_sparse_flash_mla`.

use crate::contract::sparse_mla::forward::{Mla, Stored};
use crate::prelude::*;

/// As `aclnnSparseFlashMla` on Ascend950, of queries of BFLOAT16 and keys whose rows are bytes in a tensor of FLOAT8_E4M3FN: 448 elements of that type, of which 64 each are multiplied by a scale, and 64 of BFLOAT16 behind them (`ropeHeadDim`). `quantMode`
/// 1: a row of 608 bytes has the 64 elements, the 448, seven scales of BFLOAT16, and 18 bytes that are not read. `quantMode` 2, keys in blocks: a block has 576 bytes of each row, the 448 elements and the 64, then eight bytes of each row, seven scales
/// of FLOAT8_E8M0 and one that is not read.
#[aclnn]
fn aclnnMixedQuantSparseFlashMla(
    q: Input,
    ori_kv_optional: Option<Input>,
    cmp_kv_optional: Option<Input>,
    ori_sparse_indices_optional: Option<Input>,
    cmp_sparse_indices_optional: Option<Input>,
    ori_block_table_optional: Option<Input>,
    cmp_block_table_optional: Option<Input>,
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
    quant_mode: i64,
    rope_head_dim: i64,
    softmax_scale: f64,
    cmp_ratio: i64,
    ori_mask_mode: i64,
    cmp_mask_mode: i64,
    ori_win_left: i64,
    ori_win_right: i64,
    layout_q_optional: Option<MutText>,
    layout_kv_optional: Option<MutText>,
    topk_value_mode: i64,
    return_softmax_lse: bool,
    attn_out_out: ConstOutput,
    softmax_lse_out_optional: Option<ConstOutput>,
) -> Planned {
    let attention = Mla {
        stored: Stored::Packed(quant_mode, rope_head_dim),
        q: &q,
        kv: [&ori_kv_optional, &cmp_kv_optional],
        lists: [&ori_sparse_indices_optional, &cmp_sparse_indices_optional],
        tables: [&ori_block_table_optional, &cmp_block_table_optional],
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
        scale: softmax_scale,
        ratio: cmp_ratio,
        masks: [ori_mask_mode, cmp_mask_mode],
        window: [ori_win_left, ori_win_right],
        layouts: [layout_q_optional.as_deref(), layout_kv_optional.as_deref()],
        topk_value_mode,
        return_softmax_lse,
        out: &attn_out_out,
        lse: &softmax_lse_out_optional,
    };
    attention.plan()
}
