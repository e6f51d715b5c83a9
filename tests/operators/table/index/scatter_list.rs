//! The row of `aclnnScatterList`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::scattering;
use crate::table::samples::{NUMBERS, read};
use crate::table::shared::index::{INDEX, index};
use crate::table::{Row, computes};

fn lists() -> Vec<Vec<Argument>> {
    let call = |shape: &[i64], at: Argument, source: &[i64], mask: Argument, axis| {
        let one = |k: usize| read(F32, shape, &NUMBERS[k..]).tensors()[0].clone();
        let list = (0..source[0] as usize).map(one).collect();
        vec![
            Argument::Tensors(list),
            at,
            read(F32, source, &NUMBERS[1..]),
            mask,
            Argument::Text("update"),
            Argument::Int(axis),
        ]
    };
    let mask = |truths: &[i64]| index(U8, &[truths.len() as i64], truths);
    vec![
        call(
            &[3, 4],
            index(I64, &[2], &[0, 1]),
            &[2, 2, 4],
            mask(&[1, 1]),
            -2,
        ),
        call(
            &[3, 4],
            index(I32, &[3], &[0, 1, 2]),
            &[3, 3, 2],
            mask(&[1, 2, 0]),
            -1,
        ),
        call(
            &[2, 3, 4],
            index(I64, &[2, 2], &[0, 2, 1, 1]),
            &[2, 2, 2, 4],
            Argument::Null,
            2,
        ),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnScatterList", lists)
            .accepts(&[
                (
                    "varRef",
                    "i8 i16 i32 u8 u16 u32 f16 f32 | 910B 950: + bf16 | 910: none",
                ),
                ("indice", INDEX),
                ("updates", "as varRef"),
                ("maskOptional", "u8"),
            ])
            .computes(computes::own)
            .whole(scattering::scatter_list),
    ]
}
