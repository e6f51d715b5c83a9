//! The row of `aclnnQuantAllReduce`.

use crate::table::Row;
use crate::table::shared::mc2::codes::{EXCEPT, SUMS, sum};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQuantAllReduce", sum::samples)
            .accepts(SUMS)
            .bits(sum::bits)
            .except(EXCEPT),
    ]
}
