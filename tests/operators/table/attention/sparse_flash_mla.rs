//! The row of `aclnnSparseFlashMla`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::attention::sparse_mla::{attention, plain};
use crate::table::shared::attention::Types;
use crate::table::shared::attention::sparse::SHORT;
use crate::table::shared::attention::sparse_mla::cases::{
    Case, DENSE, Keys, LISTED, LISTED_ALONE, ORI, PAGED, TOKENS,
};
use crate::table::shared::attention::sparse_mla::{ANY, forward, of_950};
use crate::table::shared::rows::ROWS;
use crate::table::{Row, on_950};

fn on_910b() -> Vec<Case> {
    vec![
        LISTED,
        TOKENS,
        Case {
            ori: Keys {
                used: Some(&[7, 2]),
                ..ORI
            },
            ..DENSE
        },
        PAGED,
        LISTED_ALONE,
    ]
}

fn cases() -> Vec<Case> {
    if on_950() { of_950() } else { on_910b() }
}

fn forwards() -> Vec<Vec<Argument>> {
    let each = cases().into_iter().enumerate().map(|(number, case)| {
        let dtype = if number % 2 == 0 { F16 } else { Bf16 };
        forward(case, dtype, [2, 4, 1][number % 3], number % 3 != 2)
    });
    each.collect()
}

const GIVEN: Types = &[
    ("q", SHORT),
    ("oriKvOptional", "as q"),
    ("cmpKvOptional", "as q"),
    ("oriSparseIndicesOptional", ANY),
    ("cmpSparseIndicesOptional", "i32"),
    ("oriBlockTableOptional", ANY),
    ("cmpBlockTableOptional", ANY),
    ("cuSeqlensQOptional", ANY),
    ("cuSeqlensOriKvOptional", ANY),
    ("cuSeqlensCmpKvOptional", ANY),
    ("sequsedQOptional", ANY),
    ("sequsedOriKvOptional", ANY),
    ("sequsedCmpKvOptional", ANY),
    ("cmpResidualKvOptional", "i32"),
    ("oriTopkLengthOptional", ANY),
    ("cmpTopkLengthOptional", ANY),
    ("sinksOptional", "f32"),
    ("metadataOptional", "i32"),
    ("attnOutOut", "as q"),
    ("softmaxLseOutOptional", "f32"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSparseFlashMla", forwards)
            .accepts(GIVEN)
            .whole(|arguments| attention("aclnnSparseFlashMla", arguments, &plain))
            .accuracy(ROWS),
    ]
}
