//! The row of `aclnnKlDivTargetBackward`.

use crate::reference::losses;
use crate::table::shared::losses::LOSSES;
use crate::table::shared::losses::pairs::{half_or_float, slopes_of};
use crate::table::{ELEMENTWISE, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnKlDivTargetBackward", || slopes_of(2))
            .accepts(&[
                ("gradOutput", "none | 910B 950: f32 f16 bf16"),
                ("self", "none | 910B 950: f32 f16 bf16"),
                ("target", "none | 910B 950: f32 f16 bf16"),
                ("gradTarget", "as target"),
            ])
            .computes(half_or_float)
            .whole(losses::kl_target_backward)
            .accuracy(LOSSES)
            .holds(ELEMENTWISE),
    ]
}
