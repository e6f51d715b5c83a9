//! Operators of the category `control`, a file for each with its versions.

mod sleep;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [sleep::rows()].into_iter().flatten().collect()
}
