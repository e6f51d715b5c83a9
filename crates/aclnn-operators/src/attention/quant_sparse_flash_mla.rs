//! `aclnnQuantSparseFlashMla`: attention to keys of a window and to compressed ones, of HIFLOAT8. Source: ops-transformer, `attention/quant_sparse_flash_mla`.

use crate::contract::sparse_mla::forward::{Mla, Stored};
use crate::prelude::*;

/// As `aclnnSparseFlashMla` on Ascend950, of queries and keys of HIFLOAT8 that are multiplied by `qDescaleOptional`, `oriKvDescaleOptional` and, with compressed keys, `cmpKvDescaleOptional`, one number of FLOAT each; results are of BFLOAT16. `quantMode` is
/// 1.
#[aclnn]
fn aclnnQuantSparseFlashMla(
    q: Input,
    ori_kv_optional: Option<Input>,
    cmp_kv_optional: Option<Input>,
    q_descale_optional: Option<Input>,
    ori_kv_descale_optional: Option<Input>,
    cmp_kv_descale_optional: Option<Input>,
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
        stored: Stored::Hifloat8(
            [
                ("qDescaleOptional", &q_descale_optional),
                ("oriKvDescaleOptional", &ori_kv_descale_optional),
                ("cmpKvDescaleOptional", &cmp_kv_descale_optional),
            ],
            quant_mode,
        ),
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
