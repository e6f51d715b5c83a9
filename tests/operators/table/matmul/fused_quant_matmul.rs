//! The rows of `aclnnFusedQuantMatmul` and `aclnnFusedQuantMatmulWeightNz`.

use crate::table::shared::matmul::quantised::fused::fused_samples;
use crate::table::shared::matmul::quantised::on_910b::ON_910B;
use crate::table::shared::matmul::quantised::types::{FUSED, OLDER};
use crate::table::{Holds, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFusedQuantMatmul", || fused_samples(false))
            .accepts(FUSED)
            .held_by(ON_910B)
            .holds(Holds(0))
            .except(OLDER),
        Row::new("aclnnFusedQuantMatmulWeightNz", || fused_samples(true))
            .accepts(FUSED)
            .held_by(ON_910B)
            .holds(Holds(0))
            .except(OLDER),
    ]
}
