//! The row of `aclnnPreluBackward`.

use hostnpu::tensor::Dtype;

use crate::table::samples::{read, write};
use crate::table::shared::gradients::{SHORT, close};
use crate::table::{Holds, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnPreluBackward", || {
            let sample = |dtype, shape: &[i64], weight: &[i64]| {
                vec![
                    read(dtype, shape, &close()[200..]),
                    read(dtype, shape, &close()[700..]),
                    read(dtype, weight, &[0.25, -1.5, 3.0]),
                    write(dtype, shape),
                    write(dtype, if weight.len() == 1 { weight } else { &[4] }),
                ]
            };
            vec![
                sample(Dtype::F32, &[3, 4], &[4]),
                sample(Dtype::F16, &[5, 4, 7], &[1, 4, 1]),
                sample(Dtype::Bf16, &[5, 40], &[1]),
                sample(Dtype::F32, &[40], &[1]),
            ]
        })
        .accepts(&[
            ("gradOutput", "as self"),
            ("self", SHORT),
            ("weight", "as self"),
            ("gradInput", "as self"),
            ("gradWeight", "as self"),
        ])
        .computes(|arguments| arguments["self"].dtype())
        .whole(crate::reference::gated::prelu_gradients)
        .holds(Holds(1)),
    ]
}
