//! `aclnnSparseFlashMlaSoftmaxL1NormMetadata`: how cores share the work of `aclnnSparseFlashMlaSoftmaxL1Norm`. Source: ops-transformer, `attention/sparse_flash_mla_softmax_l1_norm_metadata`.

use crate::contract::moe::within;
use crate::contract::schedules::{ON_950, OfIndexer, WORDS_OF_TRAINING};
use crate::prelude::*;

/// Checks the arguments of a schedule of `aclnnSparseFlashMlaSoftmaxL1Norm`: heads, lengths of sequences, masks and layouts; INT32 tensors of lengths, and a table of 64 words. All elements of `metadata` are zeros: nothing is shared out, and the operators that take it do not read it.
#[aclnn]
fn aclnnSparseFlashMlaSoftmaxL1NormMetadata(
    cu_seq_lens_q_optional: Option<Input>,
    cu_seq_lens_k_optional: Option<Input>,
    seq_used_q_optional: Option<Input>,
    seq_used_k_optional: Option<Input>,
    cmp_residual_k_optional: Option<Input>,
    topk_length_optional: Option<Input>,
    batch_size: i64,
    max_seq_len_q: i64,
    max_seq_len_k: i64,
    num_heads_q: i64,
    num_heads_k: i64,
    head_dim: i64,
    topk: i64,
    cmp_ratio: i64,
    mask_mode: i64,
    layout_q: Option<MutText>,
    layout_k: Option<MutText>,
    metadata: ConstOutput,
) -> Planned {
    within("numHeadsQ", num_heads_q, 1..=i64::MAX)?;
    within("numHeadsK", num_heads_k, 1..=i64::MAX)?;
    within("headDim", head_dim, 1..=i64::MAX)?;
    within("topk", topk, 0..=i64::MAX)?;
    if num_heads_q % num_heads_k != 0 {
        let allowed = format!("a multiple of the {num_heads_k} heads of keys");
        return Err(Error::value("numHeadsQ", num_heads_q, allowed).into());
    }
    let schedule = OfIndexer {
        starts: [
            ("cuSeqLensQOptional", &cu_seq_lens_q_optional),
            ("cuSeqLensKOptional", &cu_seq_lens_k_optional),
        ],
        used: [
            ("seqUsedQOptional", &seq_used_q_optional),
            ("seqUsedKOptional", &seq_used_k_optional),
        ],
        residual: &cmp_residual_k_optional,
        listed: Some((topk, ("topkLengthOptional", &topk_length_optional))),
        heads: [num_heads_q, num_heads_k],
        batch_size,
        longest: [("maxSeqLenQ", max_seq_len_q), ("maxSeqLenK", max_seq_len_k)],
        layouts: [
            ("layoutQ", layout_q.as_deref()),
            ("layoutK", layout_k.as_deref()),
        ],
        has_blocks: false,
        mask_mode,
        ratio: cmp_ratio,
        metadata: &metadata,
        words: WORDS_OF_TRAINING,
        types: ON_950,
    };
    schedule.plan()
}
