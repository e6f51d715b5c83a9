//! The row of `aclnnIndexPutImpl`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::scattering;
use crate::table::samples::{NUMBERS, read};
use crate::table::shared::index::{INDEX, index, spread};
use crate::table::{Row, computes};

/// Values that broadcast, one for all, masks, places that are written several times.
fn listed() -> Vec<Vec<Argument>> {
    let call = |shape: &[i64], entries: Vec<Argument>, values: &[i64], accumulate| {
        let entries = entries
            .iter()
            .flat_map(Argument::tensors)
            .cloned()
            .collect();
        vec![
            read(F32, shape, &NUMBERS),
            Argument::Tensors(entries),
            read(F32, values, &NUMBERS[1..]),
            Argument::Bool(accumulate),
            Argument::Bool(false),
        ]
    };
    let none = || index(I64, &[0], &[]);
    let mask = |shape: &[i64], truths: &[i64]| index(Bool, shape, truths);
    vec![
        call(&[3, 4], vec![index(I64, &[2], &[0, -1])], &[2, 4], false),
        call(&[3, 4], vec![index(I64, &[3], &[0, 2, 0])], &[4], true),
        call(
            &[2, 3, 4],
            vec![index(I64, &[2], &[1, 0]), none(), index(I32, &[2], &[3, 3])],
            &[2, 3],
            true,
        ),
        call(&[3, 4], vec![mask(&[3, 4], &[1, 0, 0, 1, 1])], &[7], false),
        call(
            &[3, 4],
            vec![none(), mask(&[4], &[1, 0, 1, 1])],
            &[1],
            false,
        ),
        call(
            &[300],
            vec![index(I64, &[9000], &spread(9000, 300))],
            &[9000],
            true,
        ),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnIndexPutImpl", listed)
            .accepts(&[
                (
                    "selfRef",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool | 910B 950 310: + bf16",
                ),
                ("indices", INDEX),
                ("values", "as selfRef"),
            ])
            .computes(computes::own)
            .whole(scattering::index_put),
    ]
}
