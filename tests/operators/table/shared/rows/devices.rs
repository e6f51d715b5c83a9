//! Samples and checks of several operators: batch normalisations of several devices, of integers, and of each member of a batch by itself.

use crate::argument::Argument;
use crate::table::samples::read;
use hostnpu::tensor::Dtype;

pub const SHORT: &str = "f32 f16 | 910B 950: + bf16";

/// Statistics of so many devices and channels.
pub const DEVICES: [(Dtype, [i64; 2]); 4] = [
    (Dtype::F32, [2, 5]),
    (Dtype::F32, [1, 3]),
    (Dtype::F16, [7, 4]),
    (Dtype::Bf16, [3, 40]),
];

pub fn counts(dtype: Dtype, devices: i64) -> Argument {
    read(dtype, &[devices], &[30.0, 2.0, 17.0, 64.0])
}
