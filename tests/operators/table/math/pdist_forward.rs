//! The row of `aclnnPdistForward`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::number::Number;
use crate::reference::distances;
use crate::table::shared::distances::pairs;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnPdistForward", || {
            pairs(|order| Argument::Scalar(F32, Number::from(order)))
        })
        .accepts(&[("self", "f32 f16"), ("pScalar", "any"), ("out", "as self")])
        .whole(distances::pairs)
        .ulp(0.500_01, 2.0)
        .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
