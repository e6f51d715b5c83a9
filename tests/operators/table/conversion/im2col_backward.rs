//! The row of `aclnnIm2colBackward`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::pads;
use crate::table::samples::{read, write};
use crate::table::shared::movement::ints;
use crate::table::shared::movement::windows::{CASES, SMALL};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED, computes};

fn sums_of_columns() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, to) in [(F32, F32), (F16, F16), (Bf16, Bf16), (F16, F32)] {
        for (images, arrays, columns) in CASES {
            let columns = if images.len() == 3 {
                &columns[columns.len() - 2..]
            } else {
                columns
            };
            let mut call = vec![
                read(dtype, columns, &SMALL),
                ints(&images[images.len() - 2..]),
            ];
            call.extend(arrays.map(ints));
            call.push(write(to, images));
            samples.push(call);
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnIm2colBackward", sums_of_columns)
            .accepts(&[
                ("gradOutput", "f32 f16 | 910B 950: + bf16"),
                ("out", "f32 f16 | 910B 950: + bf16"),
            ])
            .computes(computes::own)
            .bits(pads::sums_of_columns)
            .holds(holds),
    ]
}
