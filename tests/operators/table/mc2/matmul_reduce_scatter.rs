//! The rows of `aclnnMatmulReduceScatter` and `aclnnMatmulReduceScatterV2`.

use crate::table::Row;
use crate::table::shared::mc2::products::{HALVES, reduce_scatter_1};
use crate::table::shared::mc2::quantised::types::SCATTERED;
use crate::table::shared::mc2::quantised::{product, scatter};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMatmulReduceScatter", reduce_scatter_1::samples)
            .accepts(&[
                ("x1", HALVES),
                ("x2", "as x1"),
                ("bias", "as x1"),
                ("output", "as x1"),
            ])
            .bits(reduce_scatter_1::bits),
        product(
            "aclnnMatmulReduceScatterV2",
            scatter::samples,
            scatter::bits,
            SCATTERED,
        ),
    ]
}
