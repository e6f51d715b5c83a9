//! `aclnnDenseLightningIndexerSoftmaxLseV2Metadata`: how cores share the work of `aclnnDenseLightningIndexerSoftmaxLseV2`. Source: ops-transformer, `attention/dense_lightning_indexer_softmax_lse_v2_metadata`.

use crate::contract::moe::within;
use crate::contract::schedules::{ON_950, OfIndexer, WORDS_OF_TRAINING};
use crate::contract::sparse::one_of;
use crate::prelude::*;

/// Checks the arguments of a schedule of `aclnnDenseLightningIndexerSoftmaxLseV2`: heads, lengths of sequences, masks and layouts; INT32 tensors of lengths, and a table of 64 words. All elements of `metadata` are zeros: nothing is shared out, and the operators that take it do not read it.
#[aclnn]
fn aclnnDenseLightningIndexerSoftmaxLseV2Metadata(
    cu_seq_lens_q_optional: Option<Input>,
    cu_seq_lens_k_optional: Option<Input>,
    seq_used_q_optional: Option<Input>,
    seq_used_k_optional: Option<Input>,
    cmp_residual_k_optional: Option<Input>,
    batch_size: i64,
    max_seq_len_q: i64,
    max_seq_len_k: i64,
    num_heads_q: i64,
    num_heads_k: i64,
    head_dim: i64,
    layout_q: Option<MutText>,
    layout_k: Option<MutText>,
    mask_mode: i64,
    cmp_ratio: i64,
    metadata: ConstOutput,
) -> Planned {
    within("numHeadsQ", num_heads_q, 1..=128)?;
    one_of("numHeadsK", num_heads_k, &[1])?;
    one_of("headDim", head_dim, &[128])?;
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
        listed: None,
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
