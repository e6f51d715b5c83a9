//! Operators of the category `foreach`, a file for each with its versions.

mod foreach_a_cos_inplace;
mod lists;
mod others;
mod scalars;
mod unary;
mod weighted;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        foreach_a_cos_inplace::rows(),
        lists::rows(),
        others::rows(),
        scalars::rows(),
        unary::rows(),
        weighted::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
