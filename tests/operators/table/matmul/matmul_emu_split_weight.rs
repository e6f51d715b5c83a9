//! The row of `aclnnMatmulEmuSplitWeight`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::products as reference;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::matmul::{HOLDS, SUMS, matrix};

fn split() -> Vec<Vec<Argument>> {
    let weight = |seed| matrix(Dtype::Bf16, &[20, 7], seed);
    vec![vec![
        matrix(Dtype::Bf16, &[5, 20], 1),
        weight(2),
        weight(3),
        write(Dtype::F32, &[5, 7]),
        Argument::Float(1.0 / 256.0),
        Argument::Int(0),
    ]]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMatmulEmuSplitWeight", split)
            .accepts(&[
                ("x", "none | 950: bf16"),
                ("wHigh", "none | 950: bf16"),
                ("wLow", "none | 950: bf16"),
                ("y", "none | 950: f32"),
            ])
            .computes(|_| Some(Dtype::F32))
            .whole(reference::split)
            .accuracy(SUMS)
            .holds(HOLDS),
    ]
}
