//! `aclnnQuantLightningIndexer`: the keys that each query attends to, of quantised queries and keys. Source: ops-transformer, `attention/quant_lightning_indexer`.

use super::lightning_indexer::{DEPTH, KEYS, check_heads};
use crate::contract::combinations::combination;
use crate::contract::sparse::{IN_BLOCKS, Places, Sides, not_empty, one_of};
use crate::ops::attention::{Select, Source, Visible, select};
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[]).and_910b(&[I8]).and_950(&[F8E4m3fn, Hifloat8]);

/// `query`, `key`, `weights`, `queryDequantScale`, `keyDequantScale`, `out`.
const TOGETHER: &[&str] = &["i8 | i8 | f16 | f16 | f16 | i32"];
const TOGETHER_ON_950: &[&str] = &[
    "e4m3 | e4m3 | bf16 | f32 | f32 | i32",
    "hif8 | hif8 | bf16 | f32 | f32 | i32",
    "e4m3 i8 | = | f16 | f16 | f16 | i32",
];

/// As `aclnnLightningIndexer`, of codes that scales belong to, one for each head of each row: scores are `sum over heads of weights * relu(queryScale * keyScale * (query @ key))`. INT8 with FLOAT16; on Ascend950 also
/// FLOAT8_E4M3FN with FLOAT16 or with BFLOAT16 weights and FLOAT scales, and HIFLOAT8 with the latter. `sparseCount` is at most 2048, both modes of quantisation 0; `preTokens` and `nextTokens` are not looked at.
#[aclnn]
fn aclnnQuantLightningIndexer(
    query: Input,
    key: Input,
    weights: Input,
    query_dequant_scale: Input,
    key_dequant_scale: Input,
    actual_seq_lengths_query_optional: Option<Input>,
    actual_seq_lengths_key_optional: Option<Input>,
    block_table_optional: Option<Input>,
    query_quant_mode: i64,
    key_quant_mode: i64,
    layout_query_optional: Option<MutText>,
    layout_key_optional: Option<MutText>,
    sparse_count: i64,
    sparse_mode: i64,
    pre_tokens: i64,
    next_tokens: i64,
    out: ConstOutput,
) -> Planned {
    let _ = (pre_tokens, next_tokens);
    query.dtype_in(TYPES)?;
    let arguments = [
        ("query", Some(&*query)),
        ("key", Some(&*key)),
        ("weights", Some(&*weights)),
        ("queryDequantScale", Some(&*query_dequant_scale)),
        ("keyDequantScale", Some(&*key_dequant_scale)),
        ("out", Some(&*out)),
    ];
    let together = if contract::on_950() {
        TOGETHER_ON_950
    } else {
        TOGETHER
    };
    combination(&arguments, together)?;
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
        one_of("queryQuantMode", query_quant_mode, &[0])?;
        one_of("keyQuantMode", key_quant_mode, &[0])?;
        if !(1..=KEYS).contains(&sparse_count) {
            let allowed = format!("1 to {KEYS}");
            return Err(Error::value("sparseCount", sparse_count, allowed));
        }
        one_of("sparseMode", sparse_mode, &[0, 3])?;
        let extents = sides.extents()?;
        check_heads(&query, extents.heads[0])?;
        extents.check_heads(&sides, DEPTH)?;
        for tensor in [&weights, &query_dequant_scale] {
            tensor.shape_is(&extents.of_heads(), "a number for each head of `query`")?;
        }
        key_dequant_scale.shape_is(&extents.of_keys(&[1]), "a number for each row of `key`")?;
        not_empty(&out)?;
        out.shape_is(
            &extents.of_indices(sparse_count),
            "`sparseCount` numbers for each row of `query`",
        )?;
        select(Select {
            query: Source {
                scales: Some(extents.factors(0, query_dequant_scale.read()?)),
                ..sides.queries(&extents)?
            },
            key: Source {
                scales: Some(extents.factors(1, key_dequant_scale.read()?)),
                ..sides.keys(&extents, None)?
            },
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
            indices: out.write()?,
            values: None,
        })
    };
    planned().code(ACLNN_ERR_INNER_TILING_ERROR)
}
