//! The rows of `aclnnAtan2` and `aclnnInplaceAtan2`.

use crate::reference::elementary;
use crate::table::samples::{binary, binary_in_place};
use crate::table::shared::math::powers::REALS;
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAtan2", binary)
            .accepts(&[("self", REALS), ("other", REALS), ("out", "standard")])
            .computes(computes::promoted_float)
            .elements(elementary::atan2)
            .ulp(0.5001, 1.0),
        Row::new("aclnnInplaceAtan2", binary_in_place)
            .accepts(&[("selfRef", REALS), ("other", REALS)])
            .computes(computes::promoted_float)
            .elements(elementary::atan2)
            .ulp(0.5001, 1.0),
    ]
}
