//! The row of `aclnnScatterNdUpdate`.

use crate::reference::scattering;
use crate::table::shared::index::INDEX;
use crate::table::shared::index::scatters::at_coordinates;
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnScatterNdUpdate", at_coordinates)
            .accepts(&[
                (
                    "varRef",
                    "f32 f16 bool | 910B: + i16 bf16 i64 i8 i32 | 950: + bf16 i64 i8 u8 e5m2 e4m3 hif8",
                ),
                ("indices", INDEX),
                ("updates", "as varRef"),
            ])
            .computes(computes::own)
            .whole(scattering::scatter_nd),
    ]
}
