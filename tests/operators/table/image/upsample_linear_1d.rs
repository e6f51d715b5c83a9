//! The row of `aclnnUpsampleLinear1d`.

use crate::table::Row;
use crate::table::shared::image::{SHORT, forward};

pub fn rows() -> Vec<Row> {
    vec![forward!("Linear1d" "self" 1 Linear true 1 SHORT)]
}
