//! `aclnnQuantLightningIndexerV2Metadata`: how cores share the work of `aclnnQuantLightningIndexerV2`. Source: ops-transformer, `attention/quant_lightning_indexer_v2_metadata`.

use crate::contract::moe::within;
use crate::contract::schedules::{ON_910B, OfIndexer, WORDS};
use crate::contract::sparse::one_of;
use crate::prelude::*;

/// Checks the arguments of a schedule of `aclnnQuantLightningIndexerV2`: heads, lengths of sequences, masks and layouts; INT32 tensors of lengths, and a table of 1024 words. `quantMode` is 1 to 5 on Ascend950, 2 on other chips, where keys are in blocks. All elements of `metadata` are zeros: nothing is shared out, and the operators that take it do not read it.
#[aclnn]
fn aclnnQuantLightningIndexerV2Metadata(
    cu_seqlens_q_optional: Option<Input>,
    cu_seqlens_k_optional: Option<Input>,
    seqused_q_optional: Option<Input>,
    seqused_k_optional: Option<Input>,
    cmp_residual_k_optional: Option<Input>,
    num_heads_q: i64,
    num_heads_k: i64,
    head_dim: i64,
    topk: i64,
    quant_mode: i64,
    batch_size: i64,
    max_seqlen_q: i64,
    max_seqlen_k: i64,
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
            within("numHeadsQ", num_heads_q, 1..=64)?;
            within("topk", topk, 1..=8192)?;
            within("quantMode", quant_mode, 1..=5)?;
        }
        false => {
            one_of("numHeadsQ", num_heads_q, &[64])?;
            within("topk", topk, 1..=2048)?;
            one_of("quantMode", quant_mode, &[2])?;
            one_of("cmpRatio", cmp_ratio, &[1, 2, 4, 8, 16, 32, 64, 128])?;
            let layout = layout_k_optional.as_deref().unwrap_or("BSND");
            if layout != "PA_BBND" {
                return Err(
                    Error::value("layoutKOptional", format!("{layout:?}"), "PA_BBND").into(),
                );
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
        has_blocks: true,
        mask_mode,
        ratio: cmp_ratio,
        metadata: &metadata,
        words: WORDS,
        types: ON_910B,
    };
    schedule.plan()
}
