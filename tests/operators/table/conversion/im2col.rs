//! The row of `aclnnIm2col`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::pads;
use crate::table::samples::{patterns, read, write};
use crate::table::shared::movement::ints;
use crate::table::shared::movement::windows::{CASES, SMALL};
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes};

fn columns() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for dtype in [F32, F16, I8, Bool, Complex64] {
        for (images, arrays, out) in CASES {
            let mut call = vec![patterns(dtype, images, 6)];
            call.extend(arrays.map(ints));
            let out = if images.len() == 3 {
                &out[out.len() - 2..]
            } else {
                out
            };
            call.push(write(dtype, out));
            samples.push(call);
        }
    }
    samples[1][0] = read(F32, CASES[1].0, &SMALL);
    samples[1][5].set_dtype(F64);
    samples
}

pub fn rows() -> Vec<Row> {
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnIm2col", columns)
            .accepts(&[
                (
                    "self",
                    "f32 f16 bf16 | 950: i8 i16 i32 i64 u8 u16 u32 u64 bf16 f16 f32 f64 bool c32 c64",
                ),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .bits(pads::columns)
            .accuracy(Accuracy::Copied)
            .holds(holds)
        .except(&[("dtypes out", "results are cast; pairs without a conversion give 561103")]),
    ]
}
