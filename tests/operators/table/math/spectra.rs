//! Fourier transforms.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::bounds;
use crate::reference::spectra::{rfft, stft};
use crate::table::samples::{read, write};
use crate::table::{EMPTY, Row, SHAPE, STRIDED};

/// Numbers without symmetry; complex ones have as imaginary part the number that follows.
fn samples(dtype: Dtype, shape: &[i64]) -> Argument {
    let count = shape.iter().product::<i64>() * if dtype.is_complex() { 2 } else { 1 };
    let of = |i: i64| ((i * i * 31 + i * 7919 + 17) % 1009 - 500) as f64 / 256.0;
    read(dtype, shape, &(0..count).map(of).collect::<Vec<_>>())
}

/// Lengths of powers of two, of several factors and of large ones; windows shorter than frames; one frame; frames that share samples, and that leave some out.
fn windows() -> Vec<Vec<Argument>> {
    let of = |dtype: Dtype, shape: &[i64], [n, hop, width]: [i64; 3], flags: [bool; 4]| {
        let [has_window, normalized, onesided, complex] = flags;
        let (batch, length) = (&shape[..shape.len() - 1], shape[shape.len() - 1]);
        let bins = if onesided { n / 2 + 1 } else { n };
        let frames = (length - n) / hop + 1;
        let parts: &[i64] = if complex { &[] } else { &[2] };
        let out = match (complex, matches!(dtype, F64 | Complex128)) {
            (true, true) => Complex128,
            (true, false) => Complex64,
            (false, true) => F64,
            (false, false) => F32,
        };
        vec![
            samples(dtype, shape),
            match has_window {
                true => samples(dtype, &[width]),
                false => Argument::Null,
            },
            write(out, &[batch, &[bins, frames], parts].concat()),
            Argument::Int(n),
            Argument::Int(hop),
            Argument::Int(width),
            Argument::Bool(normalized),
            Argument::Bool(onesided),
            Argument::Bool(complex),
        ]
    };
    let (no, yes) = (false, true);
    vec![
        of(F32, &[2, 41], [16, 5, 16], [yes, no, yes, no]),
        of(F32, &[30], [12, 4, 9], [yes, yes, yes, yes]),
        of(F32, &[3, 134], [134, 1, 134], [no, no, yes, yes]),
        of(F32, &[25], [5, 7, 5], [no, yes, no, no]),
        of(F64, &[2, 70], [30, 20, 29], [yes, no, yes, no]),
        of(F64, &[64], [32, 32, 32], [no, yes, no, yes]),
        of(Complex64, &[2, 40], [15, 6, 13], [yes, no, no, yes]),
        of(Complex64, &[9], [1, 2, 1], [no, no, no, no]),
        of(Complex128, &[71], [71, 1, 70], [yes, yes, no, yes]),
        of(Complex128, &[2, 18], [8, 3, 8], [no, no, no, no]),
    ]
}

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
    const TOGETHER: &str = "all tensors have one precision: samples";
    vec![
        Row::new("aclStft", windows)
            .accepts(&[
                ("self", "none | 910B 950: f32 f64 c64 c128"),
                ("windowOptional", "as self"),
                ("out", "as self"),
            ])
            .whole(stft)
            .ulp(bounds::ROWS[0], 256.0)
            .holds(STRIDED | SHAPE)
            .except(&[("dtypes self", TOGETHER)]),
        Row::new("aclRfft1D", transforms)
            .accepts(&[("self", "none | 910B 950: f32"), ("out", "as self")])
            .whole(rfft)
            .ulp(bounds::ROWS[0], 256.0)
            .holds(STRIDED | SHAPE | EMPTY),
    ]
}
