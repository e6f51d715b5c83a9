//! The row of `aclnnNLLLoss2dBackward`.

use crate::table::Row;
use crate::table::shared::losses::SHORT;
use crate::table::shared::losses::classes::{PLANES, TARGET, of_backward, slopes};

pub fn rows() -> Vec<Row> {
    vec![of_backward(
        "aclnnNLLLoss2dBackward",
        || slopes(&PLANES),
        &[
            ("gradOutput", "as self"),
            ("self", SHORT),
            TARGET,
            ("weight", "as self"),
            ("totalWeight", "as self"),
            ("out", "as self"),
        ],
    )]
}
