//! The row of `aclnnLightningIndexerGrad`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::attention::training::train;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::attention::training::cases::{CASES, Case};
use crate::table::shared::attention::training::{SHORT, WHOLE, lists, optional, small};
use crate::table::shared::rows::{ROWS, varied};

fn selected() -> Vec<Vec<Argument>> {
    let of = |case: Case, dtype: Dtype, heads: i64, count: i64| {
        let (of_query, of_key) = (case.of_queries(&[heads, 128]), case.of_keys(&[1, 128]));
        let of_weights = case.of_queries(&[heads]);
        let wide = case.of_queries(&[count]);
        let ends = case
            .starts
            .map(|starts| optional(starts.map(|starts| &starts[1..])));
        let [of_queries, of_keys] = ends;
        vec![
            small(dtype, &of_query, 1),
            varied(dtype, &of_key, 2),
            varied(dtype, &wide, 4),
            lists(&case, &wide),
            small(dtype, &of_weights, 3),
            of_queries,
            of_keys,
            Argument::Int(heads),
            case.layout(0, ""),
            Argument::Int(case.mode),
            WHOLE,
            WHOLE,
            Argument::Bool(heads == 8),
            write(dtype, &of_query),
            write(dtype, &of_key),
            write(dtype, &of_weights),
        ]
    };
    vec![
        of(CASES[0], F16, 8, 7),
        of(CASES[1], Bf16, 3, 6),
        of(
            Case {
                mode: 0,
                ..CASES[0]
            },
            Bf16,
            1,
            9,
        ),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLightningIndexerGrad", selected)
            .accepts(&[
                ("query", SHORT),
                ("key", "as query"),
                ("dy", "as query"),
                ("sparseIndices", "i32"),
                ("weights", "as query"),
                ("actualSeqQLenOptional", "any"),
                ("actualSeqKvLenOptional", "any"),
                ("dqOut", "as query"),
                ("dkOut", "as query"),
                ("dweightsOut", "as query"),
            ])
            .whole(|arguments| train("aclnnLightningIndexerGrad", arguments))
            .accuracy(ROWS),
    ]
}
