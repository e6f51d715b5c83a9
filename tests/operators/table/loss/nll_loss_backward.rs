//! The row of `aclnnNLLLossBackward`.

use crate::table::Row;
use crate::table::shared::losses::SHORT;
use crate::table::shared::losses::classes::{ROWS, TARGET, of_backward, slopes};

pub fn rows() -> Vec<Row> {
    vec![of_backward(
        "aclnnNLLLossBackward",
        || slopes(&ROWS),
        &[
            ("gradOutput", "as self"),
            ("self", SHORT),
            TARGET,
            ("weight", "as self"),
            ("totalWeight", "as self"),
            ("out", "castable"),
        ],
    )]
}
