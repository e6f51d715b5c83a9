//! Samples of products whose weights are quantised: `aclnnWeightQuantBatchMatmul` in its versions.

use crate::table::shared::matmul::quantised::*;

/// The arguments of `aclnnWeightQuantBatchMatmulV2`, or of the third version.
pub fn weight_samples(is_third: bool, is_blocked: bool) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    let mut add = |x: Dtype,
                   weight: Tensor,
                   [m, k, n]: [i64; 3],
                   of_scale: (Dtype, Vec<i64>),
                   has_offset: bool,
                   bias: Option<Dtype>,
                   size: i64| {
        let (dtype, shape) = of_scale;
        let offset = match has_offset {
            true => arg(numbers(dtype, &shape, 6)),
            false => Argument::Null,
        };
        let mut all = vec![
            arg(numbers(x, &[m, k], 1)),
            arg(weight),
            arg(scale(dtype, &shape, 4)),
            offset,
            Argument::Null,
            Argument::Null,
            bias.map_or(Argument::Null, |dtype| arg(numbers(dtype, &[n], 3))),
            Argument::Int(size),
        ];
        if is_third {
            all.push(Argument::Int(1));
        }
        all.push(arg(output(x, &[m, n])));
        samples.push(all);
    };
    for x in [F16, Bf16] {
        let extents = [5, 96, 16];
        let [_, k, n] = extents;
        let make = |dtype: Dtype| match is_blocked {
            false => numbers(dtype, &[k, packed(dtype, n)], 2),
            true => {
                let block = if dtype.bits() == 32 {
                    2
                } else if dtype == I8 {
                    32
                } else {
                    16
                };
                let contents = if dtype == F32 {
                    Contents::Patterns(2)
                } else {
                    contents(dtype, 2)
                };
                in_blocks(dtype, &[k, packed(dtype, n)], false, block, contents)
            }
        };
        let wide = if x == Bf16 { F32 } else { F16 };
        for weight in [I8, I4, I32] {
            if !is_blocked || weight != I8 {
                add(
                    x,
                    make(weight),
                    extents,
                    (x, vec![3, n]),
                    true,
                    Some(wide),
                    32,
                );
                add(
                    x,
                    make(weight),
                    extents,
                    (x, vec![2, n]),
                    false,
                    Some(x),
                    64,
                );
            }
            add(x, make(weight), extents, (x, vec![n]), true, Some(wide), 0);
            add(x, make(weight), extents, (x, vec![1, n]), false, None, 0);
            if !is_blocked {
                add(x, make(weight), extents, (x, vec![1]), true, None, 0);
            }
        }
        for weight in [F4E2m1, F32] {
            let weight = || match (is_blocked, weight) {
                (false, F32) => of(F32, &[k, n / 8], Contents::Patterns(2)),
                _ => make(weight),
            };
            add(
                x,
                weight(),
                extents,
                (F8E8m0, vec![3, n]),
                false,
                Some(x),
                32,
            );
            if is_blocked {
                add(x, weight(), extents, (x, vec![3, n]), false, Some(x), 32);
            }
        }
        if !is_blocked {
            for codes in [Hifloat8, F8E4m3fn] {
                add(x, make(codes), extents, (x, vec![n]), false, Some(x), 0);
            }
            add(
                x,
                turned(numbers(I8, &[k, n], 2)),
                extents,
                (x, vec![n]),
                true,
                None,
                0,
            );
            add(
                x,
                turned(numbers(I4, &[k, n], 2)),
                extents,
                (x, vec![n]),
                true,
                None,
                0,
            );
            add(
                x,
                numbers(I8, &[600, 300], 2),
                [3, 600, 300],
                (x, vec![300]),
                true,
                None,
                0,
            );
        }
    }
    if !is_blocked {
        // The plainest: numbers of eight bits, in a tensor that may have any strides.
        samples.rotate_left(2);
    }
    samples
}

pub fn packs() -> Vec<Vec<Argument>> {
    let weight = |dtype: Dtype, shape: &[i64]| match dtype {
        F32 => of(
            F32,
            shape,
            Contents::Numbers((0..61).map(|i| f64::from(i * 7 % 31 - 15) / 2.25).collect()),
        ),
        _ => of(
            I32,
            shape,
            Contents::Numbers((0..61).map(|i| f64::from(i * 7 % 16 - 8)).collect()),
        ),
    };
    let mut samples = Vec::new();
    for (dtype, four) in [(I32, I4), (F32, F4E2m1)] {
        samples.push(vec![
            arg(weight(dtype, &[5, 24])),
            arg(output(dtype, &[5, 3])),
        ]);
        samples.push(vec![
            arg(weight(dtype, &[5, 24])),
            arg(output(four, &[5, 24])),
        ]);
        samples.push(vec![
            arg(weight(dtype, &[3, 19, 40])),
            arg(output(dtype, &[3, 19, 5])),
        ]);
        samples.push(vec![
            arg(weight(dtype, &[19, 40])),
            arg(in_blocks(four, &[19, 40], false, 16, Contents::Poison)),
        ]);
        samples.push(vec![
            arg(weight(dtype, &[3, 190, 400])),
            arg(in_blocks(dtype, &[3, 190, 50], false, 2, Contents::Poison)),
        ]);
    }
    samples.push(vec![
        arg(weight(I32, &[2, 19, 40])),
        arg(in_blocks(I4, &[2, 19, 40], false, 32, Contents::Poison)),
    ]);
    samples
}
