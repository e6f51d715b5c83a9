//! The row of `aclnnBatchMatMulReduceScatterAlltoAll`.

use crate::argument::Argument;
use crate::table::Row;
use crate::table::shared::mc2::batches::{BIAS, Of, SCATTERED, of_one, scattered};

fn all_scattered() -> Vec<Vec<Argument>> {
    of_one(Of::scattered)
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new(SCATTERED, all_scattered)
            .accepts(&[
                ("x", "none | 910B: f16 bf16"),
                ("weight", "as x"),
                ("biasOptional", "none | 910B: f16 f32"),
                ("out", "as x"),
            ])
            .bits(scattered)
            .except(BIAS),
    ]
}
