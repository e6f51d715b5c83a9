//! The rows of `aclnnGroupedMatmulFinalizeRouting` and its other forms.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::finished as reference;
use crate::table::matmul::grouped_matmul::{contents, in_blocks, numbers, of, scales};
use crate::table::shared::matmul::finished::types::{
    EXCEPT, OLDER, ROUTED, ROUTED_BLOCKED, ROUTED_NZ, ROUTED_SECOND, ROUTED_THIRD,
};
use crate::table::shared::matmul::finished::{M, ON_910B, arg, routed, routed_on_910b};
use crate::table::{Holds, Row};

/// The third version on Ascend950: powers of two.
fn third() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (x, turned) in [(F8E4m3fn, false), (F8E5m2, true), (F4E2m1, false)] {
        let (k, n) = (96, 10);
        let (shape, scale) = if turned {
            ([4, n, k], [4, n, 2, 2])
        } else {
            ([4, k, n], [4, 2, n, 2])
        };
        let per_token = arg(numbers(F8E8m0, &[M, 2, 2], 5));
        let bias = if turned {
            Argument::Null
        } else {
            arg(numbers(Bf16, &[4, n], 6))
        };
        samples.push(routed(
            numbers(x, &[M, k], 1),
            numbers(x, &shape, 2),
            numbers(F8E8m0, &scale, 4),
            [bias, Argument::Null, per_token],
            I64,
            turned,
            n,
            3,
        ));
    }
    samples
}

/// The version with weights in FRACTAL_NZ on Ascend950.
fn blocked() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (x, index) in [(I8, I64), (I8, I32), (F8E4m3fn, I64), (Hifloat8, I64)] {
        let (k, n) = (64, 64);
        for has_tokens in [true, false] {
            let per_token = if has_tokens {
                arg(of(F32, &[M], scales(2)))
            } else {
                Argument::Null
            };
            let bias = if has_tokens {
                Argument::Null
            } else {
                arg(numbers(Bf16, &[4, n], 6))
            };
            let weight = in_blocks(x, &[4, k, n], false, 32, contents(x, 2));
            let scale = of(if has_tokens { F32 } else { Bf16 }, &[4, 1, n], scales(3));
            samples.push(routed(
                numbers(x, &[M, k], 1),
                weight,
                scale,
                [bias, Argument::Null, per_token],
                index,
                false,
                n,
                3,
            ));
        }
    }
    let (k, n) = (64, 64);
    let weight = in_blocks(F4E2m1, &[4, n, k], false, 32, contents(F4E2m1, 2));
    let per_token = arg(numbers(F8E8m0, &[M, 1, 2], 5));
    samples.push(routed(
        numbers(F8E4m3fn, &[M, k], 1),
        weight,
        numbers(F8E8m0, &[4, n, 1, 2], 4),
        [Argument::Null, Argument::Null, per_token],
        I64,
        true,
        n,
        3,
    ));
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGroupedMatmulFinalizeRouting", || {
            routed_on_910b(1, false)
        })
        .accepts(ROUTED)
        .held_by(ON_910B)
        .holds(Holds(0))
        .except(OLDER),
        Row::new("aclnnGroupedMatmulFinalizeRoutingV2", || {
            routed_on_910b(2, false)
        })
        .accepts(ROUTED_SECOND)
        .held_by(ON_910B)
        .holds(Holds(0))
        .except(OLDER),
        Row::new("aclnnGroupedMatmulFinalizeRoutingWeightNz", || {
            routed_on_910b(1, true)
        })
        .accepts(ROUTED_NZ)
        .held_by(ON_910B)
        .holds(Holds(0))
        .except(OLDER),
        Row::new("aclnnGroupedMatmulFinalizeRoutingV3", third)
            .accepts(ROUTED_THIRD)
            .bits(reference::routed)
            .holds(Holds(0))
            .except(EXCEPT),
        Row::new("aclnnGroupedMatmulFinalizeRoutingWeightNzV2", blocked)
            .accepts(ROUTED_BLOCKED)
            .bits(reference::routed)
            .holds(Holds(0))
            .except(EXCEPT),
    ]
}
