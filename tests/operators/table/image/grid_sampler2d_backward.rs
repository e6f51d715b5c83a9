//! The row of `aclnnGridSampler2DBackward`.

use crate::reference::grids;
use crate::table::shared::grids::{IMAGES, calls};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGridSampler2DBackward", || calls(&IMAGES, 3, true))
            .accepts(&[
                ("input", "f32 f16 f64 | 910B 950: + bf16"),
                ("gradOutput", "as input"),
                ("grid", "as input"),
                ("inputGrad", "as input"),
                ("gridGrad", "as input"),
            ])
            .whole(grids::backward)
            .ulp(0.500_01, 64.0)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
