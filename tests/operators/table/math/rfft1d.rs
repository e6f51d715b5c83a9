//! The row of `aclRfft1D`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::bounds;
use crate::reference::spectra::rfft;
use crate::table::samples::write;
use crate::table::shared::math::spectra::samples;
use crate::table::{EMPTY, Row, SHAPE, STRIDED};

/// Along each axis: whole, cut off and continued with zeros.
fn transforms() -> Vec<Vec<Argument>> {
    let of = |shape: &[i64], n: i64, dim: i64, norm: i64| {
        let axis = dim.rem_euclid(shape.len() as i64) as usize;
        let mut out = shape.to_vec();
        out[axis] = if n == -1 { shape[axis] } else { n } / 2 + 1;
        out.push(2);
        vec![
            samples(F32, shape),
            Argument::Int(n),
            Argument::Int(dim),
            Argument::Int(norm),
            write(F32, &out),
        ]
    };
    vec![
        of(&[3, 8], 8, 1, 1),
        of(&[10], -1, 0, 2),
        of(&[2, 9, 3], 7, 1, 3),
        of(&[5, 4], 12, -2, 1),
        of(&[1, 2, 1, 2, 1, 2, 130], 134, -1, 3),
        of(&[6], 1, 0, 1),
        of(&[64, 2], 64, 0, 2),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclRfft1D", transforms)
            .accepts(&[("self", "none | 910B 950: f32"), ("out", "as self")])
            .whole(rfft)
            .ulp(bounds::ROWS[0], 256.0)
            .holds(STRIDED | SHAPE | EMPTY),
    ]
}
