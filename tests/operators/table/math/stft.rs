//! The row of `aclStft`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::bounds;
use crate::reference::spectra::stft;
use crate::table::samples::write;
use crate::table::shared::math::spectra::samples;
use crate::table::{Row, SHAPE, STRIDED};

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

const TOGETHER: &str = "all tensors have one precision: samples";

pub fn rows() -> Vec<Row> {
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
    ]
}
