//! Grouped products: each scenario of tensors and groups, and each combination of types.

mod few_bits;
mod on_910b;
mod types;

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, Contents, Tensor, dense};
use crate::call::call;
use crate::reference::grouped as reference;
use crate::table::{Row, SHAPE, STRIDED, entry};

use types::{BLOCKED, EXCEPT, FIRST, LATER, SECOND, THIRD, WORDS};

use few_bits::{antiquant, codes, eight_by_four, integers, stored_by_columns};

/// Numbers that a type holds, whose products and sums are exact in DOUBLE: numbers, or codes of types of 8 bits or fewer.
pub fn contents(dtype: Dtype, seed: u64) -> Contents {
    let mixed = |i: u64| ((i + seed * 977 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as i64;
    let number = |i: u64| -> f64 {
        let x = mixed(i);
        match dtype {
            I8 => (x % 256 - 128) as f64,
            I32 => (x % 4001 - 2000) as f64,
            I4 | F4E2m1 | F4E1m2 => (x % 16) as f64,
            // Of both signs, from 2^-3 up to 2^3.
            F8E4m3fn => ((x & 0x80) + 0x20 + x % 0x30) as f64,
            F8E5m2 => ((x & 0x80) + 0x30 + x % 0x18) as f64,
            Hifloat8 => ((x & 0x80) + 0x08 + x % 0x38) as f64,
            F8E8m0 => (125 + x % 5) as f64,
            _ => (x % 257 - 128) as f64 / 16.0,
        }
    };
    Contents::Numbers((0..499).map(number).collect())
}

/// Numbers of few bits, around 1.
pub fn scales(seed: u64) -> Contents {
    Contents::Numbers(
        (0..61)
            .map(|i| ((i * 7 + seed * 5) % 31 + 1) as f64 / 16.0)
            .collect(),
    )
}

/// Words with the bits of such a number, an offset of 9 bits and bit 46.
pub fn words(seed: u64) -> Contents {
    let word = |i: u64| {
        let scale = (((i * 7 + seed * 5) % 31 + 1) as f32 / 1024.0).to_bits();
        let offset = (i * 37 + seed) & 0x1ff;
        // Numbers hold 53 bits.
        (u64::from(scale) | offset << 37 | 1 << 46) as f64
    };
    Contents::Numbers((0..61).map(word).collect())
}

pub fn of(dtype: Dtype, shape: &[i64], contents: Contents) -> Tensor {
    Tensor::new(dtype, shape, contents)
}

pub fn numbers(dtype: Dtype, shape: &[i64], seed: u64) -> Tensor {
    of(dtype, shape, contents(dtype, seed))
}

/// The same, as the transpose of a dense tensor.
pub fn turned(mut tensor: Tensor) -> Tensor {
    let rank = tensor.shape.len();
    let mut stored = tensor.shape.clone();
    stored.swap(rank - 2, rank - 1);
    tensor.strides = dense(&stored);
    tensor.strides.swap(rank - 2, rank - 1);
    tensor
}

/// A weight stored in FRACTAL_NZ, plain or transposed, in blocks of so many elements; of words, of so many words.
pub fn in_blocks(
    dtype: Dtype,
    shape: &[i64],
    is_turned: bool,
    block: i64,
    contents: Contents,
) -> Tensor {
    let rank = shape.len();
    let (mut stored, mut strides) = (shape.to_vec(), dense(shape));
    if is_turned {
        stored.swap(rank - 2, rank - 1);
        strides = dense(&stored);
        strides.swap(rank - 2, rank - 1);
    }
    let up = |extent: i64, size: i64| (extent + size - 1) / size;
    let mut storage = stored[..rank - 2].to_vec();
    storage.extend([
        up(stored[rank - 1], block),
        up(stored[rank - 2], 16),
        16,
        block,
    ]);
    let tensor = Tensor::new(dtype, &storage, contents);
    Tensor {
        format: aclFormat::ACL_FORMAT_FRACTAL_NZ,
        shown: Some((shape.to_vec(), strides)),
        ..tensor
    }
}

/// The arguments of all versions.
#[derive(Clone)]
struct Call {
    x: Vec<Tensor>,
    weight: Vec<Tensor>,
    bias: Vec<Tensor>,
    scale: Vec<Tensor>,
    offset: Vec<Tensor>,
    antiquant: [Vec<Tensor>; 2],
    per_token: Vec<Tensor>,
    groups: Vec<i64>,
    split: i64,
    group_type: i64,
    kind: i64,
    act: i64,
    tuning: Option<Vec<i64>>,
    size: i64,
    out: Vec<Tensor>,
}

fn tensors(of: &[Tensor]) -> Argument {
    match of {
        [] => Argument::Null,
        _ => Argument::Tensors(of.to_vec()),
    }
}

fn output(dtype: Dtype, shape: &[i64]) -> Tensor {
    Tensor::new(dtype, shape, Contents::Poison)
}

impl Call {
    /// Rows of one tensor in groups of these ends, with one weight.
    fn rows([x, weight, out]: [Dtype; 3], [m, k, n]: [i64; 3], ends: &[i64]) -> Self {
        let g = ends.len() as i64;
        let packed = |dtype, extent: i64| if dtype == I32 { extent / 8 } else { extent };
        Self {
            x: vec![numbers(x, &[m, packed(x, k)], 1)],
            weight: vec![numbers(weight, &[g, k, packed(weight, n)], 2)],
            bias: Vec::new(),
            scale: Vec::new(),
            offset: Vec::new(),
            antiquant: [Vec::new(), Vec::new()],
            per_token: Vec::new(),
            groups: ends.to_vec(),
            split: 3,
            group_type: 0,
            kind: 0,
            act: 0,
            tuning: None,
            size: 0,
            out: vec![output(out, &[m, n])],
        }
    }

    /// Steps of one tensor in groups of these ends.
    fn steps([x, weight, out]: [Dtype; 3], [m, k, n]: [i64; 3], ends: &[i64]) -> Self {
        Self {
            x: vec![turned(numbers(x, &[m, k], 1))],
            weight: vec![numbers(weight, &[k, n], 2)],
            group_type: 2,
            out: vec![output(out, &[ends.len() as i64, m, n])],
            ..Self::rows([x, weight, out], [m, k, n], ends)
        }
    }

    /// Each tensor of `x` with a weight: rows, inner elements and columns.
    fn each([x, weight, out]: [Dtype; 3], extents: &[[i64; 3]]) -> Self {
        let all = |make: &dyn Fn(u64, [i64; 3]) -> Tensor| {
            (0..)
                .zip(extents)
                .map(|(i, &extents)| make(i, extents))
                .collect()
        };
        Self {
            x: all(&|i, [m, k, _]| numbers(x, &[m, k], i + 1)),
            weight: all(&|i, [_, k, n]| numbers(weight, &[k, n], i + 7)),
            groups: Vec::new(),
            split: 0,
            group_type: -1,
            out: all(&|_, [m, _, n]| output(out, &[m, n])),
            ..Self::rows([x, weight, out], [1, 1, 1], &[1])
        }
    }

    fn bias(mut self, dtype: Dtype) -> Self {
        self.bias = match self.weight.len() {
            1 if self.weight[0].shape.len() > 2 || self.weight[0].shown.is_some() => {
                let n = *self.out[0].shape.last().unwrap();
                vec![numbers(
                    dtype,
                    &[
                        self.groups.len() as i64 / if self.kind == 2 { 2 } else { 1 },
                        n,
                    ],
                    3,
                )]
            }
            _ => self
                .weight
                .iter()
                .map(|weight| numbers(dtype, &weight.shape[1..], 3))
                .collect(),
        };
        self
    }

    fn scale(mut self, dtype: Dtype, shape: &[i64]) -> Self {
        let contents = match dtype {
            U64 | I64 => words(1),
            F8E8m0 => contents(dtype, 4),
            _ => scales(1),
        };
        self.scale = vec![of(dtype, shape, contents)];
        self
    }

    fn per_token(mut self, dtype: Dtype, shape: &[i64]) -> Self {
        let contents = if dtype == F8E8m0 {
            contents(dtype, 5)
        } else {
            scales(2)
        };
        self.per_token = vec![of(dtype, shape, contents)];
        self
    }

    fn antiquant(mut self, dtype: Dtype, shape: &[i64], has_offset: bool) -> Self {
        let scale = if dtype == F8E8m0 {
            contents(dtype, 4)
        } else {
            scales(1)
        };
        self.antiquant[0] = vec![of(dtype, shape, scale)];
        if has_offset {
            self.antiquant[1] = vec![numbers(dtype, shape, 6)];
        }
        self
    }

    fn turned_weight(mut self) -> Self {
        self.weight = self.weight.into_iter().map(turned).collect();
        self
    }

    /// Groups as sizes, or as numbers and sizes.
    fn kind(mut self, kind: i64) -> Self {
        let mut start = 0;
        let sizes = self.groups.iter().enumerate().flat_map(|(group, &end)| {
            let size = end - start;
            start = end;
            if kind == 2 {
                vec![group as i64, size]
            } else {
                vec![size]
            }
        });
        self.groups = sizes.collect();
        self.kind = kind;
        self
    }

    fn listed(&self) -> Argument {
        let shape = match self.kind {
            2 => vec![self.groups.len() as i64 / 2, 2],
            _ => vec![self.groups.len() as i64],
        };
        match self.groups.is_empty() {
            true => Argument::Null,
            false => Argument::Tensor(of(
                I64,
                &shape,
                Contents::Numbers(self.groups.iter().map(|&x| x as f64).collect()),
            )),
        }
    }

    fn arguments(&self, version: usize) -> Vec<Argument> {
        let mut all = vec![
            tensors(&self.x),
            tensors(&self.weight),
            tensors(&self.bias),
            tensors(&self.scale),
            tensors(&self.offset),
            tensors(&self.antiquant[0]),
            tensors(&self.antiquant[1]),
        ];
        if version >= 4 {
            all.push(tensors(&self.per_token));
        }
        all.push(match (version, self.groups.is_empty()) {
            (_, true) => Argument::Null,
            (1 | 2, _) => Argument::Ints(self.groups.clone()),
            _ => self.listed(),
        });
        if version >= 4 {
            all.extend([const { Argument::Null }; 3]);
        }
        all.push(Argument::Int(self.split));
        if version >= 2 {
            all.push(Argument::Int(self.group_type));
        }
        if version >= 4 {
            all.extend([self.kind, self.act].map(Argument::Int));
        }
        if version >= 5 {
            all.push(self.tuning.clone().map_or(Argument::Null, Argument::Ints));
        }
        if version >= 6 {
            all.push(Argument::Int(self.size));
        }
        all.push(tensors(&self.out));
        if version >= 4 {
            all.extend([const { Argument::Null }; 2]);
        }
        all
    }
}

/// The output in tensors of the rows of each group.
fn split(mut call: Call, n: &[i64]) -> Call {
    let mut start = 0;
    let dtype = call.out[0].dtype;
    let own = call.groups.iter().zip(n).map(|(&end, &n)| {
        let rows = end - start;
        start = end;
        output(dtype, &[rows, n])
    });
    call.out = own.collect();
    call.split = 0;
    call
}

/// Weights in tensors of their own.
fn many(mut call: Call, columns: &[i64]) -> Call {
    let (dtype, k) = (call.weight[0].dtype, call.weight[0].shape[1]);
    call.weight = (0..)
        .zip(columns)
        .map(|(i, &n)| numbers(dtype, &[k, n], i + 2))
        .collect();
    call
}

/// Products of floating-point numbers in all scenarios of groups.
fn plain(version: usize) -> Vec<Call> {
    let mut calls = Vec::new();
    let ends = [3, 3, 12, 20];
    let columns = [9; 4];
    for dtype in [F16, Bf16, F32] {
        let types = [dtype; 3];
        calls.push(many(Call::rows(types, [20, 13, 9], &ends), &columns));
        calls.push(
            many(Call::rows(types, [20, 13, 9], &ends), &columns)
                .bias(F32)
                .turned_weight(),
        );
        let own = many(Call::rows(types, [20, 13, 9], &ends), &[9, 5, 17, 1]).bias(dtype);
        if version <= 2 {
            calls.push(split(own, &[9, 5, 17, 1]));
        }
        calls.push(Call::each(types, &[[4, 5, 6], [7, 300, 3], [0, 2, 2]]).bias(dtype));
        // Rows of tensors of their own, to one output.
        let mut joined = Call::each(types, &[[4, 5, 6], [7, 30, 6]]);
        (joined.split, joined.group_type) = (2, 0);
        joined.out = vec![output(dtype, &[11, 6])];
        calls.push(joined);
    }
    if version >= 2 {
        for dtype in [F16, Bf16, F32] {
            let types = [dtype; 3];
            calls.push(Call::rows(types, [20, 13, 9], &ends).bias(F32));
            calls.push(Call::rows(types, [20, 300, 300], &ends).turned_weight());
            calls.push(Call::steps(types, [5, 20, 9], &ends));
        }
        let mut large = Call::rows([Bf16; 3], [280, 520, 270], &[1, 262, 280]);
        large.bias = Vec::new();
        calls.push(large);
    }
    if version >= 3 {
        // Rows behind the last group.
        calls.push(Call::rows([F16; 3], [20, 13, 9], &[3, 3, 12, 17]));
        let mut own = Call::each([F16; 3], &[[5, 3, 6], [5, 7, 4]]);
        own.x = vec![turned(numbers(F16, &[5, 12], 1))];
        own.group_type = 2;
        calls.push(own);
    }
    if version >= 4 {
        calls.push(Call::rows([F16; 3], [20, 13, 9], &[3, 3, 12, 17]).kind(1));
        calls.push(Call::steps([F32; 3], [5, 20, 9], &[3, 3, 12, 17]).kind(1));
    }
    calls
}

/// Words that hold FLOAT.
fn floats() -> Contents {
    let word = |i: u32| f64::from(((i * 7 % 31 + 1) as f32 / 16.0).to_bits());
    Contents::Numbers((0..61).map(word).collect())
}

/// The samples of a version, the plainest first.
fn samples(version: usize) -> Vec<Vec<Argument>> {
    let mut calls = plain(version);
    calls.extend(antiquant(version));
    calls.extend(integers(version));
    if version >= 4 {
        calls.extend(codes());
    }
    if version >= 5 {
        calls.extend(stored_by_columns());
    }
    calls.iter().map(|call| call.arguments(version)).collect()
}

/// Weights in FRACTAL_NZ.
fn blocked() -> Vec<Vec<Argument>> {
    let ends = [3, 3, 12, 19];
    let mut calls = Vec::new();
    for (types, block) in [
        ([F16; 3], 16),
        ([Bf16; 3], 16),
        ([I8, I8, Bf16], 32),
        ([F8E4m3fn, F8E4m3fn, F32], 32),
        ([F4E2m1, F4E2m1, F16], 64),
    ] {
        for is_turned in [false, true] {
            let [k, n] = if types[1] == F4E2m1 {
                [128, 64]
            } else {
                [64, 48]
            };
            let mut call = Call::rows(types, [20, k, n], &ends);
            call.weight = vec![in_blocks(
                types[1],
                &[4, k, n],
                is_turned,
                block,
                contents(types[1], 2),
            )];
            call = match types[0] {
                I8 => call.scale(F32, &[4, n]).per_token(F32, &[20]).bias(I32),
                F16 | Bf16 => call.bias(F32),
                _ => {
                    let shape = if is_turned {
                        [4, n, k / 64, 2]
                    } else {
                        [4, k / 64, n, 2]
                    };
                    call.scale(F8E8m0, &shape)
                        .per_token(F8E8m0, &[20, k / 64, 2])
                }
            };
            calls.push(call);
        }
    }
    calls.extend(eight_by_four(true));
    // Weights of four bits with powers of two, and with scales of groups of steps.
    for (x, weight) in [(F16, F4E2m1), (Bf16, F32)] {
        let mut call =
            Call::rows([x, F4E2m1, x], [20, 64, 64], &ends).antiquant(F8E8m0, &[4, 2, 64], false);
        call.weight = vec![match weight {
            F32 => in_blocks(F32, &[4, 64, 8], false, 2, Contents::Patterns(3)),
            _ => in_blocks(F4E2m1, &[4, 64, 64], false, 16, contents(F4E2m1, 2)),
        }];
        calls.push(call.bias(x));
    }
    let mut call = Call::rows([F8E4m3fn, F4E2m1, Bf16], [20, 128, 64], &ends)
        .antiquant(F8E8m0, &[4, 64, 2, 2], false)
        .per_token(F8E8m0, &[20, 2, 2]);
    call.weight = vec![in_blocks(
        F4E2m1,
        &[4, 128, 64],
        true,
        32,
        contents(F4E2m1, 2),
    )];
    calls.push(call.bias(Bf16));
    let weight_of = |dtype: Dtype, block| {
        vec![in_blocks(
            dtype,
            &[4, 64, 64],
            false,
            block,
            contents(dtype, 2),
        )]
    };
    let mut call = Call::rows([F16; 3], [20, 64, 64], &ends);
    call.weight = weight_of(F16, 16);
    calls.push(call.bias(F16));
    for (out, scale, bias) in [
        (F16, U64, I32),
        (I32, U64, I32),
        (Bf16, Bf16, I32),
        (Bf16, Bf16, Bf16),
        (Bf16, F32, Bf16),
    ] {
        let mut call = Call::rows([I8, I8, out], [20, 64, 64], &ends).scale(scale, &[4, 64]);
        call.weight = weight_of(I8, 32);
        calls.push(call.bias(bias));
    }
    let mut call = Call::rows([I8, I8, F16], [20, 64, 64], &ends)
        .scale(F32, &[4, 64])
        .per_token(F32, &[20]);
    call.weight = weight_of(I8, 32);
    calls.push(call.kind(2));
    calls.extend(stored_by_columns());
    let mut call = Call::rows([I4, I4, F16], [20, 64, 64], &ends)
        .scale(U64, &[4, 64])
        .per_token(F32, &[20]);
    call.weight = weight_of(I4, 64);
    calls.push(call);
    for weight in [I4, I32] {
        let mut call = Call::rows([I8, weight, F16], [20, 256, 64], &ends)
            .antiquant(F16, &[4, 2, 64], false)
            .scale(F32, &[4, 64])
            .per_token(F32, &[20]);
        call.weight = vec![match weight {
            I32 => in_blocks(I32, &[4, 256, 8], false, 2, contents(I32, 2)),
            _ => in_blocks(I4, &[4, 256, 64], false, 16, contents(I4, 2)),
        }];
        calls.push(call.bias(F32));
    }
    calls.iter().map(|call| call.arguments(6)).collect()
}

#[test]
fn powers_of_turned_weights_may_be_turned_views() {
    let name = "aclnnGroupedMatmulWeightNz";
    let mut count = 0;
    for plain in blocked() {
        let mut turned = plain.clone();
        for argument in &mut turned {
            if let Argument::Tensors(list) = argument
                && let [tensor] = &mut list[..]
                && tensor.dtype == F8E8m0
                && tensor.shape == [4, 64, 2, 2]
            {
                tensor.shown = Some((vec![4, 2, 64, 2], vec![256, 2, 4, 1]));
                count += 1;
            }
        }
        let [plain, turned] = [plain, turned].map(|sample| call(entry(name), &sample).unwrap());
        assert!(plain == turned);
    }
    assert!(count > 0);
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGroupedMatmul", || samples(1))
            .accepts(FIRST)
            .bits(reference::grouped)
            .holds(STRIDED | SHAPE)
            .except(EXCEPT),
        Row::new("aclnnGroupedMatmulV2", || samples(2))
            .accepts(SECOND)
            .bits(reference::grouped)
            .holds(STRIDED | SHAPE)
            .except(EXCEPT),
        Row::new("aclnnGroupedMatmulV3", || samples(3))
            .accepts(THIRD)
            .bits(reference::grouped)
            .holds(STRIDED | SHAPE)
            .except(EXCEPT),
        Row::new("aclnnGroupedMatmulV4", || samples(4))
            .accepts(LATER)
            .bits(reference::grouped)
            .holds(STRIDED | SHAPE)
            .except(WORDS),
        Row::new("aclnnGroupedMatmulV5", || samples(5))
            .accepts(LATER)
            .bits(reference::grouped)
            .holds(STRIDED | SHAPE)
            .except(WORDS),
        Row::new("aclnnGroupedMatmulWeightNz", blocked)
            .accepts(BLOCKED)
            .bits(reference::grouped)
            .holds(SHAPE)
            .except(EXCEPT),
    ]
}
