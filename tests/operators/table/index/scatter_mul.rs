//! The row of `aclnnScatterMul`.

use crate::reference::scattering;
use crate::table::Row;
use crate::table::shared::index::scatters::of_tensorflow;

pub fn rows() -> Vec<Row> {
    vec![of_tensorflow("aclnnScatterMul", scattering::scatter_mul)]
}
