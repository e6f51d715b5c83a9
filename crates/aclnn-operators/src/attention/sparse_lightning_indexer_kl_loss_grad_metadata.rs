//! `aclnnSparseLightningIndexerKLLossGradMetadata`: how cores share the work of `aclnnSparseLightningIndexerKLLossGrad`. Source: ops-transformer, `attention/sparse_lightning_indexer_kl_loss_grad_metadata`.

use crate::contract::moe::within;
use crate::contract::schedules::{ON_910B, OfIndexer, WORDS_OF_TRAINING};
use crate::contract::sparse::{absent, one_of};
use crate::prelude::*;

/// Checks the arguments of a schedule of `aclnnSparseLightningIndexerKLLossGrad`: heads, lengths of sequences, masks and layouts; INT32 tensors of lengths, and a table of 64 words. All elements of `metadata` are zeros: nothing is shared out, and the operators that take it do not read it.
#[aclnn]
fn aclnnSparseLightningIndexerKLLossGradMetadata(
    cu_seqlens_q_optional: Option<Input>,
    cu_seqlens_k_optional: Option<Input>,
    seqused_q_optional: Option<Input>,
    seqused_k_optional: Option<Input>,
    cmp_residual_k_optional: Option<Input>,
    batch_size: i64,
    max_seqlen_q: i64,
    max_seqlen_k: i64,
    num_heads_q: i64,
    num_heads_k: i64,
    head_dim: i64,
    topk: i64,
    layout_q_optional: Option<MutText>,
    layout_k_optional: Option<MutText>,
    mask_mode: i64,
    cmp_ratio: i64,
    metadata: ConstOutput,
) -> Planned {
    one_of("numHeadsK", num_heads_k, &[1])?;
    one_of("headDim", head_dim, &[128])?;
    match contract::on_950() {
        true => {
            within("numHeadsQ", num_heads_q, 1..=128)?;
            within("topk", topk, 1..=2048)?;
        }
        false => {
            one_of("numHeadsQ", num_heads_q, &[8, 16, 32, 64])?;
            one_of("topk", topk, &[512, 1024, 2048, 4096, 8192])?;
            let lengths = [
                ("sequsedQOptional", &seqused_q_optional),
                ("sequsedKOptional", &seqused_k_optional),
                ("cmpResidualKOptional", &cmp_residual_k_optional),
            ];
            for length in lengths {
                absent(length, "null on this chip")?;
            }
        }
    }
    let schedule = OfIndexer {
        starts: [
            ("cuSeqlensQOptional", &cu_seqlens_q_optional),
            ("cuSeqlensKOptional", &cu_seqlens_k_optional),
        ],
        used: [
            ("sequsedQOptional", &seqused_q_optional),
            ("sequsedKOptional", &seqused_k_optional),
        ],
        residual: &cmp_residual_k_optional,
        listed: None,
        heads: [num_heads_q, num_heads_k],
        batch_size,
        longest: [("maxSeqlenQ", max_seqlen_q), ("maxSeqlenK", max_seqlen_k)],
        layouts: [
            ("layoutQOptional", layout_q_optional.as_deref()),
            ("layoutKOptional", layout_k_optional.as_deref()),
        ],
        has_blocks: false,
        mask_mode,
        ratio: cmp_ratio,
        metadata: &metadata,
        words: WORDS_OF_TRAINING,
        types: ON_910B,
    };
    schedule.plan()
}
