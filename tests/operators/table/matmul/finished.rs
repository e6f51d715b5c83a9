//! Grouped products whose rows are gated and quantised, or summed into rows of tokens.

mod types;

use hostnpu::tensor::Dtype::{self, *};

use super::grouped::{contents, in_blocks, numbers, of, scales};
use crate::argument::{Argument, Contents, Tensor};
use crate::arguments::Arguments;
use crate::call::call;
use crate::chips;
use crate::reference::finished as reference;
use crate::table::{Holds, Row, SHAPE, entry};

use types::{
    EXCEPT, FIRST, OLDER, ROUTED, ROUTED_BLOCKED, ROUTED_NZ, ROUTED_SECOND, ROUTED_THIRD, SECOND,
    SECOND_BLOCKED,
};

fn arg(tensor: Tensor) -> Argument {
    Argument::Tensor(tensor)
}

fn output(dtype: Dtype, shape: &[i64]) -> Tensor {
    Tensor::new(dtype, shape, Contents::Poison)
}

fn list(numbers: &[i64]) -> Tensor {
    let numbers: Vec<f64> = numbers.iter().map(|&x| x as f64).collect();
    of(I64, &[numbers.len() as i64], Contents::Numbers(numbers))
}

/// Words that hold small FLOAT.
fn words() -> Contents {
    let word = |i: u32| f64::from(((i * 7 % 31 + 1) as f32 / 4096.0).to_bits());
    Contents::Numbers((0..61).map(word).collect())
}

/// Small scales, so that gates are neither 0 nor 1.
fn small() -> Contents {
    Contents::Numbers(
        (0..61)
            .map(|i| f64::from(i * 7 % 31 + 1) / 16384.0)
            .collect(),
    )
}

const ENDS: [i64; 4] = [3, 3, 12, 19];
const M: i64 = 20;

fn weight(dtype: Dtype, [k, n]: [i64; 2], how: Storage) -> Tensor {
    let packed = if dtype == I32 { 8 } else { 1 };
    let block = match dtype {
        I32 => 8,
        I4 => 64,
        _ => 32,
    };
    match how {
        Storage::Plain => numbers(dtype, &[4, k, n / packed], 2),
        Storage::Blocks => in_blocks(dtype, &[4, k, n / packed], false, block, contents(dtype, 2)),
        // The view has the dimensions of the storage.
        Storage::Shown => {
            let mut tensor =
                in_blocks(dtype, &[4, k, n / packed], false, block, contents(dtype, 2));
            tensor.shown = None;
            tensor
        }
    }
}

#[derive(Clone, Copy)]
enum Storage {
    Plain,
    Blocks,
    Shown,
}

/// `(x, weight, bias, offset, weightScale, xScale, groupList, output, outputScale, outputOffset)`.
fn first(how: Storage) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, scale, groups) in [
        (I8, F32, 1),
        (I8, F16, 1),
        (I8, Bf16, 1),
        (I4, U64, 1),
        (I32, U64, 2),
    ] {
        let (k, n) = (64, 64);
        let scale = match dtype {
            I8 => of(scale, &[4, n], small()),
            _ if groups == 1 => of(scale, &[4, n], words()),
            _ => of(scale, &[4, groups, n], words()),
        };
        let bias = match dtype {
            I8 => Argument::Null,
            _ => arg(of(F32, &[4, n], scales(5))),
        };
        samples.push(vec![
            arg(numbers(I8, &[M, k], 1)),
            arg(weight(dtype, [k, n], how)),
            bias,
            Argument::Null,
            arg(scale),
            arg(of(F32, &[M], scales(2))),
            arg(list(&ENDS)),
            arg(output(I8, &[M, n / 2])),
            arg(output(F32, &[M])),
            Argument::Null,
        ]);
    }
    samples
}

/// `(x, weight, weightScale, weightAssistMatrix, bias, xScale, smoothScale, groupList, dequantMode, dequantDtype, quantMode, groupListType, tuningConfig, output,
/// outputScale)`, on Ascend950.
fn second(is_blocked: bool) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    let mut add = |x: Tensor,
                   weight: Tensor,
                   scale: Tensor,
                   x_scale: Tensor,
                   [mode, dtype, kind]: [i64; 3],
                   out: Dtype,
                   n: i64| {
        let groups = if kind == 0 {
            list(&ENDS)
        } else {
            list(&[3, 0, 9, 7])
        };
        let scales = match mode {
            2 => output(F8E8m0, &[M, (n / 2 + 63) / 64, 2]),
            _ => output(F32, &[M]),
        };
        let one = |tensor: Tensor| Argument::Tensors(vec![tensor]);
        samples.push(vec![
            arg(x),
            one(weight),
            one(scale),
            Argument::Null,
            Argument::Null,
            arg(x_scale),
            Argument::Null,
            arg(groups),
            Argument::Int(mode),
            Argument::Int(dtype),
            Argument::Int(mode),
            Argument::Int(kind),
            Argument::Null,
            arg(output(out, &[M, n / 2])),
            arg(scales),
        ]);
    };
    let how = if is_blocked {
        Storage::Blocks
    } else {
        Storage::Plain
    };
    for (x, scale, dtype) in [
        (I8, F32, 0),
        (I8, Bf16, 27),
        (Hifloat8, F32, 1),
        (F8E4m3fn, F16, 0),
        (F8E5m2, F32, 27),
    ] {
        let x_scale = of(F32, &[M], scales(2));
        let kind = dtype & 1;
        let codes = if x == I8 { small() } else { scales(3) };
        add(
            numbers(x, &[M, 64], 1),
            weight(x, [64, 64], how),
            of(scale, &[4, 64], codes),
            x_scale,
            [0, dtype, kind],
            x,
            64,
        );
    }
    for (x, out) in [
        (F8E4m3fn, F8E4m3fn),
        (F8E5m2, F8E4m3fn),
        (F8E4m3fn, F8E5m2),
        (F4E2m1, F4E2m1),
        (F4E2m1, F8E5m2),
    ] {
        let (k, n) = (96, 192);
        let x_scale = numbers(F8E8m0, &[M, 2, 2], 5);
        let weight = match (is_blocked, x) {
            (true, F4E2m1) => in_blocks(x, &[4, k, n], false, 64, contents(x, 2)),
            _ => weight(x, [k, n], how),
        };
        add(
            numbers(x, &[M, k], 1),
            weight,
            numbers(F8E8m0, &[4, 2, n, 2], 4),
            x_scale,
            [2, 0, 1],
            out,
            n,
        );
    }
    let fp8 = [F8E4m3fn, F8E5m2];
    let mixed = fp8
        .into_iter()
        .flat_map(|x| fp8.map(|weight| (x, weight)))
        .flat_map(|(x, of)| [F32, Bf16].map(|scale| (x, of, scale)));
    for (x, of_weight, scale) in mixed.chain([(I8, I8, F16), (Hifloat8, Hifloat8, Bf16)]) {
        let codes = if x == I8 { small() } else { scales(3) };
        add(
            numbers(x, &[M, 64], 1),
            weight(of_weight, [64, 64], how),
            of(scale, &[4, 64], codes),
            of(F32, &[M], scales(2)),
            [0, 0, 1],
            x,
            64,
        );
    }
    let powers: &[(Dtype, Dtype, Dtype)] = match is_blocked {
        true => &[
            (F8E4m3fn, F8E5m2, F8E4m3fn),
            (F8E5m2, F8E4m3fn, F8E4m3fn),
            (F4E2m1, F4E1m2, F4E1m2),
            (F4E1m2, F4E2m1, F4E2m1),
            (F4E1m2, F4E1m2, F8E4m3fn),
        ],
        false => &[(F8E4m3fn, F8E5m2, F8E4m3fn), (F8E5m2, F8E4m3fn, F8E4m3fn)],
    };
    for &(x, of_weight, out) in powers {
        let (k, n) = (96, 64);
        let weight = match of_weight.bits() {
            4 => in_blocks(of_weight, &[4, k, n], false, 64, contents(of_weight, 2)),
            _ => weight(of_weight, [k, n], how),
        };
        add(
            numbers(x, &[M, k], 1),
            weight,
            numbers(F8E8m0, &[4, 2, n, 2], 4),
            numbers(F8E8m0, &[M, 2, 2], 5),
            [2, 0, 0],
            out,
            n,
        );
    }
    if is_blocked {
        // FLOAT4_E2M1 of columns by steps, as turned views of weights and scales show it.
        let (k, n) = (128, 128);
        add(
            numbers(F8E4m3fn, &[M, k], 1),
            in_blocks(F4E2m1, &[4, k, n], true, 32, contents(F4E2m1, 2)),
            Tensor {
                shown: Some((vec![4, 2, n, 2], vec![4 * n, 2, 4, 1])),
                ..numbers(F8E8m0, &[4, n, 2, 2], 4)
            },
            numbers(F8E8m0, &[M, 2, 2], 5),
            [2, 0, 1],
            F8E4m3fn,
            n,
        );
    }
    samples
}

#[test]
fn a_weight_for_each_group_may_have_powers_of_two() {
    let own = entry("aclnnGroupedMatmulSwigluQuantV2");
    let mut count = 0;
    for plain in second(false) {
        if plain[2].tensors()[0].dtype != F8E8m0 {
            continue;
        }
        let mut listed = plain.clone();
        for at in [1, 2] {
            let whole = &plain[at].tensors()[0];
            let bytes = whole.elements();
            let groups = bytes.chunks(bytes.len() / 4).map(|group| {
                let contents = Contents::Bytes(group.to_vec());
                Tensor::new(whole.dtype, &whole.shape[1..], contents)
            });
            listed[at] = Argument::Tensors(groups.collect());
        }
        assert!(call(own, &plain).unwrap() == call(own, &listed).unwrap());
        count += 1;
    }
    assert!(count > 0);
}

/// Rows of the output for each row.
fn rows_of_tokens(dtype: Dtype) -> Tensor {
    of(
        dtype,
        &[M],
        Contents::Numbers((0..M).map(|i| (i * 7 % 9) as f64).collect()),
    )
}

/// The arguments of the versions whose names have `x1`, or of the others.
#[allow(clippy::too_many_arguments, reason = "those of the operators")]
fn routed(
    x: Tensor,
    weight: Tensor,
    scale: Tensor,
    [bias, offset, per_token]: [Argument; 3],
    index: Dtype,
    turned: bool,
    n: i64,
    version: usize,
) -> Vec<Argument> {
    let mut all = vec![arg(x), arg(weight), arg(scale), bias];
    if version > 1 {
        all.extend([offset, Argument::Null, Argument::Null]);
    }
    all.extend([
        per_token,
        arg(list(&[3, 0, 9, 7])),
        arg(of(Bf16, &[4, n], scales(6))),
        arg(of(F32, &[M], scales(7))),
        arg(rows_of_tokens(index)),
        Argument::Int(0),
        Argument::Float(0.5),
        Argument::Int(3),
        Argument::Bool(false),
        Argument::Bool(turned),
        Argument::Int(1),
    ]);
    if version > 2 {
        all.push(Argument::Null);
    }
    all.push(arg(output(F32, &[10, n])));
    all
}

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

/// The versions of Ascend910B, with INT8 by INT8 or by INT4.
fn routed_on_910b(version: usize, is_blocked: bool) -> Vec<Vec<Argument>> {
    let (k, n) = (64, 64);
    let how = if is_blocked {
        Storage::Blocks
    } else {
        Storage::Plain
    };
    let mut samples = Vec::new();
    if is_blocked {
        for index in [I32, I64] {
            let per_token = arg(of(F32, &[M], scales(2)));
            samples.push(routed(
                numbers(I8, &[M, k], 1),
                weight(I8, [k, n], how),
                of(F32, &[4, 1, n], scales(3)),
                [Argument::Null, Argument::Null, per_token],
                index,
                false,
                n,
                version,
            ));
        }
        return samples;
    }
    for dtype in [I4, I32] {
        for has_offset in [false, true] {
            let per_token = arg(of(F32, &[M], scales(2)));
            let offset = if has_offset {
                arg(of(F32, &[4, 1, n], scales(4)))
            } else {
                Argument::Null
            };
            let bias = arg(of(F32, &[4, n], scales(5)));
            let scale = of(I64, &[4, 1, n], words());
            samples.push(routed(
                numbers(I8, &[M, k], 1),
                weight(dtype, [k, n], how),
                scale,
                [
                    bias,
                    if version > 1 { offset } else { Argument::Null },
                    per_token,
                ],
                I64,
                false,
                n,
                version,
            ));
        }
    }
    samples
}

const ON_910B: &str = "table::matmul::finished::operators_of_910b";

/// On a chip that has them, in a process of its own.
#[test]
fn operators_of_910b() {
    if !chips::is("Ascend910B1", ON_910B) {
        return;
    }
    let hold = |name: &str,
                samples: Vec<Vec<Argument>>,
                stored: Vec<Vec<Argument>>,
                reference: fn(&Arguments) -> Vec<Vec<u8>>| {
        for (number, (sample, stored)) in samples.iter().zip(&stored).enumerate() {
            let outputs = call(entry(name), sample)
                .unwrap_or_else(|refusal| panic!("{name} sample {number}: {refusal:?}"));
            assert!(
                outputs == reference(&Arguments::new(entry(name), stored)),
                "{name} sample {number}"
            );
        }
    };
    hold(
        "aclnnGroupedMatmulSwigluQuant",
        first(Storage::Plain),
        first(Storage::Plain),
        reference::first,
    );
    hold(
        "aclnnGroupedMatmulSwigluQuant",
        first(Storage::Shown),
        first(Storage::Blocks),
        reference::first,
    );
    hold(
        "aclnnGroupedMatmulSwigluQuantWeightNZ",
        first(Storage::Blocks),
        first(Storage::Blocks),
        reference::first,
    );
    let both = |version, is_blocked| routed_on_910b(version, is_blocked);
    hold(
        "aclnnGroupedMatmulFinalizeRouting",
        both(1, false),
        both(1, false),
        reference::routed,
    );
    hold(
        "aclnnGroupedMatmulFinalizeRoutingV2",
        both(2, false),
        both(2, false),
        reference::routed,
    );
    hold(
        "aclnnGroupedMatmulFinalizeRoutingV3",
        both(3, false),
        both(3, false),
        reference::routed,
    );
    hold(
        "aclnnGroupedMatmulFinalizeRoutingWeightNz",
        both(1, true),
        both(1, true),
        reference::routed,
    );
    hold(
        "aclnnGroupedMatmulFinalizeRoutingWeightNzV2",
        both(3, true),
        both(3, true),
        reference::routed,
    );
}

pub fn rows() -> Vec<Row> {
    // The output has the rows that indices name: there may be any number of them.
    vec![
        Row::new("aclnnGroupedMatmulSwigluQuant", || first(Storage::Plain))
            .accepts(FIRST)
            .held_by(ON_910B)
            .holds(Holds(0))
            .except(OLDER),
        Row::new("aclnnGroupedMatmulSwigluQuantWeightNZ", || {
            first(Storage::Blocks)
        })
        .accepts(FIRST)
        .held_by(ON_910B)
        .holds(Holds(0))
        .except(OLDER),
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
        Row::new("aclnnGroupedMatmulSwigluQuantV2", || second(false))
            .accepts(SECOND)
            .bits(reference::second)
            .holds(SHAPE)
            .except(EXCEPT),
        Row::new("aclnnGroupedMatmulSwigluQuantWeightNzV2", || second(true))
            .accepts(SECOND_BLOCKED)
            .bits(reference::second)
            .holds(SHAPE)
            .except(EXCEPT),
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
