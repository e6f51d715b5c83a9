//! The rows of `aclnnNanToNum` and `aclnnInplaceNanToNum`.

use crate::argument::Argument;
use crate::reference::signs;
use crate::table::samples::{in_place, unary, with};
use crate::table::{Row, computes};

/// Samples with replacements at a place.
fn replaced(samples: &[Vec<Argument>]) -> Vec<Vec<Argument>> {
    let floats = |x: f64| [Argument::Float(x)];
    let samples = with(samples, 1, &floats(0.1));
    let samples = with(&samples, 2, &floats(1e30));
    with(&samples, 3, &floats(-70000.0))
}

const REPLACED: &str = "none | 910B 950: f16 f32 bf16 i8 i16 i32 i64 u8 bool";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnNanToNum", || replaced(&unary()))
            .accepts(&[("self", REPLACED), ("out", "as self")])
            .computes(computes::own)
            .elements(signs::nan_to_num),
        Row::new("aclnnInplaceNanToNum", || replaced(&in_place()))
            .accepts(&[("selfRef", REPLACED)])
            .computes(computes::own)
            .elements(signs::nan_to_num),
    ]
}
