//! The row of `aclnnCrossEntropySumExpAndIndexLogit`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::alignments;
use crate::table::samples::{read, write};
use crate::table::shared::losses::{LOSSES, numbered, varied};
use crate::table::{OVERLAP, Row, STRIDED};

fn parts() -> Vec<Vec<Argument>> {
    let call = |dtype, leading: &[i64], start: i64, length: i64| {
        let shape = [leading, &[length]].concat();
        let out = |dtype, shape: &[i64]| write(dtype, shape);
        vec![
            varied(dtype, &shape, 1),
            read(Dtype::I32, leading, &[3.0, 17.0, 40.0, 20.0, 33.0]),
            numbered(dtype, leading, 2, |i| 4.0 + i as f64 / 512.0),
            Argument::Int(start),
            Argument::Int(start + length),
            out(Dtype::F32, leading),
            out(Dtype::F32, leading),
            out(Dtype::F32, &shape),
            out(Dtype::I32, leading),
            out(Dtype::I32, leading),
        ]
    };
    vec![
        call(Dtype::F32, &[3], 0, 16),
        call(Dtype::F32, &[2, 3], 16, 24),
        call(Dtype::Bf16, &[7], 16, 32),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnCrossEntropySumExpAndIndexLogit", parts)
            .accepts(&[
                ("vocabParallelLogits", "none | 950: f32 bf16"),
                ("target", "none | 950: i32"),
                ("globalLogitsMax", "as vocabParallelLogits"),
                ("predictedLogitsOut", "none | 950: f32"),
                ("sumExpLogitsOut", "none | 950: f32"),
                ("expLogitsOut", "none | 950: f32"),
                ("targetOffsetOut", "none | 950: i32"),
                ("targetMaskOut", "none | 950: i32"),
            ])
            .whole(alignments::part)
            .accuracy(LOSSES)
            .holds(STRIDED | OVERLAP),
    ]
}
