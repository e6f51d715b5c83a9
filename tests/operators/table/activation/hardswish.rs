//! The rows of `aclnnHardswish` and `aclnnInplaceHardswish`.

use crate::reference::rectifiers;
use crate::table::Row;
use crate::table::shared::rectifiers::{ROUNDED, SHORT, both, of_any_rank, samples};

pub fn rows() -> Vec<Row> {
    of_any_rank(both(
        ["aclnnHardswish", "aclnnInplaceHardswish"],
        samples!([]),
        [&[("self", SHORT), ("out", SHORT)], &[("self", SHORT)]],
        rectifiers::hard_swish,
        ROUNDED,
    ))
    .into()
}
