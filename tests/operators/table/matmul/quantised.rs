//! Products of quantised matrices: each combination of types, and each way in which scales are spread.

mod fused;
mod on_910b;
mod types;
mod weights;

use hostnpu::tensor::Dtype::{self, *};

use on_910b::ON_910B;

use super::grouped::{contents, in_blocks, numbers, of, scales, turned, words};
use crate::argument::{Argument, Contents, Tensor};
use crate::call::call;
use crate::reference::quant_matmul as reference;
use crate::table::{Holds, OVERLAP, Row, SHAPE, STRIDED, entry};

use types::{
    ADDED, ADDED_CODES, ADDED_GROUPS, EXCEPT, FIFTH, FOURTH, FUSED, MORE, OLDER, SUMMED, THIRD,
    TURNED, TWO_LEVELS, WEIGHT, WORDS,
};

use weights::{packs, weight_samples};

use fused::{fused_samples, of_two_levels, summed, turned_batches};

fn arg(tensor: Tensor) -> Argument {
    Argument::Tensor(tensor)
}

fn output(dtype: Dtype, shape: &[i64]) -> Tensor {
    Tensor::new(dtype, shape, Contents::Poison)
}

/// The arguments of the fifth version.
#[derive(Clone)]
struct Call {
    x1: Tensor,
    x2: Tensor,
    x1_scale: Option<Tensor>,
    x2_scale: Tensor,
    y_scale: Option<Tensor>,
    x2_offset: Option<Tensor>,
    y_offset: Option<Tensor>,
    bias: Option<Tensor>,
    transposes: [bool; 2],
    size: i64,
    out: Tensor,
}

fn scale(dtype: Dtype, shape: &[i64], seed: u64) -> Tensor {
    let contents = match dtype {
        U64 | I64 => words(seed),
        F8E8m0 => contents(dtype, seed),
        _ => scales(seed),
    };
    of(dtype, shape, contents)
}

/// The extent of an axis in elements of a type: eight numbers of INT4 in INT32.
fn packed(dtype: Dtype, extent: i64) -> i64 {
    if matches!(dtype, I32 | F32) {
        extent / 8
    } else {
        extent
    }
}

impl Call {
    /// Matrices of rows, inner elements and columns, with a scale for each column.
    fn new([x1, x2, of, out]: [Dtype; 4], [m, k, n]: [i64; 3]) -> Self {
        Self {
            x1: numbers(x1, &[m, packed(x1, k)], 1),
            x2: numbers(x2, &[k, packed(x2, n)], 2),
            x1_scale: None,
            x2_scale: scale(of, &[n], 1),
            y_scale: None,
            x2_offset: None,
            y_offset: None,
            bias: None,
            transposes: [false; 2],
            size: 0,
            out: output(out, &[m, n]),
        }
    }

    fn bias(mut self, dtype: Dtype) -> Self {
        self.bias = Some(numbers(dtype, &self.out.shape[1..], 3));
        self
    }

    fn one(mut self) -> Self {
        self.x2_scale = of(self.x2_scale.dtype, &[1], self.x2_scale.contents.clone());
        self
    }

    fn x1_scale(mut self, dtype: Dtype, shape: &[i64]) -> Self {
        self.x1_scale = Some(scale(dtype, shape, 2));
        self
    }

    fn x2_scale(mut self, shape: &[i64]) -> Self {
        self.x2_scale = scale(self.x2_scale.dtype, shape, 1);
        self
    }

    /// Both sides as stored the other way round.
    fn transposed(mut self, which: [bool; 2]) -> Self {
        for (tensor, is_turned) in [(&mut self.x1, which[0]), (&mut self.x2, which[1])] {
            if is_turned {
                let rank = tensor.shape.len();
                let mut shape = tensor.shape.clone();
                shape.swap(rank - 2, rank - 1);
                *tensor = Tensor::new(tensor.dtype, &shape, tensor.contents.clone());
            }
        }
        self.transposes = which;
        self
    }

    fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    fn arguments(&self, version: usize) -> Vec<Argument> {
        let maybe = |tensor: &Option<Tensor>| tensor.clone().map_or(Argument::Null, arg);
        let flags = self.transposes.map(Argument::Bool);
        let mut all = vec![arg(self.x1.clone()), arg(self.x2.clone())];
        if version >= 5 {
            all.extend([
                maybe(&self.x1_scale),
                arg(self.x2_scale.clone()),
                maybe(&self.y_scale),
                Argument::Null,
                maybe(&self.x2_offset),
                maybe(&self.y_offset),
                maybe(&self.bias),
            ]);
        } else {
            all.extend([arg(self.x2_scale.clone()), maybe(&self.x2_offset)]);
            if version == 4 {
                all.push(maybe(&self.x1_scale));
            }
            all.push(maybe(&self.bias));
        }
        all.extend(flags);
        if version >= 5 {
            all.push(Argument::Int(self.size));
        }
        all.push(arg(self.out.clone()));
        all
    }
}

/// Arguments of all versions.
fn common() -> Vec<Call> {
    let extents = [7, 40, 10];
    let call = |types| Call::new(types, extents);
    let mut calls = vec![
        call([I8, I8, U64, F16]),
        call([I8, I8, I64, Bf16]).bias(I32),
        call([I8, I8, U64, F16]).one(),
        call([I8, I8, U64, I8]),
        call([I8, I8, U64, I8])
            .bias(I32)
            .with(|call| call.x2_offset = Some(of(F32, &[10], scales(3)))),
        call([I8, I8, U64, I8])
            .one()
            .with(|call| call.x2_offset = Some(of(F32, &[1], scales(4)))),
        call([I8, I8, F32, Bf16]),
        call([I8, I8, Bf16, Bf16]).bias(Bf16),
        call([I8, I8, F32, Bf16]).bias(F32).one(),
        // A single number of more than 19 bits.
        call([I8, I8, F32, Bf16])
            .one()
            .with(|call| call.x2_scale.contents = Contents::Numbers(vec![0.123_456_789])),
        call([I8, I8, F32, I32]),
        call([I8, I8, Bf16, I32]).bias(I32),
        call([I4, I4, U64, F16]).bias(I32),
        call([I8, I8, U64, F16]).transposed([true, false]),
        call([I8, I8, U64, F16]).transposed([false, true]),
        call([I8, I8, F32, Bf16]).transposed([true, true]),
        Call::new([I8, I8, F32, Bf16], [130, 1100, 270]),
    ];
    // Sums beyond INT32 wrap.
    calls.push(
        Call::new([I8, I8, F32, I32], [1, 70, 2])
            .bias(I32)
            .with(|call| {
                call.bias.as_mut().unwrap().contents =
                    Contents::Numbers(vec![2_147_483_000.0, -2_147_483_000.0]);
            }),
    );
    // Batches that broadcast, and a bias for each matrix.
    calls.push(call([I8, I8, U64, F16]).with(|call| {
        call.x1 = numbers(I8, &[3, 7, 40], 1);
        call.x2 = numbers(I8, &[1, 40, 10], 2);
        call.out = output(F16, &[3, 7, 10]);
        call.bias = Some(numbers(I32, &[3, 1, 10], 3));
    }));
    calls.push(call([I8, I8, F32, Bf16]).with(|call| {
        call.x1 = numbers(I8, &[2, 1, 7, 40], 1);
        call.x2 = numbers(I8, &[2, 3, 40, 10], 2);
        call.out = output(Bf16, &[2, 3, 7, 10]);
    }));
    calls.push(call([I8, I8, Bf16, Bf16]).bias(F32));
    calls.push(call([I4, I4, I64, F16]).bias(I32));
    calls
}

/// With scales of rows.
fn by_row() -> Vec<Call> {
    let call = |types| Call::new(types, [7, 40, 10]).x1_scale(F32, &[7]);
    vec![
        call([I8, I8, F32, Bf16]).bias(I32),
        // A tensor without elements is none: torch_npu passes it.
        call([I8, I8, Bf16, Bf16])
            .bias(Bf16)
            .with(|call| call.y_offset = Some(of(Bf16, &[0], scales(5)))),
        call([I8, I8, F32, F16]).bias(F16),
        call([I8, I8, F32, F16]).one().bias(F32),
        call([I4, I4, F32, Bf16]).bias(I32),
        call([I4, I4, F32, F16]),
        call([I4, I4, Bf16, Bf16]).bias(I32),
        call([I4, I4, Bf16, Bf16]).bias(Bf16),
        call([I4, I4, Bf16, Bf16]).bias(F32),
    ]
}

/// Codes of eight and four bits, and weights of four.
fn of_codes(is_blocked: bool) -> Vec<Call> {
    let mut calls = Vec::new();
    for (x1, x2) in [
        (F8E4m3fn, F8E4m3fn),
        (Hifloat8, Hifloat8),
        (F8E5m2, F8E4m3fn),
    ] {
        if is_blocked && x1 == F8E5m2 {
            continue;
        }
        let call = |scale, out| Call::new([x1, x2, scale, out], [7, 64, 32]);
        calls.push(call(U64, F16).bias(F32));
        calls.push(call(I64, F32).one());
        calls.push(call(F32, Bf16).x1_scale(F32, &[7]).bias(F32));
        calls.push(call(F32, F32).one().x1_scale(F32, &[7]));
        if !is_blocked {
            calls.push(call(F32, F32).one().x1_scale(F32, &[1]).with(|call| {
                call.x2_scale.contents = Contents::Numbers(vec![0.123_456_789]);
            }));
            calls.push(call(F32, F32).one().x1_scale(F32, &[1]).bias(F32));
        }
        // Blocks of 128, of one row or of 128.
        let large = |out| Call::new([x1, x2, F32, out], [140, 300, 160]);
        calls.push(large(F32).x1_scale(F32, &[140, 3]).x2_scale(&[3, 2]));
        calls.push(
            large(F16)
                .x1_scale(F32, &[2, 3])
                .x2_scale(&[3, 2])
                .with(|call| call.size = 549_764_202_624),
        );
        if !is_blocked {
            calls.push(
                large(F32)
                    .transposed([true, true])
                    .x1_scale(F32, &[3, 140])
                    .x2_scale(&[2, 3])
                    .with(|call| call.size = 4_303_356_032),
            );
        }
        if x1 != Hifloat8 {
            let powers = |out| Call::new([x1, x2, F8E8m0, out], [7, 130, 64]);
            calls.push(
                powers(F32)
                    .x1_scale(F8E8m0, &[7, 3, 2])
                    .x2_scale(&[3, 64, 2])
                    .bias(F32),
            );
            if !is_blocked {
                calls.push(
                    powers(Bf16)
                        .transposed([true, true])
                        .x1_scale(F8E8m0, &[3, 7, 2])
                        .x2_scale(&[64, 3, 2]),
                );
                calls.push(
                    powers(F32)
                        .x1_scale(F8E8m0, &[2, 7, 3, 2])
                        .x2_scale(&[2, 3, 64, 2])
                        .with(|call| {
                            call.x1 = numbers(x1, &[2, 7, 130], 1);
                            call.x2 = numbers(x2, &[2, 130, 64], 2);
                            call.out = output(F32, &[2, 7, 64]);
                        }),
                );
            }
        }
    }
    calls.push(
        Call::new([F4E2m1, F4E2m1, F8E8m0, F16], [7, 128, 64])
            .x1_scale(F8E8m0, &[7, 2, 2])
            .x2_scale(&[2, 64, 2])
            .bias(F32),
    );
    calls
}

/// Weights of four bits beside codes of eight, and groups of inner elements.
fn of_groups() -> Vec<Call> {
    let mut calls = Vec::new();
    for out in [F16, Bf16] {
        let call =
            |of, n| Call::new([F8E4m3fn, F4E2m1, of, out], [7, 64, n]).transposed([false, true]);
        calls.push(
            call(F8E8m0, 10)
                .x1_scale(F8E8m0, &[7, 1, 2])
                .x2_scale(&[10, 1, 2])
                .with(|call| call.bias = Some(numbers(out, &[1, 10], 3))),
        );
        calls.push(
            call(out, 10)
                .x2_scale(&[10, 2])
                .with(|call| call.y_scale = Some(scale(U64, &[1, 10], 4))),
        );
        calls.push(
            Call::new([I4, I4, F32, out], [7, 1024, 10])
                .transposed([false, true])
                .x1_scale(F32, &[7, 1])
                .x2_scale(&[4, 10])
                .with(|call| {
                    call.x2_offset = Some(numbers(F16, &[4, 10], 5));
                }),
        );
    }
    calls
}

/// Words of eight numbers of INT4.
fn of_words() -> Vec<Call> {
    vec![
        Call::new([I32, I32, U64, F16], [7, 40, 16]).bias(I32),
        Call::new([I32, I32, U64, F16], [7, 40, 16])
            .with(|call| call.x2 = numbers(I32, &[40, 2], 2)),
    ]
}

fn samples(version: usize) -> Vec<Vec<Argument>> {
    let mut calls = common();
    if version >= 4 {
        calls.extend(by_row());
    }
    if version >= 5 {
        calls.extend(of_codes(false));
        calls.extend(of_groups());
    }
    calls.iter().map(|call| call.arguments(version)).collect()
}

/// The same with the right side in FRACTAL_NZ.
fn blocked() -> Vec<Vec<Argument>> {
    let mut calls: Vec<Call> = common()
        .into_iter()
        .chain(by_row())
        .chain(of_codes(true))
        .collect();
    calls.retain(|call| !matches!(call.x2.dtype, I4) && call.x2.shape[call.x2.shape.len() - 1] > 2);
    let mut call = Call::new([F8E4m3fn, F4E2m1, F8E8m0, Bf16], [7, 64, 16])
        .transposed([false, true])
        .x1_scale(F8E8m0, &[7, 1, 2])
        .x2_scale(&[16, 1, 2]);
    call.bias = Some(numbers(Bf16, &[1, 16], 3));
    calls.push(call);
    let mut call = Call::new([F8E4m3fn, F4E2m1, F16, F16], [7, 64, 16]).x2_scale(&[2, 16]);
    call.y_scale = Some(scale(I64, &[1, 16], 4));
    calls.push(call);
    let in_storage = |mut call: Call| {
        let (dtype, block) = (call.x2.dtype, 256 / call.x2.dtype.bits() as i64);
        call.x2 = in_blocks(
            dtype,
            &call.x2.shape,
            false,
            block,
            call.x2.contents.clone(),
        );
        call
    };
    let mut samples: Vec<_> = calls
        .into_iter()
        .map(|call| in_storage(call).arguments(5))
        .collect();
    // A transposed view of a transposed storage.
    let mut turned_view = Call::new([I8, I8, U64, F16], [7, 40, 10]);
    turned_view.x2 = in_blocks(I8, &[40, 10], true, 32, contents(I8, 2));
    samples.push(turned_view.arguments(5));
    let mut words = Call::new([F8E4m3fn, F4E2m1, F16, F16], [7, 64, 16]).x2_scale(&[2, 16]);
    words.y_scale = Some(scale(U64, &[1, 16], 4));
    words.x2 = in_blocks(F32, &[64, 2], false, 8, Contents::Patterns(3));
    samples.push(words.arguments(5));
    samples
}

fn added(has_kind: bool) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for dtype in [F16, Bf16] {
        let mut add = |list: &[f64], kind: i64, [k, m, n]: [i64; 3]| {
            let mut all = vec![
                arg(numbers(dtype, &[k, m], 1)),
                arg(numbers(dtype, &[k, n], 2)),
                arg(of(
                    I64,
                    &[list.len() as i64],
                    Contents::Numbers(list.to_vec()),
                )),
                arg(numbers(F32, &[list.len() as i64, m, n], 3)),
                Argument::Bool(true),
                Argument::Bool(false),
                Argument::Int(2),
            ];
            if has_kind {
                all.push(Argument::Int(kind));
            }
            samples.push(all);
        };
        add(&[3.0, 3.0, 12.0, 20.0], 0, [20, 7, 9]);
        add(&[3.0, 300.0, 350.0], 0, [400, 60, 90]);
        if has_kind {
            add(&[3.0, 0.0, 9.0, 5.0], 1, [20, 7, 9]);
        }
    }
    samples
}

/// Codes whose products are added: with a list of groups, or without one.
fn added_codes(has_list: bool) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    let (k, m, n) = (200, 7, 9);
    for (x1, x2, powers) in [
        (F8E5m2, F8E4m3fn, true),
        (F8E4m3fn, F8E4m3fn, true),
        (Hifloat8, Hifloat8, false),
        (F8E5m2, F8E5m2, true),
        (F8E4m3fn, F8E5m2, true),
    ] {
        let spreads: &[&[i64]] = match (powers, has_list) {
            (true, true) => &[&[7, 9, 2]],
            (true, false) => &[&[4, 9, 2]],
            (false, true) => &[&[4, 9], &[4], &[4, 1]],
            (false, false) => &[&[1]],
        };
        for spread in spreads {
            let left: &[i64] = match (powers, has_list) {
                (true, true) => &[7, 7, 2],
                (true, false) => &[4, 7, 2],
                (false, true) => &[4],
                (false, false) => &[1],
            };
            let of_scale = if powers { F8E8m0 } else { F32 };
            let mut all = vec![
                arg(numbers(x1, &[k, m], 1)),
                arg(numbers(x2, &[k, n], 2)),
                arg(scale(of_scale, left, 4)),
                arg(scale(of_scale, spread, 5)),
            ];
            if has_list {
                all.push(arg(of(
                    I64,
                    &[4],
                    Contents::Numbers(vec![64.0, 64.0, 150.0, 200.0]),
                )));
                all.extend([arg(numbers(F32, &[4, m, n], 3)), Argument::Int(0)]);
            } else {
                all.extend([
                    arg(numbers(F32, &[m, n], 3)),
                    Argument::Bool(true),
                    Argument::Bool(false),
                ]);
            }
            all.push(Argument::Int(if powers { 32 } else { 0 }));
            samples.push(all);
        }
    }
    samples
}

#[test]
fn rows_by_inner_elements_are_a_turned_view() {
    let name = "aclnnQuantGroupedMatmulInplaceAdd";
    for plain in added_codes(true) {
        let mut turned = plain.clone();
        if let Argument::Tensor(tensor) = &mut turned[0] {
            let [k, m] = [tensor.shape[0], tensor.shape[1]];
            tensor.shown = Some((vec![m, k], vec![1, m]));
        }
        let [plain, turned] = [plain, turned].map(|sample| call(entry(name), &sample).unwrap());
        assert!(plain == turned);
    }
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnQuantMatmulV3", || samples(3))
            .accepts(THIRD)
            .bits(reference::third)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(EXCEPT),
        Row::new("aclnnQuantMatmulV4", || samples(4))
            .accepts(FOURTH)
            .bits(reference::fourth)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(EXCEPT),
        Row::new("aclnnQuantMatmulV5", || {
            samples(5)
                .into_iter()
                .chain(of_words().iter().map(|call| call.arguments(5)))
                .collect()
        })
        .accepts(FIFTH)
        .bits(reference::fifth)
        .holds(STRIDED | OVERLAP | SHAPE)
        .except(WORDS),
        Row::new("aclnnQuantMatmulWeightNz", blocked)
            .accepts(FIFTH)
            .bits(reference::fifth)
            .holds(OVERLAP | SHAPE)
            .except(EXCEPT),
        Row::new("aclnnWeightQuantBatchMatmulV2", || {
            weight_samples(false, false)
        })
        .accepts(WEIGHT)
        .bits(reference::weight)
        .holds(STRIDED | OVERLAP | SHAPE)
        .except(WORDS),
        Row::new("aclnnWeightQuantBatchMatmulV3", || {
            weight_samples(true, false)
        })
        .accepts(WEIGHT)
        .bits(reference::weight)
        .holds(STRIDED | OVERLAP | SHAPE)
        .except(WORDS),
        Row::new("aclnnWeightQuantBatchMatmulNz", || {
            weight_samples(false, true)
        })
        .accepts(WEIGHT)
        .bits(reference::weight)
        .holds(OVERLAP | SHAPE)
        .except(WORDS),
        Row::new("aclnnGroupedMatmulAdd", || added(false))
            .accepts(ADDED)
            .bits(reference::added)
            .except(EXCEPT),
        Row::new("aclnnGroupedMatmulAddV2", || added(true))
            .accepts(ADDED)
            .bits(reference::added)
            .except(EXCEPT),
        Row::new("aclnnQuantGroupedMatmulInplaceAdd", || added_codes(true))
            .accepts(ADDED_GROUPS)
            .bits(reference::added_codes)
            .except(EXCEPT),
        Row::new("aclnnQuantBatchMatmulInplaceAdd", || added_codes(false))
            .accepts(ADDED_CODES)
            .bits(reference::added_codes)
            .except(EXCEPT),
        Row::new("aclnnDualLevelQuantMatmulWeightNz", of_two_levels)
            .accepts(TWO_LEVELS)
            .bits(reference::of_two_levels)
            .holds(SHAPE)
            .except(MORE),
        Row::new("aclnnTransposeQuantBatchMatMul", || turned_batches(false))
            .accepts(TURNED)
            .bits(reference::turned_batches)
            .holds(STRIDED | SHAPE)
            .except(MORE),
        Row::new("aclnnTransposeQuantBatchMatMulWeightNz", || {
            turned_batches(true)
        })
        .accepts(TURNED)
        .bits(reference::turned_batches)
        .holds(SHAPE)
        .except(MORE),
        Row::new("aclnnQuantMatmulReduceSumWeightNz", summed)
            .accepts(SUMMED)
            .held_by(ON_910B)
            .holds(Holds(0))
            .except(OLDER),
        Row::new("aclnnFusedQuantMatmul", || fused_samples(false))
            .accepts(FUSED)
            .held_by(ON_910B)
            .holds(Holds(0))
            .except(OLDER),
        Row::new("aclnnFusedQuantMatmulWeightNz", || fused_samples(true))
            .accepts(FUSED)
            .held_by(ON_910B)
            .holds(Holds(0))
            .except(OLDER),
        Row::new("aclnnConvertWeightToINT4Pack", packs)
            .accepts(&[
                ("weight", "910B: i32 | 950: i32 f32"),
                ("weightInt4Pack", "910B: i4 i32 | 950: i4 i32 e2m1 f32"),
            ])
            .bits(reference::packed)
            .holds(SHAPE)
            .except(EXCEPT),
    ]
}
