//! The row of `aclnnSinkhorn`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::linear_algebra;
use crate::table::samples::{read, scalar, write};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

/// Costs between 0 and 1.
fn costs() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, shape, tolerance) in [
        (F32, [3, 4], Some(1e-4)),
        (F32, [1, 7], None),
        (F16, [9, 70], Some(1e-9)),
        (F32, [130, 5], Some(-1.0)),
        (F16, [1, 1], Some(0.5)),
    ] {
        let count = shape[0] * shape[1];
        let numbers: Vec<f64> = (0..count).map(|k| (k * 37 % 64) as f64 / 64.0).collect();
        samples.push(vec![
            read(dtype, &shape, &numbers),
            tolerance.map_or(Argument::Null, |tolerance| scalar(F32, tolerance)),
            write(dtype, &shape),
        ]);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSinkhorn", costs)
            .accepts(&[
                ("cost", "none | 910B: f32 f16 bf16"),
                ("tol", "any"),
                ("p", "none | 910B: f32 f16 bf16"),
            ])
            .computes(|arguments| arguments["cost"].dtype())
            .whole(linear_algebra::balanced)
            .ulp(0.500_01, 32.0)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
