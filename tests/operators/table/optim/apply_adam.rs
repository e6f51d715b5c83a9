//! The row of `aclnnApplyAdam`.

use crate::bounds;
use crate::reference::optim;
use crate::table::shared::optim::TYPES_950;
use crate::table::shared::optim::samples::adam;
use crate::table::{EMPTY, IN_PLACE, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnApplyAdam", adam)
            .accepts(&[
                ("varRef", TYPES_950),
                ("m", "as varRef"),
                ("v", "as varRef"),
                ("beta1Power", "f32"),
                ("beta2Power", "f32"),
                ("lr", "f32"),
                ("beta1", "f32"),
                ("beta2", "f32"),
                ("epsilon", "f32"),
                ("grad", "as varRef"),
            ])
            .computes(computes::own)
            .whole(optim::adam)
            .ulp(bounds::OPTIMISERS[0], bounds::OPTIMISERS[1])
            .holds(IN_PLACE.without(EMPTY)),
    ]
}
