//! The rows of `aclnnRenorm` and `aclnnInplaceRenorm`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::adaptive;
use crate::table::samples::{in_place_of, scalar, write};
use crate::table::shared::rows::{LAYOUT, ROWS, varied};
use crate::table::{Row, SHAPE};

fn renormed() -> Vec<Vec<Argument>> {
    let sample = |dtype, shape: &[i64], order: f64, dim: i64, most: f64| {
        vec![
            varied(dtype, shape, 1),
            scalar(Dtype::F32, order),
            Argument::Int(dim),
            scalar(Dtype::F32, most),
            write(dtype, shape),
        ]
    };
    vec![
        sample(Dtype::F32, &[3, 4], 2.0, 0, 3.0),
        sample(Dtype::F32, &[3, 5, 40], 1.0, 1, 100.0),
        sample(Dtype::F32, &[2, 5000], 2.0, 0, 1.0),
        sample(Dtype::F16, &[4, 9], 0.0, -1, 2.0),
        sample(Dtype::Bf16, &[4, 9], f64::INFINITY, 0, 3.5),
        sample(Dtype::F32, &[4, 9], 3.0, 0, 0.0),
        sample(Dtype::F32, &[4, 1], 0.5, 0, 1.0),
        sample(Dtype::F32, &[4, 9], 2.0, 1, 1e9),
    ]
}

const NUMBER: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128";
const RENORM: &str = "f32 f16 | 910B 950 310: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRenorm", renormed)
            .accepts(&[
                ("self", RENORM),
                ("p", NUMBER),
                ("maxNorm", NUMBER),
                ("out", "as self"),
            ])
            .whole(adaptive::renorm)
            .accuracy(ROWS)
            .holds(LAYOUT | SHAPE),
        Row::new("aclnnInplaceRenorm", || in_place_of(renormed()))
            .accepts(&[("selfRef", RENORM), ("p", NUMBER), ("maxNorm", NUMBER)])
            .whole(adaptive::renorm)
            .accuracy(ROWS),
    ]
}
