//! The row of `aclnnScatterMax`.

use crate::reference::scattering;
use crate::table::Row;
use crate::table::shared::index::scatters::of_tensorflow;

pub fn rows() -> Vec<Row> {
    vec![of_tensorflow("aclnnScatterMax", scattering::scatter_max)]
}
