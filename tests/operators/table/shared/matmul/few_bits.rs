//! Samples and checks of several operators: first versions of products of few bits, products of rows that are quantised first, feed-forward networks, and products that a quantiser of blocks follows.

pub mod types;

use crate::argument::{Argument, Contents, Tensor};
use crate::arguments::Arguments;
use crate::call::call;
use crate::chips;
use crate::reference::few_bits as reference;
use crate::table::matmul::grouped_matmul::{
    contents, in_blocks, numbers, of, scales, turned, words,
};
use crate::table::{Holds, Row, entry};
use hostnpu::tensor::Dtype::{self, *};

use types::{OLDER, REFUSED, TOGETHER, together};

pub type Accepts = &'static [(&'static str, &'static str)];

pub fn arg(tensor: Tensor) -> Argument {
    Argument::Tensor(tensor)
}

pub fn output(dtype: Dtype, shape: &[i64]) -> Argument {
    arg(of(dtype, shape, Contents::Poison))
}

pub fn optional(given: bool, tensor: Tensor) -> Argument {
    if given { arg(tensor) } else { Argument::Null }
}

pub fn filled_up(n: i64) -> i64 {
    (n + 15) / 16 * 16
}

/// A matrix of rows by columns, or its transpose.
pub fn matrix(dtype: Dtype, shape: &[i64], is_transposed: bool, seed: u64) -> Argument {
    let mut shape = shape.to_vec();
    if is_transposed {
        let rank = shape.len();
        shape.swap(rank - 2, rank - 1);
    }
    arg(numbers(dtype, &shape, seed))
}

pub fn first() -> Vec<Vec<Argument>> {
    let sample = |batch: &[i64], [m, k, n]: [i64; 3], bias: bool| {
        vec![
            matrix(I8, &[batch, &[m, k]].concat(), false, 1),
            matrix(I8, &[batch, &[k, n]].concat(), false, 2),
            optional(bias, numbers(I32, &[n], 3)),
            Argument::Float(0.001_234_567),
            output(F16, &[batch, &[m, n]].concat()),
        ]
    };
    let mut with_view = sample(&[], [9, 33, 7], true);
    with_view[1] = arg(turned(numbers(I8, &[33, 7], 5)));
    vec![
        sample(&[], [5, 40, 18], true),
        sample(&[3], [4, 70, 20], false),
        with_view,
        sample(&[], [2, 0, 3], false),
    ]
}

pub fn second() -> Vec<Vec<Argument>> {
    let sample = |batches: [&[i64]; 3], [m, k, n]: [i64; 3], turned: [bool; 2], bias: bool| {
        let [left, right, both] = batches;
        vec![
            matrix(I8, &[left, &[m, k]].concat(), turned[0], 1),
            matrix(I8, &[right, &[k, n]].concat(), turned[1], 2),
            optional(bias, numbers(I32, &[n], 3)),
            arg(of(U64, &[filled_up(n)], words(4))),
            Argument::Bool(turned[0]),
            Argument::Bool(turned[1]),
            output(F16, &[both, &[m, n]].concat()),
        ]
    };
    let none: [&[i64]; 3] = [&[], &[], &[]];
    vec![
        sample(none, [5, 40, 18], [false, false], true),
        sample(none, [5, 33, 16], [true, false], false),
        sample([&[2], &[2], &[2]], [6, 20, 9], [false, true], true),
        sample([&[3], &[1], &[3]], [6, 20, 9], [true, true], true),
    ]
}

pub fn quantised() -> Vec<Vec<Argument>> {
    let sample = |batch: &[i64], turned: [bool; 2], count: i64, bias: bool| {
        let [m, k, n] = [5, 24, 18];
        let words = words(4);
        vec![
            matrix(F16, &[batch, &[m, k]].concat(), turned[0], 1),
            matrix(F16, &[batch, &[k, n]].concat(), turned[1], 2),
            arg(of(U64, &[count], words)),
            optional(bias, numbers(F16, &[n], 3)),
            Argument::Bool(turned[0]),
            Argument::Bool(turned[1]),
            output(I8, &[batch, &[m, n]].concat()),
        ]
    };
    vec![
        sample(&[], [false, false], 32, true),
        sample(&[], [true, false], 1, false),
        sample(&[2], [false, true], 32, true),
        sample(&[2], [true, true], 1, false),
    ]
}

pub fn weights() -> Vec<Vec<Argument>> {
    let sample = |m: i64, turned: [bool; 2], shape: &[i64], given: bool| {
        let (k, n) = (24, 18);
        let few = m <= 64;
        vec![
            matrix(F16, &[m, k], turned[0], 1),
            matrix(I8, &[k, n], turned[1], 2),
            optional(few, numbers(I8, &[32, 32], 3)),
            optional(
                few,
                of(I32, shape, Contents::Numbers(vec![1.0, -3.0, 0.0, 7.0])),
            ),
            optional(few, of(U64, shape, words(4))),
            optional(given && !few, of(F16, shape, scales(5))),
            optional(given && !few, of(F16, shape, scales(6))),
            optional(given, numbers(F32, &[n], 7)),
            Argument::Bool(turned[0]),
            Argument::Bool(turned[1]),
            Argument::Float(if given { 0.5 } else { 1.0 }),
            Argument::Float(if given { 3.0 } else { 0.0 }),
            output(F16, &[m, n]),
        ]
    };
    vec![
        sample(9, [false, false], &[18], true),
        sample(64, [true, true], &[1, 1], false),
        sample(65, [false, false], &[1, 18], true),
        sample(70, [true, true], &[18, 1], true),
        sample(66, [false, true], &[1], false),
    ]
}

/// The storage of a weight of columns by inner elements, which the tensor shows.
pub fn shown(shape: &[i64], seed: u64) -> Tensor {
    let mut tensor = in_blocks(I8, shape, false, 32, contents(I8, seed));
    tensor.shown = None;
    tensor
}

#[derive(Clone, Copy, PartialEq)]
pub enum Storage {
    Plain,
    Blocks,
    Shown,
}

pub fn dequant(grouped: bool, how: Storage) -> Vec<Vec<Argument>> {
    let sample = |scale: Option<(Dtype, bool)>, smooth: bool| {
        let [m, k, n, g] = [20, 48, 32, 3];
        let groups: &[i64] = if grouped { &[g] } else { &[] };
        let shape = [groups, &[n, k]].concat();
        let weight = match how {
            Storage::Plain => numbers(I8, &shape, 2),
            Storage::Blocks => in_blocks(I8, &shape, false, 32, contents(I8, 2)),
            Storage::Shown => shown(&shape, 2),
        };
        let of_weight = [groups, &[n]].concat();
        let is_words = matches!(scale, Some((F16, _)));
        let bits = |i: i32| f64::from((((i * 7) % 31 + 1) as f32 / 4096.0).to_bits());
        let weight_scale = match is_words {
            true => of(
                I64,
                &of_weight,
                Contents::Numbers((0..61).map(bits).collect()),
            ),
            false => of(F32, &of_weight, scales(3)),
        };
        let mut call = vec![
            arg(numbers(F16, &[m, k], 1)),
            arg(weight),
            arg(weight_scale),
        ];
        call.extend(grouped.then(|| arg(of(I64, &[g], Contents::Numbers(vec![7.0, 7.0, 18.0])))));
        let of_all = matches!(scale, Some((_, true)));
        call.push(Argument::Null);
        call.push(match scale {
            None => Argument::Null,
            Some((dtype, true)) => arg(of(dtype, &[1], Contents::Numbers(vec![0.0625]))),
            Some((dtype, false)) => arg(of(dtype, &[m], scales(4))),
        });
        call.push(Argument::Null);
        call.push(optional(smooth, of(F16, &[k], scales(5))));
        call.push(Argument::Text(if of_all {
            "pertensor"
        } else {
            "pertoken"
        }));
        call.push(Argument::Bool(true));
        call.push(output(F16, &[m, n]));
        call
    };
    vec![
        sample(None, true),
        sample(None, false),
        sample(Some((F32, false)), false),
        sample(Some((F32, true)), true),
        sample(Some((F16, true)), true),
    ]
}

#[derive(Clone, Copy)]
pub struct Ffn {
    pub x: Dtype,
    pub weight: Dtype,
    pub deq: Dtype,
    pub y: Dtype,
    pub experts: i64,
    pub activation: &'static str,
    pub precise: i64,
    pub bias: bool,
    pub columns: bool,
    pub groups: i64,
    pub offset: bool,
    pub ends: bool,
}

pub fn ffn_sample(given: Ffn, version: usize) -> Vec<Argument> {
    let Ffn { x, weight, .. } = given;
    let gated = ["geglu", "swiglu", "reglu"].contains(&given.activation);
    let [k1, n1] = [32, 24];
    let k2 = if gated { n1 / 2 } else { n1 };
    let e = given.experts;
    let outer: &[i64] = if e > 0 { &[e] } else { &[] };
    let shaped = |inner: &[i64]| [outer, inner].concat();
    let is_code = x == I8;
    let is_weight = weight != x;
    let bias = match x {
        I8 => I32,
        Bf16 => F32,
        _ => F16,
    };
    // Small, so that activations are neither 0 nor their arguments.
    let small = |dtype: Dtype, shape: &[i64], seed: u64| match dtype {
        F16 | Bf16 => of(dtype, shape, tiny(seed)),
        _ => numbers(dtype, shape, seed),
    };
    let deq = |n: i64, seed: u64| match given.deq {
        U64 | I64 => of(given.deq, &shaped(&[n]), words(seed)),
        dtype => of(dtype, &shaped(&[n]), tiny(seed + 9)),
    };
    let antiquant = |n: i64, seed: u64| match given.groups {
        0 => of(x, &shaped(&[n]), fine(seed)),
        groups => of(x, &shaped(&[groups, n]), fine(seed)),
    };
    let tokens: Vec<i64> = match (e, given.ends) {
        (0, _) => vec![],
        (_, true) => vec![4, 4, 10],
        _ => vec![3, 0, 7],
    };
    let list = match (version, e) {
        (_, 0) => Argument::Null,
        (3, _) => {
            let all = tokens.iter().map(|&x| x as f64).collect();
            arg(of(I64, &[e], Contents::Numbers(all)))
        }
        _ => Argument::Ints(tokens),
    };
    let count = e.max(1);
    let mut call = vec![
        arg(small(x, &[2, 5, k1], 1)),
        arg(small(weight, &shaped(&[k1, n1]), 2)),
        arg(small(weight, &shaped(&[k2, k1]), 3)),
        list,
        optional(given.bias, small(bias, &shaped(&[n1]), 4)),
        optional(given.bias, small(bias, &shaped(&[k1]), 5)),
        optional(
            is_code,
            match given.columns {
                true => of(F32, &shaped(&[n1]), scales(6)),
                false => of(F32, &[count], scales(6)),
            },
        ),
        optional(is_code && given.offset, of(F32, &[count], scales(7))),
        optional(is_code, deq(n1, 8)),
        optional(is_code, deq(k1, 9)),
        optional(is_weight, antiquant(n1, 10)),
        optional(is_weight, antiquant(k1, 11)),
        optional(is_weight && given.offset, antiquant(n1, 12)),
        optional(is_weight && given.offset, antiquant(k1, 13)),
        Argument::Text(given.activation),
        Argument::Int(given.precise),
    ];
    call.extend((version > 1).then_some(Argument::Bool(given.ends)));
    call.push(output(given.y, &[2, 5, k1]));
    call
}

/// Scales of weights: activations of larger numbers would be these numbers but for less than a double shows.
pub fn fine(seed: u64) -> Contents {
    let number = |i: u64| (((i * 37 + seed * 11) % 61) as f64 - 30.0) / 4096.0;
    Contents::Numbers((0..251).map(number).collect())
}

pub fn tiny(seed: u64) -> Contents {
    let number = |i: u64| ((i * 37 + seed * 11) % 61) as f64 / 64.0 - 0.5;
    Contents::Numbers((0..251).map(number).collect())
}

pub fn ffn(version: usize) -> Vec<Vec<Argument>> {
    let plain = Ffn {
        x: F16,
        weight: F16,
        deq: F32,
        y: F16,
        experts: 0,
        activation: "gelu",
        precise: 1,
        bias: true,
        columns: false,
        groups: 0,
        offset: false,
        ends: false,
    };
    let mut all = vec![plain];
    for activation in ["fastgelu", "relu", "silu", "geglu", "swiglu", "reglu"] {
        all.push(Ffn {
            activation,
            bias: activation != "reglu",
            ..plain
        });
    }
    for x in [F16, Bf16] {
        let own = Ffn {
            x,
            weight: x,
            y: x,
            precise: 0,
            ..plain
        };
        all.push(Ffn { experts: 3, ..own });
        all.push(Ffn {
            experts: 3,
            ends: version > 1,
            activation: "silu",
            bias: false,
            ..own
        });
        for weight in [I8, I4] {
            for (experts, groups, offset) in
                [(0, 0, true), (3, 0, false), (3, 4, true), (0, 2, false)]
            {
                all.push(Ffn {
                    weight,
                    experts,
                    groups,
                    offset,
                    activation: "fastgelu",
                    ..own
                });
            }
        }
    }
    for (deq, y) in [(U64, F16), (I64, F16), (F32, F16), (Bf16, Bf16)] {
        for (experts, columns, offset) in [(0, false, true), (3, true, true), (3, false, false)] {
            all.push(Ffn {
                x: I8,
                weight: I8,
                deq,
                y,
                experts,
                columns,
                offset,
                bias: offset,
                activation: "relu",
                ..plain
            });
        }
    }
    all.into_iter().map(|of| ffn_sample(of, version)).collect()
}

/// Small powers of two.
pub fn powers(seed: u64) -> Contents {
    Contents::Numbers((0..61).map(|i| (122 + (i * 7 + seed) % 4) as f64).collect())
}

pub type Samples = fn() -> Vec<Vec<Argument>>;

pub type Bits = fn(&Arguments) -> Vec<Vec<u8>>;

pub fn hold(name: &str, samples: Vec<Vec<Argument>>, stored: Vec<Vec<Argument>>, reference: Bits) {
    for (number, (sample, stored)) in samples.iter().zip(&stored).enumerate() {
        let outputs = call(entry(name), sample)
            .unwrap_or_else(|refusal| panic!("{name} sample {number}: {refusal:?}"));
        assert!(
            outputs == reference(&Arguments::new(entry(name), stored)),
            "{name} sample {number}"
        );
    }
}

pub const ON_910B: &str = "table::shared::matmul::few_bits::products_of_910b";

/// On a chip that has them, in a process of its own.
#[test]
fn products_of_910b() {
    if !chips::is("Ascend910B1", ON_910B) {
        return;
    }
    let all: [(&str, Samples, Bits); 7] = [
        ("aclnnQuantMatmul", first, reference::first),
        ("aclnnQuantMatmulV2", second, reference::second),
        (
            "aclnnBatchMatmulQuant",
            quantised,
            reference::batch_matmul_quant,
        ),
        (
            "aclnnWeightQuantBatchMatmul",
            weights,
            reference::weight_quant,
        ),
        ("aclnnFFN", || ffn(1), reference::ffn),
        ("aclnnFFNV2", || ffn(2), reference::ffn),
        ("aclnnFFNV3", || ffn(3), reference::ffn),
    ];
    for (name, samples, reference) in all {
        hold(name, samples(), samples(), reference);
    }
}

pub const ON_310P: &str = "table::shared::matmul::few_bits::products_of_310p";

/// On a chip that has them, in a process of its own.
#[test]
fn products_of_310p() {
    if !chips::is("Ascend310P3", ON_310P) {
        return;
    }
    for how in [Storage::Plain, Storage::Blocks, Storage::Shown] {
        let stored = if how == Storage::Shown {
            Storage::Blocks
        } else {
            how
        };
        hold(
            "aclnnQuantMatmulDequant",
            dequant(false, how),
            dequant(false, stored),
            reference::dequant,
        );
        hold(
            "aclnnQuantGroupedMatmulDequant",
            dequant(true, how),
            dequant(true, stored),
            reference::grouped_dequant,
        );
        if how != Storage::Plain {
            hold(
                "aclnnQuantGroupedMatmulDequantWeightNZ",
                dequant(true, how),
                dequant(true, stored),
                reference::grouped_dequant,
            );
        }
    }
    let plain = ffn(2);
    hold(
        "aclnnFFNV2",
        plain[..4].to_vec(),
        plain[..4].to_vec(),
        reference::ffn,
    );
}

pub const EXCEPT: Accepts = together!("x1", "x2", "bias", "deqScale", "out", "quantParam", "diagonalMatrix", "deqOffset", "addOffset", "mulScale", "x", "weight1", "weight2", "bias1", "bias2", "y", "scale", "offset", "deqScale1", "deqScale2", "antiquantScale1", "antiquantScale2", "antiquantOffset1", "antiquantOffset2", "expertTokensOptional", "bias1Optional",
    "scaleOptional",
    "offsetOptional",
    "deqScale1Optional",
    "deqScale2Optional",
    "antiquantScale1Optional",
    "antiquantScale2Optional",
    "antiquantOffset1Optional",
    "antiquantOffset2Optional", "bias2Optional"; ("samples", OLDER));
pub const EXCEPT_310P: Accepts = together!("x", "weight", "weightScale", "groupList", "xScaleOptional", "smoothScaleOptional", "out"; ("samples", OLDER), ("dtypes biasOptional", REFUSED), ("dtypes xOffsetOptional", REFUSED));

/// The row of an operator that Ascend910B has.
#[track_caller]
pub fn on_910b(name: &str, samples: Samples, accepts: Accepts) -> Row {
    Row::new(name, samples)
        .accepts(accepts)
        .held_by(ON_910B)
        .holds(Holds(0))
        .except(EXCEPT)
}

/// The row of an operator that Ascend310P has.
#[track_caller]
pub fn on_310p(name: &str, samples: Samples, accepts: Accepts) -> Row {
    Row::new(name, samples)
        .accepts(accepts)
        .held_by(ON_310P)
        .holds(Holds(0))
        .except(EXCEPT_310P)
}

pub const BLOCKS: Accepts = together!("biasOptional", "x1", "x2", "x1ScaleOptional", "x2Scale", "yOut", "yScaleOut", "x", "weight", "weightScale", "xScaleOptional", "y", "yScale"; ("dtypes bias", "null, or without elements"));
