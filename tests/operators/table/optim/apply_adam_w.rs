//! The rows of `aclnnApplyAdamW` and `aclnnApplyAdamWV2`.

use crate::bounds;
use crate::reference::optim;
use crate::table::shared::optim::TYPES;
use crate::table::shared::optim::samples::{adam_w, adam_w_v2};
use crate::table::{EMPTY, IN_PLACE, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnApplyAdamW", adam_w)
            .accepts(&[
                ("varRef", TYPES),
                ("mRef", "as varRef"),
                ("vRef", "as varRef"),
                ("beta1Power", "as varRef"),
                ("beta2Power", "as varRef"),
                ("lr", "as varRef"),
                ("weightDecay", "as varRef"),
                ("beta1", "as varRef"),
                ("beta2", "as varRef"),
                ("eps", "as varRef"),
                ("grad", "as varRef"),
                ("maxGradNormOptional", "as varRef"),
            ])
            .computes(computes::own)
            .whole(optim::adam_w)
            .ulp(bounds::OPTIMISERS[0], bounds::OPTIMISERS[1])
            .holds(IN_PLACE.without(EMPTY)),
        Row::new("aclnnApplyAdamWV2", adam_w_v2)
            .accepts(&[
                ("varRef", TYPES),
                ("mRef", TYPES),
                ("vRef", TYPES),
                ("maxGradNormOptionalRef", TYPES),
                ("grad", TYPES),
                ("step", "f32 i64"),
            ])
            .computes(computes::own)
            .whole(optim::adam_w_v2)
            .ulp(bounds::OPTIMISERS[0], bounds::OPTIMISERS[1])
            .holds(IN_PLACE.without(EMPTY)),
    ]
}
