//! The row of `aclnnMoeComputeExpertTokens`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::moe;
use crate::table::samples::{read, write};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn counts(sorted: &[f64], experts: i64) -> Vec<Argument> {
    vec![
        read(I32, &[sorted.len() as i64], sorted),
        Argument::Int(experts),
        write(I32, &[experts]),
    ]
}

fn count_samples() -> Vec<Vec<Argument>> {
    let many: Vec<f64> = (0..1000_i32).map(|at| f64::from(at * at / 9000)).collect();
    vec![
        counts(&[0.0, 0.0, 2.0, 2.0, 2.0, 5.0], 7),
        counts(&many, 128),
        counts(&[3.0], 1),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeComputeExpertTokens", count_samples)
            .accepts(&[("sortedExperts", "none | 910B 950: i32"), ("out", "i32")])
            .bits(moe::expert_tokens)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
