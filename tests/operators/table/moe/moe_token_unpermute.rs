//! The row of `aclnnMoeTokenUnpermute`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::moe;
use crate::table::shared::moe::AND_310P;
use crate::table::shared::moe::permute::{PAIRS, unpermute};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn unpermute_samples() -> Vec<Vec<Argument>> {
    let mut samples: Vec<_> = PAIRS
        .iter()
        .map(|&(dtype, weights)| unpermute(dtype, Some(weights), [4, 5, 3], 12))
        .collect();
    samples.extend([
        unpermute(F32, None, [7, 5, 1], 7),
        unpermute(F32, Some(F32), [301, 600, 4], 1204),
        unpermute(F16, Some(F32), [6, 5, 2], 9),
    ]);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeTokenUnpermute", unpermute_samples)
            .accepts(&[
                ("permutedTokens", AND_310P),
                ("sortedIndices", "i32"),
                ("probsOptional", AND_310P),
                ("out", "as permutedTokens"),
            ])
            .bits(moe::unpermute)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
