//! The row of `aclnnMoeTokenUnpermuteGrad`.

use crate::reference::moe;
use crate::table::shared::moe::FLOATS;
use crate::table::shared::moe::slopes::unpermute_gradient_samples;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeTokenUnpermuteGrad", unpermute_gradient_samples)
            .accepts(&[
                ("permutedTokens", "as unpermutedTokensGrad"),
                ("unpermutedTokensGrad", FLOATS),
                ("sortedIndices", "i32"),
                ("probsOptional", FLOATS),
                ("permutedTokensGradOut", "as unpermutedTokensGrad"),
                ("probsGradOut", "as probsOptional"),
            ])
            .bits(moe::unpermute_gradient)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
