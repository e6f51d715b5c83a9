//! The row of `aclnnBucketize`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::search;
use crate::table::samples::{NUMBERS, read, write};
use crate::table::shared::search::places::ROW;
use crate::table::shared::search::whole_numbers;
use crate::table::{Row, SHAPE, STRIDED};

const CHIP_950: &str = "none | 950: f32 f16 i32 i16 bf16 i8 u8 i64";

fn boundaries() -> Vec<Vec<Argument>> {
    let call = |wanted: Argument, row: Argument, int32: bool, right: bool| {
        let shape = wanted.tensors()[0].shape.clone();
        let out = write(if int32 { Dtype::I32 } else { Dtype::I64 }, &shape);
        vec![
            wanted,
            row,
            Argument::Bool(int32),
            Argument::Bool(right),
            out,
        ]
    };
    vec![
        call(
            read(Dtype::F32, &[3, 4], &NUMBERS),
            read(Dtype::F32, &[6], &ROW),
            false,
            false,
        ),
        call(
            read(Dtype::Bf16, &[3, 4], &NUMBERS),
            read(Dtype::I32, &[6], &ROW),
            true,
            true,
        ),
        // 300 is 44 in INT8.
        call(
            read(Dtype::I64, &[], &[300.0]),
            read(Dtype::I8, &[3], &[1.0, 44.0, 45.0]),
            false,
            false,
        ),
        call(
            read(Dtype::F32, &[], &[2.5]),
            read(Dtype::I8, &[3], &[1.0, 2.0, 3.0]),
            false,
            false,
        ),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBucketize", boundaries)
            .accepts(&[
                ("self", CHIP_950),
                ("boundaries", CHIP_950),
                ("out", "none | 950: i64"),
            ])
            .computes(whole_numbers)
            .whole(search::bucketize)
            .holds(STRIDED | SHAPE),
    ]
}
