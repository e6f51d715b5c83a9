//! The row of `aclnnEqual`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::comparison;
use crate::table::samples::{NUMBERS, read, write};
use crate::table::{Holds, Row, SHAPE, STRIDED, computes};

/// Two tensors and one truth value: equal ones of two types, an element that differs at the end of many, a NaN, other shapes, no elements.
fn pairs() -> Vec<Vec<Argument>> {
    let one = || write(Dtype::Bool, &[1]);
    let mut large = vec![0.25; 7 * 9001];
    let same = read(Dtype::F32, &[7, 9001], &large);
    *large.last_mut().expect("elements") = 0.5;
    let row = |numbers: &[f64]| read(Dtype::F32, &[3], numbers);
    vec![
        vec![
            read(Dtype::F32, &[3, 4], &NUMBERS),
            read(Dtype::F32, &[3, 4], &NUMBERS),
            one(),
        ],
        vec![
            read(Dtype::F16, &[3, 4], &NUMBERS),
            read(Dtype::F64, &[3, 4], &NUMBERS),
            one(),
        ],
        vec![same.clone(), same.clone(), one()],
        vec![same, read(Dtype::F32, &[7, 9001], &large), one()],
        vec![row(&[f64::NAN]), row(&[f64::NAN]), one()],
        vec![row(&[0.0]), row(&[-0.0]), one()],
        vec![row(&[1.0]), read(Dtype::F32, &[1], &[1.0]), one()],
        vec![
            read(Dtype::I8, &[0, 2], &[]),
            read(Dtype::F32, &[0, 2], &[]),
            one(),
        ],
        vec![
            read(Dtype::I8, &[0, 2], &[]),
            read(Dtype::F32, &[2, 0], &[]),
            one(),
        ],
    ]
}

const EQUATED: &str = "f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool & u16 u32 u64";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnEqual", pairs)
            .accepts(&[("self", EQUATED), ("other", EQUATED), ("out", "bool")])
            .computes(computes::boolean)
            .whole(comparison::same)
            .holds(Holds(STRIDED.0 | SHAPE.0)),
    ]
}
