//! The row of `aclnnMhcPreSinkhorn`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::hyper_connections as reference;
use crate::table::samples::write;
use crate::table::shared::hyper_connections::{small, some, with};
use crate::table::shared::rows::{ROWS, near_1, varied};
use crate::table::{Row, on_950};

/// Type, tokens, elements of four streams, whether what gradients need is kept.
const STOCHASTIC: [(Dtype, &[i64], i64, bool); 6] = [
    (F16, &[1, 2], 128, true),
    (Bf16, &[3, 3], 256, true),
    (F16, &[2, 1], 128, false),
    (Bf16, &[0, 3], 128, true),
    (Bf16, &[5], 128, true),
    (F16, &[2], 256, false),
];

fn pre_sinkhorn() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, tokens, c, kept): &(Dtype, &[i64], i64, bool)| {
        let of = |rest: &[i64]| write(F32, &with(tokens, rest));
        let steps = |rest: &[i64]| write(F32, &[&[40][..], tokens, rest].concat());
        vec![
            varied(dtype, &with(tokens, &[4, c]), 1),
            small(&[24, 4 * c], 2),
            near_1(F32, &[3], 3),
            small(&[24], 4),
            Argument::Int(4),
            Argument::Int(20),
            Argument::Float(1e-3),
            Argument::Float(1e-2),
            Argument::Bool(kept),
            write(dtype, &with(tokens, &[c])),
            of(&[4]),
            of(&[16]),
            some(of(&[4]), kept),
            some(of(&[24]), kept),
            some(of(&[1]), kept),
            some(steps(&[4]), kept),
            some(steps(&[4, 4]), kept),
        ]
    };
    // Tokens of one axis are taken on Ascend950 alone.
    let is_taken = |case: &&(Dtype, &[i64], i64, bool)| case.1.len() == 2 || on_950();
    STOCHASTIC.iter().filter(is_taken).map(sample).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMhcPreSinkhorn", pre_sinkhorn)
            .accepts(&[
                ("x", "none | 910B 950: f16 bf16"),
                ("phi", "f32"),
                ("alpha", "f32"),
                ("bias", "f32"),
                ("hin", "as x"),
                ("hPost", "f32"),
                ("hRes", "f32"),
                ("hPre", "f32"),
                ("hcBeforeNorm", "f32"),
                ("invRms", "f32"),
                ("sumOut", "f32"),
                ("normOut", "f32"),
            ])
            .whole(reference::pre_sinkhorn)
            .accuracy(ROWS),
    ]
}
