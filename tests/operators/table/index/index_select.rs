//! The row of `aclnnIndexSelect`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::indexing;
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::shared::index::{INDEX, index, spread};
use crate::table::{OVERLAP, RANK_0, Row, SHAPE, STRIDED, computes};

fn selected() -> Vec<Vec<Argument>> {
    let call = |table: Argument, dim, at: Argument, shape: &[i64]| {
        let out = write(table.tensors()[0].dtype, shape);
        vec![table, Argument::Int(dim), at, out]
    };
    vec![
        call(
            read(F32, &[3, 4], &NUMBERS),
            0,
            index(I64, &[3], &[0, 2, 0]),
            &[3, 4],
        ),
        call(
            read(F32, &[3, 4], &NUMBERS),
            -1,
            index(I32, &[6], &[3, 0, 1, 1]),
            &[3, 6],
        ),
        call(
            read(U8, &[2, 3, 4], &NUMBERS),
            1,
            index(I64, &[], &[2]),
            &[2, 1, 4],
        ),
        call(
            patterns(U64, &[3000, 7], 6),
            0,
            index(I64, &[5000], &spread(5000, 3000)),
            &[5000, 7],
        ),
    ]
}

pub fn rows() -> Vec<Row> {
    let moved = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnIndexSelect", selected)
            .accepts(&[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 u16 u32 u64 | 910B 950: + bf16",
                ),
                ("index", INDEX),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(indexing::gather_slices)
            .holds(moved | RANK_0),
    ]
}
