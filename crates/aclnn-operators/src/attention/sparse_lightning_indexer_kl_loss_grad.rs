//! `aclnnSparseLightningIndexerKLLossGrad`: gradients of an indexer whose distribution over keys shall be that of attention. Source: ops-transformer, `attention/sparse_lightning_indexer_kl_loss_grad`.

use crate::contract::indexer_training::{FLOAT_WEIGHTS, Goal, Heads, Training, starting};
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[]).and_910b(&[F16, Bf16]);

/// Writes the distribution `softmax(scores)` of each query over the keys that `sparseIndices` lists, and the gradients of `q`, `k` and `w` of its divergence from the distribution `attnSoftmaxL1Norm`. Scores and masks are those of
/// `aclnnDenseLightningIndexerSoftmaxLseV2`. Of a list as many numbers count as the query sees keys; those below 0, and of keys that it does not see, are left out: their probability is written as 0. FLOAT16 or BFLOAT16 with weights, distributions
/// and gradients of weights of FLOAT.
#[aclnn]
fn aclnnSparseLightningIndexerKLLossGrad(
    q: Input,
    k: Input,
    w: Input,
    sparse_indices: Input,
    attn_softmax_l1_norm: Input,
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
        heads: if contract::on_950() {
            Heads::UpTo(128)
        } else {
            Heads::Among(&[8, 16, 32, 64])
        },
        mask_mode: (("maskMode", mask_mode), &[0, 3]),
        ratio: ("cmpRatio", cmp_ratio),
        residual: ("cmpResidualKOptional", &cmp_residual_k_optional),
        metadata: Some(("metadataOptional", &metadata_optional)),
        lists: Some(&sparse_indices),
        has_heads_of_lists: true,
        goal: Goal::Distribution(&attn_softmax_l1_norm),
        known: Vec::new(),
        statistics: Vec::new(),
        softmax: Some(&softmax_out),
        loss: None,
        gradients: Some([&dq, &dk, &dw]),
    };
    training.plan()
}
