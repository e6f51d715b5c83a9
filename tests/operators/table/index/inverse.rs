//! The row of `aclnnInverse`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::linear_algebra;
use crate::table::samples::write;
use crate::table::shared::linear_algebra::{SHAPES, matrices};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn inverses() -> Vec<Vec<Argument>> {
    let call = |(shape, dtype): (&[i64], Dtype)| vec![matrices(dtype, shape), write(dtype, shape)];
    let mut samples: Vec<_> = SHAPES.into_iter().map(call).collect();
    samples.push(vec![
        matrices(Complex64, &[3, 3]),
        write(Complex64, &[3, 3]),
    ]);
    samples.push(vec![matrices(F16, &[3, 3]), write(F16, &[3, 3])]);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInverse", inverses)
            .accepts(&[("self", "f32 f64 c64 c128 f16"), ("out", "castable")])
            .computes(|arguments| arguments["self"].dtype())
            .whole(linear_algebra::inverse)
            .ulp(0.500_01, 32.0)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
