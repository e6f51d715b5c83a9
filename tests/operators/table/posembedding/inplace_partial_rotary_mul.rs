//! The row of `aclnnInplacePartialRotaryMul`.

use crate::reference::rotary;
use crate::table::shared::rotary::{SINCE_910B, partial};
use crate::table::shared::rows::ROWS;
use crate::table::{Row, STRIDED};

pub fn rows() -> Vec<Row> {
    let in_place_holds = STRIDED;
    vec![
        Row::new("aclnnInplacePartialRotaryMul", partial)
            .accepts(&[("xRef", SINCE_910B), ("cos", "f32"), ("sin", "as cos")])
            .whole(rotary::partial_forward)
            .accuracy(ROWS)
            .holds(in_place_holds),
    ]
}
