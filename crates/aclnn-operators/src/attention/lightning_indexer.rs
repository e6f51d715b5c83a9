//! `aclnnLightningIndexer`: the keys that each query attends to. Source: ops-transformer, `attention/lightning_indexer`.

use crate::contract::combinations::combination;
use crate::contract::sparse::{IN_BLOCKS, Places, Sides, not_empty, one_of, without_window};
use crate::ops::attention::{Select, Visible, select};
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[]).and_910b(&[F16, Bf16]);

/// `query`, `key`, `weights`, `sparseIndicesOut`.
const TOGETHER: &[&str] = &["f16 | = | f16 f32 | i32", "bf16 | = | bf16 f32 | i32"];
const TOGETHER_ON_950: &[&str] = &["f16 | = | = | i32", "bf16 | = | = | i32"];

/// Elements of a head.
pub const DEPTH: i64 = 128;

/// The most heads of queries, and those that Ascend950 takes.
pub const HEADS: i64 = 64;
const HEADS_ON_950: [i64; 5] = [8, 16, 24, 32, 64];

/// The most keys, but for multiples of 1024 up to `MOST_KEYS`.
pub const KEYS: i64 = 2048;
const MOST_KEYS: i64 = 8192;

/// Refuses other numbers of heads of queries.
pub fn check_heads(query: &Input, heads: i64) -> Result<()> {
    match contract::on_950() {
        true if !HEADS_ON_950.contains(&heads) => {
            Err(query.shape_refused("8, 16, 24, 32 or 64 heads"))
        }
        false if !(1..=HEADS).contains(&heads) => {
            Err(query.shape_refused(format!("1 to {HEADS} heads")))
        }
        _ => Ok(()),
    }
}

/// Selects for each query `i` of a sequence the `sparseCount` keys `j` of the largest `sum over heads of weights * relu(query @ key)`: FLOAT16 or BFLOAT16, heads of 128 elements, keys of one head. `sparseMode` 0: of
/// all keys; 3: of those up to `i + keys - queries`. `query` is (B, S, N, D) or, as TND, (T, N, D); `key` the same, or (blocks, rows, 1, D) with a table of blocks as PA_BSND. Lengths are INT32 tensors: of TND
/// where sequences end. Indices stand in the order of falling scores, the lower one of equal scores first, and -1 behind the last one; `sparseValuesOut` are the scores, minus infinity behind the last
/// one. Rows that no sequence has are -1. Lengths and numbers of blocks outside their tensors are an error of the stream.
#[aclnn]
fn aclnnLightningIndexer(
    query: Input,
    key: Input,
    weights: Input,
    actual_seq_lengths_query_optional: Option<Input>,
    actual_seq_lengths_key_optional: Option<Input>,
    block_table_optional: Option<Input>,
    layout_query_optional: Option<MutText>,
    layout_key_optional: Option<MutText>,
    sparse_count: i64,
    sparse_mode: i64,
    pre_tokens: i64,
    next_tokens: i64,
    return_values: bool,
    sparse_indices_out: ConstOutput,
    sparse_values_out: Option<ConstOutput>,
) -> Planned {
    let values = sparse_values_out.as_ref().filter(|_| return_values);
    if return_values && values.is_none() {
        return Err(Reason::Null {
            arg: "sparseValuesOut",
        }
        .into());
    }
    query.dtype_in(TYPES)?;
    let arguments = [
        ("query", Some(&*query)),
        ("key", Some(&*key)),
        ("weights", Some(&*weights)),
        ("sparseIndicesOut", Some(&*sparse_indices_out)),
    ];
    let together = if contract::on_950() {
        TOGETHER_ON_950
    } else {
        TOGETHER
    };
    combination(&arguments, together)?;
    if let Some(values) = values {
        values.same_dtype(&query)?;
    }
    let sides = Sides {
        query: &query,
        key: &key,
        layouts: [
            ("layoutQueryOptional", layout_query_optional.as_deref()),
            ("layoutKeyOptional", layout_key_optional.as_deref()),
        ],
        places: Places::Lengths([
            (
                "actualSeqLengthsQueryOptional",
                &actual_seq_lengths_query_optional,
            ),
            (
                "actualSeqLengthsKeyOptional",
                &actual_seq_lengths_key_optional,
            ),
        ]),
        block_table: ("blockTableOptional", &block_table_optional),
        blocks: IN_BLOCKS,
    };
    sides.check_types()?;
    let planned = || -> Result<Call> {
        let is_multiple = sparse_count % 1024 == 0 && sparse_count <= MOST_KEYS;
        if sparse_count < 1 || sparse_count > KEYS && !is_multiple {
            let allowed = format!("1 to {KEYS}, or 3072, 4096, 5120, 6144, 7168 or {MOST_KEYS}");
            return Err(Error::value("sparseCount", sparse_count, allowed));
        }
        one_of("sparseMode", sparse_mode, &[0, 3])?;
        without_window(pre_tokens, next_tokens)?;
        let extents = sides.extents()?;
        if return_values && extents.is_paged {
            let allowed = "false where keys are in blocks";
            return Err(Error::value("returnValues", return_values, allowed));
        }
        check_heads(&query, extents.heads[0])?;
        extents.check_heads(&sides, DEPTH)?;
        weights.shape_is(&extents.of_heads(), "a number for each head of `query`")?;
        let wanted = extents.of_indices(sparse_count);
        for output in [Some(&sparse_indices_out), values].into_iter().flatten() {
            not_empty(output)?;
            output.shape_is(&wanted, "`sparseCount` numbers for each row of `query`")?;
        }
        select(Select {
            query: sides.queries(&extents)?,
            key: sides.keys(&extents, None)?,
            weights: extents.per_head(weights.read()?)?,
            pages: sides.pages(&extents)?,
            spans: extents.spans,
            lengths: sides.lengths()?,
            visible: Visible {
                is_causal: sparse_mode == 3,
                ratio: 1,
                residual: None,
            },
            offsets: None,
            count: sparse_count as usize,
            indices: sparse_indices_out.write()?,
            values: values.map(|values| values.write()).transpose()?,
        })
    };
    planned().code(ACLNN_ERR_INNER_TILING_ERROR)
}
