//! The rows of `aclnnAddcmul` and `aclnnInplaceAddcmul`.

use crate::reference::weighted;
use crate::table::Row;
use crate::table::samples::{ternary, ternary_in_place};
use crate::table::shared::math::weighted::{FLOATS, NEAREST, SCALARS, of_three, with_value};

const MULTIPLIED: &str = "f32 i32 i64 f16 i8 u8 f64 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAddcmul", || with_value(ternary()))
            .accepts(&[
                ("self", MULTIPLIED),
                ("tensor1", MULTIPLIED),
                ("tensor2", MULTIPLIED),
                ("value", SCALARS),
                ("out", "castable"),
            ])
            .computes(of_three)
            .elements(weighted::add_mul)
            .accuracy(NEAREST),
        Row::new("aclnnInplaceAddcmul", || with_value(ternary_in_place()))
            .accepts(&[
                ("selfRef", FLOATS),
                ("tensor1", MULTIPLIED),
                ("tensor2", MULTIPLIED),
                ("value", SCALARS),
            ])
            .computes(of_three)
            .elements(weighted::add_mul)
            .accuracy(NEAREST),
    ]
}
