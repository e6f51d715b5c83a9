//! The row of `aclnnMoeTokenUnpermuteWithEp`.

use crate::table::shared::moe::ON_910B;
use crate::table::shared::moe::permute::unpermute_ep_samples;
use crate::table::{Holds, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeTokenUnpermuteWithEp", unpermute_ep_samples)
            .accepts(&[
                ("permutedTokens", ON_910B),
                ("sortedIndices", "i32"),
                ("probsOptional", ON_910B),
                ("out", "as permutedTokens"),
            ])
            .held_by("table::shared::moe::operators_and_modes_of_910b")
            .holds(Holds(0))
            .except(&[(
                "samples",
                "not available on Ascend950, so tested on an older generation only",
            )]),
    ]
}
