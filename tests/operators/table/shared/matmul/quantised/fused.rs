//! Samples of `aclnnFusedQuantMatmul`, sums of batches, scales of two levels and turned batches.

use crate::table::shared::matmul::quantised::*;

/// `(x1, x2, x1Scale, x2Scale, yScale, x1Offset, x2Offset, yOffset, bias, x3, fusedOpType, groupSize, out)`.
pub fn fused_samples(is_blocked: bool) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for name in ["gelu_tanh", "gelu_erf"] {
        for (x, of, bias, out) in [
            (I8, F32, Some(I32), F16),
            (I8, Bf16, Some(Bf16), Bf16),
            (I4, F32, None, F16),
            (I8, F32, Some(F16), F16),
            (I8, F32, Some(F32), F16),
            (I8, F32, Some(Bf16), Bf16),
            (I8, Bf16, Some(I32), Bf16),
            (I8, Bf16, Some(F32), Bf16),
            (I4, F32, Some(I32), F16),
            (I4, F32, Some(F16), F16),
            (I4, F32, Some(F32), F16),
            (I4, F32, Some(Bf16), Bf16),
            (I4, Bf16, Some(I32), Bf16),
            (I4, Bf16, Some(Bf16), Bf16),
            (I4, Bf16, Some(F32), Bf16),
        ] {
            let mut call = Call::new([x, x, of, out], [7, 40, 64]).x1_scale(F32, &[7]);
            call.x2_scale.contents = Contents::Numbers(
                (0..61)
                    .map(|i| f64::from(i * 7 % 31 + 1) / 65536.0)
                    .collect(),
            );
            if let Some(dtype) = bias {
                call = call.bias(dtype);
            }
            if is_blocked {
                let block = 256 / x.bits() as i64;
                call.x2 = in_blocks(x, &[40, 64], false, block, contents(x, 2));
            }
            let mut all = call.arguments(5);
            let out = all.pop().unwrap();
            all.truncate(9);
            all.extend([Argument::Null, Argument::Text(name), Argument::Int(0), out]);
            samples.push(all);
        }
    }
    samples
}

/// `(x1, x2, x1Scale, x2Scale, yScale, x1Offset, x2Offset, yOffset, bias, transposeX1, transposeX2, groupSize, dims, keepDims, out)`.
pub fn summed() -> Vec<Vec<Argument>> {
    let of_extents = |[batch, m, k, n]: [i64; 4]| {
        let mut all = vec![
            arg(numbers(I8, &[batch, m, k], 1)),
            arg(in_blocks(I8, &[batch, k, n], false, 32, contents(I8, 2))),
            arg(scale(F32, &[batch, m], 2)),
            arg(scale(Bf16, &[n], 1)),
        ];
        all.extend([const { Argument::Null }; 5]);
        all.extend([
            Argument::Bool(false),
            Argument::Bool(false),
            Argument::Int(0),
            Argument::Ints(vec![0]),
            Argument::Bool(false),
        ]);
        all.push(arg(output(Bf16, &[m, n])));
        all
    };
    vec![of_extents([3, 7, 40, 33]), of_extents([2, 3, 300, 10])]
}

/// `(x1, x2, x1Level0Scale, x2Level0Scale, x1Level1Scale, x2Level1Scale, bias, transposeX1, transposeX2, level0GroupSize, level1GroupSize, out)`.
pub fn of_two_levels() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (out, bias, of) in [(F16, true, F4E2m1), (Bf16, false, F4E2m1), (Bf16, true, I8)] {
        let (m, k, n) = (7, 1024, 32);
        let shared = of.bits() as i64 / 4;
        let mut all = vec![
            arg(numbers(F4E2m1, &[m, k], 1)),
            arg(in_blocks(
                of,
                &[n, k / shared],
                false,
                64 / shared,
                contents(of, 2),
            )),
            arg(scale(F32, &[m, 2], 1)),
            arg(scale(F32, &[2, n], 2)),
            arg(scale(F8E8m0, &[m, 16, 2], 3)),
            arg(scale(F8E8m0, &[n, 16, 2], 4)),
            if bias {
                arg(numbers(F32, &[n], 5))
            } else {
                Argument::Null
            },
        ];
        all.extend([
            Argument::Bool(false),
            Argument::Bool(true),
            Argument::Int(512),
            Argument::Int(32),
        ]);
        all.push(arg(output(out, &[m, n])));
        samples.push(all);
    }
    samples
}

/// `(x1, x2, bias, x1Scale, x2Scale, dtype, groupSize, permX1, permX2, permY, batchSplitFactor, out)`.
pub fn turned_batches(is_blocked: bool) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    let (m, b, k, n) = (5, 3, 128, 64);
    for (number, (x, weight, of, out)) in [
        (F8E4m3fn, F8E4m3fn, F32, F16),
        (F8E5m2, F8E5m2, F32, Bf16),
        (F8E4m3fn, F8E4m3fn, F8E8m0, F16),
        (F8E4m3fn, F8E4m3fn, F8E8m0, Bf16),
        (Hifloat8, Hifloat8, U64, Hifloat8),
        (Hifloat8, Hifloat8, I64, F16),
        (F8E5m2, F8E4m3fn, F32, F16),
        (F8E4m3fn, F8E5m2, F32, Bf16),
    ]
    .into_iter()
    .enumerate()
    {
        let is_turned = number % 2 == 1;
        let x2 = if is_turned { [b, n, k] } else { [b, k, n] };
        let (first, second) = match of {
            F8E8m0 => (
                arg(scale(of, &[m, b, 2, 2], 4)),
                scale(
                    of,
                    &if is_turned {
                        [b, n, 2, 2]
                    } else {
                        [b, 2, n, 2]
                    },
                    5,
                ),
            ),
            F32 => (arg(scale(F32, &[m], 4)), scale(F32, &[n], 5)),
            _ if is_turned => (arg(scale(F32, &[1], 4)), scale(of, &[n], 5)),
            _ => (Argument::Null, scale(of, &[n], 5)),
        };
        let code = match out {
            F16 => 1,
            Bf16 => 27,
            _ => 34,
        };
        samples.push(vec![
            arg(numbers(x, &[m, b, k], 1)),
            arg(match is_blocked {
                true => in_blocks(weight, &x2, false, 32, contents(weight, 2)),
                false => numbers(weight, &x2, 2),
            }),
            Argument::Null,
            first,
            arg(second),
            Argument::Int(code),
            Argument::Int(if of == F8E8m0 { 32 } else { 0 }),
            Argument::Ints(vec![1, 0, 2]),
            Argument::Ints(if is_turned {
                vec![0, 2, 1]
            } else {
                vec![0, 1, 2]
            }),
            Argument::Ints(vec![1, 0, 2]),
            Argument::Int(1),
            arg(output(out, &[m, b, n])),
        ]);
    }
    samples
}
