//! The row of `aclnnScatterNd`.

use crate::reference::scattering;
use crate::table::shared::index::INDEX;
use crate::table::shared::index::scatters::{at_coordinates, out_of_place};
use crate::table::{OVERLAP, Row, STRIDED, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnScatterNd", || out_of_place(at_coordinates()))
            .accepts(&[
                ("data", "f16 f32 bool | 910B 950: + bf16"),
                ("indices", INDEX),
                ("updates", "as data"),
                ("out", "as data"),
            ])
            .computes(computes::own)
            .whole(scattering::scatter_nd)
            .holds(STRIDED | OVERLAP),
    ]
}
