//! Operators of ops-nn, `matmul/`, and their companions of `math/`.

pub mod few_bits;
pub mod finished;
pub mod others;
pub mod plain;
pub mod quantised;
pub mod rounded;
pub mod sums;
pub mod weights;

use crate::argument::Argument;
use crate::bounds;
use crate::table::samples::{read, write};
use crate::table::{Accuracy, OVERLAP, SHAPE, STRIDED};
use hostnpu::tensor::Dtype;

pub const MATRICES: &str = "f32 f16 | 910B 950: + bf16";

pub const SUMS: Accuracy = Accuracy::Ulp {
    f32: bounds::PRODUCTS[0],
    f64: bounds::PRODUCTS[1],
};
pub const HOLDS: crate::table::Holds = crate::table::Holds(STRIDED.0 | OVERLAP.0 | SHAPE.0);

/// Numbers of 20 bits between -8 and 8, in an order of their own for each seed.
pub fn numbers(seed: u64) -> Vec<f64> {
    let number = |i: u64| {
        let mixed = (i + seed * 977 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 44;
        mixed as f64 / f64::from(1 << 16) - 8.0
    };
    (0..997).map(number).collect()
}

pub fn matrix(dtype: Dtype, shape: &[i64], seed: u64) -> Argument {
    read(dtype, shape, &numbers(seed))
}

/// Types of two matrices and of the output, and `cubeMathType`.
pub const TYPES: [(Dtype, Dtype, Dtype, i64); 12] = [
    (Dtype::F32, Dtype::F32, Dtype::F32, 1),
    (Dtype::F32, Dtype::F32, Dtype::F32, 2),
    (Dtype::F32, Dtype::F32, Dtype::F16, 0),
    (Dtype::F16, Dtype::F16, Dtype::F16, 0),
    (Dtype::F16, Dtype::F16, Dtype::F32, 3),
    (Dtype::Bf16, Dtype::Bf16, Dtype::Bf16, 2),
    (Dtype::Bf16, Dtype::Bf16, Dtype::F32, 4),
    (Dtype::Bf16, Dtype::Bf16, Dtype::F16, 0),
    (Dtype::F32, Dtype::F16, Dtype::F32, 0),
    (Dtype::F32, Dtype::F16, Dtype::Bf16, 2),
    (Dtype::Bf16, Dtype::F16, Dtype::F16, 0),
    (Dtype::F16, Dtype::Bf16, Dtype::F32, 2),
];

/// Two tensors of these shapes to a third one in all combinations of types, and in the first of them larger ones.
pub fn products(small: [&[i64]; 3], larger: &[[&[i64]; 3]]) -> Vec<Vec<Argument>> {
    let sample = |[a, b, out]: [&[i64]; 3], (left, right, result, math)| {
        vec![
            matrix(left, a, 1),
            matrix(right, b, 2),
            write(result, out),
            Argument::Int(math),
        ]
    };
    let mut samples: Vec<_> = TYPES.iter().map(|&types| sample(small, types)).collect();
    samples.extend(larger.iter().map(|&shapes| sample(shapes, TYPES[0])));
    samples
}
