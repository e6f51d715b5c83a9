//! The rows of `aclnnQuantMatmul` and its other forms.

use hostnpu::tensor::Dtype::*;

use crate::argument::{Argument, Contents};
use crate::reference::quant_matmul as reference;
use crate::table::matmul::grouped_matmul::{contents, in_blocks, numbers, of, scales};
use crate::table::shared::matmul::few_bits::types::{FIRST, SECOND};
use crate::table::shared::matmul::few_bits::{first, on_910b, second};
use crate::table::shared::matmul::quantised::types::{EXCEPT, FIFTH, FOURTH, THIRD, WORDS};
use crate::table::shared::matmul::quantised::{Call, output, scale};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

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

pub fn rows() -> Vec<Row> {
    vec![
        on_910b("aclnnQuantMatmul", first, FIRST),
        on_910b("aclnnQuantMatmulV2", second, SECOND),
        Row::new("aclnnQuantMatmulV3", || samples(3))
            .accepts(THIRD)
            .bits(reference::product)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(EXCEPT),
        Row::new("aclnnQuantMatmulV4", || samples(4))
            .accepts(FOURTH)
            .bits(reference::product)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(EXCEPT),
        Row::new("aclnnQuantMatmulV5", || {
            samples(5)
                .into_iter()
                .chain(of_words().iter().map(|call| call.arguments(5)))
                .collect()
        })
        .accepts(FIFTH)
        .bits(reference::product)
        .holds(STRIDED | OVERLAP | SHAPE)
        .except(WORDS),
        Row::new("aclnnQuantMatmulWeightNz", blocked)
            .accepts(FIFTH)
            .bits(reference::product)
            .holds(OVERLAP | SHAPE)
            .except(EXCEPT),
    ]
}
