//! Calls of grouped products whose operands have few bits.

use crate::table::matmul::grouped_matmul::*;

/// Weights of INT8 beside floating-point numbers.
pub fn antiquant(version: usize) -> Vec<Call> {
    let mut calls = Vec::new();
    for x in [F16, Bf16] {
        let mut listed = Call::each([x, I8, x], &[[4, 5, 6], [7, 30, 6]]).antiquant(x, &[6], true);
        for list in &mut listed.antiquant {
            *list = vec![list[0].clone(); 2];
        }
        let mut deep = listed.clone();
        deep.x[0] = numbers(x, &[2, 3, 2, 5], 1);
        deep.x[1] = numbers(x, &[2, 1, 3, 30], 2);
        deep.out = vec![output(x, &[2, 3, 2, 6]), output(x, &[2, 1, 3, 6])];
        calls.push(deep);
        calls.push(listed.bias(if x == F16 { F16 } else { F32 }));
        if version >= 2 {
            calls.push(
                Call::rows([x, I8, x], [20, 13, 9], &[3, 3, 12, 20])
                    .antiquant(x, &[4, 9], true)
                    .turned_weight(),
            );
        }
        if version >= 4 {
            calls.push(
                Call::rows([x, I8, x], [20, 13, 9], &[3, 3, 12, 19]).antiquant(x, &[4, 9], false),
            );
            calls.push(
                Call::rows([x, I4, x], [20, 128, 10], &[3, 3, 12, 19])
                    .antiquant(x, &[4, 10], true)
                    .bias(x),
            );
            calls.push(
                Call::rows([x, I4, x], [20, 128, 10], &[3, 3, 12, 19]).antiquant(
                    x,
                    &[4, 4, 10],
                    false,
                ),
            );
            for codes in [Hifloat8, F8E5m2, F8E4m3fn] {
                calls.push(
                    Call::rows([x, codes, x], [20, 13, 9], &[3, 3, 12, 19])
                        .antiquant(x, &[4, 9], false)
                        .turned_weight(),
                );
            }
        }
    }
    calls
}

/// Products of INT8.
pub fn integers(version: usize) -> Vec<Call> {
    let mut calls = Vec::new();
    let ends = [3, 3, 12, 20];
    let call = |out| Call::rows([I8, I8, out], [20, 40, 9], &ends);
    if version >= 3 {
        calls.push(call(I8).scale(U64, &[4, 9]).bias(I32));
        calls.push(call(I8).scale(I64, &[4, 9]).turned_weight());
    }
    if version >= 4 {
        calls.push(call(I32).bias(I32));
        calls.push(Call::rows([I8, I8, I32], [20, 2500, 9], &ends));
        for out in [F16, Bf16] {
            calls.push(call(out).scale(U64, &[4, 9]).bias(I32));
            calls.push(call(out).scale(I64, &[4]));
            calls.push(call(out).scale(F32, &[4, 9]).bias(out));
            calls.push(call(out).scale(F32, &[4, 1]).bias(F32));
            calls.push(
                call(out)
                    .scale(F32, &[4, 9])
                    .per_token(F32, &[20])
                    .bias(I32)
                    .kind(2),
            );
            for act in [1, 2, 4, 5] {
                let mut activated = call(out).scale(F32, &[4, 9]).per_token(F32, &[20]);
                activated.act = act;
                activated.scale[0].contents =
                    Contents::Numbers(vec![1.0 / 1024.0, 1.0 / 4096.0, 3.0 / 8192.0]);
                calls.push(activated);
            }
        }
        calls.push(
            call(Bf16)
                .scale(Bf16, &[4, 9])
                .per_token(F32, &[20])
                .kind(1),
        );
    }
    calls
}

/// Codes of 8 and 4 bits on both sides.
pub fn codes() -> Vec<Call> {
    let mut calls = Vec::new();
    let ends = [3, 3, 12, 19];
    for [x, weight] in [[Hifloat8; 2], [F8E5m2; 2], [F8E4m3fn, F8E5m2]] {
        for (out, scale) in [(Bf16, U64), (F16, I64), (F32, F32)] {
            calls.push(Call::rows([x, weight, out], [20, 40, 9], &ends).scale(scale, &[4, 9]));
        }
        calls.push(
            Call::rows([x, weight, F32], [20, 40, 9], &ends)
                .scale(F32, &[4])
                .per_token(F32, &[20]),
        );
        calls.push(
            Call::rows([x, weight, Bf16], [20, 40, 9], &ends)
                .scale(F32, &[4, 9])
                .per_token(F32, &[4])
                .turned_weight(),
        );
        calls.push(
            Call::steps([x, weight, F32], [5, 20, 9], &ends)
                .scale(F32, &[4, 9])
                .per_token(F32, &[4, 5]),
        );
        calls.push(
            Call::steps([x, weight, F32], [5, 20, 9], &ends)
                .scale(F32, &[4])
                .per_token(F32, &[4]),
        );
        // Blocks of 128.
        calls.push(
            Call::rows([x, weight, F32], [20, 300, 200], &ends)
                .scale(F32, &[4, 3, 2])
                .per_token(F32, &[20, 3]),
        );
        calls.push(
            Call::steps([x, weight, F32], [5, 400, 200], &[128, 128, 384, 400])
                .scale(F32, &[7, 2])
                .per_token(F32, &[7, 5]),
        );
    }
    for x in [F8E5m2, F8E4m3fn] {
        calls.push(
            Call::rows([x, F8E4m3fn, Bf16], [20, 130, 9], &ends)
                .scale(F8E8m0, &[4, 3, 9, 2])
                .per_token(F8E8m0, &[20, 3, 2]),
        );
        calls.push(
            Call::rows([x, F8E4m3fn, F32], [20, 130, 9], &ends)
                .turned_weight()
                .scale(F8E8m0, &[4, 9, 3, 2])
                .per_token(F8E8m0, &[20, 3, 2]),
        );
        calls.push(
            Call::steps([x, F8E5m2, F16], [5, 200, 9], &[64, 64, 150, 200])
                .scale(F8E8m0, &[7, 9, 2])
                .per_token(F8E8m0, &[7, 5, 2]),
        );
    }
    calls.push(
        Call::rows([F4E2m1, F4E2m1, Bf16], [20, 130, 10], &ends)
            .bias(F32)
            .scale(F8E8m0, &[4, 3, 10, 2])
            .per_token(F8E8m0, &[20, 3, 2]),
    );
    calls.push(
        Call::rows([I4, I4, F16], [20, 32, 16], &ends)
            .scale(U64, &[4, 16])
            .per_token(F32, &[20]),
    );
    calls.push(Call::rows([I32, I32, Bf16], [20, 32, 16], &ends).scale(U64, &[4, 2, 16]));
    calls.extend(eight_by_four(false));
    calls
}

/// INT8 with weights of INT4: scales in words, without an offset, and with one.
pub fn eight_by_four(is_blocked: bool) -> Vec<Call> {
    let mut calls = Vec::new();
    let ends = [3, 3, 12, 19];
    for weight in [I4, I32] {
        for out in [F16, Bf16] {
            let mut call = Call::rows([I8, weight, out], [20, 512, 16], &ends)
                .kind(1)
                .per_token(F32, &[20]);
            call.bias = vec![numbers(F32, &[4, 16], 3)];
            call.scale = vec![of(U64, &[4, 2, 16], floats())];
            if is_blocked {
                call.weight = vec![match weight {
                    I4 => in_blocks(I4, &[4, 512, 16], false, 64, contents(I4, 2)),
                    _ => in_blocks(I32, &[4, 512, 2], false, 8, contents(I32, 2)),
                }];
            }
            let mut other = call.clone();
            calls.push(call);
            if out == F16 {
                other.scale = vec![of(U64, &[4, 1, 16], floats())];
                other.offset = vec![of(F32, &[4, 1, 16], scales(4))];
                other.tuning = Some(vec![5, 0, -1]);
                calls.push(other);
            }
        }
    }
    calls
}

/// The same with an offset, of weights in FRACTAL_NZ that are stored by columns.
pub fn stored_by_columns() -> Vec<Call> {
    let mut calls = eight_by_four(false);
    calls.retain(|call| !call.offset.is_empty());
    for call in &mut calls {
        call.tuning = Some(vec![0, 1]);
        call.weight = vec![match call.weight[0].dtype {
            I4 => in_blocks(I4, &[4, 16, 512], false, 64, contents(I4, 2)),
            _ => in_blocks(I32, &[4, 16, 64], false, 8, contents(I32, 2)),
        }];
    }
    calls
}
