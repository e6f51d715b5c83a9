//! The row of `aclnnFusedAdam`.

use crate::bounds;
use crate::reference::optim;
use crate::table::shared::optim::TYPES_950;
use crate::table::shared::optim::samples::fused_adam;
use crate::table::{RANK_0, RANK_8, Row, STRIDED, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFusedAdam", fused_adam)
            .accepts(&[
                ("paramsRef", TYPES_950),
                ("gradsRef", "as paramsRef"),
                ("expAvgsRef", "as paramsRef"),
                ("expAvgSqsRef", "as paramsRef"),
                ("maxExpAvgSqsRef", "as paramsRef"),
                ("stateSteps", "f32 i64"),
                ("gradScaleOptional", "f32"),
                ("foundInfOptional", "f32"),
            ])
            .computes(computes::own)
            .whole(optim::fused_adam)
            .ulp(bounds::OPTIMISERS[0], bounds::OPTIMISERS[1])
            .holds(STRIDED | RANK_0 | RANK_8),
    ]
}
