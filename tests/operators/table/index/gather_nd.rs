//! The row of `aclnnGatherNd`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::indexing;
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::shared::index::{INDEX, index, spread};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED, computes};

fn coordinates() -> Vec<Vec<Argument>> {
    let call = |table: Argument, at: Argument, negative, shape: &[i64]| {
        let out = write(table.tensors()[0].dtype, shape);
        vec![table, at, Argument::Bool(negative), out]
    };
    vec![
        call(
            read(F32, &[3, 4], &NUMBERS),
            index(I64, &[2, 2], &[0, 1, 2, 3]),
            false,
            &[2],
        ),
        call(
            read(F32, &[3, 4], &NUMBERS),
            index(I32, &[2, 2, 1], &[0, -1, 2]),
            true,
            &[2, 2, 4],
        ),
        call(
            read(I8, &[2, 3, 4], &NUMBERS),
            index(I64, &[3], &[1, 2, 3]),
            false,
            &[],
        ),
        call(
            patterns(F16, &[40, 30, 9], 8),
            index(I64, &[900, 2], &spread(1800, 30)),
            false,
            &[900, 9],
        ),
    ]
}

pub fn rows() -> Vec<Row> {
    let moved = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnGatherNd", coordinates)
            .accepts(&[
                (
                    "self",
                    "f32 i32 i64 f16 i8 u8 bool | 910B 950: + bf16 | 950: + f64 i16 u16 u32 u64",
                ),
                ("indices", INDEX),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(indexing::gather_nd)
            .holds(moved),
    ]
}
