//! The row of `aclnnMoeInitRoutingV2Grad`.

use crate::reference::moe;
use crate::table::shared::moe::FLOATS;
use crate::table::shared::moe::slopes::init_gradient_samples;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeInitRoutingV2Grad", init_gradient_samples)
            .accepts(&[
                ("gradExpandedX", FLOATS),
                ("expandedRowIdx", "i32"),
                ("out", "as gradExpandedX"),
            ])
            .bits(moe::permute_gradient)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
