//! The rows of `aclnnLeakyRelu` and `aclnnInplaceLeakyRelu`.

use crate::reference::rectifiers;
use crate::table::Row;
use crate::table::shared::rectifiers::{ANY, ROUNDED, both, samples};

const FLOATS: &str = "f32 f16 f64 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    both(
        ["aclnnLeakyRelu", "aclnnInplaceLeakyRelu"],
        samples!([0.01], [-1.5]),
        [
            &[
                ("self", FLOATS),
                ("negativeSlope", ANY),
                ("out", "castable"),
            ],
            &[("selfRef", FLOATS), ("negativeSlope", ANY)],
        ],
        rectifiers::leaky_relu,
        ROUNDED,
    )
    .into()
}
