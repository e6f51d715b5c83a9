//! The rows of `aclnnAddcdiv` and `aclnnInplaceAddcdiv`.

use crate::reference::weighted;
use crate::table::Row;
use crate::table::samples::{ternary, ternary_in_place};
use crate::table::shared::math::weighted::{FLOATS, NEAREST, SCALARS, of_three, with_value};

const DIVIDED: &str = "f32 i64 f16 f64 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAddcdiv", || with_value(ternary()))
            .accepts(&[
                ("self", DIVIDED),
                ("tensor1", DIVIDED),
                ("tensor2", DIVIDED),
                ("value", SCALARS),
                ("out", "castable"),
            ])
            .computes(of_three)
            .elements(weighted::add_div)
            .accuracy(NEAREST),
        Row::new("aclnnInplaceAddcdiv", || with_value(ternary_in_place()))
            .accepts(&[
                ("selfRef", FLOATS),
                ("tensor1", DIVIDED),
                ("tensor2", DIVIDED),
                ("value", SCALARS),
            ])
            .computes(of_three)
            .elements(weighted::add_div)
            .accuracy(NEAREST),
    ]
}
