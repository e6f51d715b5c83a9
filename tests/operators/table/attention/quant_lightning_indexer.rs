//! The rows of `aclnnQuantLightningIndexer` and `aclnnQuantLightningIndexerV2`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::attention::sparse::indexer;
use crate::reference::attention::training::select;
use crate::table::samples::write;
use crate::table::shared::attention::inference::codes;
use crate::table::shared::attention::sparse::{CASES, Case, WHOLE};
use crate::table::shared::attention::training;
use crate::table::shared::attention::training::with_lengths;
use crate::table::shared::rows::{ROWS, near_1, varied};
use crate::table::{Row, on_950};

fn quantised() -> Vec<Vec<Argument>> {
    let of = |case: Case, [dtype, weights, scales]: [Dtype; 3], heads: i64, count: i64| {
        let [of_queries, of_keys] = case.lengths();
        let [layout_query, layout_key] = case.texts();
        vec![
            codes(dtype, &case.of_queries(&[heads, 128]), 1),
            codes(dtype, &case.of_keys(&[1, 128]), 2),
            varied(weights, &case.of_queries(&[heads]), 3),
            near_1(scales, &case.of_queries(&[heads]), 4),
            near_1(scales, &case.of_keys(&[1]), 5),
            of_queries,
            of_keys,
            case.table(),
            Argument::Int(0),
            Argument::Int(0),
            layout_query,
            layout_key,
            Argument::Int(count),
            Argument::Int(case.mode),
            WHOLE,
            WHOLE,
            write(I32, &case.of_queries(&[1, count])),
        ]
    };
    let mut all = vec![
        of(CASES[0], [I8, F16, F16], 8, 4),
        of(CASES[1], [I8, F16, F16], 16, 9),
        of(CASES[2], [I8, F16, F16], 8, 5),
        of(CASES[3], [I8, F16, F16], 8, 33),
        of(CASES[4], [I8, F16, F16], 8, 6),
    ];
    if on_950() {
        all.extend([
            of(CASES[0], [F8E4m3fn, Bf16, F32], 8, 4),
            of(CASES[2], [F8E4m3fn, F16, F16], 8, 7),
            of(CASES[3], [Hifloat8, Bf16, F32], 8, 20),
        ]);
    }
    all
}

const CODES: &str = "codes need the types of scales: each combination is a sample";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQuantLightningIndexer", quantised)
            .accepts(&[
                ("query", "none | 910B: i8 | 950: i8 e4m3 hif8"),
                ("key", "as query"),
                ("weights", "none | 910B: f16 | 950: f16 bf16"),
                ("queryDequantScale", "none | 910B: f16 | 950: f16 f32"),
                ("keyDequantScale", "none | 910B: f16 | 950: f16 f32"),
                ("actualSeqLengthsQueryOptional", "any"),
                ("actualSeqLengthsKeyOptional", "any"),
                ("blockTableOptional", "any"),
                ("out", "i32"),
            ])
            .whole(|arguments| indexer("aclnnQuantLightningIndexer", arguments))
            .accuracy(ROWS)
            .except(&[
                ("dtypes query", CODES),
                ("dtypes key", CODES),
                ("dtypes weights", CODES),
                ("dtypes queryDequantScale", CODES),
                ("dtypes keyDequantScale", CODES),
            ]),
        Row::new("aclnnQuantLightningIndexerV2", training::quantised)
            .accepts(with_lengths!(
                "SeqLens",
                "seqused",
                ("query", "none | 910B: i8 | 950: i8 e4m3 hif8 e2m1"),
                ("key", "as query"),
                ("weights", "none | 910B: f16 | 950: f16 f32"),
                ("queryDequantScale", "none | 910B: f16 | 950: f16 f32 e8m0"),
                ("keyDequantScale", "none | 910B: f16 | 950: f16 f32 e8m0"),
                ("blockTableOptional", "i32"),
                ("outputIdxOffsetOptional", "any"),
                ("sparseIndicesOut", "i32"),
                ("sparseValuesOut", "any"),
            ))
            .whole(|arguments| select("aclnnQuantLightningIndexerV2", arguments))
            .accuracy(ROWS)
            .except(&[
                ("dtypes query", training::CODES),
                ("dtypes key", training::CODES),
                ("dtypes weights", training::CODES),
                ("dtypes queryDequantScale", training::CODES),
                ("dtypes keyDequantScale", training::CODES),
                (
                    "dtypes cuSeqLensQOptional",
                    "the first sample has it: INT32",
                ),
                ("dtypes sequsedKOptional", "the first sample has it: INT32"),
            ]),
    ]
}
