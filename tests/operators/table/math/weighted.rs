//! Points between others.

use crate::reference::weighted;
use crate::table::samples::{ternary, ternary_in_place};
use crate::table::{Accuracy, RANK_8, Row, computes, row};

pub fn rows() -> Vec<Row> {
    const FLOATS: &str = "f32 f16 | 910B 950: + bf16";
    const NEAREST: Accuracy = Accuracy::Ulp {
        f32: 0.50001,
        f64: 1.0,
    };
    let mut lerp = row(
        "aclnnLerp",
        ternary,
        &[
            ("self", FLOATS),
            ("end", "as self"),
            ("weight", "as self"),
            ("out", "as self"),
        ],
        computes::own,
        weighted::lerp,
    );
    lerp.holds = lerp.holds.without(RANK_8);
    let mut in_place = row(
        "aclnnInplaceLerp",
        ternary_in_place,
        &[
            ("selfRef", FLOATS),
            ("end", "as selfRef"),
            ("weight", "as selfRef"),
        ],
        computes::own,
        weighted::lerp,
    );
    in_place.holds = in_place.holds.without(RANK_8);
    vec![
        Row {
            accuracy: NEAREST,
            ..lerp
        },
        Row {
            accuracy: NEAREST,
            ..in_place
        },
    ]
}
