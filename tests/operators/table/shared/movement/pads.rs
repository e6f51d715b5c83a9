//! Samples and checks of several operators: pads and their gradients.

use crate::argument::Argument;
use crate::table::samples::{patterns, read, write};
use crate::table::shared::movement::ints;
use crate::table::{Holds, OVERLAP, SHAPE, STRIDED};
use hostnpu::tensor::Dtype::{self, *};

/// Numbers whose sums are exact in every type.
pub const SMALL: [f64; 9] = [1.0, -2.0, 3.0, 0.5, 4.0, -1.5, 2.0, 0.25, -6.0];

pub fn padded(shape: &[i64], padding: &[i64]) -> Vec<i64> {
    let mut padded = shape.to_vec();
    for (k, pair) in padding.chunks(2).enumerate() {
        padded[shape.len() - 1 - k] += pair[0] + pair[1];
    }
    padded
}

/// Shapes with and without a batch, of so many padded dimensions; `cut` allows elements to be cut off.
pub fn shapes(axes: usize, cut: bool) -> Vec<(Vec<i64>, Vec<i64>)> {
    let cases: [(&[i64], &[i64]); 4] = [
        (&[2, 2, 3], &[1, 1, 1, 0, 0, 1]),
        (&[3, 5, 4], &[2, 3, 0, 0, 1, 2]),
        (&[12, 9, 33], &[7, 0, 3, 7, 2, 5]),
        (&[4, 6, 5], &[-1, 2, 3, -2, 0, -1]),
    ];
    let mut shapes = Vec::new();
    for (extents, padding) in cases {
        if !cut && padding[..2 * axes].iter().any(|&count| count < 0) {
            continue;
        }
        for before in [&[1][..], &[2, 3]] {
            let mut shape = before.to_vec();
            shape.extend(&extents[3 - axes..]);
            shapes.push((shape, padding[..2 * axes].to_vec()));
        }
    }
    shapes
}

pub fn forward(axes: usize, types: &[Dtype]) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for &dtype in types {
        for (shape, padding) in shapes(axes, true) {
            let out = padded(&shape, &padding);
            samples.push(vec![
                patterns(dtype, &shape, 4),
                ints(&padding),
                write(dtype, &out),
            ]);
        }
    }
    samples
}

pub fn backward(axes: usize, types: &[Dtype]) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for &dtype in types {
        for (shape, padding) in shapes(axes, dtype != Bf16) {
            let grad = padded(&shape, &padding);
            samples.push(vec![
                read(dtype, &grad, &SMALL),
                read(dtype, &shape, &[0.0]),
                ints(&padding),
                write(dtype, &shape),
            ]);
        }
    }
    samples
}

pub const MOVED: Holds = Holds(STRIDED.0 | OVERLAP.0 | SHAPE.0);

/// The row of a pad, whose new elements are those that `$place` says.
macro_rules! pad {
    ($name:literal, $axes:literal, $types:ident, $of:expr, $place:path) => {
        crate::table::Row::new($name, || {
            crate::table::shared::movement::pads::forward($axes, $of)
        })
        .accepts(&[("self", $types), ("out", "as self")])
        .computes(crate::table::computes::own)
        .bits(|arguments| {
            crate::reference::pads::padded(arguments, $place as crate::reference::pads::Place)
        })
        .accuracy(crate::table::Accuracy::Copied)
        .holds(crate::table::shared::movement::pads::MOVED)
    };
}
pub(crate) use pad;

/// The row of its gradient.
macro_rules! gradient {
    ($name:literal, $axes:literal, $types:ident, $of:expr, $place:path) => {
        crate::table::Row::new($name, || {
            crate::table::shared::movement::pads::backward($axes, $of)
        })
        .accepts(&[
            ("gradOutput", $types),
            ("self", "as gradOutput"),
            ("gradInput", "as gradOutput"),
        ])
        .computes(crate::table::computes::own)
        .bits(|arguments| {
            crate::reference::pads::padded_gradient(
                arguments,
                $place as crate::reference::pads::Place,
            )
        })
        .holds(crate::table::shared::movement::pads::MOVED)
    };
}
pub(crate) use gradient;

pub const REFLECTION: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B: + bf16 c64 c128 | 950: + bf16 c64 c128 u16 u32 u64 hif8 e5m2 e4m3 e8m0";

pub const REPLICATION: &str =
    "f32 f16 f64 i8 i16 i32 i64 u8 c64 c128 bf16 | 950: + u16 u32 u64 bool hif8 e5m2 e4m3 e8m0";
pub const CIRCULAR: &str = "f32 bf16 f16 i32 i8";
pub const NUMBERS: &str = "f32 f16 bf16 f64 c64 c128";
pub const SHORT: &str = "f32 f16 bf16";
