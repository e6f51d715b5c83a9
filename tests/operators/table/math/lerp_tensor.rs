//! The rows of `aclnnLerp` and `aclnnInplaceLerp`.

use crate::reference::weighted;
use crate::table::samples::{ternary, ternary_in_place};
use crate::table::shared::math::weighted::{NEAREST, SHORT_FLOATS};
use crate::table::{RANK_8, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLerp", ternary)
            .accepts(&[
                ("self", SHORT_FLOATS),
                ("end", "as self"),
                ("weight", "as self"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .elements(weighted::lerp)
            .accuracy(NEAREST)
            .without(RANK_8),
        Row::new("aclnnInplaceLerp", ternary_in_place)
            .accepts(&[
                ("selfRef", SHORT_FLOATS),
                ("end", "as selfRef"),
                ("weight", "as selfRef"),
            ])
            .computes(computes::own)
            .elements(weighted::lerp)
            .accuracy(NEAREST)
            .without(RANK_8),
    ]
}
