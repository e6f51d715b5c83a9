//! The row of `aclnnQuantMatmulReduceSumWeightNz`.

use crate::table::shared::matmul::quantised::fused::summed;
use crate::table::shared::matmul::quantised::on_910b::ON_910B;
use crate::table::shared::matmul::quantised::types::{OLDER, SUMMED};
use crate::table::{Holds, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQuantMatmulReduceSumWeightNz", summed)
            .accepts(SUMMED)
            .held_by(ON_910B)
            .holds(Holds(0))
            .except(OLDER),
    ]
}
