//! The rows of `aclnnHardsigmoid` and `aclnnInplaceHardsigmoid`.

use crate::reference::rectifiers;
use crate::table::Row;
use crate::table::shared::rectifiers::{ROUNDED, both, samples};

const HARD_SIGMOID: &str = "f32 f16 i32 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    both(
        ["aclnnHardsigmoid", "aclnnInplaceHardsigmoid"],
        samples!([]),
        [
            &[("self", HARD_SIGMOID), ("out", "as self")],
            &[("self", HARD_SIGMOID)],
        ],
        rectifiers::hard_sigmoid,
        ROUNDED,
    )
    .into()
}
