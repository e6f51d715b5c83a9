//! The row of `aclnnRmsNormGrad`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::gradients;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::norms::{CASES, SHORT, statistics};
use crate::table::shared::rows::{LAYOUT, ROWS, near_1, varied};

fn rms_gradients() -> Vec<Vec<Argument>> {
    let sample = |x: Dtype, parameter: Dtype, shape: &[i64], last: &[i64]| {
        vec![
            varied(x, shape, 1),
            varied(x, shape, 2),
            near_1(Dtype::F32, &statistics(shape, last), 1),
            near_1(parameter, last, 2),
            write(x, shape),
            write(Dtype::F32, last),
        ]
    };
    let case = |&(dtype, shape, last): &(Dtype, &[i64], &[i64])| sample(dtype, dtype, shape, last);
    let mut samples: Vec<_> = CASES.iter().map(case).collect();
    samples.push(sample(Dtype::Bf16, Dtype::F32, &[7, 33], &[33]));
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRmsNormGrad", rms_gradients)
            .accepts(&[
                ("dy", SHORT),
                ("x", "as dy"),
                ("rstd", "f32"),
                ("gamma", "as dy | 910B 950: f32"),
                ("dxOut", "as dy"),
                ("dgammaOut", "f32"),
            ])
            .whole(gradients::rms_norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
