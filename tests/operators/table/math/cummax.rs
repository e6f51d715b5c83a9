//! The row of `aclnnCummax`.

use crate::reference::scans;
use crate::table::Row;
use crate::table::shared::math::scans::extreme;

pub fn rows() -> Vec<Row> {
    vec![extreme("aclnnCummax", scans::max)]
}
