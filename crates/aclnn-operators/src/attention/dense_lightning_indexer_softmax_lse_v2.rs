//! `aclnnDenseLightningIndexerSoftmaxLseV2`: the logarithm of the sum of the exponentials of an indexer's scores. Source: ops-transformer, `attention/dense_lightning_indexer_softmax_lse_v2`.

use crate::contract::indexer_training::{FLOAT_WEIGHTS, Goal, Heads, Training, starting};
use crate::prelude::*;

const TYPES: Dtypes = only_950(&[F16, Bf16]);

/// As `aclnnDenseLightningIndexerSoftmaxLse`, of keys of which each stands for `cmpRatio` tokens, with 1 to 128 heads and weights of FLOAT: the logarithm of the sum of the exponentials of the scores that a query sees, FLOAT, infinity where it sees
/// none. `maskMode` 0: it sees all keys; 3: those below `(i + 1 + keys * cmpRatio + cmpResidualK - queries) / cmpRatio`. Sequences of TND begin and end where `cuSeqLens` says, and as many of their rows count as `seqUsed` says.
#[aclnn]
fn aclnnDenseLightningIndexerSoftmaxLseV2(
    query_index: Input,
    key_index: Input,
    weight: Input,
    cu_seq_lens_q_optional: Option<Input>,
    cu_seq_lens_k_optional: Option<Input>,
    seq_used_q_optional: Option<Input>,
    seq_used_k_optional: Option<Input>,
    cmp_residual_k_optional: Option<Input>,
    metadata_optional: Option<Input>,
    layout_q: Option<Text>,
    layout_k: Option<Text>,
    mask_mode: i64,
    cmp_ratio: i64,
    softmax_lse_out: ConstOutput,
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
            [&query_index, &key_index],
        ),
        weights: &weight,
        types: TYPES,
        together: FLOAT_WEIGHTS,
        heads: Heads::UpTo(128),
        mask_mode: (("maskMode", mask_mode), &[0, 3]),
        ratio: ("cmpRatio", cmp_ratio),
        residual: ("cmpResidualKOptional", &cmp_residual_k_optional),
        metadata: Some(("metadataOptional", &metadata_optional)),
        lists: None,
        has_heads_of_lists: true,
        goal: Goal::Nothing,
        known: Vec::new(),
        statistics: vec![&softmax_lse_out],
        softmax: None,
        loss: None,
        gradients: None,
    };
    training.plan()
}
