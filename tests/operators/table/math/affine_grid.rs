//! The row of `aclnnAffineGrid`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::pads;
use crate::table::samples::{read, write};
use crate::table::shared::movement::ints;
use crate::table::shared::movement::windows::SMALL;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED, computes};

fn grids() -> Vec<Vec<Argument>> {
    let call = |dtype, theta: &[i64], size: &[i64], align, out: &[i64]| {
        vec![
            read(dtype, theta, &SMALL),
            ints(size),
            Argument::Bool(align),
            write(dtype, out),
        ]
    };
    let mut samples = Vec::new();
    for dtype in [F32, F16, Bf16] {
        for align in [false, true] {
            samples.push(call(dtype, &[2, 2, 3], &[2, 7, 3, 5], align, &[2, 3, 5, 2]));
            samples.push(call(
                dtype,
                &[1, 3, 4],
                &[1, 1, 4, 1, 9],
                align,
                &[1, 4, 1, 9, 3],
            ));
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAffineGrid", grids)
            .accepts(&[("theta", "f32 f16 | 910B 950: + bf16"), ("out", "as theta")])
            .computes(computes::own)
            .bits(pads::affine_grid)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
