//! The rows of `aclnnCelu` and `aclnnInplaceCelu`.

use crate::reference::rectifiers;
use crate::table::Row;
use crate::table::shared::rectifiers::{NEAR, REALS, SHORT, both, samples};

pub fn rows() -> Vec<Row> {
    both(
        ["aclnnCelu", "aclnnInplaceCelu"],
        samples!([1.0], [-0.7], [3.3]),
        [
            &[("self", SHORT), ("alpha", REALS), ("out", "castable")],
            &[("selfRef", SHORT), ("alpha", REALS)],
        ],
        rectifiers::celu,
        NEAR,
    )
    .into()
}
