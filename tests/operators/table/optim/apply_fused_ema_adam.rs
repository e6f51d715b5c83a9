//! The row of `aclnnApplyFusedEmaAdam`.

use crate::bounds;
use crate::reference::optim;
use crate::table::shared::optim::TYPES_910B;
use crate::table::shared::optim::samples::ema_adam;
use crate::table::{EMPTY, IN_PLACE, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnApplyFusedEmaAdam", ema_adam)
            .accepts(&[
                ("grad", TYPES_910B),
                ("varRef", "as grad"),
                ("mRef", "as grad"),
                ("vRef", "as grad"),
                ("sRef", "as grad"),
                ("step", "i64"),
            ])
            .computes(computes::own)
            .whole(optim::ema_adam)
            .ulp(bounds::OPTIMISERS[0], bounds::OPTIMISERS[1])
            .holds(IN_PLACE.without(EMPTY)),
    ]
}
