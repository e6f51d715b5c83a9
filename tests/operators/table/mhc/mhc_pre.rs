//! The rows of `aclnnMhcPre` and `aclnnMhcPreV2`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::hyper_connections as reference;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::hyper_connections::{Case, small, some, with};
use crate::table::shared::rows::{ROWS, near_1, varied};

const PRE: [Case; 4] = [
    (F16, &[2, 3], [4, 32], [true, true, true]),
    (Bf16, &[9], [6, 16], [true, false, false]),
    (F16, &[1, 2], [8, 48], [false, true, true]),
    (Bf16, &[3], [4, 1040], [false, false, false]),
];

fn pre() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, tokens, [n, d], [matrix, gamma, kept]): &Case| {
        let results = 2 * n + if matrix { n * n } else { 0 };
        let of = |rest: &[i64]| write(F32, &with(tokens, rest));
        vec![
            varied(dtype, &with(tokens, &[n, d]), 1),
            small(&[results, n * d], 2),
            near_1(F32, &[if matrix { 3 } else { 2 }], 3),
            small(&[results], 4),
            some(near_1(F32, &[n, d], 5), gamma),
            Argument::Float(1e-3),
            Argument::Float(0.0625),
            write(dtype, &with(tokens, &[d])),
            of(&[n]),
            some(of(&[n, n]), matrix || gamma),
            some(of(&[]), kept),
            some(of(&[results]), kept),
            some(of(&[n]), kept),
        ]
    };
    PRE.iter().map(sample).collect()
}

fn pre_v2() -> Vec<Vec<Argument>> {
    let with_mode = |(mode, mut sample): (i64, Vec<Argument>)| {
        sample.insert(7, Argument::Int(mode % 2));
        sample
    };
    (0..).zip(pre()).map(with_mode).collect()
}

const PROJECTED: &[(&str, &str)] = &[
    ("x", "none | 950: f16 bf16"),
    ("phi", "f32"),
    ("alpha", "f32"),
    ("bias", "f32"),
    ("gammaOptional", "f32"),
    ("hIn", "as x"),
    ("hPost", "f32"),
    ("hRes", "f32"),
    ("invRmsOptional", "f32"),
    ("hMixOptional", "f32"),
    ("hPreOptional", "f32"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMhcPre", pre)
            .accepts(PROJECTED)
            .whole(reference::pre)
            .accuracy(ROWS),
        Row::new("aclnnMhcPreV2", pre_v2)
            .accepts(PROJECTED)
            .whole(reference::pre_v2)
            .accuracy(ROWS),
    ]
}
