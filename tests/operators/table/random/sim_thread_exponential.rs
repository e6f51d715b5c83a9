//! The row of `aclnnSimThreadExponential`.

use crate::reference::draws;
use crate::table::shared::draws::samples::exponentials;
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSimThreadExponential", exponentials)
            .accepts(&[("selfRef", "none | 910B 950: f32 f16 bf16")])
            .computes(computes::own)
            .whole(draws::exponential),
    ]
}
