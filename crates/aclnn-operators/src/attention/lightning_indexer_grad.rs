//! `aclnnLightningIndexerGrad`: gradients of the scores of the keys that an indexer selects. Source: ops-transformer, `attention/lightning_indexer_grad`.

use crate::contract::indexer_training::{Goal, Heads, Training};
use crate::contract::sparse::{NONE, Places, Sides, one_of};
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[]).and_910b(&[F16, Bf16]);

/// `query`, `key`, `weights`.
const ALIKE: &[&str] = &["f16 bf16 | = | ="];

/// The most keys of a list.
const KEYS: i64 = 2048;

/// Writes the gradients of `query`, `key` and `weights` of the scores `sum over heads of weights * relu(query @ key)` of the keys that `sparseIndices` lists, by the gradients `dy` of these: all FLOAT16 or BFLOAT16, 1 to 64 heads of 128 elements and
/// keys of one head. With `sparseMode` 3 as many numbers of a list count as there are keys up to `i + keys - queries`, with 0 all. Layouts are BSND and TND, whose lengths are the ends of sequences, INT32. Negative
/// numbers, and those of keys that a query does not see, are left out. Lists have at most 2048 numbers; `headNum` is the number of heads. Sums are in the order of queries, whatever `deterministic` says.
#[aclnn]
fn aclnnLightningIndexerGrad(
    query: Input,
    key: Input,
    dy: Input,
    sparse_indices: Input,
    weights: Input,
    actual_seq_q_len_optional: Option<Input>,
    actual_seq_kv_len_optional: Option<Input>,
    head_num: i64,
    input_layout: Option<MutText>,
    sparse_mode: i64,
    pre_tokens: i64,
    next_tokens: i64,
    deterministic: bool,
    dq_out: ConstOutput,
    dk_out: ConstOutput,
    dweights_out: ConstOutput,
) -> Planned {
    let _ = (pre_tokens, next_tokens, deterministic);
    let layout = ("inputLayout", input_layout.as_deref());
    let training = Training {
        sides: Sides {
            query: &query,
            key: &key,
            layouts: [layout; 2],
            places: Places::Lengths([
                ("actualSeqQLenOptional", &actual_seq_q_len_optional),
                ("actualSeqKvLenOptional", &actual_seq_kv_len_optional),
            ]),
            block_table: ("inputLayout", &NONE),
            blocks: (&[], 1),
        },
        weights: &weights,
        types: TYPES,
        together: ALIKE,
        heads: Heads::UpTo(64),
        mask_mode: (("sparseMode", sparse_mode), &[0, 3]),
        ratio: ("", 1),
        residual: ("", &NONE),
        metadata: None,
        lists: Some(&sparse_indices),
        has_heads_of_lists: false,
        goal: Goal::Gradient(&dy),
        known: Vec::new(),
        statistics: Vec::new(),
        softmax: None,
        loss: None,
        gradients: Some([&dq_out, &dk_out, &dweights_out]),
    };
    training.check_types()?;
    let own = || -> Result<()> {
        let heads = query.shape().iter().rev().nth(1).copied().unwrap_or(0);
        one_of("headNum", head_num, &[heads])?;
        match sparse_indices.shape().last() {
            Some(1..=KEYS) => Ok(()),
            _ => Err(sparse_indices.shape_refused(format!("1 to {KEYS} numbers in a list"))),
        }
    };
    own().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    training.plan()
}
