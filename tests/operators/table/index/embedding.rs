//! The row of `aclnnEmbedding`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::indexing;
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::shared::index::{INDEX, index, spread};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED, computes};

fn looked_up() -> Vec<Vec<Argument>> {
    let call = |table: Argument, at: Argument, shape: &[i64]| {
        let out = write(table.tensors()[0].dtype, shape);
        vec![table, at, out]
    };
    vec![
        call(
            read(F32, &[3, 4], &NUMBERS),
            index(I64, &[2], &[0, 2]),
            &[2, 4],
        ),
        call(
            read(Bf16, &[5, 3], &NUMBERS),
            index(I32, &[2, 3], &[4, 0, 1]),
            &[2, 3, 3],
        ),
        call(
            patterns(F32, &[100, 64], 9),
            index(I64, &[9, 200], &spread(1800, 100)),
            &[9, 200, 64],
        ),
    ]
}

pub fn rows() -> Vec<Row> {
    let moved = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnEmbedding", looked_up)
            .accepts(&[
                (
                    "weight",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 910B 950: + bf16",
                ),
                ("indices", INDEX),
                ("out", "as weight"),
            ])
            .computes(computes::own)
            .whole(indexing::embedding)
            .holds(moved),
    ]
}
