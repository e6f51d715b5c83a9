//! The row of `aclnnCtcLoss`.

use crate::reference::alignments;
use crate::table::shared::losses::others::{AS, PROBABILITIES, TARGETS, ctc};
use crate::table::{Accuracy, Row};

pub fn rows() -> Vec<Row> {
    // Of DOUBLE, exponentials lose the digits that logarithms have before the point, and differences lose more.
    let of_steps = Accuracy::Ulp {
        f32: 0.51,
        f64: 1024.0,
    };
    vec![
        Row::new("aclnnCtcLoss", ctc)
            .accepts(&[
                ("logProbs", PROBABILITIES),
                TARGETS,
                ("negLogLikelihoodOut", AS),
                ("logAlphaOut", AS),
            ])
            .whole(alignments::ctc)
            .accuracy(of_steps),
    ]
}
