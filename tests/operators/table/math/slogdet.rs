//! The row of `aclnnSlogdet`.

use crate::reference::linear_algebra;
use crate::table::shared::linear_algebra::{WIDE, determinants};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSlogdet", determinants)
            .accepts(&[
                ("self", WIDE),
                ("signOut", "castable: f32 f64 c64 c128"),
                ("logOut", "castable: f32 f64 c64 c128"),
            ])
            .computes(|arguments| arguments["self"].dtype())
            .whole(linear_algebra::determinant)
            .ulp(0.500_01, 32.0)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
