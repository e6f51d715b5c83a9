//! `aclnnFlashAttn`: attention of sequences whose lengths tensors say. Source: ops-transformer, `attention/flash_attn`.

use crate::contract::flash_attn::FlashAttn;
use crate::prelude::*;

/// Computes `softmax(softmaxScale * q @ k^T) @ v`, FLOAT16 or BFLOAT16, with heads of 64, 128 or 256 elements, of which those of queries are a multiple of those of keys; a `softmaxScale` of 0 is 1 over the root of the elements. Layouts are BSND, BNSD and
/// TND; of keys also PA_BBND, PA_BNBD and PA_NZ, blocks of a multiple of 16 rows; results have the layout of queries, of BNSD also BSND. INT32 tensors say where sequences of TND begin and how many rows count. Query `i` sees all keys (`maskMode` 0), those up
/// to `i + keys - queries` (3), or from `winLeft` before that to `winRight` behind it (4; -1 is no limit); the mask of modes 3 and 4, 2048 by 2048 INT8, is not read. `softmaxLseOptional`, FLOAT, (B, N, S) or (T, N), is the logarithm of the sum of
/// exponentials. Queries that see no key, and rows of no sequence, have results of 0 and an infinite logarithm.
#[aclnn]
fn aclnnFlashAttn(
    q: Input,
    k: Input,
    v: Input,
    block_table_optional: Option<Input>,
    cu_seqlens_q_optional: Option<Input>,
    cu_seqlens_kv_optional: Option<Input>,
    seqused_q_optional: Option<Input>,
    seqused_kv_optional: Option<Input>,
    sinks_optional: Option<Input>,
    attn_mask_optional: Option<Input>,
    metadata_optional: Option<Input>,
    softmax_scale: f64,
    mask_mode: i64,
    win_left: i64,
    win_right: i64,
    max_seqlen_q: i64,
    max_seqlen_k_v: i64,
    layout_q: Text,
    layout_kv: Text,
    layout_out: Text,
    return_softmax_lse: i64,
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
        return_softmax_lse,
        descaled: None,
        out: &attn_out,
        lse: &softmax_lse_optional,
    };
    attention.plan()
}
