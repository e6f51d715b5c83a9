//! The row of `aclnnTake`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::indexing;
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::shared::index::{INDEX, index, spread};
use crate::table::{EMPTY, OVERLAP, RANK_0, Row, SHAPE, STRIDED, computes};

fn taken() -> Vec<Vec<Argument>> {
    let call = |table: Argument, of, shape: &[i64], numbers: &[i64]| {
        let out = write(table.tensors()[0].dtype, shape);
        vec![table, index(of, shape, numbers), out]
    };
    vec![
        call(
            read(F32, &[3, 4], &NUMBERS),
            I64,
            &[3, 4],
            &[0, 11, -1, 5, -12, 7],
        ),
        call(read(Bool, &[7], &NUMBERS), I32, &[2, 2, 2], &[6, 0]),
        call(
            patterns(F64, &[31, 17], 7),
            I64,
            &[4000],
            &spread(4000, 527),
        ),
    ]
}

pub fn rows() -> Vec<Row> {
    let moved = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnTake", taken)
            .accepts(&[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 u16 u32 u64 | 910B 950: + bf16",
                ),
                ("index", INDEX),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(indexing::take)
            .holds(moved | EMPTY | RANK_0),
    ]
}
