//! The rows of `aclnnAllGatherMatmul` and `aclnnAllGatherMatmulV2`.

use crate::table::Row;
use crate::table::shared::mc2::products::{HALVES, gather_1};
use crate::table::shared::mc2::quantised::types::JOINED;
use crate::table::shared::mc2::quantised::{gather, product};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAllGatherMatmul", gather_1::samples)
            .accepts(&[
                ("x1", HALVES),
                ("x2", "as x1"),
                ("bias", "as x1"),
                ("output", "as x1"),
                ("gatherOut", "as x1"),
            ])
            .bits(gather_1::bits),
        product(
            "aclnnAllGatherMatmulV2",
            gather::samples,
            gather::bits,
            JOINED,
        ),
    ]
}
