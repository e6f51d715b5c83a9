//! The rows of `aclnnThreshold` and `aclnnInplaceThreshold`.

use crate::reference::rectifiers;
use crate::table::Row;
use crate::table::shared::rectifiers::{ANY, ROUNDED, both, in_own_type, samples};

const THRESHOLD: &str = "f32 i32 f16 i8 u8 i16 i64 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    in_own_type(both(
        ["aclnnThreshold", "aclnnInplaceThreshold"],
        samples!([0.5, -20.0], [2.0, 1.5]),
        [
            &[
                ("self", THRESHOLD),
                ("threshold", ANY),
                ("value", ANY),
                ("out", "castable | 950: standard"),
            ],
            &[("selfRef", THRESHOLD), ("threshold", ANY), ("value", ANY)],
        ],
        rectifiers::threshold,
        ROUNDED,
    ))
    .into()
}
