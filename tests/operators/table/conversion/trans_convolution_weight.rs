//! The row of `aclnnTransConvolutionWeight`.

use crate::table::shared::movement::formats::weights;
use crate::table::{Accuracy, Holds, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnTransConvolutionWeight", weights)
            .accepts(&[
                ("weightIn", "none | 310: f16 f32"),
                ("weightOut", "none | 310: f16"),
            ])
            .computes(computes::own)
            .held_by("drivers::formats::weights_of_convolutions_are_stored_on_310p")
            .accuracy(Accuracy::Copied)
            .holds(Holds(0))
            .except(&[(
                "samples",
                "not available on Ascend950, so tested on an older generation only",
            )]),
    ]
}
