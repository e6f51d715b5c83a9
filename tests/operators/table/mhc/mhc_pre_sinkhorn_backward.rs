//! The row of `aclnnMhcPreSinkhornBackward`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::hyper_connections as reference;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::hyper_connections::{small, with};
use crate::table::shared::rows::{ROWS, near_1, varied};

fn pre_sinkhorn_backward() -> Vec<Vec<Argument>> {
    let sample = |dtype: Dtype, tokens: &[i64], n: i64, c: i64| {
        let results = n * n + 2 * n;
        // Both shapes of a matrix are taken.
        let matrix: &[i64] = if n == 4 { &[n, n] } else { &[n * n] };
        let of = |rest: &[i64], seed: i64| near_1(F32, &with(tokens, rest), seed);
        let steps =
            |rest: &[i64], seed: i64| near_1(F32, &[&[40][..], tokens, rest].concat(), seed);
        vec![
            varied(dtype, &with(tokens, &[c]), 1),
            varied(F32, &with(tokens, &[n]), 2),
            varied(F32, &with(tokens, matrix), 3),
            varied(dtype, &with(tokens, &[n, c]), 4),
            small(&[results, n * c], 5),
            near_1(F32, &[3], 6),
            small(&[results], 7),
            of(&[n], 8),
            of(&[results], 9),
            of(&[1], 10),
            steps(&[n], 11),
            // Of smaller numbers gradients stay of their own size through all steps.
            small(&[&[40][..], tokens, &[n, n]].concat(), 12),
            Argument::Float(0.0625),
            write(dtype, &with(tokens, &[n, c])),
            write(F32, &[results, n * c]),
            write(F32, &[3]),
            write(F32, &[results]),
        ]
    };
    vec![
        sample(F16, &[1, 2], 4, 128),
        sample(Bf16, &[3], 2, 256),
        sample(F16, &[2, 1], 8, 128),
        sample(Bf16, &[0], 4, 128),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMhcPreSinkhornBackward", pre_sinkhorn_backward)
            .accepts(&[
                ("gradHin", "as x"),
                ("gradHPost", "f32"),
                ("gradHRes", "f32"),
                ("x", "none | 910B 950: f16 bf16"),
                ("phi", "f32"),
                ("alpha", "f32"),
                ("bias", "f32"),
                ("hPre", "f32"),
                ("hcBeforeNorm", "f32"),
                ("invRms", "f32"),
                ("sumOut", "f32"),
                ("normOut", "f32"),
                ("gradX", "as x"),
                ("gradPhi", "f32"),
                ("gradAlpha", "f32"),
                ("gradBias", "f32"),
            ])
            .whole(reference::pre_sinkhorn_backward)
            .accuracy(ROWS),
    ]
}
