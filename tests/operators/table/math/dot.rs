//! The row of `aclnnDot`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::products as reference;
use crate::table::samples::{patterns, write};
use crate::table::shared::matmul::{SUMS, matrix};
use crate::table::{OVERLAP, Row, STRIDED, computes};

fn of_two_vectors() -> Vec<Vec<Argument>> {
    let types = [
        Dtype::F32,
        Dtype::F16,
        Dtype::Bf16,
        Dtype::I32,
        Dtype::I8,
        Dtype::U8,
    ];
    let lengths = types
        .into_iter()
        .flat_map(|dtype| [(dtype, 5), (dtype, 700)]);
    let sample = |(dtype, length)| {
        let vector = |seed| match dtype {
            Dtype::I32 | Dtype::I8 | Dtype::U8 => patterns(dtype, &[length], seed),
            _ => matrix(dtype, &[length], seed),
        };
        vec![vector(1), vector(2), write(dtype, &[])]
    };
    lengths.chain([(Dtype::F32, 0)]).map(sample).collect()
}

const DOT: &str = "f32 f16 i8 i32 u8 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnDot", of_two_vectors)
            .accepts(&[("self", DOT), ("tensor", "as self"), ("out", "as self")])
            .computes(computes::own)
            .whole(reference::dot)
            .accuracy(SUMS)
            .holds(STRIDED | OVERLAP),
    ]
}
