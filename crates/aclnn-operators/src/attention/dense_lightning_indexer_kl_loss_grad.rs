//! `aclnnDenseLightningIndexerKLLossGrad`: gradients of an indexer whose distribution over keys shall be that of attention. Source: ops-transformer, `attention/dense_lightning_indexer_kl_loss_grad`.

use crate::contract::indexer_training::{FLOAT_WEIGHTS, Goal, Heads, Training, starting};
use crate::prelude::*;

const TYPES: Dtypes = only_950(&[F16, Bf16]);

/// Writes the distribution `exp(scores - softmaxLse)` of each query over the keys that it sees, and the gradients of `q`, `k` and `w` of its divergence from the distribution `attnSoftmaxL1Norm`, which has a column for each key of the
/// longest sequence. Scores and masks are those of `aclnnDenseLightningIndexerSoftmaxLseV2`. Keys that a query does not see have the probability 0. FLOAT16 or BFLOAT16 with weights, distributions and gradients of weights of FLOAT.
#[aclnn]
fn aclnnDenseLightningIndexerKLLossGrad(
    q: Input,
    k: Input,
    w: Input,
    attn_softmax_l1_norm: Input,
    softmax_lse: Input,
    cu_seq_lens_q_optional: Option<Input>,
    cu_seq_lens_k_optional: Option<Input>,
    seq_used_q_optional: Option<Input>,
    seq_used_k_optional: Option<Input>,
    cmp_residual_k_optional: Option<Input>,
    metadata_optional: Option<Input>,
    layout_q: Option<MutText>,
    layout_k: Option<MutText>,
    mask_mode: i64,
    cmp_ratio: i64,
    dq: ConstOutput,
    dk: ConstOutput,
    dw: ConstOutput,
    softmax_out: ConstOutput,
) -> Planned {
    let training = Training {
        sides: starting(
            [
                ("cuSeqLensQOptional", &cu_seq_lens_q_optional),
                ("cuSeqLensKOptional", &cu_seq_lens_k_optional),
            ],
            [
                ("seqUsedQOptional", &seq_used_q_optional),
                ("seqUsedKOptional", &seq_used_k_optional),
            ],
            [
                ("layoutQ", layout_q.as_deref()),
                ("layoutK", layout_k.as_deref()),
            ],
            [&q, &k],
        ),
        weights: &w,
        types: TYPES,
        together: FLOAT_WEIGHTS,
        heads: Heads::UpTo(128),
        mask_mode: (("maskMode", mask_mode), &[0, 3]),
        ratio: ("cmpRatio", cmp_ratio),
        residual: ("cmpResidualKOptional", &cmp_residual_k_optional),
        metadata: Some(("metadataOptional", &metadata_optional)),
        lists: None,
        has_heads_of_lists: true,
        goal: Goal::Distribution(&attn_softmax_l1_norm),
        known: vec![&softmax_lse],
        statistics: Vec::new(),
        softmax: Some(&softmax_out),
        loss: None,
        gradients: Some([&dq, &dk, &dw]),
    };
    training.plan()
}
