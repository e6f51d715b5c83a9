//! The row of `aclnnCtcLossBackward`.

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::alignments;
use crate::table::samples::{read, write};
use crate::table::shared::losses::others::{AS, PROBABILITIES, TARGETS, ctc};
use crate::table::shared::losses::varied;
use crate::table::{Accuracy, OVERLAP, Row, STRIDED};

fn ctc_slopes() -> Vec<Vec<Argument>> {
    let call = |forward: Vec<Argument>| {
        let of = &forward[0].tensors()[0];
        let (dtype, shape) = (of.dtype, of.shape.clone());
        let [sums, losses] = alignments::ctc_results(&Arguments::of("aclnnCtcLoss", &forward));
        let width = forward[7].tensors()[0].shape.clone();
        let mut call = vec![varied(dtype, &shape[1..2], 3)];
        call.extend(forward[..4].iter().cloned());
        call.push(read(dtype, &shape[1..2], &losses));
        call.push(read(dtype, &width, &sums));
        call.extend([Argument::Int(0), Argument::Bool(true)]);
        call.push(write(dtype, &shape));
        call
    };
    ctc().into_iter().map(call).collect()
}

pub fn rows() -> Vec<Row> {
    // Of DOUBLE, exponentials lose the digits that logarithms have before the point, and differences lose more.
    let of_steps = Accuracy::Ulp {
        f32: 0.51,
        f64: 1024.0,
    };
    vec![
        Row::new("aclnnCtcLossBackward", ctc_slopes)
            .accepts(&[
                ("gradOut", AS),
                ("logProbs", PROBABILITIES),
                TARGETS,
                ("negLogLikelihood", AS),
                ("logAlpha", AS),
                ("out", AS),
            ])
            .whole(alignments::ctc_backward)
            .accuracy(of_steps)
            .holds(STRIDED | OVERLAP),
    ]
}
