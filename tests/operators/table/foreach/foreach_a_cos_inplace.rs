//! The row of `aclnnForeachACosInplace`.

use crate::reference::functions;
use crate::table::Row;
use crate::table::shared::foreach::{ELEMENTARY, FLOATS_950, members};

pub fn rows() -> Vec<Row> {
    members! {
        "ACosInplace" "x" FLOATS_950 by |x, _, _| functions::acos(&x[0]), ELEMENTARY;
    }
}
