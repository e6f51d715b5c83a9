//! The row of `aclnnAntiMxQuant`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::table::samples::{read, write};
use crate::table::shared::quant::{ELEMENTS, NO_DTYPES, TESTS};
use crate::table::{Accuracy, Row, SHAPE, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAntiMxQuant", || {
            vec![vec![
                read(Dtype::F8E4m3fn, &[4, 64], &[]),
                read(Dtype::F8E8m0, &[4, 1, 2], &[]),
                Argument::Int(-1),
                Argument::Int(0),
                write(Dtype::F32, &[4, 64]),
            ]]
        })
        .accepts(&[("x", ELEMENTS), ("mxscale", "e8m0"), ("y", "f32 f16 bf16")])
        .computes(computes::own)
        .held_by(TESTS)
        .accuracy(Accuracy::Elsewhere(TESTS))
        .holds(SHAPE)
        .except(NO_DTYPES),
    ]
}
