//! `aclnnFlashAttnMetadata`: how cores share the work of attention. Source: ops-transformer, `attention/flash_attn_metadata`.

use crate::contract::dense_schedules::{KEY_LAYOUTS, LAYOUTS, OfDense};
use crate::prelude::*;

/// Checks the arguments of a schedule of `aclnnFlashAttn`: heads of 64, 128 or 256 elements, lengths of sequences, masks and layouts; INT32 tensors of lengths, and a table of 1024 words. All elements of `metaData` are zeros: nothing is shared out.
#[aclnn]
fn aclnnFlashAttnMetadata(
    cu_seqlens_q_optional: Option<Input>,
    cu_seqlens_kv_optional: Option<Input>,
    seqused_q_optional: Option<Input>,
    seqused_kv_optional: Option<Input>,
    batch_size: i64,
    max_seqlen_q: i64,
    max_seqlen_kv: i64,
    num_heads_q: i64,
    num_heads_kv: i64,
    head_dim: i64,
    mask_mode: i64,
    win_left: i64,
    win_right: i64,
    layout_q: Text,
    layout_kv: Text,
    layout_out: Text,
    meta_data: ConstOutput,
) -> Planned {
    let schedule = OfDense {
        starts: [&cu_seqlens_q_optional, &cu_seqlens_kv_optional],
        used: [&seqused_q_optional, &seqused_kv_optional],
        batch_size,
        longest: [max_seqlen_q, max_seqlen_kv],
        heads: [num_heads_q, num_heads_kv],
        depth: (head_dim, &[64, 128, 256]),
        mask_mode,
        window: [win_left, win_right],
        layouts: [
            ("layoutQ", &layout_q, LAYOUTS),
            ("layoutKv", &layout_kv, KEY_LAYOUTS),
        ],
        others: &[("layoutOut", &layout_out, LAYOUTS)],
        metadata: &meta_data,
    };
    schedule.plan()
}
