//! The row of `aclnnMoeTokenPermuteGrad`.

use crate::reference::moe;
use crate::table::shared::moe::FLOATS;
use crate::table::shared::moe::slopes::permute_gradient_samples;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeTokenPermuteGrad", permute_gradient_samples)
            .accepts(&[
                ("permutedOutputGrad", FLOATS),
                ("sortedIndices", "i32"),
                ("out", "as permutedOutputGrad"),
            ])
            .bits(moe::permute_gradient)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
