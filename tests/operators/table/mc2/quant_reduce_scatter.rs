//! The row of `aclnnQuantReduceScatter`.

use crate::table::Row;
use crate::table::shared::mc2::codes::{EXCEPT, SUMS, scatter};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQuantReduceScatter", scatter::samples)
            .accepts(SUMS)
            .bits(scatter::bits)
            .except(EXCEPT),
    ]
}
