//! Samples and checks of several operators: the largest elements of windows with their places as bits, on a chip that has them.

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::{call, prepare};
use crate::number::{Number, decode, encode};
use crate::reference::pooling;
use crate::table::entry;
use crate::table::samples::{read, write};
use crate::table::shared::pooling::{NUMBERS, ints};
use hostnpu::tensor::Dtype;

/// Shapes of what is read and of results, size, stride, padding.
pub type Call = (Dtype, &'static [i64], &'static [i64], [&'static [i64]; 3]);

pub const CALLS: [Call; 4] = [
    (Dtype::F16, &[2, 3, 7, 6], &[2, 3, 4, 3], [&[3], &[2], &[1]]),
    (
        Dtype::F32,
        &[3, 9, 20],
        &[3, 8, 10],
        [&[2, 3], &[1, 2], &[0, 1]],
    ),
    (
        Dtype::Bf16,
        &[1, 20, 4, 4],
        &[1, 20, 4, 4],
        [&[1], &[], &[0]],
    ),
    (Dtype::F32, &[0, 2, 4, 4], &[0, 2, 2, 2], [&[2], &[], &[0]]),
];

pub fn bits_of(size: &[i64], out: &[i64]) -> Vec<i64> {
    let (before, plane) = out.split_at(out.len() - 2);
    let places = size[0] * size[size.len() - 1];
    let row = ((plane[0] * plane[1] + 15) / 16 + 1) * 32;
    [before, &[places, row]].concat()
}

pub fn forward() -> Vec<Vec<Argument>> {
    let sample = |(dtype, input, out, [size, stride, padding]): &Call| {
        vec![
            read(*dtype, input, &NUMBERS),
            ints(size),
            ints(stride),
            ints(padding),
            ints(&[1]),
            Argument::Bool(false),
            write(*dtype, out),
            write(Dtype::I8, &bits_of(size, out)),
        ]
    };
    CALLS.iter().map(sample).collect()
}

/// The bytes of a mask for places in planes.
pub fn mask(sample: &[Argument], places: &[Number]) -> Vec<f64> {
    let (input, out) = (&sample[0].tensors()[0].shape, &sample[6].tensors()[0].shape);
    let shape = &sample[7].tensors()[0].shape;
    let (width, across) = (input[input.len() - 1], out[out.len() - 1]);
    let windows = (out[out.len() - 2] * across) as usize;
    let [
        Argument::Ints(size),
        Argument::Ints(stride),
        Argument::Ints(padding),
    ] = &sample[1..4]
    else {
        panic!("sizes");
    };
    let last = |numbers: &[i64]| numbers[numbers.len() - 1];
    let stride = if stride.is_empty() { size } else { stride };
    let (rows, row) = (
        shape[shape.len() - 2] as usize,
        shape[shape.len() - 1] as usize,
    );
    let mut mask = vec![0_u8; shape.iter().product::<i64>() as usize];
    for (number, place) in places.iter().enumerate() {
        let (plane, window) = (number / windows, number % windows);
        let (place, at) = (place.as_int() as i64, window as i64);
        let down = place / width - (at / across * stride[0] - padding[0]);
        let right = place % width - (at % across * last(stride) - last(padding));
        let line = (down * last(size) + right) as usize;
        mask[(plane * rows + line) * row + window / 8] |= 1 << (window % 8);
    }
    mask.into_iter().map(|byte| f64::from(byte as i8)).collect()
}

pub fn backward() -> Vec<Vec<Argument>> {
    let turn = |sample: Vec<Argument>| {
        let [_, places] = <[Vec<Number>; 2]>::try_from(pooling::largest_even(&Arguments::of(
            "aclnnMaxPool2dWithMask",
            &sample,
        )))
        .expect("two");
        let (input, out) = (&sample[0].tensors()[0], &sample[6].tensors()[0]);
        let mut turned = vec![
            read(out.dtype, &out.shape, &NUMBERS),
            sample[0].clone(),
            read(
                Dtype::I8,
                &sample[7].tensors()[0].shape,
                &mask(&sample, &places),
            ),
        ];
        turned.extend_from_slice(&sample[1..6]);
        turned.push(write(input.dtype, &input.shape));
        turned
    };
    forward().into_iter().map(turn).collect()
}

/// Holds outputs against exact numbers.
pub fn is_right(output: &[u8], dtype: Dtype, exact: &[Number]) -> bool {
    let got = output.chunks(dtype.bits() / 8);
    let same = |(bytes, exact): (&[u8], &Number)| {
        let nearest = decode(&encode(exact, dtype), dtype).real();
        decode(bytes, dtype).real() == nearest
    };
    got.len() == exact.len() && got.zip(exact).all(same)
}

/// On a chip that has them, in a process of its own.
#[test]
fn masks_on_910b() {
    if !crate::chips::is(
        "Ascend910B1",
        "table::shared::pooling::masks::masks_on_910b",
    ) {
        return;
    }
    for sample in forward() {
        let found = pooling::largest_even(&Arguments::of("aclnnMaxPool2dWithMask", &sample));
        let outputs = call(entry("aclnnMaxPool2dWithMask"), &sample).unwrap();
        let dtype = sample[0].dtype().unwrap();
        assert!(is_right(&outputs[0], dtype, &found[0]), "{dtype}");
        let bits: Vec<u8> = mask(&sample, &found[1])
            .iter()
            .map(|&byte| byte as i8 as u8)
            .collect();
        assert_eq!(outputs[1], bits, "{dtype}");
    }
    let entry = entry("aclnnMaxPool2dWithMaskBackward");
    for (sample, before) in backward().into_iter().zip(forward()) {
        let places =
            pooling::largest_even(&Arguments::of("aclnnMaxPool2dWithMask", &before)).remove(1);
        let exact = pooling::gradients_at(2, &sample[0], &places, &sample[8]);
        let outputs = call(entry, &sample).unwrap();
        assert!(is_right(&outputs[0], sample[0].dtype().unwrap(), &exact));
    }
    // No bit for a window, and two.
    let sample = backward().remove(1);
    for byte in [0.0, 1.0] {
        let mut sample = sample.clone();
        sample[2] = read(Dtype::I8, &sample[2].tensors()[0].shape, &[byte]);
        let refusal = prepare(entry, &sample).run().unwrap_err();
        assert!(refusal.message.contains("`indices`"), "{refusal:?}");
    }
}
