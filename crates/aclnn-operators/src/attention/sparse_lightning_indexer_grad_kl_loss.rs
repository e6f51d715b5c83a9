//! `aclnnSparseLightningIndexerGradKLLoss`: the divergence of an indexer's distribution over keys from that of attention, and its gradients. Source: ops-transformer, `attention/sparse_lightning_indexer_grad_kl_loss`.

use crate::contract::indexer_training::{ANY_WEIGHTS, Goal, Heads, Training, known};
use crate::contract::sparse::NONE;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[]).and_910b(&[F16, Bf16]);

/// Writes the divergence `sum of p * ln(p / softmax(scores))`, summed over all queries, and the gradients of `queryIndex`, `keyIndex` and `weights`. `p` is the mean over heads of `exp(scaleValue * (query @ key^T + queryRope @ keyRope^T) -
/// softmaxMax) / softmaxSum`; both are of the keys that `sparseIndices` lists, of which as many count as the query sees. `query` has 32, 64 or 128 heads of 512 elements and second parts of 64, and keys of one head; on Ascend950 also 48 with 24 of the
/// indexer. Scores, layouts and lengths are those of `aclnnDenseLightningIndexerSoftmaxLse`; probabilities below 1e-8 count as 1e-8 in
/// logarithms.
#[aclnn]
fn aclnnSparseLightningIndexerGradKLLoss(
    query: Input,
    key: Input,
    query_index: Input,
    key_index: Input,
    weights: Input,
    sparse_indices: Input,
    softmax_max: Input,
    softmax_sum: Input,
    query_rope: Option<Input>,
    key_rope: Option<Input>,
    actual_seq_lengths_query: Option<Ints>,
    actual_seq_lengths_key: Option<Ints>,
    scale_value: f64,
    layout: Option<MutText>,
    sparse_mode: i64,
    pre_tokens: i64,
    next_tokens: i64,
    deterministic: bool,
    d_query_index: ConstOutput,
    d_key_index: ConstOutput,
    d_weights: ConstOutput,
    loss: ConstOutput,
) -> Planned {
    let _ = (pre_tokens, next_tokens, deterministic);
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
        heads: Heads::Among(if contract::on_950() {
            &[8, 16, 24, 32, 64]
        } else {
            &[8, 16, 32, 64]
        }),
        mask_mode: (("sparseMode", sparse_mode), &[3]),
        ratio: ("", 1),
        residual: ("", &NONE),
        metadata: None,
        lists: Some(&sparse_indices),
        has_heads_of_lists: true,
        goal: Goal::Attention {
            sides: [&query, &key],
            ropes: [("queryRope", &query_rope), ("keyRope", &key_rope)],
            statistics: [&softmax_max, &softmax_sum],
            scale: scale_value,
            depth: 512,
            has_all_heads: false,
            sinks: &NONE,
        },
        known: Vec::new(),
        statistics: Vec::new(),
        softmax: None,
        loss: Some(&loss),
        gradients: Some([&d_query_index, &d_key_index, &d_weights]),
    };
    training.plan()
}
