//! Pictures in front of others: pixels of both by their shares.

#![forbid(unsafe_code)]

use crate::tables::tables;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::pointwise::{self, Operand};
use hostnpu_tensor::{Dtype, Value};

tables! { ternary_with, Ternary;
    /// Sums by shares.
    MIXED = blending::mixed: f64;
    /// Sums by shares as bytes.
    CODES = blending::codes: f64;
}

/// Largest share, of one byte.
const BYTE: f64 = 255.0;

fn codes(
    under: impl Into<Operand>,
    over: Arg,
    share: Arg,
    attributes: [f64; 2],
    out: Arg,
) -> Result<Call> {
    let attributes = attributes.map(Value::new);
    pointwise::ternary(&CODES, Dtype::F64, &attributes, under, over, share, out)
}

/// Plans `background * (1 - mask) + foreground * mask`; of UINT8 rounded to nearest, half to even, and bounded.
pub fn replaced(background: Arg, foreground: Arg, mask: Arg, out: Arg) -> Result<Call> {
    if out.view.dtype == Dtype::U8 {
        return codes(background, foreground, mask, [1.0, 0.0], out);
    }
    let attributes = [Value::new(1.0)];
    pointwise::ternary(
        &MIXED,
        Dtype::F64,
        &attributes,
        background,
        foreground,
        mask,
        out,
    )
}

/// Plans `colours * alpha / 255 + frame * (1 - alpha / 255)`, rounded to nearest.
pub fn blended(colours: Arg, alpha: Arg, frame: Arg, out: Arg) -> Result<Call> {
    codes(frame, colours, alpha, [BYTE, 0.0], out)
}

/// Plans `colours * alpha / 255`, rounded down.
pub fn faded(colours: Arg, alpha: Arg, out: Arg) -> Result<Call> {
    codes(Value::new(0.0), colours, alpha, [BYTE, 1.0], out)
}
