//! The row of `aclnnCummin`.

use crate::reference::scans;
use crate::table::Row;
use crate::table::shared::math::scans::extreme;

pub fn rows() -> Vec<Row> {
    vec![extreme("aclnnCummin", scans::min)]
}
