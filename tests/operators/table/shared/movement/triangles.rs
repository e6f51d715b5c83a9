//! Samples and checks of several operators: triangles and diagonals of matrices.

use crate::argument::Argument;
use crate::table::samples::{patterns, write};
use hostnpu::tensor::Dtype::*;

/// Of every width, one and several matrices, and every diagonal that there is, and is not.
pub fn in_place() -> Vec<Vec<Argument>> {
    let mut samples = vec![vec![patterns(F32, &[3, 4], 1), Argument::Int(0)]];
    for dtype in [I8, Bf16, F32, U64] {
        for diagonal in [-4, 0, 1, 7, i64::MAX, i64::MIN] {
            samples.push(vec![
                patterns(dtype, &[2, 5, 6], 1),
                Argument::Int(diagonal),
            ]);
        }
        samples.push(vec![patterns(dtype, &[130, 1100], 2), Argument::Int(-17)]);
    }
    samples
}

pub fn between() -> Vec<Vec<Argument>> {
    let mut samples = in_place();
    for sample in &mut samples {
        let tensor = &sample[0].tensors()[0];
        let out = write(tensor.dtype, &tensor.shape);
        sample.push(out);
    }
    samples
}

pub fn eyes() -> Vec<Vec<Argument>> {
    let eye = |dtype, n, m| vec![Argument::Int(n), Argument::Int(m), write(dtype, &[n, m])];
    vec![
        eye(F32, 3, 4),
        eye(Bool, 5, 2),
        eye(F16, 300, 301),
        eye(Bf16, 1, 1),
        eye(I64, 7, 7),
        eye(I8, 0, 3),
    ]
}

pub const TYPES: &str =
    "f64 f32 f16 i8 i16 i32 i64 u8 u16 u32 u64 bool | 910B: + bf16 | 950: + bf16 c64 c32";
pub const BETWEEN: &[(&str, &str)] = &[("self", TYPES), ("out", "as self")];
pub const IN_PLACE: &[(&str, &str)] = &[("selfRef", TYPES)];
