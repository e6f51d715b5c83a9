//! The row of `aclnnClippedSwigluGrad`.

use crate::reference::gated;
use crate::table::shared::gated::{LATER, clipped_samples};
use crate::table::{Accuracy, OVERLAP, Row, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnClippedSwigluGrad", || clipped_samples(None, true))
            .accepts(&[
                ("gradY", LATER),
                ("x", "as gradY"),
                ("groupIndexOptional", "i64"),
                ("gradXOut", "as gradY"),
            ])
            .computes(|arguments| arguments["gradY"].dtype())
            .whole(gated::clipped_swiglu_gradient)
            .accuracy(Accuracy::Bounds("activation"))
            .holds(STRIDED | OVERLAP),
    ]
}
