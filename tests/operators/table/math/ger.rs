//! The row of `aclnnGer`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::products as reference;
use crate::table::samples::{NUMBERS, read, write};
use crate::table::shared::matmul::HOLDS;
use crate::table::{Row, computes};

fn outer() -> Vec<Vec<Argument>> {
    let sample = |[a, b, out]: [Dtype; 3]| {
        vec![
            read(a, &[6], &NUMBERS),
            read(b, &[5], &NUMBERS[3..]),
            write(out, &[6, 5]),
        ]
    };
    [
        [Dtype::F32; 3],
        [Dtype::F16, Dtype::F32, Dtype::F32],
        [Dtype::I32, Dtype::U8, Dtype::F16],
        [Dtype::Bool; 3],
        [Dtype::F64, Dtype::I8, Dtype::F64],
    ]
    .map(sample)
    .into()
}

const OUTER: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGer", outer)
            .accepts(&[("self", OUTER), ("vec2", OUTER), ("out", "castable")])
            .computes(computes::promoted)
            .whole(reference::outer)
            .holds(HOLDS),
    ]
}
