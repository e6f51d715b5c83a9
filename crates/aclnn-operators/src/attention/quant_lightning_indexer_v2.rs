//! `aclnnQuantLightningIndexerV2`: the keys that each query attends to, of quantised queries and keys. Source: ops-transformer, `attention/quant_lightning_indexer_v2`.

use crate::contract::combinations::combination;
use crate::contract::indexers::Indexer;
use crate::contract::moe::within;
use crate::contract::sparse::{Places, Sides, absent, one_of};
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[])
    .and_910b(&[I8])
    .and_950(&[F8E4m3fn, Hifloat8, F4E2m1]);

/// `query`, `key`, `weights`, `queryDequantScale`, `keyDequantScale`, `sparseIndicesOut` of each mode of quantisation.
const TOGETHER: [&str; 5] = [
    "e4m3 | e4m3 | f32 | f32 | f32 | i32",
    "i8 | i8 | f16 | f16 | f16 | i32",
    "e4m3 | e4m3 | f32 | e8m0 | e8m0 | i32",
    "hif8 | hif8 | f32 | f32 | f32 | i32",
    "e2m1 | e2m1 | f32 | e8m0 | e8m0 | i32",
];

/// As `aclnnLightningIndexerV2`, of codes that scales belong to. `quantMode` 1: FLOAT8_E4M3FN, 2: INT8 with FLOAT16 weights, each with a scale for each head of each row; 3: FLOAT8_E4M3FN, 5: FLOAT4_E2M1, with scales of
/// FLOAT8_E8M0 for each 32 elements; 4: HIFLOAT8 with one scale. Scores are `sum over heads of weights * relu(scales * (query @ key))`, values BFLOAT16. Chips before Ascend950 have mode 2 with 64 heads, keys in blocks, a
/// `cmpRatio` that is a power of two, and neither values nor offsets.
#[aclnn]
fn aclnnQuantLightningIndexerV2(
    query: Input,
    key: Input,
    weights: Input,
    query_dequant_scale: Input,
    key_dequant_scale: Input,
    cu_seq_lens_q_optional: Option<Input>,
    cu_seq_lens_k_optional: Option<Input>,
    seqused_q_optional: Option<Input>,
    seqused_k_optional: Option<Input>,
    cmp_residual_k_optional: Option<Input>,
    block_table_optional: Option<Input>,
    output_idx_offset_optional: Option<Input>,
    metadata_optional: Option<Input>,
    topk: i64,
    quant_mode: i64,
    max_seqlen_q_optional: i64,
    layout_q_optional: Option<MutText>,
    layout_k_optional: Option<MutText>,
    mask_mode_optional: i64,
    cmp_ratio_optional: i64,
    return_value_optional: i64,
    sparse_indices_out: ConstOutput,
    sparse_values_out: Option<ConstOutput>,
) -> Planned {
    query.dtype_in(TYPES)?;
    let arguments = [
        ("query", Some(&*query)),
        ("key", Some(&*key)),
        ("weights", Some(&*weights)),
        ("queryDequantScale", Some(&*query_dequant_scale)),
        ("keyDequantScale", Some(&*key_dequant_scale)),
        ("sparseIndicesOut", Some(&*sparse_indices_out)),
    ];
    let of_mode = quant_mode.clamp(1, 5) as usize - 1;
    let together = match contract::on_950() {
        true => &TOGETHER[of_mode..=of_mode],
        false => &TOGETHER[1..2],
    };
    combination(&arguments, together)?;
    let offset = ("outputIdxOffsetOptional", &output_idx_offset_optional);
    let heads = query.shape().iter().rev().nth(1).copied().unwrap_or(0);
    let own = || -> Result<()> {
        if contract::on_950() {
            within("quantMode", quant_mode, 1..=5)?;
            within("topk", topk, 1..=8192)?;
            return match heads {
                1..=64 => Ok(()),
                _ => Err(query.shape_refused("1 to 64 heads")),
            };
        }
        one_of("quantMode", quant_mode, &[2])?;
        within("topk", topk, 1..=2048)?;
        if heads != 64 {
            return Err(query.shape_refused("64 heads on this chip"));
        }
        one_of(
            "cmpRatioOptional",
            cmp_ratio_optional,
            &[1, 2, 4, 8, 16, 32, 64, 128],
        )?;
        one_of("returnValueOptional", return_value_optional, &[0])?;
        absent(offset, "null on this chip")?;
        let layout = layout_k_optional.as_deref().unwrap_or("BSND");
        match layout {
            "PA_BBND" | "PA_BSND" => Ok(()),
            _ => Err(Error::value(
                "layoutKOptional",
                format!("{layout:?}"),
                "PA_BBND on this chip",
            )),
        }
    };
    let indexer = Indexer {
        sides: Sides {
            query: &query,
            key: &key,
            layouts: [
                ("layoutQOptional", layout_q_optional.as_deref()),
                ("layoutKOptional", layout_k_optional.as_deref()),
            ],
            places: Places::Starts(
                [
                    ("cuSeqLensQOptional", &cu_seq_lens_q_optional),
                    ("cuSeqLensKOptional", &cu_seq_lens_k_optional),
                ],
                [
                    ("sequsedQOptional", &seqused_q_optional),
                    ("sequsedKOptional", &seqused_k_optional),
                ],
            ),
            block_table: ("blockTableOptional", &block_table_optional),
            blocks: (&["PA_BBND", "PA_BSND"], 16),
        },
        weights: &weights,
        scales: Some([&query_dequant_scale, &key_dequant_scale]),
        residual: ("cmpResidualKOptional", &cmp_residual_k_optional),
        offset,
        metadata: ("metadataOptional", &metadata_optional),
        topk,
        longest: ("maxSeqlenQOptional", max_seqlen_q_optional),
        mask_mode: ("maskModeOptional", mask_mode_optional),
        ratio: ("cmpRatioOptional", cmp_ratio_optional),
        return_value: ("returnValueOptional", return_value_optional),
        indices: &sparse_indices_out,
        values: sparse_values_out.as_ref(),
        values_types: on_all(&[Bf16]),
    };
    own().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    indexer.plan()
}
