//! The row of `aclnnGroupedDynamicMxQuantWithDualAxis`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::table::samples::{NUMBERS, read, write};
use crate::table::shared::quant::{NO_DTYPES, TESTS};
use crate::table::{Accuracy, Row, SHAPE, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGroupedDynamicMxQuantWithDualAxis", || {
            vec![vec![
                read(Dtype::F16, &[4, 64], &NUMBERS),
                read(Dtype::I64, &[1], &[4.0]),
                Argument::Text("rint"),
                Argument::Int(1),
                Argument::Int(36),
                Argument::Float(0.0),
                write(Dtype::F8E4m3fn, &[4, 64]),
                write(Dtype::F8E8m0, &[4, 1, 2]),
                write(Dtype::F8E4m3fn, &[4, 64]),
                write(Dtype::F8E8m0, &[1, 64, 2]),
            ]]
        })
        .accepts(&[
            ("x", "f16 bf16"),
            ("groupIndex", "i64"),
            ("y1Out", "e5m2 e4m3"),
            ("y1ScaleOut", "e8m0"),
            ("y2Out", "as y1Out"),
            ("y2ScaleOut", "e8m0"),
        ])
        .computes(computes::own)
        .held_by(TESTS)
        .accuracy(Accuracy::Elsewhere(TESTS))
        .holds(SHAPE)
        .except(NO_DTYPES),
    ]
}
