//! The row of `aclnnLogdet`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::linear_algebra;
use crate::table::samples::{read, write};
use crate::table::shared::linear_algebra::{WIDE, determinants};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

/// Determinants of every sign.
fn log_determinants() -> Vec<Vec<Argument>> {
    let mut samples = determinants();
    samples.iter_mut().for_each(|sample| _ = sample.remove(1));
    samples.push(vec![
        read(F32, &[2, 2, 2], &[0.5, 3.0, 2.0, 12.0, 1.0, 0.0, 0.0, 2.0]),
        write(F32, &[2]),
    ]);
    samples.push(vec![
        read(Complex64, &[2, 2], &[0.5, 3.0, 2.0, 0.25]),
        write(Complex64, &[]),
    ]);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLogdet", log_determinants)
            .accepts(&[("self", WIDE), ("out", "castable: f32 f64 c64 c128")])
            .computes(|arguments| arguments["self"].dtype())
            .whole(linear_algebra::log_determinant)
            .ulp(0.500_01, 32.0)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
