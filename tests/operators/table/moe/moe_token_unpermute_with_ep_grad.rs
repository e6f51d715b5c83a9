//! The row of `aclnnMoeTokenUnpermuteWithEpGrad`.

use crate::table::shared::moe::ON_910B;
use crate::table::shared::moe::slopes::unpermute_ep_gradient_samples;
use crate::table::{Holds, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new(
            "aclnnMoeTokenUnpermuteWithEpGrad",
            unpermute_ep_gradient_samples,
        )
        .accepts(&[
            ("unpermutedTokensGrad", ON_910B),
            ("sortedIndices", "i32"),
            ("permutedTokensOptional", "as unpermutedTokensGrad"),
            ("probsOptional", ON_910B),
            ("permutedTokensGradOut", "as unpermutedTokensGrad"),
            ("probsGradOut", "as probsOptional"),
        ])
        .held_by("table::shared::moe::operators_and_modes_of_910b")
        .holds(Holds(0))
        .except(&[(
            "samples",
            "not available on Ascend950, so tested on an older generation only",
        )]),
    ]
}
