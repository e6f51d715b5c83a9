//! The row of `aclnnMoeTokenPermuteWithEp`.

use crate::table::shared::moe::ON_910B;
use crate::table::shared::moe::permute::with_ep_samples;
use crate::table::{Holds, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeTokenPermuteWithEp", with_ep_samples)
            .accepts(&[
                ("tokens", ON_910B),
                ("indices", "i32 i64"),
                ("probsOptional", "as tokens"),
                ("permuteTokensOut", "as tokens"),
                ("sortedIndicesOut", "i32"),
                ("permuteProbsOut", "as tokens"),
            ])
            .held_by("table::shared::moe::operators_and_modes_of_910b")
            .holds(Holds(0))
            .except(&[(
                "samples",
                "not available on Ascend950, so tested on an older generation only",
            )]),
    ]
}
