//! The row of `aclnnMultilabelMarginLoss`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::alignments;
use crate::table::samples::{read, write};
use crate::table::shared::losses::{LOSSES, SHORT, varied};
use crate::table::{OVERLAP, Row, STRIDED};

fn margins() -> Vec<Vec<Argument>> {
    let labels = [
        2.0, 0.0, -1.0, 1.0, 1.0, 3.0, 3.0, -1.0, 1.0, -1.0, 0.0, 2.0, 0.0,
    ];
    let call = |dtype, shape: &[i64], of: Dtype, reduction, out: &[i64]| {
        vec![
            varied(dtype, shape, 1),
            read(of, shape, &labels),
            Argument::Int(reduction),
            write(dtype, out),
            write(dtype, shape),
        ]
    };
    vec![
        call(Dtype::F32, &[3, 4], Dtype::I64, 0, &[3]),
        call(Dtype::F32, &[17, 5], Dtype::I32, 1, &[]),
        call(Dtype::F32, &[4], Dtype::I64, 7, &[1]),
        call(Dtype::F16, &[7, 5], Dtype::I64, 0, &[7]),
        call(Dtype::Bf16, &[7, 5], Dtype::I64, 2, &[]),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMultilabelMarginLoss", margins)
            .accepts(&[
                ("self", SHORT),
                ("target", "i64 i32"),
                ("out", "as self"),
                ("isTarget", "as self"),
            ])
            .whole(alignments::margins)
            .accuracy(LOSSES)
            .holds(STRIDED | OVERLAP),
    ]
}
