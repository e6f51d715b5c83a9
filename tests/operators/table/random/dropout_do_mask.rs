//! The row of `aclnnDropoutDoMask`.

use crate::reference::draws;
use crate::table::Row;
use crate::table::shared::draws::by_mask;
use crate::table::shared::draws::samples::masked;

pub fn rows() -> Vec<Row> {
    vec![by_mask(
        "aclnnDropoutDoMask",
        || masked(0.375),
        "self",
        "out",
        draws::by_probability,
    )]
}
