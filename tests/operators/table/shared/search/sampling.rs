//! Samples and checks of several operators: draws from rows of logits.

use crate::argument::Argument;
use crate::table::samples::{read, write};
use hostnpu::tensor::Dtype;

/// Logits in no order, some of which are equal.
pub fn logits(dtype: Dtype, shape: [i64; 2]) -> Argument {
    let numbers: Vec<f64> = (0..shape[0] * shape[1])
        .map(|i| ((i * 7919) % 251) as f64 / 32.0 - 4.0)
        .collect();
    read(dtype, &shape, &numbers)
}

pub fn applied() -> Vec<Vec<Argument>> {
    let call = |dtype, shape: [i64; 2], p: Option<&[f64]>, k: Option<&[f64]>| {
        let limit = |dtype, numbers: Option<&[f64]>| match numbers {
            Some(numbers) => read(dtype, &shape[..1], numbers),
            None => Argument::Null,
        };
        vec![
            logits(dtype, shape),
            limit(dtype, p),
            limit(Dtype::I32, k),
            write(dtype, &shape),
        ]
    };
    let (p, k) = (&[0.8, 0.3, 1.0, 0.0][..], &[3.0, 1.0, 0.0, 40.0][..]);
    vec![
        call(Dtype::F32, [3, 4], Some(p), Some(k)),
        call(Dtype::F32, [9, 37], Some(p), Some(k)),
        call(Dtype::F32, [9, 37], None, Some(k)),
        call(Dtype::F16, [9, 37], Some(p), None),
        call(Dtype::Bf16, [4, 300], Some(p), Some(k)),
        call(Dtype::F32, [2, 1], Some(p), None),
    ]
}

pub const SHORT: &str = "none | 910B 950: f32 f16 bf16";
