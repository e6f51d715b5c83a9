//! The row of `aclnnAminmaxDim`.

use crate::reference::reductions;
use crate::table::samples::write;
use crate::table::shared::math::extremes::BOTH;
use crate::table::shared::math::reductions::{REAL, along_axis, with_specials};
use crate::table::{EMPTY, OVERLAP, RANK_0, RANK_8, Row, SHAPE, STRIDED, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAminmaxDim", || {
            along_axis(&REAL, with_specials, |parts| {
                let out = write(parts.dtype, parts.out);
                vec![parts.tensor, parts.axes, parts.keep, out.clone(), out]
            })
        })
        .accepts(BOTH)
        .computes(computes::own)
        .whole(reductions::min_and_max)
        .holds(STRIDED | EMPTY | RANK_0 | RANK_8 | OVERLAP | SHAPE),
    ]
}
