//! The row of `aclnnEmbeddingBag`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::scattering;
use crate::table::samples::{NUMBERS, read, write};
use crate::table::shared::index::{INDEX, index, spread};
use crate::table::{Row, computes};

/// Sums, with factors and without, means and largest elements; a bag without rows, rows that count for nothing, and bags that are rows.
fn bags() -> Vec<Vec<Argument>> {
    let call = |mode, at: Argument, offsets: &[i64], weights: bool, last, padding| {
        let (length, columns) = (at.tensors()[0].numel() as i64, 3);
        let count = offsets.len() as i64;
        let bags = count - i64::from(last);
        let weights = match weights {
            true => read(F32, &at.tensors()[0].shape, &NUMBERS[2..]),
            false => Argument::Null,
        };
        let largest: &[i64] = if mode > 1 { &[bags, columns] } else { &[bags] };
        vec![
            read(F32, &[5, columns], &NUMBERS),
            at,
            index(I64, &[count], offsets),
            Argument::Bool(false),
            Argument::Int(mode),
            Argument::Bool(false),
            weights,
            Argument::Bool(last),
            Argument::Int(padding),
            write(F32, &[bags, columns]),
            write(I64, &[length]),
            write(I64, &[count]),
            write(I64, largest),
        ]
    };
    let list = || index(I64, &[7], &[0, 4, 2, 2, 1, 3, 0]);
    let mut samples = vec![call(0, list(), &[0, 3, 5], true, false, -1)];
    for mode in 0..3 {
        samples.push(call(mode, list(), &[0, 3, 3, 5], false, false, -1));
        samples.push(call(mode, list(), &[0, 2, 6], false, true, 2));
        let rows = index(I32, &[4, 6], &spread(24, 5));
        samples.push(call(mode, rows, &[0, 6, 12, 18], false, false, -1));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnEmbeddingBag", bags)
            .accepts(&[
                ("weight", "f32 f16 | 910B 950: + bf16"),
                ("indices", "i32 i64 i16 i8 u8"),
                ("offsets", "i32 i64 i16 i8 u8"),
                ("perSampleWeights", "as weight"),
                ("output", "as weight"),
                ("offset2bag", INDEX),
                ("bagSize", INDEX),
                ("maxIndices", INDEX),
            ])
            .computes(computes::own)
            .whole(scattering::embedding_bag),
    ]
}
