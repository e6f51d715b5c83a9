//! `aclnnQuantFlashAttn`: attention of queries, keys and values of FLOAT8_E4M3FN with scales, of sequences whose lengths tensors say; on Ascend950. Source: ops-transformer, `attention/quant_flash_attn`.

use crate::contract::flash_attn::{Descaled, FlashAttn};
use crate::prelude::*;

/// Computes `softmax(softmaxScale * q @ k^T) @ v` of the numbers that codes and scales are, in BFLOAT16. D is the number of elements of a head, N and KN the heads of queries and keys, T and KT their rows.
///
/// | `quantMode` | `q` | `qDescale` | `k`, `v` | `kDescale` | `vDescale` |
/// |---|---|---|---|---|---|
/// | 1, FLOAT8_E8M0 | TND | TND: (T, N, D/64, 2), N2TGD: (KN, T, N/KN, D/64, 2) | TND | (KT, KN, D/64, 2) | (blocks of 64 rows of each sequence, KN, D, 2) |
/// | 1 | TND | the same | PA_BBND: (blocks, rows, KN, D) | (blocks, rows, KN, D/64, 2) | (blocks, rows/64, KN, D, 2) |
/// | 1 | TND | the same | PA_BNBD: (blocks, KN, rows, D) | (blocks, KN, rows, D/64, 2) | (blocks, KN, rows/64, D, 2) |
/// | 1 | TND | the same | PA_NZ: (blocks, KN, D/32, rows, 32) | (blocks, KN, rows/16, D/64, 16, 2) | (blocks, KN, D/16, rows/64, 16, 2) |
/// | 6, FLOAT | NTD | NT: (N, T) | PA_BNBD, blocks of 128 rows | (blocks, KN, rows) | (KN) |
///
/// D is 64, 128, 256 or, in `quantMode` 1, 72. Each scale of `quantMode` 1 is of 32 elements of a row, or of 32 rows of an element of values. `attnOut` is TND, `softmaxLseOptional` (N, T) in FLOAT; lengths, `maskMode` 0 and 3 and rows without keys are as in `aclnnFlashAttn`. `pScaleOptional` is not read: it
/// scales weights before they are rounded, which is not done. `metadataOptional` is needed, and not read.
#[aclnn]
fn aclnnQuantFlashAttn(
    q: Input,
    k: Input,
    v: Input,
    q_descale: Input,
    k_descale: Input,
    v_descale: Input,
    block_table_optional: Option<Input>,
    p_scale_optional: Option<Input>,
    cu_seqlens_q_optional: Option<Input>,
    cu_seqlens_kv_optional: Option<Input>,
    seqused_q_optional: Option<Input>,
    seqused_kv_optional: Option<Input>,
    sinks_optional: Option<Input>,
    attn_mask_optional: Option<Input>,
    metadata_optional: Option<Input>,
    quant_mode: i64,
    softmax_scale: f64,
    mask_mode: i64,
    win_left: i64,
    win_right: i64,
    max_seqlen_q: i64,
    max_seqlen_k_v: i64,
    layout_q: Text,
    layout_q_descale: Text,
    layout_kv: Text,
    layout_out: Text,
    return_softmax_lse: bool,
    attn_out: ConstOutput,
    softmax_lse_optional: Option<ConstOutput>,
) -> Planned {
    let attention = FlashAttn {
        sides: [&q, &k, &v],
        block_table: &block_table_optional,
        starts: [&cu_seqlens_q_optional, &cu_seqlens_kv_optional],
        used: [&seqused_q_optional, &seqused_kv_optional],
        sinks: &sinks_optional,
        mask: &attn_mask_optional,
        metadata: &metadata_optional,
        scale: softmax_scale,
        mask_mode,
        window: [win_left, win_right],
        longest: [max_seqlen_q, max_seqlen_k_v],
        layouts: [&layout_q, &layout_kv, &layout_out],
        return_softmax_lse: return_softmax_lse.into(),
        descaled: Some(Descaled {
            scales: [&q_descale, &k_descale, &v_descale],
            p_scale: &p_scale_optional,
            mode: quant_mode,
            layout_q: &layout_q_descale,
        }),
        out: &attn_out,
        lse: &softmax_lse_optional,
    };
    attention.plan()
}
