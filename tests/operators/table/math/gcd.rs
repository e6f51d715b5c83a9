//! The row of `aclnnGcd`.

use hostnpu::tensor::Dtype;

use crate::arguments::Arguments;
use crate::reference::integers;
use crate::table::shared::math::integers::ALL;
use crate::table::{Row, computes, samples};

fn divided(arguments: &Arguments) -> Option<Dtype> {
    computes::promoted(arguments).filter(|&dtype| dtype != Dtype::Bool)
}

const DIVIDED: &str = "i8 u8 i16 i32 bool | 910B 950 310: + i64";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGcd", samples::integers)
            .accepts(&[("self", DIVIDED), ("other", DIVIDED), ("out", ALL)])
            .computes(divided)
            .elements(integers::gcd),
    ]
}
