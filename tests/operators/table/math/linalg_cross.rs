//! The row of `aclnnLinalgCross`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::distances;
use crate::table::samples::{read, write};
use crate::table::shared::distances::NUMBERS;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn cross() -> Vec<Vec<Argument>> {
    let call = |dtype, [a, b, out]: [&[i64]; 3], dim: i64| {
        vec![
            read(dtype, a, &NUMBERS),
            read(dtype, b, &NUMBERS[4..]),
            Argument::Int(dim),
            write(dtype, out),
        ]
    };
    let integers = |dtype, shape: &[i64]| {
        vec![
            read(dtype, shape, &[5.0, -7.0, 3.0, 11.0, -2.0, 100.0, 13.0]),
            read(dtype, shape, &[2.0, 9.0, -4.0, 6.0, 90.0]),
            Argument::Int(0),
            write(dtype, shape),
        ]
    };
    vec![
        call(F32, [&[4, 3], &[4, 3], &[4, 3]], 1),
        call(F32, [&[3, 5, 2], &[3, 1, 2], &[3, 5, 2]], 0),
        call(F16, [&[3], &[2, 2, 3], &[2, 2, 3]], 0),
        call(F64, [&[2, 3, 3], &[3, 3], &[2, 3, 3]], -2),
        call(Bf16, [&[3, 7], &[3, 7], &[3, 7]], -2),
        call(Complex64, [&[5, 3], &[5, 3], &[5, 3]], -1),
        integers(I32, &[3, 4]),
        integers(I64, &[3, 2]),
        integers(I8, &[3, 3]),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLinalgCross", cross)
            .accepts(&[
                (
                    "self",
                    "f32 f16 f64 i8 i16 i32 i64 c64 c128 u8 | 910B 950: + bf16",
                ),
                ("other", "as self"),
                ("out", "as self"),
            ])
            .whole(distances::cross)
            .ulp(0.500_01, 2.0)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
