//! Grouped products of types that go together on Ascend910B.

use crate::arguments::Arguments;
use crate::table::matmul::grouped_matmul::*;

const ON_910B: &str = "table::matmul::grouped_matmul::on_910b::grouped_products_of_910b";

const NAMES: [&str; 6] = [
    "aclnnGroupedMatmul",
    "aclnnGroupedMatmulV2",
    "aclnnGroupedMatmulV3",
    "aclnnGroupedMatmulV4",
    "aclnnGroupedMatmulV5",
    "aclnnGroupedMatmulWeightNz",
];

const ENDS: [i64; 4] = [3, 3, 12, 20];

/// Products of INT8 to INT8, with a weight for each group and, in later versions, one for all.
fn to_int8(version: usize) -> Vec<Call> {
    let mut listed = many(Call::rows([I8; 3], [20, 40, 9], &ENDS), &[9; 4]).bias(I32);
    listed.scale = (0..4).map(|i| of(U64, &[9], words(i))).collect();
    let mut each = Call::each([I8; 3], &[[4, 5, 6], [7, 30, 3]]).bias(I32);
    each.scale = vec![of(U64, &[6], words(1)), of(U64, &[3], words(2))];
    let mut calls = match version {
        1 | 2 => vec![listed, each],
        _ => Vec::new(),
    };
    if version > 1 {
        let whole = Call::rows([I8; 3], [20, 40, 9], &ENDS);
        calls.push(whole.scale(U64, &[4, 9]).bias(I32));
    }
    calls
}

/// Arguments that the fourth version adds.
fn later() -> Vec<Call> {
    let call = |out| Call::rows([I8, I8, out], [20, 40, 9], &ENDS);
    let mut calls = vec![
        call(I32).bias(I32),
        call(Bf16).scale(Bf16, &[4, 9]).bias(I32),
        call(Bf16)
            .scale(Bf16, &[4, 9])
            .per_token(F32, &[20])
            .bias(I32),
        call(F16).scale(F32, &[4, 9]).bias(I32),
        call(F16).scale(F32, &[4, 9]).per_token(F32, &[20]),
    ];
    for (x, bias) in [(F16, F16), (Bf16, F32)] {
        for weight in [I8, I4] {
            let call = Call::rows([x, weight, x], [20, 128, 10], &ENDS);
            calls.push(call.antiquant(x, &[4, 10], true).bias(bias));
        }
    }
    for out in [F16, Bf16] {
        let call = Call::rows([I4, I4, out], [20, 32, 16], &ENDS);
        calls.push(call.scale(U64, &[4, 16]).per_token(F32, &[20]));
    }
    calls.extend(eight_by_four(false));
    calls
}

/// Weights in FRACTAL_NZ.
fn in_storage() -> Vec<Call> {
    let mut calls = Vec::new();
    for (types, block) in [
        ([F16; 3], 16),
        ([Bf16; 3], 16),
        ([I8, I8, Bf16], 32),
        ([I8, I8, F16], 32),
        ([I4, I4, F16], 64),
    ] {
        let [x, weight, out] = types;
        let mut call = Call::rows(types, [20, 64, 64], &ENDS);
        call.weight = vec![in_blocks(
            weight,
            &[4, 64, 64],
            false,
            block,
            contents(weight, 2),
        )];
        let wide = if x == F16 { F16 } else { F32 };
        calls.push(match (x, weight) {
            (I8, _) => {
                let scale = if out == Bf16 { Bf16 } else { F32 };
                call.scale(scale, &[4, 64]).per_token(F32, &[20]).bias(I32)
            }
            (I4, _) => call.scale(U64, &[4, 64]),
            _ => call.bias(wide),
        });
    }
    calls.extend(eight_by_four(true));
    calls
}

/// On a chip that has them, in a process of its own.
#[test]
fn grouped_products_of_910b() {
    if !crate::chips::is("Ascend910B1", ON_910B) {
        return;
    }
    for (version, name) in (1..).zip(NAMES) {
        let calls = match version {
            1..=3 => to_int8(version),
            4 => later(),
            5 => [later(), stored_by_columns()].concat(),
            _ => [in_storage(), stored_by_columns()].concat(),
        };
        for (number, of_version) in calls.iter().enumerate() {
            let sample = of_version.arguments(version);
            let outputs = call(entry(name), &sample)
                .unwrap_or_else(|refusal| panic!("{name} call {number}: {refusal:?}"));
            assert!(
                outputs == reference::grouped(&Arguments::new(entry(name), &sample)),
                "{name} call {number}"
            );
        }
    }
}
