//! The row of `aclnnApplyKerasMomentum`.

use crate::bounds;
use crate::reference::optim;
use crate::table::shared::optim::TYPES_950;
use crate::table::shared::optim::samples::keras;
use crate::table::{EMPTY, IN_PLACE, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnApplyKerasMomentum", keras)
            .accepts(&[
                ("varRef", TYPES_950),
                ("accum", "as varRef"),
                ("lr", "f32"),
                ("grad", "as varRef"),
                ("momentum", "f32"),
            ])
            .computes(computes::own)
            .whole(optim::keras_momentum)
            .ulp(bounds::OPTIMISERS[0], bounds::OPTIMISERS[1])
            .holds(IN_PLACE.without(EMPTY)),
    ]
}
