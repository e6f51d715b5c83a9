//! The row of `aclnnLinalgQr`.

use crate::reference::linear_algebra;
use crate::table::shared::linear_algebra::factors;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLinalgQr", factors)
            .accepts(&[
                ("self", "f32 f16 f64 c64 c128"),
                ("Q", "castable: f32 f16 f64 c64 c128"),
                ("R", "castable: f32 f16 f64 c64 c128"),
            ])
            .computes(|arguments| arguments["self"].dtype())
            .whole(linear_algebra::orthogonal_factors)
            .ulp(0.500_01, 32.0)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
