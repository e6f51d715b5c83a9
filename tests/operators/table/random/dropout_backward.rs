//! The row of `aclnnDropoutBackward`.

use crate::reference::draws;
use crate::table::Row;
use crate::table::shared::draws::by_mask;
use crate::table::shared::draws::samples::masked;

pub fn rows() -> Vec<Row> {
    vec![by_mask(
        "aclnnDropoutBackward",
        || masked(1.25),
        "gradOutput",
        "out",
        draws::by_mask,
    )]
}
