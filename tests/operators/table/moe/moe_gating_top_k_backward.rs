//! The row of `aclnnMoeGatingTopKBackward`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::moe;
use crate::table::samples::{POSITIVE, read, write};
use crate::table::shared::moe::{FLOATS, strided};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn backward(dtype: Dtype, [tokens, count, k]: [i64; 3]) -> Vec<Argument> {
    // Different experts for each token.
    let chosen: Vec<f64> = (0..tokens)
        .flat_map(|token| (0..k).map(move |at| ((token * 5 + at * 3) % count) as f64))
        .collect();
    vec![
        read(F32, &[tokens, count], &POSITIVE),
        strided(dtype, &[tokens, k], 3),
        read(I32, &[tokens, k], &chosen),
        Argument::Int(1),
        Argument::Int(1),
        Argument::Float(1.5),
        Argument::Float(1e-20),
        write(dtype, &[tokens, count]),
    ]
}

fn backward_samples() -> Vec<Vec<Argument>> {
    vec![
        backward(F16, [3, 16, 4]),
        backward(F32, [5, 64, 1]),
        backward(Bf16, [301, 128, 8]),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeGatingTopKBackward", backward_samples)
            .accepts(&[
                ("xNorm", "f32"),
                ("gradY", FLOATS),
                ("expertIdx", "i32"),
                ("out", "as gradY"),
            ])
            .bits(moe::gating_gradient)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
