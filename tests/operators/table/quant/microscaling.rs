//! Blocks of rows and columns, and scales of two levels.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, Contents, Tensor};
use crate::reference::microscaling as reference;
use crate::table::quant::given::{code, every, specials};
use crate::table::samples::{NUMBERS, POSITIVE, patterns, read, write};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub type Accepts = &'static [(&'static str, &'static str)];

pub const BY_CODE: &str = "its code must be dstType: each type is a sample";

/// Scales along an axis of a tensor of this shape.
pub fn scales(shape: &[i64], axis: usize) -> Argument {
    let mut shape = shape.to_vec();
    shape[axis] = (shape[axis] + 63) / 64;
    shape.push(2);
    write(F8E8m0, &shape)
}

/// Numbers that are neither very small nor special.
pub fn ordinary(dtype: Dtype, shape: &[i64], seed: u64) -> Argument {
    Argument::Tensor(Tensor::new(dtype, shape, Contents::Specials(seed, 1 << 40)))
}

/// Types of codes and their rounding modes; null is "rint".
pub const FORMATS: [(Dtype, &str); 10] = [
    (F8E4m3fn, "rint"),
    (F8E5m2, "rint"),
    (F8E4m3fn, ""),
    (F4E2m1, "rint"),
    (F4E2m1, "round"),
    (F4E2m1, "floor"),
    (F4E1m2, "rint"),
    (F4E1m2, "round"),
    (F4E1m2, "floor"),
    (F4E1m2, ""),
];

pub fn mode(name: &'static str) -> Argument {
    match name {
        "" => Argument::Null,
        name => Argument::Text(name),
    }
}

fn block(x: Argument, to: Dtype, name: &'static str, alg: i64, max: f64) -> Vec<Argument> {
    let shape = x.tensors()[0].shape.clone();
    let rank = shape.len();
    vec![
        x,
        mode(name),
        Argument::Int(code(to)),
        Argument::Int(alg),
        Argument::Float(max),
        write(to, &shape),
        scales(&shape, rank - 1),
        scales(&shape, rank - 2),
    ]
}

fn block_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![block(
        read(F16, &[40, 70], &NUMBERS),
        F8E4m3fn,
        "rint",
        0,
        0.0,
    )];
    for (seed, (to, name)) in FORMATS.into_iter().enumerate() {
        for x in [F16, Bf16] {
            let seed = seed as u64;
            samples.push(block(ordinary(x, &[2, 100, 130], seed), to, name, 0, 0.0));
            samples.push(block(specials(x, &[70, 64], seed), to, name, 0, 0.0));
            samples.push(block(read(x, &[1, 2], &[0.0, -0.0]), to, name, 0, 0.0));
        }
        samples.push(block(every(F16), to, name, 0, 0.0));
    }
    for max in [0.0, 6.0, 7.0] {
        for x in [F16, Bf16] {
            samples.push(block(ordinary(x, &[2, 65, 96], 3), F4E2m1, "rint", 2, max));
            samples.push(block(specials(x, &[33, 34], 4), F4E2m1, "floor", 2, max));
        }
        samples.push(block(patterns(F16, &[96, 128], 5), F4E2m1, "rint", 2, max));
    }
    samples
}

fn widened(x: Dtype, to: Dtype, shape: &[i64], bytes: &[f64]) -> Vec<Argument> {
    let rank = shape.len();
    let codes: Vec<f64> = (0..16).map(|i| f64::from(i * 7 % 16)).collect();
    let mut scale = scales(shape, rank - 1);
    scale.tensors_mut()[0].contents = Contents::Numbers(bytes.to_vec());
    vec![
        read(x, shape, &codes),
        scale,
        Argument::Int(code(to)),
        write(to, shape),
        scales(shape, rank - 1),
        scales(shape, rank - 2),
    ]
}

fn widened_samples() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for to in [F8E5m2, F8E4m3fn] {
        for x in [F4E2m1, F4E1m2] {
            let bytes: Vec<f64> = (0..61).map(|i| f64::from(100 + i * 13 % 29)).collect();
            samples.push(widened(x, to, &[64, 96], &bytes));
            samples.push(widened(x, to, &[2, 128, 70], &bytes));
            // Scales below the offset, and ones that are NaN.
            samples.push(widened(x, to, &[64, 64], &[0.0, 3.0, 20.0, 1.0, 7.0]));
            samples.push(widened(
                x,
                to,
                &[64, 34],
                &[127.0, 254.0, 255.0, 120.0, 90.0, 0.0, 1.0],
            ));
            samples.push(widened(x, to, &[64, 2], &[127.0, 0.0]));
        }
    }
    samples
}

fn dual(x: Argument, smooth: Argument, name: &'static str) -> Vec<Argument> {
    let shape = x.tensors()[0].shape.clone();
    let rank = shape.len();
    let mut blocks = shape.clone();
    blocks[rank - 1] = (blocks[rank - 1] + 511) / 512;
    vec![
        x,
        smooth,
        mode(name),
        Argument::Int(512),
        Argument::Int(32),
        write(F4E2m1, &shape),
        write(F32, &blocks),
        scales(&shape, rank - 1),
    ]
}

fn dual_samples() -> Vec<Vec<Argument>> {
    let first = read(F16, &[3, 64], &NUMBERS);
    let mut samples = vec![dual(first, read(F16, &[64], &POSITIVE), "rint")];
    for name in ["rint", "round", "floor", ""] {
        for x in [F16, Bf16] {
            samples.push(dual(
                ordinary(x, &[3, 1100], 1),
                read(x, &[1100], &POSITIVE),
                name,
            ));
            samples.push(dual(specials(x, &[2, 2, 700], 2), Argument::Null, name));
            samples.push(dual(read(x, &[2], &[0.0, -0.0]), Argument::Null, name));
        }
        samples.push(dual(every(F16), Argument::Null, name));
    }
    samples
}

fn grouped(
    x: Argument,
    ends: &[f64],
    (least, name): (f64, &'static str),
    block: [i64; 2],
    max: Option<f64>,
    to: Dtype,
) -> Vec<Argument> {
    let shape = x.tensors()[0].shape.clone();
    let mut scales = shape.clone();
    let rank = shape.len();
    scales[rank - 2] = scales[rank - 2] / block[0] + ends.len() as i64;
    scales[rank - 1] = (scales[rank - 1] + block[1] - 1) / block[1];
    let mut call = vec![
        x,
        read(I32, &[ends.len() as i64], ends),
        Argument::Float(least),
        mode(name),
        Argument::Int(code(to)),
        Argument::Int(block[0]),
        Argument::Int(block[1]),
        Argument::Int(0),
    ];
    call.extend(max.map(Argument::Float));
    call.extend([write(to, &shape), write(F32, &scales)]);
    call
}

fn grouped_samples(later: bool) -> Vec<Vec<Argument>> {
    let max = |max: f64| later.then_some(max);
    let mut samples = vec![grouped(
        read(F16, &[5, 70], &NUMBERS),
        &[2.0, 5.0],
        (0.0, "rint"),
        [1, 64],
        max(0.0),
        F8E4m3fn,
    )];
    let types = [
        (Hifloat8, "round"),
        (Hifloat8, "hybrid"),
        (Hifloat8, ""),
        (F8E5m2, "rint"),
        (F8E4m3fn, ""),
    ];
    for (to, name) in types {
        for x in [F16, Bf16] {
            for block in [[1, 64], [128, 128], [256, 192], [512, 256]] {
                let ends = [0.0, 130.0, 130.0, 299.0, 300.0];
                let x = specials(x, &[2, 300, 210], 7);
                let own = if to == Hifloat8 { 240.0 } else { 0.0 };
                samples.push(grouped(x, &ends, (0.0, name), block, max(own), to));
            }
            let zeros = read(x, &[1, 1], &[0.0]);
            samples.push(grouped(zeros, &[1.0], (0.0, name), [128, 64], max(0.0), to));
            let numbers = read(x, &[9, 65], &NUMBERS);
            samples.push(grouped(
                numbers,
                &[9.0],
                (40.0, name),
                [1, 64],
                max(0.0),
                to,
            ));
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    const HALVES: &str = "| 950: f16 bf16";
    const BLOCKS: Accepts = &[
        ("x", HALVES),
        ("groupList", "| 950: i32"),
        ("yOut", "| 950: hif8 e5m2 e4m3"),
        ("scaleOut", "| 950: f32"),
    ];
    // A rounding mode goes with a type, too.
    const CODES: Accepts = &[("dtypes yOut", BY_CODE)];
    vec![
        // Outputs with strides are refused.
        Row::new("aclnnDynamicBlockMxQuant", block_samples)
            .accepts(&[
                ("x", HALVES),
                ("yOut", "| 950: e5m2 e4m3 e2m1 e1m2"),
                ("scale1Out", "| 950: e8m0"),
                ("scale2Out", "| 950: e8m0"),
            ])
            .bits(reference::dynamic_block_mx_quant)
            .holds(OVERLAP | SHAPE)
            .except(CODES),
        Row::new("aclnnMxToBlockMxQuant", widened_samples)
            .accepts(&[
                ("x", "| 950: e2m1 e1m2"),
                ("mxscale", "| 950: e8m0"),
                ("y", "| 950: e5m2 e4m3"),
                ("scale1", "| 950: e8m0"),
                ("scale2", "| 950: e8m0"),
            ])
            .bits(reference::mx_to_block_mx_quant)
            .holds(SHAPE)
            .except(&[("dtypes y", BY_CODE)]),
        Row::new("aclnnDynamicDualLevelMxQuant", dual_samples)
            .accepts(&[
                ("x", HALVES),
                ("smoothScaleOptional", "as x"),
                ("yOut", "| 950: e2m1"),
                ("level0ScaleOut", "| 950: f32"),
                ("level1ScaleOut", "| 950: e8m0"),
            ])
            .bits(reference::dynamic_dual_level_mx_quant)
            .holds(SHAPE),
        Row::new("aclnnGroupedDynamicBlockQuant", || grouped_samples(false))
            .accepts(BLOCKS)
            .bits(reference::grouped_dynamic_block_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(CODES),
        Row::new("aclnnGroupedDynamicBlockQuantV2", || grouped_samples(true))
            .accepts(BLOCKS)
            .bits(reference::grouped_dynamic_block_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(CODES),
    ]
}
