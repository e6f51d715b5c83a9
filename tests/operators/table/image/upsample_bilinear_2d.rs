//! The row of `aclnnUpsampleBilinear2d`.

use hostnpu::tensor::Dtype::*;

use crate::reference::upsampling;
use crate::reference::upsampling::Filter;
use crate::table::shared::image::{Operator, THREE, WIDE};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        // DOUBLE only where channels are last.
        Row::new("aclnnUpsampleBilinear2d", || {
            let operator = Operator {
                axes: 2,
                aligns: true,
                scales: 2,
                types: &THREE,
            };
            let mut samples = operator.calls_with_channels_last(false);
            samples.rotate_right(1);
            let mut double = samples[0].clone();
            double
                .iter_mut()
                .for_each(|argument| argument.set_dtype(F64));
            samples.push(double);
            samples
        })
        .accepts(&[("self", WIDE), ("out", "as self")])
        .whole(|arguments| upsampling::forward(arguments, Filter::Linear))
        .ulp(0.500_01, 4.0)
        .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
