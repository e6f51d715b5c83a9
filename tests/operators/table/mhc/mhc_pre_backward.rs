//! The row of `aclnnMhcPreBackward`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::hyper_connections as reference;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::hyper_connections::{Case, small, some, with};
use crate::table::shared::rows::{ROWS, near_1, varied};

fn pre_backward() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, tokens, [n, d], [more, gamma, _]): &Case| {
        let results = 2 * n + n * n;
        let of = |rest: &[i64], seed: i64| near_1(F32, &with(tokens, rest), seed);
        vec![
            varied(dtype, &with(tokens, &[n, d]), 1),
            small(&[results, n * d], 2),
            near_1(F32, &[3], 3),
            varied(dtype, &with(tokens, &[d]), 4),
            varied(F32, &with(tokens, &[n]), 5),
            varied(F32, &with(tokens, &[n, n]), 6),
            of(&[], 7),
            varied(F32, &with(tokens, &[results]), 8),
            of(&[n], 9),
            of(&[n], 10),
            some(near_1(F32, &[n, d], 11), gamma),
            some(varied(dtype, &with(tokens, &[n, d]), 12), more),
            Argument::Float(0.0625),
            write(dtype, &with(tokens, &[n, d])),
            write(F32, &[results, n * d]),
            write(F32, &[3]),
            write(F32, &[results]),
            some(write(F32, &[n, d]), gamma),
        ]
    };
    let cases: [Case; 3] = [
        (F16, &[2, 3], [4, 64], [true, true, true]),
        (Bf16, &[9], [6, 128], [false, true, true]),
        (F16, &[2], [8, 192], [true, false, true]),
    ];
    cases.iter().map(sample).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMhcPreBackward", pre_backward)
            .accepts(&[
                ("x", "none | 950: f16 bf16"),
                ("phi", "f32"),
                ("alpha", "f32"),
                ("gradHIn", "as x"),
                ("gradHPost", "f32"),
                ("gradHRes", "f32"),
                ("invRms", "f32"),
                ("hMix", "f32"),
                ("hPre", "f32"),
                ("hPost", "f32"),
                ("gamma", "f32"),
                ("gradXPostOptional", "as x"),
                ("gradX", "as x"),
                ("gradPhi", "f32"),
                ("gradAlpha", "f32"),
                ("gradBias", "f32"),
                ("gradGamma", "f32"),
            ])
            .whole(reference::pre_backward)
            .accuracy(ROWS),
    ]
}
