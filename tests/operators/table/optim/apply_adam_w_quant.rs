//! The row of `aclnnApplyAdamWQuant`.

use crate::bounds;
use crate::reference::optim;
use crate::table::Row;
use crate::table::shared::optim::TYPES_910B;
use crate::table::shared::optim::samples::adam_w_quant;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnApplyAdamWQuant", adam_w_quant)
            .accepts(&[
                ("varRef", TYPES_910B),
                ("grad", "as varRef"),
                ("mRef", "u8"),
                ("vRef", "u8"),
                ("qmapM", "f32"),
                ("qmapV", "f32"),
                ("absmaxMRef", "f32"),
                ("absmaxVRef", "f32"),
                ("step", "i64"),
            ])
            .whole(optim::adam_w_quant)
            .ulp(bounds::OPTIMISERS[0], bounds::OPTIMISERS[1]),
    ]
}
