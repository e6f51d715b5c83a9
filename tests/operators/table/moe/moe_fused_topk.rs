//! The row of `aclnnMoeFusedTopk`.

use crate::table::shared::moe::ON_910B;
use crate::table::shared::moe::gating::fused_samples;
use crate::table::{Holds, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeFusedTopk", fused_samples)
            .accepts(&[
                ("x", ON_910B),
                ("addNum", "as x"),
                ("mappingNum", "i32"),
                ("mappingTable", "i32"),
                ("y", "f32"),
                ("indices", "i32"),
            ])
            .held_by("table::shared::moe::operators_and_modes_of_910b")
            .holds(Holds(0))
            .except(&[(
                "samples",
                "not available on Ascend950, so tested on an older generation only",
            )]),
    ]
}
