//! Operators of the category `mamba`, a file for each with its versions.

mod causal_conv1d_fn;
mod causal_conv1d_update;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [causal_conv1d_fn::rows(), causal_conv1d_update::rows()]
        .into_iter()
        .flatten()
        .collect()
}
