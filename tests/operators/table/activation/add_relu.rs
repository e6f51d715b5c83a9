//! The rows of `aclnnAddRelu` and `aclnnInplaceAddRelu`.

use crate::reference::signs;
use crate::table::shared::math::weighted::SHORT_FLOATS;
use crate::table::{Row, computes, samples};

const RELU: &str = "f32 f16 i8 u8 i16 i32 i64 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAddRelu", samples::binary_with_alpha)
            .accepts(&[
                ("self", RELU),
                ("other", RELU),
                ("alpha", "casts"),
                ("out", "castable"),
            ])
            .computes(computes::promoted)
            .elements(signs::add_relu),
        Row::new("aclnnInplaceAddRelu", samples::in_place_with_alpha)
            .accepts(&[
                ("selfRef", SHORT_FLOATS),
                ("other", RELU),
                ("alpha", "casts"),
            ])
            .computes(computes::promoted)
            .elements(signs::add_relu),
    ]
}
