//! The rows of `aclnnFmodTensor` and `aclnnInplaceFmodTensor`.

use crate::reference::division;
use crate::table::samples::{binary, binary_in_place};
use crate::table::{Row, computes};

const FMOD: &str = "f32 i32 i8 f16 u8 f64 i64 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFmodTensor", binary)
            .accepts(&[("self", FMOD), ("other", FMOD), ("out", FMOD)])
            .computes(computes::promoted)
            .elements(division::fmod),
        Row::new("aclnnInplaceFmodTensor", binary_in_place)
            .accepts(&[("selfRef", FMOD), ("other", FMOD)])
            .computes(computes::promoted)
            .elements(division::fmod),
    ]
}
