//! The row of `aclnnMoeTokenPermuteWithEpGrad`.

use crate::table::shared::moe::ON_910B;
use crate::table::shared::moe::slopes::permute_ep_gradient_samples;
use crate::table::{Holds, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new(
            "aclnnMoeTokenPermuteWithEpGrad",
            permute_ep_gradient_samples,
        )
        .accepts(&[
            ("permutedTokensOutputGrad", ON_910B),
            ("sortedIndices", "i32"),
            (
                "permutedProbsOutputGradOptional",
                "as permutedTokensOutputGrad",
            ),
            ("tokenGradOut", "as permutedTokensOutputGrad"),
            ("probsGradOut", "as permutedTokensOutputGrad"),
        ])
        .held_by("table::shared::moe::operators_and_modes_of_910b")
        .holds(Holds(0))
        .except(&[(
            "samples",
            "not available on Ascend950, so tested on an older generation only",
        )]),
    ]
}
