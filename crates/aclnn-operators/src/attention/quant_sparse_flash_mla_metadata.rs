//! `aclnnQuantSparseFlashMlaMetadata`: how cores share the work of `aclnnQuantSparseFlashMla`. Source: ops-transformer, `attention/quant_sparse_flash_mla_metadata`.

use crate::contract::schedules::{ON_950, OfMla};
use crate::contract::sparse::one_of;
use crate::prelude::*;

/// Checks the arguments of a schedule of `aclnnQuantSparseFlashMla`: heads, lengths of sequences, masks and layouts; INT32 tensors of lengths, and a table of 1024 words. `quantMode` is 1, `oriTopk` 0. All elements of `metaData` are zeros: nothing is shared out, and the operators that take it do not read it.
#[aclnn]
fn aclnnQuantSparseFlashMlaMetadata(
    cu_seqlens_q_optional: Option<Input>,
    cu_seqlens_ori_kv_optional: Option<Input>,
    cu_seqlens_cmp_kv_optional: Option<Input>,
    seqused_q_optional: Option<Input>,
    seqused_ori_kv_optional: Option<Input>,
    seqused_cmp_kv_optional: Option<Input>,
    cmp_residual_kv_optional: Option<Input>,
    ori_topk_length_optional: Option<Input>,
    cmp_topk_length_optional: Option<Input>,
    num_heads_q: i64,
    num_heads_kv: i64,
    head_dim: i64,
    quant_mode: i64,
    batch_size: i64,
    max_seqlen_q: i64,
    max_seqlen_ori_kv: i64,
    max_seqlen_cmp_kv: i64,
    ori_topk: i64,
    cmp_topk: i64,
    cmp_ratio: i64,
    ori_mask_mode: i64,
    cmp_mask_mode: i64,
    ori_win_left: i64,
    ori_win_right: i64,
    layout_q_optional: Option<Text>,
    layout_kv_optional: Option<Text>,
    has_ori_kv: bool,
    has_cmp_kv: bool,
    meta_data: ConstOutput,
) -> Planned {
    one_of("quantMode", quant_mode, &[1])?;
    one_of("oriTopk", ori_topk, &[0])?;
    let schedule = OfMla {
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
        topk_lengths: [&ori_topk_length_optional, &cmp_topk_length_optional],
        heads: [num_heads_q, num_heads_kv, head_dim],
        batch_size,
        longest: [max_seqlen_q, max_seqlen_ori_kv, max_seqlen_cmp_kv],
        topk: [ori_topk, cmp_topk],
        ratio: cmp_ratio,
        masks: [ori_mask_mode, cmp_mask_mode],
        window: [ori_win_left, ori_win_right],
        layouts: [layout_q_optional.as_deref(), layout_kv_optional.as_deref()],
        has: [has_ori_kv, has_cmp_kv],
        metadata: &meta_data,
        types: ON_950,
    };
    schedule.plan(true)
}
