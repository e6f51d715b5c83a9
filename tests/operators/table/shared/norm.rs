//! Samples and checks of several operators: operators of ops-nn, `norm/`. Those of batches stand beside their companions of `math/`.

use crate::argument::Argument;
use crate::table::samples::{scalar, write};
use crate::table::shared::math::reductions::{SHORT, numbers, over_axes, with_specials};
use hostnpu::tensor::Dtype;

/// Orders with a sum of their own, of infinite size, and others.
pub const ORDERS: [f64; 9] = [
    2.0,
    1.0,
    0.0,
    3.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    2.5,
    0.5,
    -1.0,
];

pub fn norms() -> Vec<Vec<Argument>> {
    let mut samples = over_axes(&SHORT, numbers, |parts| {
        let out = write(parts.dtype, parts.out);
        vec![parts.tensor, parts.axes, parts.keep, out]
    });
    let first = samples.clone();
    samples.extend(first.into_iter().take(8));
    samples.extend(over_axes(&[Dtype::F32], with_specials, |parts| {
        let out = write(Dtype::F32, parts.out);
        vec![parts.tensor, parts.axes, parts.keep, out]
    }));
    for (number, sample) in samples.iter_mut().enumerate() {
        sample.insert(1, scalar(Dtype::F32, ORDERS[number % ORDERS.len()]));
    }
    samples
}

pub const SELF: &str = "f32 f16 bf16 f64 i8 u8 i16 i32 i64 bool | 950: f32 f16 bf16";
pub const ORDER: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128";
