//! The row of `aclnnDualLevelQuantMatmulWeightNz`.

use crate::reference::quant_matmul as reference;
use crate::table::shared::matmul::quantised::fused::of_two_levels;
use crate::table::shared::matmul::quantised::types::{MORE, TWO_LEVELS};
use crate::table::{Row, SHAPE};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnDualLevelQuantMatmulWeightNz", of_two_levels)
            .accepts(TWO_LEVELS)
            .bits(reference::of_two_levels)
            .holds(SHAPE)
            .except(MORE),
    ]
}
