//! The rows of `aclnnDenseLightningIndexerSoftmaxLse` and `aclnnDenseLightningIndexerSoftmaxLseV2`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::attention::training::train;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::attention::training::cases::{CASES, Case, USED};
use crate::table::shared::attention::training::{
    OF_950, SHORT, WEIGHTS, WHOLE, array, lengths, small, with_lengths,
};
use crate::table::shared::rows::{ROWS, varied};

fn statistics() -> Vec<Vec<Argument>> {
    let of = |case: Case, [dtype, weights]: [Dtype; 2], heads: i64| {
        vec![
            small(dtype, &case.of_queries(&[heads, 128]), 1),
            varied(dtype, &case.of_keys(&[1, 128]), 2),
            small(weights, &case.of_queries(&[heads]), 3),
            array(case.ends(0)),
            array(case.ends(1)),
            case.layout(0, ""),
            Argument::Int(3),
            WHOLE,
            WHOLE,
            write(F32, &case.of_numbers(1)),
            write(F32, &case.of_numbers(1)),
        ]
    };
    vec![
        of(CASES[0], [F16, F16], 8),
        of(CASES[1], [Bf16, F32], 16),
        of(CASES[1], [F16, F32], 8),
        of(CASES[0], [Bf16, Bf16], 32),
    ]
}

fn logarithms() -> Vec<Vec<Argument>> {
    let of = |case: Case, dtype: Dtype, heads: i64| {
        let mut all = vec![
            small(dtype, &case.of_queries(&[heads, 128]), 1),
            varied(dtype, &case.of_keys(&[1, 128]), 2),
            small(F32, &case.of_queries(&[heads]), 3),
        ];
        all.extend(lengths(&case));
        all.push(write(F32, &case.of_numbers(1)));
        all
    };
    vec![
        of(CASES[0], F16, 8),
        of(CASES[1], Bf16, 3),
        of(CASES[4], F16, 1),
        of(USED[0], Bf16, 2),
        of(USED[1], F16, 5),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnDenseLightningIndexerSoftmaxLse", statistics)
            .accepts(&[
                ("queryIndex", SHORT),
                ("keyIndex", "as queryIndex"),
                ("weight", "as queryIndex"),
                ("softmaxMaxOut", "f32"),
                ("softmaxSumOut", "f32"),
            ])
            .whole(|arguments| train("aclnnDenseLightningIndexerSoftmaxLse", arguments))
            .accuracy(ROWS)
            .except(&[("dtypes weight", WEIGHTS)]),
        Row::new("aclnnDenseLightningIndexerSoftmaxLseV2", logarithms)
            .accepts(with_lengths!(
                "SeqLens",
                "seqUsed",
                ("queryIndex", OF_950),
                ("keyIndex", "as queryIndex"),
                ("weight", "f32"),
                ("softmaxLseOut", "f32"),
            ))
            .whole(|arguments| train("aclnnDenseLightningIndexerSoftmaxLseV2", arguments))
            .accuracy(ROWS),
    ]
}
