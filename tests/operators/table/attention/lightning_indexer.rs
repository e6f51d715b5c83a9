//! The rows of `aclnnLightningIndexer` and `aclnnLightningIndexerV2`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, Contents};
use crate::reference::attention::sparse::indexer;
use crate::reference::attention::training::select;
use crate::table::samples::write;
use crate::table::shared::attention::sparse::{CASES, Case, SHORT, WHOLE};
use crate::table::shared::attention::training;
use crate::table::shared::attention::training::cases::USED;
use crate::table::shared::attention::training::{cases, offsets, optional, schedule, with_lengths};
use crate::table::shared::rows::{ROWS, varied};
use crate::table::{Row, on_950};

/// Keys of which every third one is the same: equal scores.
fn repeated(dtype: Dtype, shape: &[i64]) -> Argument {
    let mut keys = varied(dtype, shape, 2);
    if let Some(tensor) = keys.tensors_mut().first_mut()
        && let Contents::Numbers(numbers) = &mut tensor.contents
    {
        numbers.truncate(128);
        let other: Vec<f64> = numbers.iter().map(|x| -x / 2.0).collect();
        numbers.extend(other.repeat(2));
    }
    keys
}

fn indexers() -> Vec<Vec<Argument>> {
    let of = |case: Case, dtype: Dtype, weights: Dtype, heads: i64, count: i64, ties: bool| {
        let values = case.layouts[1] != "PA_BSND" && count != 9;
        let keys = case.of_keys(&[1, 128]);
        let [of_queries, of_keys] = case.lengths();
        let [layout_query, layout_key] = case.texts();
        let out = case.of_queries(&[1, count]);
        vec![
            varied(dtype, &case.of_queries(&[heads, 128]), 1),
            match ties {
                true => repeated(dtype, &keys),
                false => varied(dtype, &keys, 2),
            },
            varied(weights, &case.of_queries(&[heads]), 3),
            of_queries,
            of_keys,
            case.table(),
            layout_query,
            layout_key,
            Argument::Int(count),
            Argument::Int(case.mode),
            WHOLE,
            WHOLE,
            Argument::Bool(values),
            write(I32, &out),
            match values {
                true => write(dtype, &out),
                false => Argument::Null,
            },
        ]
    };
    let mut all = vec![
        of(CASES[0], F16, F16, 8, 4, false),
        of(CASES[1], Bf16, Bf16, 16, 9, false),
        of(CASES[2], F16, F16, 24, 5, false),
        of(CASES[3], Bf16, Bf16, 8, 33, false),
        of(CASES[4], Bf16, Bf16, 8, 6, true),
        of(CASES[4], F16, F16, 64, 1, false),
    ];
    if !on_950() {
        all.extend([
            of(CASES[0], F16, F32, 3, 4, false),
            of(CASES[3], Bf16, F32, 1, 20, true),
        ]);
    }
    all
}

fn plain() -> Vec<Vec<Argument>> {
    let of =
        |case: cases::Case, dtype: Dtype, heads: i64, count: i64, values: bool, offset: bool| {
            let out = case.of_queries(&[1, count]);
            vec![
                varied(dtype, &case.of_queries(&[heads, 128]), 1),
                varied(dtype, &case.of_keys(&[1, 128]), 2),
                varied(F32, &case.of_queries(&[heads]), 3),
                optional(case.starts[0]),
                optional(case.starts[1]),
                optional(case.used[0]),
                optional(case.used[1]),
                optional(case.residual),
                case.table(),
                if offset {
                    offsets(&case)
                } else {
                    Argument::Null
                },
                schedule(1024),
                Argument::Int(count),
                Argument::Int(-1),
                case.layout(0, "PA_BBND"),
                case.layout(1, "PA_BBND"),
                Argument::Int(case.mode),
                Argument::Int(case.ratio),
                Argument::Int(values.into()),
                write(I32, &out),
                match values {
                    true => write(F32, &out),
                    false => Argument::Null,
                },
            ]
        };
    let mut all = vec![
        of(cases::CASES[0], F16, 8, 4, true, false),
        of(cases::CASES[1], Bf16, 3, 9, false, false),
        of(cases::CASES[2], F16, 2, 5, true, false),
        of(cases::CASES[3], Bf16, 1, 33, true, false),
        of(cases::CASES[4], F16, 5, 3, true, false),
    ];
    if on_950() {
        all.extend([
            of(USED[0], F16, 4, 6, true, true),
            of(
                cases::Case {
                    residual: None,
                    ..USED[1]
                },
                Bf16,
                2,
                3,
                true,
                true,
            ),
        ]);
    }
    all
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLightningIndexer", indexers)
            .accepts(&[
                ("query", SHORT),
                ("key", "as query"),
                ("weights", "as query"),
                ("actualSeqLengthsQueryOptional", "any"),
                ("actualSeqLengthsKeyOptional", "any"),
                ("blockTableOptional", "any"),
                ("sparseIndicesOut", "i32"),
                ("sparseValuesOut", "as query"),
            ])
            .whole(|arguments| indexer("aclnnLightningIndexer", arguments))
            .accuracy(ROWS)
            .except(&[(
                "dtypes weights",
                "FLOAT too, but on Ascend950: a sample of other chips",
            )]),
        Row::new("aclnnLightningIndexerV2", plain)
            .accepts(with_lengths!(
                "Seqlens",
                "seqused",
                ("q", training::SHORT),
                ("k", "as q"),
                ("w", "f32"),
                ("blockTableOptional", "any"),
                ("outputIdxOffsetOptional", "any"),
                ("sparseIndices", "i32"),
                ("sparseValues", "f32"),
            ))
            .whole(|arguments| select("aclnnLightningIndexerV2", arguments))
            .accuracy(ROWS),
    ]
}
