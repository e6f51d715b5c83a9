//! Samples and checks of several operators: normalisations with a scale for each member of a batch, and slices scaled to a norm.

use hostnpu::tensor::Dtype;

pub const SHORT: &str = "f32 f16 bf16";

/// A type, the shape of what is normalised, and that of its scale.
pub const CASES: [(Dtype, &[i64], &[i64]); 4] = [
    (Dtype::F32, &[2, 3, 5], &[2, 1, 5]),
    (Dtype::F32, &[2, 150, 9], &[2, 9]),
    (Dtype::F16, &[7, 33], &[1, 33]),
    (Dtype::Bf16, &[2, 3, 4, 9], &[2, 3, 9]),
];
pub const MODULATED: &str = "none | 910B 950: f32 f16 bf16";
