//! The rows of `aclnnMish` and `aclnnInplaceMish`.

use crate::reference::rectifiers;
use crate::table::Row;
use crate::table::shared::rectifiers::{NEAR, SHORT, both, samples};

pub fn rows() -> Vec<Row> {
    both(
        ["aclnnMish", "aclnnInplaceMish"],
        samples!([]),
        [
            &[("self", SHORT), ("out", "as self")],
            &[("selfRef", SHORT)],
        ],
        rectifiers::mish,
        NEAR,
    )
    .into()
}
