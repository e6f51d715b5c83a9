//! `aclnnDenseLightningIndexerGradKLLoss`: the divergence of an indexer's distribution over keys from that of attention, and its gradients. Source: ops-transformer, `attention/dense_lightning_indexer_grad_kl_loss`.

use crate::contract::indexer_training::{ANY_WEIGHTS, Goal, Heads, Training, known};
use crate::contract::sparse::NONE;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[]).and_910b(&[F16, Bf16]);

/// Writes the divergence `sum of p * ln(p / softmax(scores))`, summed over all queries, and the gradients of `queryIndex`, `keyIndex` and `weights`. `p` is the mean over heads of `exp(scaleValue * (query @ key^T + queryRope @ keyRope^T) -
/// softmaxMax) / softmaxSum`; the distribution of scores is `exp(scores - softmaxMaxIndex) / softmaxSumIndex`. `query` has 32, 64 or 128 heads of 128 elements and second parts of 64, as `key` has. Scores, layouts and lengths are those of `aclnnDenseLightningIndexerSoftmaxLse`; probabilities below 1e-8 count as 1e-8 in
/// logarithms.
#[aclnn]
fn aclnnDenseLightningIndexerGradKLLoss(
    query: Input,
    key: Input,
    query_index: Input,
    key_index: Input,
    weights: Input,
    softmax_max: Input,
    softmax_sum: Input,
    softmax_max_index: Input,
    softmax_sum_index: Input,
    query_rope: Option<Input>,
    key_rope: Option<Input>,
    actual_seq_lengths_query: Option<Ints>,
    actual_seq_lengths_key: Option<Ints>,
    scale_value: f64,
    layout: Option<MutText>,
    sparse_mode: i64,
    pre_tokens: i64,
    next_tokens: i64,
    d_query_index: ConstOutput,
    d_key_index: ConstOutput,
    d_weights: ConstOutput,
    loss: ConstOutput,
) -> Planned {
    let _ = (pre_tokens, next_tokens);
    let training = Training {
        sides: known(
            [
                ("actualSeqLengthsQuery", &actual_seq_lengths_query),
                ("actualSeqLengthsKey", &actual_seq_lengths_key),
            ],
            ("layout", layout.as_deref()),
            [&query_index, &key_index],
        ),
        weights: &weights,
        types: TYPES,
        together: ANY_WEIGHTS,
        heads: Heads::Among(&[8, 16, 32, 64]),
        mask_mode: (("sparseMode", sparse_mode), &[3]),
        ratio: ("", 1),
        residual: ("", &NONE),
        metadata: None,
        lists: None,
        has_heads_of_lists: true,
        goal: Goal::Attention {
            sides: [&query, &key],
            ropes: [("queryRope", &query_rope), ("keyRope", &key_rope)],
            statistics: [&softmax_max, &softmax_sum],
            scale: scale_value,
            depth: 128,
            has_all_heads: true,
            sinks: &NONE,
        },
        known: vec![&softmax_max_index, &softmax_sum_index],
        statistics: Vec::new(),
        softmax: None,
        loss: Some(&loss),
        gradients: Some([&d_query_index, &d_key_index, &d_weights]),
    };
    training.plan()
}
