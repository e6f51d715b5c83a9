//! `aclnnLightningIndexerV2`: the keys that each query attends to, of keys that may stand for several tokens. Source: ops-transformer, `attention/lightning_indexer_v2`.

use crate::contract::combinations::combination;
use crate::contract::indexers::Indexer;
use crate::contract::moe::within;
use crate::contract::sparse::{Places, Sides, absent};
use crate::prelude::*;

const TYPES: Dtypes = on_910(&[]).and_910b(&[F16, Bf16]);

/// `q`, `k`, `w`, `sparseIndices`.
const TOGETHER: &[&str] = &["f16 bf16 | = | f32 | i32"];

/// The most keys, and those that must be a multiple of 1024 on other chips than Ascend950.
const MOST_KEYS: i64 = 8192;
const KEYS: i64 = 2048;

/// As `aclnnLightningIndexer`, of keys of which each stands for `cmpRatio` tokens: with `maskMode` 3 query `i` sees the keys below `(i + 1 + keys * cmpRatio + cmpResidualK - queries) / cmpRatio`. FLOAT16 or BFLOAT16
/// with weights and values of FLOAT, 1 to 64 heads. Sequences of TND begin and end where `cuSeqlens` says, and as many of their rows count as `seqused` says, which is also the length of sequences of other layouts;
/// PA_BBND is the layout of keys in blocks. `outputIdxOffset` is added to the indices of each row of queries. `metadata` is not read.
#[aclnn]
fn aclnnLightningIndexerV2(
    q: Input,
    k: Input,
    w: Input,
    cu_seqlens_q_optional: Option<Input>,
    cu_seqlens_k_optional: Option<Input>,
    seqused_q_optional: Option<Input>,
    seqused_k_optional: Option<Input>,
    cmp_residual_k_optional: Option<Input>,
    block_table_optional: Option<Input>,
    output_idx_offset_optional: Option<Input>,
    metadata_optional: Option<Input>,
    topk: i64,
    max_seqlen_q: i64,
    layout_q: Option<MutText>,
    layout_k: Option<MutText>,
    mask_mode: i64,
    cmp_ratio: i64,
    return_value: i64,
    sparse_indices: ConstOutput,
    sparse_values: Option<ConstOutput>,
) -> Planned {
    q.dtype_in(TYPES)?;
    let arguments = [
        ("q", Some(&*q)),
        ("k", Some(&*k)),
        ("w", Some(&*w)),
        ("sparseIndices", Some(&*sparse_indices)),
    ];
    combination(&arguments, TOGETHER)?;
    let used = [
        ("sequsedQOptional", &seqused_q_optional),
        ("sequsedKOptional", &seqused_k_optional),
    ];
    let offset = ("outputIdxOffsetOptional", &output_idx_offset_optional);
    let heads = q.shape().iter().rev().nth(1).copied().unwrap_or(0);
    let own = || -> Result<()> {
        within("topk", topk, 1..=MOST_KEYS)?;
        if !(1..=64).contains(&heads) {
            return Err(q.shape_refused("1 to 64 heads"));
        }
        if contract::on_950() {
            return Ok(());
        }
        if topk > KEYS && topk % 1024 != 0 {
            let allowed = format!("1 to {KEYS}, or a multiple of 1024 up to {MOST_KEYS}");
            return Err(Error::value("topk", topk, allowed));
        }
        absent(used[0], "null on this chip")?;
        absent(offset, "null on this chip")?;
        match layout_k.as_deref() {
            Some("PA_BBND") => Ok(()),
            _ => absent(used[1], "null on this chip, unless keys are in blocks"),
        }
    };
    let indexer = Indexer {
        sides: Sides {
            query: &q,
            key: &k,
            layouts: [
                ("layoutQ", layout_q.as_deref()),
                ("layoutK", layout_k.as_deref()),
            ],
            places: Places::Starts(
                [
                    ("cuSeqlensQOptional", &cu_seqlens_q_optional),
                    ("cuSeqlensKOptional", &cu_seqlens_k_optional),
                ],
                used,
            ),
            block_table: ("blockTableOptional", &block_table_optional),
            blocks: (&["PA_BBND"], if contract::on_950() { 1 } else { 16 }),
        },
        weights: &w,
        scales: None,
        residual: ("cmpResidualKOptional", &cmp_residual_k_optional),
        offset,
        metadata: ("metadataOptional", &metadata_optional),
        topk,
        longest: ("maxSeqlenQ", max_seqlen_q),
        mask_mode: ("maskMode", mask_mode),
        ratio: ("cmpRatio", cmp_ratio),
        return_value: ("returnValue", return_value),
        indices: &sparse_indices,
        values: sparse_values.as_ref(),
        values_types: on_all(&[F32]),
    };
    own().code(ACLNN_ERR_INNER_TILING_ERROR)?;
    indexer.plan()
}
