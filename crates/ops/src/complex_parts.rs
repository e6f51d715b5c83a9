//! Complex numbers put together and taken apart: tables of loops by computation type.

#![forbid(unsafe_code)]

use super::tables::tables;
use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::pointwise;

tables! { binary, Binary;
    /// `a + b i`.
    JOIN = complex::join: f16 f32 f64;
    /// The number of a modulus and an angle.
    POLAR = complex::polar: f32 f64;
}

tables! { unary, Unary;
    /// The real part.
    REAL = complex::real: c32 c64 c128;
}

/// Plans `output = ` the real part of `input`; a real input is copied.
pub fn real(input: Arg, output: Arg) -> Result<Call> {
    let dtype = input.view.dtype;
    match dtype.is_complex() {
        true => pointwise::unary(&REAL, dtype, &[], input, output),
        false => pointwise::copy(input, output),
    }
}
