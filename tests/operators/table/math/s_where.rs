//! The row of `aclnnSWhere`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::{indexing, promotion};
use crate::table::Row;
use crate::table::samples::{NUMBERS, patterns, read, write};

/// Of one type, of two that meet in a third one and are stored in a fourth, broadcast, and enough for several threads.
fn conditions() -> Vec<Vec<Argument>> {
    let call = |types: [Dtype; 4], shapes: [&[i64]; 4]| {
        vec![
            read(types[0], shapes[0], &[1.0, 0.0, 0.0, 1.0, 1.0]),
            read(types[1], shapes[1], &NUMBERS),
            read(types[2], shapes[2], &NUMBERS[1..]),
            write(types[3], shapes[3]),
        ]
    };
    let all: [&[i64]; 4] = [&[3, 4]; 4];
    vec![
        call([Bool, F32, F32, F32], all),
        call([U8, I32, F16, F64], all),
        call(
            [Bool, Complex64, Complex64, Complex64],
            [&[3, 1], &[4], &[], &[3, 4]],
        ),
        vec![
            patterns(Bool, &[7, 9001], 1),
            patterns(F32, &[9001], 2),
            patterns(F32, &[7, 1], 3),
            write(F32, &[7, 9001]),
        ],
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSWhere", conditions)
            .accepts(&[
                ("condition", "bool u8"),
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950 310: + bf16",
                ),
                (
                    "other",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950 310: + bf16",
                ),
                (
                    "out",
                    "f32 i32 u64 i64 u32 f16 u16 i16 i8 u8 f64 bool c64 c128 | 910B 950 310: + bf16",
                ),
            ])
            .computes(|arguments| promotion::promote(arguments["self"].dtype()?, arguments["other"].dtype()?))
            .elements(indexing::chosen),
    ]
}
