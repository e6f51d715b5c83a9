//! The row of `aclnnCrossEntropyLossGrad`.

use crate::argument::Argument;
use crate::reference::cross_entropy;
use crate::table::samples::write;
use crate::table::shared::losses::cross_entropy::{
    CASES, Case, TARGET, TYPES, WEIGHT, attributes, combined, targets,
};
use crate::table::shared::losses::{LOSSES, numbered, varied};
use crate::table::{OVERLAP, Row, STRIDED};

fn slopes() -> Vec<Vec<Argument>> {
    let call = |case: &Case| {
        let (dtype, shape) = (case.0, case.1);
        // Logarithms of probabilities, of which they need not be.
        let logarithms = numbered(dtype, &shape, 1, |i| -(i as f64) / 64.0);
        let mut call = vec![varied(dtype, &combined(case), 3), logarithms];
        call.extend(targets(case));
        // Classes that do not count.
        call.extend([4, 5].map(|number| varied(dtype, &shape[..1], number)));
        call.extend(attributes(case));
        call.push(write(dtype, &shape));
        call
    };
    CASES.iter().map(call).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnCrossEntropyLossGrad", slopes)
            .accepts(&[
                ("gradLoss", "as logProb"),
                ("logProb", TYPES),
                TARGET,
                WEIGHT,
                ("gradZlossOptional", "as logProb"),
                ("lseForZlossOptional", "as logProb"),
                ("out", "as logProb"),
            ])
            .whole(cross_entropy::hard_backward)
            .accuracy(LOSSES)
            .holds(STRIDED | OVERLAP),
    ]
}
