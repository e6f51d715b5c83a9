//! `aclnnSparseFlashMla`: attention to the keys of a window and to compressed ones. Source: ops-transformer, `attention/sparse_flash_mla`.

use crate::contract::sparse_mla::forward::{Mla, Stored};
use crate::prelude::*;

/// Computes `softmax(softmaxScale * q @ kv^T) @ kv` over keys of `oriKvOptional` and, if it is given, of `cmpKvOptional`, one head of 512 elements each: FLOAT16 or BFLOAT16; `sinksOptional` is the score of one more key of each head, whose value is 0.
/// With `t = keys - queries + i + 1`, query `i` has of `oriKvOptional` all keys (`oriMaskMode` 0), those below `t` (3), or keys `t - 1 - oriWinLeft` to `t - 1 + oriWinRight` (4; -1 is no limit); of `cmpKvOptional`, each of whose
/// keys stands for `cmpRatio` tokens and has `cmpResidualKvOptional` more behind the last one, all (`cmpMaskMode` 0) or those below `t / cmpRatio` (3). Lists say which of these count: as many numbers are read as the query sees keys, none after the first
/// one below 0, in mode 0 no more than `oriTopkLengthOptional` or `cmpTopkLengthOptional`. Layouts are BSND and TND, of keys also PA_BBND, with blocks of up to 1024 rows; INT32 tensors say where sequences begin and how many rows count.
/// `softmaxLseOutOptional`, (B, 1, S, N) or (1, T, N) of FLOAT, is the logarithm of the sum of exponentials. Queries that see no key, and rows of no sequence, have results of 0 and the sink as logarithm. Ascend910B and Ascend910_93 take what their page
/// lists: windows of 127 tokens, compressed keys all with a ratio of 128 or lists of 512 or 1024 with a ratio of 4, or lists of `oriKvOptional` alone.
#[aclnn]
fn aclnnSparseFlashMla(
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
        stored: Stored::Plain,
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
