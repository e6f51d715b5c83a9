//! The row of `aclnnFFNToAttention`.

use crate::table::Row;
use crate::table::shared::mc2::workers::{I, X, all_back, one_sided};

pub fn rows() -> Vec<Row> {
    vec![one_sided(
        "aclnnFFNToAttention",
        all_back,
        &[
            ("x", X),
            ("sessionIds", I),
            ("microBatchIds", I),
            ("tokenIds", I),
            ("expertOffsets", I),
            ("actualTokenNum", "none | 910B: i64"),
            ("attnRankTable", I),
        ],
    )]
}
