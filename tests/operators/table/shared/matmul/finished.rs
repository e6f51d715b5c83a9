//! Samples and checks of several operators: grouped products whose rows are gated and quantised, or summed into rows of tokens.

pub mod types;

use crate::argument::{Argument, Contents, Tensor};
use crate::arguments::Arguments;
use crate::call::call;
use crate::chips;
use crate::reference::finished as reference;
use crate::table::entry;
use crate::table::matmul::grouped_matmul::{contents, in_blocks, numbers, of, scales};
use hostnpu::tensor::Dtype::{self, *};

pub fn arg(tensor: Tensor) -> Argument {
    Argument::Tensor(tensor)
}

pub fn output(dtype: Dtype, shape: &[i64]) -> Tensor {
    Tensor::new(dtype, shape, Contents::Poison)
}

pub fn list(numbers: &[i64]) -> Tensor {
    let numbers: Vec<f64> = numbers.iter().map(|&x| x as f64).collect();
    of(I64, &[numbers.len() as i64], Contents::Numbers(numbers))
}

/// Words that hold small FLOAT.
pub fn words() -> Contents {
    let word = |i: u32| f64::from(((i * 7 % 31 + 1) as f32 / 4096.0).to_bits());
    Contents::Numbers((0..61).map(word).collect())
}

/// Small scales, so that gates are neither 0 nor 1.
pub fn small() -> Contents {
    Contents::Numbers(
        (0..61)
            .map(|i| f64::from(i * 7 % 31 + 1) / 16384.0)
            .collect(),
    )
}

pub const ENDS: [i64; 4] = [3, 3, 12, 19];
pub const M: i64 = 20;

pub fn weight(dtype: Dtype, [k, n]: [i64; 2], how: Storage) -> Tensor {
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
pub enum Storage {
    Plain,
    Blocks,
    Shown,
}

/// `(x, weight, bias, offset, weightScale, xScale, groupList, output, outputScale, outputOffset)`.
pub fn first(how: Storage) -> Vec<Vec<Argument>> {
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

/// Rows of the output for each row.
pub fn rows_of_tokens(dtype: Dtype) -> Tensor {
    of(
        dtype,
        &[M],
        Contents::Numbers((0..M).map(|i| (i * 7 % 9) as f64).collect()),
    )
}

/// The arguments of the versions whose names have `x1`, or of the others.
#[allow(clippy::too_many_arguments, reason = "those of the operators")]
pub fn routed(
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

/// The versions of Ascend910B, with INT8 by INT8 or by INT4.
pub fn routed_on_910b(version: usize, is_blocked: bool) -> Vec<Vec<Argument>> {
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

pub const ON_910B: &str = "table::shared::matmul::finished::operators_of_910b";

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
