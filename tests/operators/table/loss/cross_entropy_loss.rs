//! The row of `aclnnCrossEntropyLoss`.

use crate::argument::Argument;
use crate::reference::cross_entropy;
use crate::table::samples::write;
use crate::table::shared::losses::cross_entropy::{
    CASES, Case, TARGET, TYPES, WEIGHT, attributes, combined, targets,
};
use crate::table::shared::losses::{LOSSES, varied};
use crate::table::{Row, STRIDED};

fn hard() -> Vec<Vec<Argument>> {
    let call = |case: &Case| {
        let (dtype, shape) = (case.0, case.1);
        let mut call = vec![varied(dtype, &shape, 1)];
        call.extend(targets(case));
        call.extend(attributes(case));
        call.push(Argument::Bool(false));
        call.push(write(dtype, &combined(case)));
        call.push(write(dtype, &shape));
        call.extend([write(dtype, &[1]), write(dtype, &shape[..1])]);
        call
    };
    CASES.iter().map(call).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnCrossEntropyLoss", hard)
            .accepts(&[
                ("input", TYPES),
                TARGET,
                WEIGHT,
                ("lossOut", "as input"),
                ("logProbOut", "as input"),
                ("zlossOut", "as input"),
                ("lseForZlossOut", "as input"),
            ])
            .whole(cross_entropy::hard)
            .accuracy(LOSSES)
            // Two outputs are not written, and so not where they lie over an input.
            .holds(STRIDED),
    ]
}
