//! The row of `aclnnConvertWeightToINT4Pack`.

use crate::reference::quant_matmul as reference;
use crate::table::shared::matmul::quantised::types::EXCEPT;
use crate::table::shared::matmul::quantised::weights::packs;
use crate::table::{Row, SHAPE};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnConvertWeightToINT4Pack", packs)
            .accepts(&[
                ("weight", "910B: i32 | 950: i32 f32"),
                ("weightInt4Pack", "910B: i4 i32 | 950: i4 i32 e2m1 f32"),
            ])
            .bits(reference::packed)
            .holds(SHAPE)
            .except(EXCEPT),
    ]
}
