//! Samples and checks of several operators: normalisations and gated units that quantise, and blocks that share a scale.

pub mod dequant;

use crate::argument::Argument;
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::shared::quant::given::{code, specials};
use hostnpu::tensor::Dtype::{self, *};

pub type Accepts = &'static [(&'static str, &'static str)];

pub const SCALES: [f64; 5] = [0.03, 0.5, 0.011, -0.25, 0.0625];
pub const ZEROS: [f64; 4] = [1.0, -3.0, 0.0, 20.0];

/// Types of `x`, scales, zero points and the bias.
pub const TYPES: [[Dtype; 4]; 7] = [
    [F16, F32, I32, F16],
    [Bf16, F32, I32, Bf16],
    [F32, F32, F32, F32],
    [F16, F16, F16, F16],
    [Bf16, Bf16, Bf16, Bf16],
    [F16, F32, F32, F32],
    [Bf16, F32, F32, F32],
];

/// Gives the first sample ordinary numbers: its types are exchanged by others, of which not all have infinities.
pub fn ordinary_first(mut samples: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    let x = &samples[0][0].tensors()[0];
    samples[0][0] = read(x.dtype, &x.shape.clone(), &NUMBERS);
    samples
}

pub const X1: &str = "f16 | 910B: + bf16 | 950: + bf16 f32 | 910:";

pub const BY_CODE: (&str, &str) = (
    "dtypes yOut",
    "its code must be dstType: each type is a sample",
);
