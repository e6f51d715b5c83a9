//! `aclnnDenseLightningIndexerSoftmaxLse`: statistics of the scores of an indexer. Source: ops-transformer, `attention/dense_lightning_indexer_softmax_lse`.

use crate::contract::indexer_training::{ANY_WEIGHTS, Goal, Heads, Training, known};
use crate::contract::sparse::NONE;
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[]).and_910b(&[F16, Bf16]);

/// Writes for each query `i` the largest of the scores `sum over heads of weight * relu(queryIndex @ keyIndex)` of the keys up to `i + keys - queries`, and the sum of exponentials of scores less that: FLOAT. Queries and keys are
/// FLOAT16 or BFLOAT16 with 8, 16, 32 or 64 heads and one head of 128 elements, weights of that type or FLOAT. Layouts are BSND and TND, of which `actualSeqLengths` are the ends of sequences; statistics are (B, 1, S) or (1, T).
/// `sparseMode` is 3; `preTokens` and `nextTokens` are not looked at. A query that sees no key has the lowest and the largest number of the type, a row that no sequence has 0. An empty `queryIndex` is no work.
#[aclnn]
fn aclnnDenseLightningIndexerSoftmaxLse(
    query_index: Input,
    key_index: Input,
    weight: Input,
    actual_seq_lengths_query_optional: Option<Ints>,
    actual_seq_lengths_key_optional: Option<Ints>,
    layout_optional: Option<MutText>,
    sparse_mode: i64,
    pre_tokens: i64,
    next_tokens: i64,
    softmax_max_out: ConstOutput,
    softmax_sum_out: ConstOutput,
) -> Planned {
    let _ = (pre_tokens, next_tokens);
    let training = Training {
        sides: known(
            [
                (
                    "actualSeqLengthsQueryOptional",
                    &actual_seq_lengths_query_optional,
                ),
                (
                    "actualSeqLengthsKeyOptional",
                    &actual_seq_lengths_key_optional,
                ),
            ],
            ("layoutOptional", layout_optional.as_deref()),
            [&query_index, &key_index],
        ),
        weights: &weight,
        types: TYPES,
        together: ANY_WEIGHTS,
        heads: Heads::Among(&[8, 16, 32, 64]),
        mask_mode: (("sparseMode", sparse_mode), &[3]),
        ratio: ("", 1),
        residual: ("", &NONE),
        metadata: None,
        lists: None,
        has_heads_of_lists: true,
        goal: Goal::Nothing,
        known: Vec::new(),
        statistics: vec![&softmax_max_out, &softmax_sum_out],
        softmax: None,
        loss: None,
        gradients: None,
    };
    training.plan()
}
