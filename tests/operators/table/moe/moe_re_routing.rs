//! The row of `aclnnMoeReRouting`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::moe;
use crate::table::samples::{patterns, read, write};
use crate::table::shared::moe::strided;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

/// Ranks, experts and the width of a row; the shape of scales behind the tokens.
fn re_route(
    x: Dtype,
    ids: Dtype,
    [ranks, experts, width]: [i64; 3],
    scales: Option<(Dtype, &[i64])>,
    [kind, idx]: [i64; 2],
) -> Vec<Argument> {
    let numbers: Vec<f64> = (0..ranks * experts)
        .map(|at| ((at * 5) % 4) as f64)
        .collect();
    let count = numbers.iter().sum::<f64>() as i64;
    let moved = |dtype: Dtype, shape: &[i64]| match dtype {
        F16 | Bf16 | F32 => strided(dtype, shape, 1),
        _ => patterns(dtype, shape, 7),
    };
    let scales = scales.map(|(dtype, behind)| (dtype, [&[count], behind].concat()));
    vec![
        moved(x, &[count, width]),
        read(ids, &[ranks, experts], &numbers),
        scales
            .as_ref()
            .map_or(Argument::Null, |(dtype, shape)| moved(*dtype, shape)),
        Argument::Int(kind),
        Argument::Int(idx),
        write(x, &[count, width]),
        scales
            .as_ref()
            .map_or(Argument::Null, |(dtype, shape)| write(*dtype, shape)),
        write(I32, &[count]),
        write(ids, &[experts]),
    ]
}

fn re_route_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![re_route(F16, I32, [3, 4, 5], Some((F32, &[])), [1, 0])];
    for ids in [I32, I64] {
        for x in [F16, Bf16, I8, F8E5m2, F8E4m3fn, Hifloat8] {
            samples.push(re_route(x, ids, [2, 3, 6], Some((F32, &[])), [1, 1]));
        }
        for x in [F8E5m2, F4E2m1, F4E1m2] {
            samples.push(re_route(x, ids, [2, 3, 6], Some((F8E8m0, &[1, 2])), [0, 0]));
        }
    }
    samples.extend([
        re_route(Bf16, I64, [2, 3, 6], None, [0, 1]),
        re_route(F16, I32, [16, 40, 300], Some((F32, &[2])), [1, 0]),
    ]);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeReRouting", re_route_samples)
            .accepts(&[
                (
                    "tokens",
                    "none | 910B: f16 bf16 i8 | 950: f16 bf16 i8 e5m2 e4m3 hif8 e2m1 e1m2",
                ),
                ("expertTokenNumPerRank", "i32 i64"),
                ("perTokenScalesOptional", "f32 | 950: + e8m0"),
                ("permuteTokensOut", "as tokens"),
                ("permutePerTokenScalesOut", "as perTokenScalesOptional"),
                ("permuteTokenIdxOut", "i32"),
                ("expertTokenNumOut", "as expertTokenNumPerRank"),
            ])
            .bits(moe::re_routing)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[(
                "dtypes tokens",
                "packed rows have an even number of elements: each type is a sample",
            )]),
    ]
}
