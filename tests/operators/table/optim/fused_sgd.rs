//! The row of `aclnnFusedSgd`.

use crate::bounds;
use crate::reference::optim;
use crate::table::shared::optim::TYPES;
use crate::table::shared::optim::samples::fused_sgd;
use crate::table::{EMPTY, IN_PLACE, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFusedSgd", fused_sgd)
            .accepts(&[
                ("paramsRef", TYPES),
                ("gradsRef", "as paramsRef"),
                ("momentumBufferListOptionalRef", "as paramsRef"),
                ("gradScaleOptional", "f32"),
            ])
            .computes(computes::own)
            .whole(optim::fused_sgd)
            .ulp(bounds::OPTIMISERS[0], bounds::OPTIMISERS[1])
            .holds(IN_PLACE.without(EMPTY)),
    ]
}
