//! Triangles and diagonals of matrices.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::movement;
use crate::table::samples::{patterns, write};
use crate::table::{Accuracy, EMPTY, OVERLAP, Row, SHAPE, STRIDED, computes};

/// Of every width, one and several matrices, and every diagonal that there is, and is not.
fn in_place() -> Vec<Vec<Argument>> {
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

fn between() -> Vec<Vec<Argument>> {
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

pub fn rows() -> Vec<Row> {
    const TYPES: &str =
        "f64 f32 f16 i8 i16 i32 i64 u8 u16 u32 u64 bool | 910B: + bf16 | 950: + bf16 c64 c32";
    const BETWEEN: &[(&str, &str)] = &[("self", TYPES), ("out", "as self")];
    const IN_PLACE: &[(&str, &str)] = &[("selfRef", TYPES)];
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnTriu", between)
            .accepts(BETWEEN)
            .computes(computes::own)
            .bits(movement::upper)
            .accuracy(Accuracy::Copied)
            .holds(holds | EMPTY),
        Row::new("aclnnTril", between)
            .accepts(BETWEEN)
            .computes(computes::own)
            .bits(movement::lower)
            .accuracy(Accuracy::Copied)
            .holds(holds),
        Row::new("aclnnInplaceTriu", in_place)
            .accepts(IN_PLACE)
            .computes(computes::own)
            .bits(movement::upper)
            .accuracy(Accuracy::Copied)
            .holds(STRIDED | EMPTY),
        Row::new("aclnnInplaceTril", in_place)
            .accepts(IN_PLACE)
            .computes(computes::own)
            .bits(movement::lower)
            .accuracy(Accuracy::Copied),
    ]
}
