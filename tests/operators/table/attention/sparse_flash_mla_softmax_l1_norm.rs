//! The row of `aclnnSparseFlashMlaSoftmaxL1Norm`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::attention::sparse_mla::mean;
use crate::table::Row;
use crate::table::samples::{read, write};
use crate::table::shared::attention::sparse_mla::cases::{CMP, Case, DENSE, Keys, LISTED, TOKENS};
use crate::table::shared::attention::sparse_mla::{ANY, SCALE, numbers};
use crate::table::shared::rows::{ROWS, varied};

fn means() -> Vec<Vec<Argument>> {
    let of = |case: Case, dtype: Dtype, heads: i64| {
        let keys = case.cmp.unwrap();
        let queries = case.of_queries(&[heads, 512]);
        let columns = keys.list.unwrap_or(keys.outer[1]);
        vec![
            varied(dtype, &queries, 1),
            varied(dtype, &case.of_keys(&keys, &[1, 512]), 2),
            // Above all scores, so that no weight is large.
            read(F32, &case.of_statistics(heads), &[15.5, 16.0, 17.25]),
            case.lists(Some(keys)),
            numbers(case.starts),
            numbers(keys.starts),
            numbers(case.used),
            numbers(keys.used),
            numbers(case.residual),
            case.counts(Some(keys)),
            read(I32, &[64], &[0.0]),
            Argument::Float(SCALE),
            Argument::Int(case.ratio),
            Argument::Int(keys.mask),
            Argument::Text(case.layouts[0]),
            Argument::Text(case.layouts[1]),
            write(F32, &case.of_queries(&[1, columns])),
        ]
    };
    let all = Keys { mask: 0, ..CMP };
    let listed = Keys {
        list: Some(5),
        ..all
    };
    vec![
        of(TOKENS, F16, 2),
        of(LISTED, Bf16, 1),
        of(
            Case {
                used: Some(&[3, 1]),
                cmp: Some(all),
                ..DENSE
            },
            F16,
            3,
        ),
        of(
            Case {
                cmp: Some(listed),
                ..DENSE
            },
            Bf16,
            4,
        ),
        of(
            Case {
                cmp: Some(Keys {
                    used: Some(&[2, 0]),
                    ..listed
                }),
                ..DENSE
            },
            Bf16,
            2,
        ),
    ]
}

const OF_950: &str = "none | 950: f16 bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSparseFlashMlaSoftmaxL1Norm", means)
            .accepts(&[
                ("q", OF_950),
                ("k", "as q"),
                ("softmaxLse", "f32"),
                ("sparseIndicesOptional", ANY),
                ("cuSeqlensQOptional", "i32"),
                ("cuSeqlensKOptional", "i32"),
                ("sequsedQOptional", ANY),
                ("sequsedKOptional", ANY),
                ("cmpResidualKOptional", "i32"),
                ("topkLengthOptional", ANY),
                ("metadataOptional", "i32"),
                ("softmaxL1Norm", "f32"),
            ])
            .whole(mean)
            .accuracy(ROWS),
    ]
}
