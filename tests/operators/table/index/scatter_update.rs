//! The row of `aclnnInplaceScatterUpdate`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::scattering;
use crate::table::samples::{NUMBERS, read};
use crate::table::shared::index::{INDEX, index};
use crate::table::{Row, computes};

fn blocks() -> Vec<Vec<Argument>> {
    let call = |shape: &[i64], at: Argument, source: &[i64], axis| {
        vec![
            read(F32, shape, &NUMBERS),
            at,
            read(F32, source, &NUMBERS[1..]),
            Argument::Int(axis),
        ]
    };
    vec![
        call(&[2, 5], index(I64, &[2], &[0, 3]), &[2, 2], 1),
        call(&[3, 2, 6, 4], index(I32, &[2], &[1, 4]), &[2, 2, 2, 4], -2),
        call(
            &[3, 2, 6],
            index(I64, &[2, 2], &[2, 0, 0, 4]),
            &[2, 2, 2],
            2,
        ),
        call(&[3, 6], index(I64, &[], &[5]), &[1, 1], 1),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInplaceScatterUpdate", blocks)
            .accepts(&[
                (
                    "data",
                    "i8 f16 f32 i32 | 910B 950: + bf16 | 950: + u8 e4m3 e5m2 hif8",
                ),
                ("indices", INDEX),
                ("updates", "as data"),
            ])
            .computes(computes::own)
            .whole(scattering::scatter_update),
    ]
}
