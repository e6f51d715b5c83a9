//! The row of `aclnnInplaceMaskedScatter`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::scattering;
use crate::table::samples::{NUMBERS, read};
use crate::table::shared::index::index;
use crate::table::{Row, computes};

fn masked() -> Vec<Vec<Argument>> {
    let call = |shape: &[i64], mask: Argument, source: &[i64]| {
        vec![
            read(F32, shape, &NUMBERS),
            mask,
            read(F32, source, &NUMBERS[1..]),
        ]
    };
    vec![
        call(&[3, 4], index(Bool, &[3, 4], &[1, 0, 0, 1, 1]), &[12]),
        call(&[3, 4], index(U8, &[4], &[1, 0, 2, 0]), &[2, 5]),
        call(&[3, 4], index(Bool, &[4], &[0]), &[0]),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInplaceMaskedScatter", masked)
            .accepts(&[
                (
                    "selfRef",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool | 910B 950: + bf16",
                ),
                ("mask", "bool u8"),
                ("source", "as selfRef"),
            ])
            .computes(computes::own)
            .whole(scattering::masked_scatter),
    ]
}
