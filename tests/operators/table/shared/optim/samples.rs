//! Calls of optimisers.

use hostnpu::tensor::Dtype;

use crate::argument::{Argument, Contents, Tensor};
use crate::table::samples::{POSITIVE, read};

const VALUES: [f64; 11] = [
    0.5, -0.25, 1.0, -1.5, 0.125, 3.0, -0.0625, 0.75, 0.001, -2.0, 0.3125,
];

/// Tensors of one type and shape: those of an odd number in `positive` are of squares.
fn tensor(dtype: Dtype, shape: &[i64], number: usize, positive: bool) -> Tensor {
    let numbers: &[f64] = if positive { &POSITIVE } else { &VALUES };
    Tensor::new(
        dtype,
        shape,
        Contents::Numbers(numbers.to_vec()).of_input(number),
    )
}

fn state(dtype: Dtype, shape: &[i64], number: usize, positive: bool) -> Argument {
    Argument::Tensor(tensor(dtype, shape, number, positive))
}

fn number(dtype: Dtype, value: f64) -> Argument {
    read(dtype, &[1], &[value])
}

const SHAPES: [(Dtype, &[i64]); 4] = [
    (Dtype::F32, &[3, 4]),
    (Dtype::F32, &[7, 301]),
    (Dtype::F16, &[3, 4]),
    (Dtype::Bf16, &[3, 4]),
];

const FLAGS: [[bool; 2]; 3] = [[true, false], [true, true], [false, false]];

pub fn adam_w() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (dtype, shape) in SHAPES {
        for [amsgrad, maximize] in FLAGS {
            let mut sample: Vec<Argument> =
                (0..3).map(|k| state(dtype, shape, k, k == 2)).collect();
            let numbers = [0.875, 0.96875, 0.01, 0.125, 0.875, 0.96875, 0.0009765625];
            sample.extend(numbers.map(|x| number(dtype, x)));
            sample.push(state(dtype, shape, 4, false));
            sample.push(match amsgrad {
                true => state(dtype, shape, 5, true),
                false => Argument::Null,
            });
            sample.extend([amsgrad, maximize].map(Argument::Bool));
            all.push(sample);
        }
    }
    all
}

pub fn adam_w_v2() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (k, (dtype, shape)) in SHAPES.into_iter().enumerate() {
        for [amsgrad, maximize] in FLAGS {
            let mut sample: Vec<Argument> =
                (0..3).map(|k| state(dtype, shape, k, k == 2)).collect();
            sample.push(match amsgrad || k == 1 {
                true => state(dtype, shape, 5, true),
                false => Argument::Null,
            });
            sample.push(state(dtype, shape, 4, false));
            sample.push(number([Dtype::F32, Dtype::I64][k % 2], 3.0));
            sample.extend([0.01, 0.9, 0.999, 0.125, 1e-8].map(Argument::Float));
            sample.extend([amsgrad, maximize].map(Argument::Bool));
            all.push(sample);
        }
    }
    // Gradients shorter than parameters.
    let mut mixed = all[0].clone();
    mixed[4] = state(Dtype::Bf16, &[3, 4], 4, false);
    all.push(mixed);
    all
}

fn list(dtype: Dtype, shape: &[i64], number: usize, positive: bool) -> Argument {
    let short = [2];
    let shapes = [shape, &short[..], shape];
    let tensors = shapes.iter().enumerate();
    let tensors = tensors.map(|(k, shape)| tensor(dtype, shape, number + k, positive));
    Argument::Tensors(tensors.collect())
}

fn steps(dtype: Dtype) -> Argument {
    let step = |x| Tensor::new(dtype, &[1], Contents::Numbers(vec![x]));
    Argument::Tensors([1.0, 7.0, 3.0].map(step).to_vec())
}

pub fn fused_adam_w() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (k, (dtype, shape)) in SHAPES.into_iter().enumerate() {
        for [amsgrad, maximize] in FLAGS {
            let mut sample: Vec<Argument> = [false, false, false, true]
                .into_iter()
                .enumerate()
                .map(|(k, positive)| list(dtype, shape, k, positive))
                .collect();
            sample.push(match amsgrad {
                true => list(dtype, shape, 4, true),
                false => Argument::Null,
            });
            sample.push(steps([Dtype::F32, Dtype::I64][k % 2]));
            sample.push(if amsgrad {
                number(Dtype::F32, 8.0)
            } else {
                Argument::Null
            });
            sample.push(if amsgrad {
                number(Dtype::F32, 0.0)
            } else {
                Argument::Null
            });
            sample.extend([0.01, 0.9, 0.999, 0.125, 1e-8].map(Argument::Float));
            sample.extend([amsgrad, maximize].map(Argument::Bool));
            all.push(sample);
        }
    }
    // Nothing is done.
    let mut found = all[0].clone();
    found[7] = number(Dtype::F32, 1.0);
    all.push(found);
    all
}

/// As for AdamW: gradients scaled in place, none scaled, one step number among several, and no list of the largest.
pub fn fused_adam() -> Vec<Vec<Argument>> {
    let mut all = fused_adam_w();
    let longer = |x| Tensor::new(Dtype::F32, &[2], Contents::Numbers(vec![x, 9.0]));
    all[2][5] = Argument::Tensors([1.0, 7.0, 3.0].map(longer).to_vec());
    // A list that does not count, whatever its length.
    all[2][4] = list(Dtype::F32, SHAPES[0].1, 4, true);
    if let Argument::Tensors(tensors) = &mut all[2][4] {
        tensors.pop();
    }
    all
}

pub fn adam() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (dtype, shape) in SHAPES {
        for nesterov in [false, true] {
            let mut sample: Vec<Argument> =
                (0..3).map(|k| state(dtype, shape, k, k == 2)).collect();
            let numbers = [0.81, 0.998, 0.01, 0.9, 0.999, 1e-7];
            sample.extend(numbers.map(|x| number(Dtype::F32, x)));
            sample.push(state(dtype, shape, 4, false));
            sample.extend([true, nesterov].map(Argument::Bool));
            all.push(sample);
        }
    }
    all
}

pub fn ema_adam() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (dtype, shape) in SHAPES {
        for (mode, corrects) in [(0, true), (1, true), (1, false)] {
            let mut sample: Vec<Argument> =
                (0..5).map(|k| state(dtype, shape, k, k == 3)).collect();
            sample.push(number(Dtype::I64, 4.0));
            sample.extend([0.01, 0.95, 0.9, 0.999, 1e-8].map(Argument::Float));
            sample.extend([Argument::Int(mode), Argument::Bool(corrects)]);
            sample.push(Argument::Float(0.125));
            all.push(sample);
        }
    }
    all
}

pub fn keras() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (dtype, shape) in SHAPES {
        for nesterov in [false, true] {
            all.push(vec![
                state(dtype, shape, 0, false),
                state(dtype, shape, 1, false),
                number(Dtype::F32, 0.01),
                state(dtype, shape, 2, false),
                number(Dtype::F32, 0.9),
                Argument::Bool(false),
                Argument::Bool(nesterov),
            ]);
        }
    }
    all
}

pub fn fused_sgd() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (dtype, shape) in SHAPES {
        // Momentum, dampening, scale, then Nesterov's rule, the sign, and the first step.
        for (momentum, dampening, scale, flags) in [
            (0.9, 0.25, 4.0, [false, false, false]),
            (0.9, 0.0, 0.0, [true, true, false]),
            (0.9, 0.25, 0.0, [false, false, true]),
            (0.0, 0.0, 3.0, [false, false, false]),
        ] {
            let buffer = momentum > 0.0;
            let mut sample = vec![
                list(dtype, shape, 0, false),
                list(dtype, shape, 1, false),
                if buffer {
                    list(dtype, shape, 2, false)
                } else {
                    Argument::Null
                },
                if scale > 0.0 {
                    number(Dtype::F32, scale)
                } else {
                    Argument::Null
                },
            ];
            sample.extend([0.125, momentum, 0.01, dampening].map(Argument::Float));
            sample.extend(flags.map(Argument::Bool));
            all.push(sample);
        }
    }
    all
}

/// Averages of 8 bits: a table that rises, without numbers that are the same.
fn table(first: f64) -> Argument {
    let numbers = (0..256).map(|k| {
        let part = f64::from(k) / 255.0;
        first + (1.0 - first) * part * (0.5 + 0.5 * part)
    });
    read(Dtype::F32, &[256], &numbers.collect::<Vec<f64>>())
}

pub fn adam_w_quant() -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (k, (dtype, shape)) in SHAPES.into_iter().enumerate() {
        let blocks = shape.iter().product::<i64>().div_euclid(256) + 1;
        let codes = |seed: i64| {
            let code = |k: i64| ((k * 37 + seed) % 256) as f64;
            read(Dtype::U8, shape, &(0..1021).map(code).collect::<Vec<f64>>())
        };
        let largest = |numbers: &[f64]| read(Dtype::F32, &[blocks], numbers);
        let mut sample = vec![
            state(dtype, shape, 0, false),
            state(dtype, shape, 4, false),
            codes(11),
            codes(5),
            table(-1.0),
            table(0.0),
            largest(&[0.5, 3.0, 1.25, 0.0]),
            largest(&[0.125, 2.0, 0.75, 1.0]),
            number(Dtype::I64, 3.0),
        ];
        let decay = [0.125, 0.0][k % 2];
        sample.extend([0.01, 0.9, 0.999, decay, 1e-8, 0.75].map(Argument::Float));
        sample.extend([Argument::Null, Argument::Int(256)]);
        all.push(sample);
    }
    // Nothing but zeros.
    let mut zeros = all[0].clone();
    zeros[1] = read(Dtype::F32, &[3, 4], &[0.0]);
    zeros[6] = read(Dtype::F32, &[1], &[0.0]);
    zeros[7] = read(Dtype::F32, &[1], &[0.0]);
    all.push(zeros);
    all
}

/// Steps of decoding: tokens, drawn tokens, positions, lengths, slots, blocks, what is proposed, and three numbers.
pub fn decoding(proposed: bool) -> Vec<Vec<Argument>> {
    let ints = |shape: &[i64], numbers: &[f64]| read(Dtype::I64, shape, numbers);
    let mut all = Vec::new();
    for (sequences, tokens) in [(3, 3), (40, 4), (5, 1)] {
        let count = sequences * if proposed { tokens } else { 1 };
        let queries = if proposed { sequences } else { sequences - 2 };
        let drawn = [queries, count / sequences];
        let mut sample = vec![
            ints(&[count], &[7.0]),
            ints(&drawn, &[5.0, 9.0, -1.0, 4.0, -1.0, 6.0, -1.0, -1.0, 3.0]),
            ints(&[count], &[0.0, 4.0, 11.0, 2.0, 7.0]),
            ints(&[count], &[1.0, 6.0, 3.0, 10.0, 9.0, 2.0, 0.0]),
            ints(&[count], &[1.0]),
            ints(&[sequences, 6], &[8.0, 3.0, 0.0, 5.0, 1.0, 9.0, 2.0]),
        ];
        if proposed {
            sample.push(ints(
                &[sequences, tokens - 1],
                &[11.0, 12.0, 13.0, 14.0, 15.0],
            ));
            sample.push(ints(&[sequences], &[0.0, 2.0, 1.0]));
        }
        sample.extend([sequences, queries, 3].map(Argument::Int));
        all.push(sample);
    }
    if proposed {
        // No tokens proposed: a tensor without elements.
        all.pop();
    }
    all
}
