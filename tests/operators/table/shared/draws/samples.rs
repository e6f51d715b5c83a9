//! Calls of the operators that draw random numbers or drop elements.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::table::samples::{NUMBERS, patterns, read, scalar, write};

const SHAPES: [&[i64]; 2] = [&[3, 4], &[7, 9001]];
pub const FLOATS: [Dtype; 4] = [Dtype::F32, Dtype::F16, Dtype::Bf16, Dtype::F64];

pub fn ints(values: &[i64]) -> Vec<Argument> {
    values.iter().map(|&value| Argument::Int(value)).collect()
}

/// A seed and an offset in tensors, and what is added to the offset.
pub fn held() -> Vec<Argument> {
    let one = |value: f64| read(Dtype::I64, &[1], &[value]);
    vec![one(7.0), one(1e9), Argument::Int(3)]
}

/// A tensor that is filled, with these arguments behind it.
pub fn filled(types: &[Dtype], behind: &[Argument]) -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (k, &dtype) in types.iter().enumerate() {
        for shape in &SHAPES[..if k == 0 { 2 } else { 1 }] {
            let mut sample = vec![read(dtype, shape, &NUMBERS)];
            sample.extend_from_slice(behind);
            all.push(sample);
        }
    }
    all
}

pub fn between(low: f64, high: f64, seeds: Vec<Argument>) -> Vec<Argument> {
    let mut all = vec![Argument::Float(low), Argument::Float(high)];
    all.extend(seeds);
    all
}

pub fn uniforms(seeds: Vec<Argument>) -> Vec<Vec<Argument>> {
    let mut types = FLOATS.to_vec();
    types.push(Dtype::I32);
    filled(&types, &between(-1.5, 9.25, seeds))
}

pub fn integers(seeds: Vec<Argument>) -> Vec<Vec<Argument>> {
    let types = [Dtype::I64, Dtype::I32, Dtype::U8, Dtype::F32, Dtype::Bool];
    let mut behind = ints(&[3, 100]);
    behind.extend(seeds);
    let mut all = filled(&types, &behind);
    // The type has no odd numbers there.
    behind[0] = Argument::Int(2049);
    behind[1] = Argument::Int(2060);
    all.extend(filled(&[Dtype::F16], &behind));
    behind[0] = Argument::Int(i64::MIN);
    behind[1] = Argument::Int(i64::MAX);
    all.extend(filled(&types[..1], &behind));
    all
}

pub fn all_integers(seeds: Vec<Argument>) -> Vec<Vec<Argument>> {
    let mut types = FLOATS.to_vec();
    types.extend([Dtype::I64, Dtype::I16, Dtype::U8, Dtype::Bool]);
    filled(&types, &seeds)
}

/// `self`, or the tensor in place, a probability, the seeds, and an output.
pub fn ones(probability: fn(&[i64]) -> Argument, in_place: bool) -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for dtype in [Dtype::F32, Dtype::Bool, Dtype::Bf16, Dtype::I64] {
        for shape in SHAPES {
            let mut sample = vec![read(dtype, shape, &NUMBERS), probability(shape)];
            sample.extend(ints(&[42, 5]));
            if !in_place {
                sample.push(write(dtype, shape));
            }
            all.push(sample);
        }
    }
    all
}

pub fn one_probability(_: &[i64]) -> Argument {
    scalar(Dtype::F32, 0.3)
}

pub fn probabilities(shape: &[i64]) -> Argument {
    read(Dtype::F32, shape, &[0.0, 0.25, 1.0, 0.7])
}

pub fn permutations() -> Vec<Vec<Argument>> {
    let sample = |n: i64, dtype| {
        let mut sample = ints(&[n, 9, 2]);
        sample.push(write(dtype, &[n]));
        sample
    };
    vec![
        sample(12, Dtype::I64),
        sample(1000, Dtype::F32),
        sample(300, Dtype::I16),
        sample(1, Dtype::I32),
        sample(0, Dtype::I64),
    ]
}

fn mask_bytes(shape: &[i64]) -> i64 {
    (shape.iter().product::<i64>() + 127) / 128 * 16
}

/// The shape and the probability, the seeds, perhaps a type, and a mask.
pub fn masks(seeds: Vec<Argument>, has_type: bool) -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (shape, p) in [
        (SHAPES[0], 0.3),
        (SHAPES[1], 0.75),
        (SHAPES[0], 0.0),
        (SHAPES[0], 1.0),
    ] {
        let mut sample = vec![Argument::Ints(shape.to_vec()), Argument::Float(p)];
        sample.extend(seeds.clone());
        if has_type {
            sample.push(Argument::DataType(Dtype::F32));
        }
        sample.push(write(Dtype::U8, &[mask_bytes(shape)]));
        all.push(sample);
    }
    all
}

/// A tensor, the arguments between, its output, and a mask to write.
pub fn dropped(between: &[Vec<Argument>]) -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for middle in between {
        for dtype in [Dtype::F32, Dtype::F16] {
            for shape in SHAPES {
                let mut sample = vec![patterns(dtype, shape, 3)];
                sample.extend_from_slice(middle);
                sample.push(write(dtype, shape));
                sample.push(write(Dtype::U8, &[mask_bytes(shape)]));
                all.push(sample);
            }
        }
    }
    all
}

/// A tensor, a mask, a number, and an output.
pub fn masked(number: f64) -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for dtype in [Dtype::F32, Dtype::F16, Dtype::Bf16] {
        for shape in SHAPES {
            all.push(vec![
                patterns(dtype, shape, 3),
                patterns(Dtype::U8, &[mask_bytes(shape)], 5),
                Argument::Float(number),
                write(dtype, shape),
            ]);
        }
    }
    all
}

pub fn normals(
    mean: Option<fn() -> Argument>,
    std: Option<fn() -> Argument>,
) -> Vec<Vec<Argument>> {
    let or = |tensor: Option<fn() -> Argument>, number| match tensor {
        Some(tensor) => tensor(),
        None => Argument::Float(number),
    };
    let mut sample = vec![or(mean, 1.5), or(std, 2.0)];
    sample.extend(ints(&[11, 4]));
    sample.push(write(Dtype::F32, &[3, 4]));
    vec![sample]
}

pub fn means() -> Argument {
    read(Dtype::F32, &[3, 4], &NUMBERS)
}

/// Weights, how many classes are drawn of each row, whether with replacement, the seeds, and an output.
pub fn classes(seeds: fn() -> Vec<Argument>) -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (dtype, shape, draws, replaces) in [
        (Dtype::F32, &[5, 9][..], 4, true),
        (Dtype::F32, &[5, 9][..], 9, false),
        (Dtype::F16, &[12][..], 700, true),
        (Dtype::F64, &[3, 700][..], 300, false),
        (Dtype::Bf16, &[1000][..], 3, false),
    ] {
        let weights: Vec<f64> = (0..47).map(|k| f64::from(k * 29 % 47)).collect();
        let mut of_rows = shape[..shape.len() - 1].to_vec();
        of_rows.push(draws);
        let mut sample = vec![
            read(dtype, shape, &weights),
            Argument::Int(draws),
            Argument::Bool(replaces),
        ];
        sample.extend(seeds());
        sample.push(write(Dtype::I64, &of_rows));
        all.push(sample);
    }
    all
}

pub fn exponentials() -> Vec<Vec<Argument>> {
    let call = |(dtype, shape): (Dtype, &[i64])| {
        vec![
            read(dtype, shape, &NUMBERS),
            Argument::Int(shape.iter().product()),
            Argument::Float(1.75),
            Argument::Int(42),
            Argument::Int(8),
        ]
    };
    [
        (Dtype::F32, &[3, 4][..]),
        (Dtype::F16, &[7, 301]),
        (Dtype::Bf16, &[3, 4]),
        // More than one thread takes at a time.
        (Dtype::F32, &[16_500]),
    ]
    .map(call)
    .into()
}

/// A shape, probabilities, seed and offset, a type that is not looked at, and an output.
pub fn of_shape() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for dtype in [Dtype::F32, Dtype::Bool, Dtype::Bf16, Dtype::U64] {
        for shape in SHAPES {
            for one in [false, true] {
                let own: &[i64] = if one { &[1] } else { shape };
                all.push(vec![
                    Argument::Ints(shape.to_vec()),
                    read(Dtype::F32, own, &[0.25, 0.0, 1.0, 0.7]),
                    Argument::Ints(vec![42]),
                    match one {
                        true => Argument::Null,
                        false => Argument::Ints(vec![5]),
                    },
                    Argument::Int(0),
                    write(dtype, shape),
                ]);
            }
        }
    }
    all
}
