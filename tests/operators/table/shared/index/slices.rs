//! Samples and checks of several operators: slices and rows that are written by index, masks, and gradients of tables.

use crate::argument::Argument;
use crate::table::samples::{NUMBERS, read, write};
use crate::table::shared::index::{index, spread};
use hostnpu::tensor::Dtype::*;

pub const SCALAR: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128";

/// The same calls with a tensor of the first one's shape to write.
pub fn with_out(mut samples: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    for sample in &mut samples {
        let first = &sample[0].tensors()[0];
        let out = write(first.dtype, &first.shape);
        sample.push(out);
    }
    samples
}

/// Slices of each axis, whole rows many times, and without axes.
pub fn copied() -> Vec<Vec<Argument>> {
    let call = |dtype, shape: &[i64], dim, at: Argument, source: &[i64]| {
        vec![
            read(dtype, shape, &NUMBERS),
            Argument::Int(dim),
            at,
            read(dtype, source, &NUMBERS[1..]),
        ]
    };
    vec![
        call(F32, &[3, 4], 0, index(I64, &[3], &[0, 2, 0]), &[3, 4]),
        call(F16, &[3, 4], -1, index(I32, &[6], &[3, 0, 1, 1]), &[3, 6]),
        call(I8, &[2, 3, 4], 1, index(I64, &[2], &[2, 2]), &[2, 2, 4]),
        call(F64, &[], 0, index(I64, &[3], &[0, 0, 0]), &[3]),
        call(
            F32,
            &[60, 90],
            0,
            index(I64, &[500], &spread(500, 60)),
            &[500, 90],
        ),
        call(
            I16,
            &[300, 3],
            0,
            index(I32, &[900], &spread(900, 300)),
            &[900, 3],
        ),
    ]
}
