//! The rows of `aclnnXLogYTensor` and `aclnnInplaceXLogYTensor`.

use crate::reference::elementary;
use crate::table::samples::{binary, binary_in_place};
use crate::table::{Row, computes};

const XLOGY: &str = "f32 f16 i32 i64 i8 u8 bool i16 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnXLogYTensor", binary)
            .accepts(&[("self", XLOGY), ("other", XLOGY), ("out", "standard")])
            .computes(computes::promoted_float)
            .elements(elementary::xlogy)
            .ulp(0.5001, 1.0),
        Row::new("aclnnInplaceXLogYTensor", binary_in_place)
            .accepts(&[("selfRef", XLOGY), ("other", XLOGY)])
            .computes(computes::promoted_float)
            .elements(elementary::xlogy)
            .ulp(0.5001, 1.0),
    ]
}
