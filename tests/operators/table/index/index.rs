//! The row of `aclnnIndex`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::indexing;
use crate::table::samples::{NUMBERS, read, write};
use crate::table::shared::index::{INDEX, index, spread};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED, computes};

/// Entries that are neighbours and not, that broadcast, masks of one axis and of several, and axes that stay.
fn listed() -> Vec<Vec<Argument>> {
    let call = |table: Argument, entries: Vec<Argument>, shape: &[i64]| {
        let out = write(table.tensors()[0].dtype, shape);
        let entries = entries
            .iter()
            .flat_map(Argument::tensors)
            .cloned()
            .collect();
        vec![table, Argument::Tensors(entries), out]
    };
    let none = || index(I64, &[0], &[]);
    let mask = |shape: &[i64], truths: &[i64]| index(Bool, shape, truths);
    let table = |shape: &[i64]| read(F32, shape, &NUMBERS);
    vec![
        call(table(&[3, 4]), vec![index(I64, &[2], &[0, -1])], &[2, 4]),
        call(
            table(&[3, 4]),
            vec![index(I64, &[2, 1], &[2, 0]), index(I64, &[3], &[3, -4, 1])],
            &[2, 3],
        ),
        call(
            table(&[2, 3, 4]),
            vec![index(I64, &[2], &[1, 0]), none(), index(I32, &[2], &[3, 3])],
            &[2, 3],
        ),
        call(
            table(&[2, 3, 4]),
            vec![none(), index(I64, &[5], &spread(5, 3))],
            &[2, 5, 4],
        ),
        call(table(&[3, 4]), vec![mask(&[3], &[1, 0, 1])], &[2, 4]),
        call(table(&[3, 4]), vec![mask(&[3, 4], &[1, 0, 0, 1, 1])], &[7]),
        call(
            table(&[2, 3, 4]),
            vec![none(), mask(&[3, 4], &[1, 0, 0, 1, 1])],
            &[2, 7],
        ),
        call(table(&[3, 4]), vec![none(), none()], &[3, 4]),
    ]
}

pub fn rows() -> Vec<Row> {
    let moved = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnIndex", listed)
            .accepts(&[
                (
                    "self",
                    "f32 f16 i64 i32 bool i8 u8 f64 i16 | 910B 950 310: + bf16 | 950: + c64",
                ),
                ("indices", INDEX),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(indexing::index)
            .holds(moved),
    ]
}
