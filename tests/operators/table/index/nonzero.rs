//! The rows of `aclnnNonzero` and `aclnnNonzeroV2`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::search;
use crate::table::samples::{read, write};
use crate::table::shared::search::lengths::{OUT, SELECTED};
use crate::table::shared::search::whole_numbers;
use crate::table::{EMPTY, Row, STRIDED};

/// Numbers of each kind with zeros, NaN and -0 among them; ranks 1 to 4; large; nothing found.
fn others_than_zero() -> Vec<Vec<Argument>> {
    let some = [0.5, 0.0, -0.0, f64::NAN, 3.0];
    let with = |dtype, shape: &[i64]| {
        let count: i64 = shape.iter().product();
        vec![
            read(dtype, shape, &some),
            write(Dtype::I64, &[count, shape.len() as i64]),
        ]
    };
    let mut samples = vec![
        with(Dtype::F32, &[3, 4]),
        with(Dtype::F16, &[7]),
        with(Dtype::F64, &[2, 3, 1, 5]),
        with(Dtype::I32, &[70_001]),
        with(Dtype::I8, &[300, 301]),
    ];
    samples.push(vec![
        read(Dtype::U8, &[3, 2], &[0.0]),
        write(Dtype::I64, &[6, 2]),
    ]);
    samples
}

const INT64: (&str, &str) = ("out", "i64");

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnNonzero", others_than_zero)
            .accepts(&[("self", SELECTED), INT64])
            .computes(whole_numbers)
            .whole(search::nonzero)
            .holds(STRIDED | EMPTY)
            .except(OUT),
        Row::new("aclnnNonzeroV2", others_than_zero)
            .accepts(&[
                (
                    "self",
                    "f32 f16 i8 u8 i16 u16 i32 u32 i64 u64 f64 bool | 910B 950: + bf16",
                ),
                INT64,
            ])
            .computes(whole_numbers)
            .whole(search::nonzero_columns)
            .holds(STRIDED | EMPTY)
            .except(OUT),
    ]
}
