//! Tensors of random numbers by the words of Philox at each place, and dropout by its bits.

use hostnpu::tensor::Dtype;
use rug::Float;

use super::random::word;
use super::reductions::elements;
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, is_float, round};

/// The seed and the offset that the last arguments say: two integers, or two tensors and what is added to the offset.
pub fn seeds(arguments: &Arguments) -> (u64, u64) {
    let number = |argument: &Argument| match argument {
        Argument::Int(value) => *value as u64,
        other => elements(&other.tensors()[0])[0].as_int() as u64,
    };
    let of = |name: &str| arguments.find(name).map_or(0, number);
    let seed = number(&arguments[["seed", "seedTensor"]]);
    (seed, of("offsetTensor").wrapping_add(of("offset")))
}

fn pair((seed, offset): (u64, u64), place: u64) -> u64 {
    let [low, high] = [0, 1].map(|k| u64::from(word(seed, offset, 2 * place + k)));
    low | high << 32
}

fn float(argument: &Argument) -> f64 {
    match argument {
        Argument::Float(value) => *value,
        Argument::Scalar(_, number) => number.real().to_f64(),
        other => panic!("{other:?} is no number"),
    }
}

fn int(argument: &Argument) -> i64 {
    match argument {
        Argument::Int(value) => *value,
        other => panic!("{other:?} is no integer"),
    }
}

/// A fraction of as many bits as a type takes.
fn fraction(seeds: (u64, u64), place: u64, dtype: Dtype) -> Float {
    let (bits, value) = match dtype {
        Dtype::F64 => (52, pair(seeds, place)),
        Dtype::F16 => (10, word(seeds.0, seeds.1, place).into()),
        _ => (23, word(seeds.0, seeds.1, place).into()),
    };
    Float::with_val(PRECISION, value & ((1 << bits) - 1)) >> bits
}

pub fn uniform(arguments: &Arguments) -> Vec<Vec<Number>> {
    let tensor = &arguments["selfRef"].tensors()[0];
    let dtype = tensor.dtype;
    let bound = |at: &str| match dtype {
        Dtype::F64 => Float::with_val(PRECISION, float(&arguments[at])),
        _ => Float::with_val(PRECISION, float(&arguments[at]) as f32),
    };
    let (low, high) = (bound("from"), bound("to"));
    let seeds = seeds(arguments);
    let number = |place: usize| {
        let part = fraction(seeds, place as u64, dtype);
        let value = Float::with_val(PRECISION, &high - &low) * part + &low;
        match is_float(dtype) {
            true => Number::Real(value),
            false => {
                let whole = round(&value, Dtype::F32).trunc();
                Number::Int(
                    whole
                        .to_integer()
                        .and_then(|x| x.to_i128())
                        .expect("finite"),
                )
            }
        }
    };
    vec![(0..tensor.numel()).map(number).collect()]
}

fn integers_from(low: i64, count: u128, seeds: (u64, u64), numel: usize) -> Vec<Vec<Number>> {
    let number = |place: usize| {
        let above = (u128::from(pair(seeds, place as u64)) * count) >> 64;
        Number::Int(i128::from(low) + above as i128)
    };
    vec![(0..numel).map(number).collect()]
}

pub fn integers(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (low, high) = (int(&arguments["from"]), int(&arguments["to"]));
    let count = (i128::from(high) - i128::from(low)) as u128;
    let tensor = &arguments["selfRef"].tensors()[0];
    let mut all = integers_from(low, count, seeds(arguments), tensor.numel());
    if is_float(tensor.dtype) {
        let is_held = |number: &i128| {
            let exact = Float::with_val(PRECISION, *number);
            round(&exact, tensor.dtype) == exact
        };
        let mut range = i128::from(low)..i128::from(high);
        let (least, most) = (range.clone().find(is_held), range.rfind(is_held));
        let (least, most) = (least.expect("a number"), most.expect("a number"));
        for number in all.iter_mut().flatten() {
            *number = Number::Int(number.as_int().clamp(least, most));
        }
    }
    all
}

pub fn all_integers(arguments: &Arguments) -> Vec<Vec<Number>> {
    let tensor = &arguments["selfRef"].tensors()[0];
    let count = match tensor.dtype {
        Dtype::F64 | Dtype::Complex128 => (1 << 53) + 1,
        Dtype::F32 | Dtype::Complex64 => (1 << 24) + 1,
        Dtype::F16 => 2049,
        Dtype::Bf16 => 257,
        Dtype::I64 => 1 << 63,
        Dtype::I32 => 1 << 31,
        Dtype::I16 => 1 << 15,
        Dtype::I8 => 128,
        Dtype::U8 => 256,
        _ => 2,
    };
    integers_from(0, count, seeds(arguments), tensor.numel())
}

fn is_below(seeds: (u64, u64), place: u64, probability: f64) -> bool {
    f64::from(word(seeds.0, seeds.1, place)) < (probability * 4_294_967_296.0).round()
}

/// Ones with a probability; the last two arguments before the output, if there is one, are the seeds.
pub fn bernoulli(arguments: &Arguments) -> Vec<Vec<Number>> {
    let p = float(&arguments["prob"]);
    let seeds = seeds(arguments);
    let count = arguments[["selfRef", "self"]].tensors()[0].numel() as u64;
    vec![
        (0..count)
            .map(|place| is_below(seeds, place, p).into())
            .collect(),
    ]
}

pub fn bernoulli_of(arguments: &Arguments) -> Vec<Vec<Number>> {
    let p = elements(&arguments["prob"].tensors()[0]);
    let seeds = seeds(arguments);
    let count = arguments[["self", "selfRef"]].tensors()[0].numel();
    let one = |place: usize| {
        let p = round(&p[place % p.len()].real(), Dtype::F32);
        (fraction(seeds, place as u64, Dtype::F32) < p).into()
    };
    vec![(0..count).map(one).collect()]
}

pub fn of_shape(arguments: &Arguments) -> Vec<Vec<Number>> {
    let one = |argument: &Argument| match argument {
        Argument::Ints(numbers) => Argument::Int(numbers[0]),
        _ => Argument::Int(0),
    };
    let out = arguments["yOut"].tensors()[0].reshaped(&arguments["yOut"].tensors()[0].shape);
    bernoulli_of(&Arguments::of(
        "aclnnBernoulliTensor",
        &[
            Argument::Tensor(out),
            arguments["prob"].clone(),
            one(&arguments["seed"]),
            one(&arguments["offsetOptional"]),
        ],
    ))
}

/// `-ln u` of the place, of 52 bits and a half.
fn arrival(seeds: (u64, u64), place: u64) -> Float {
    let u = fraction(seeds, place, Dtype::F64) + Float::with_val(PRECISION, 1) / (1_u64 << 53);
    -u.ln()
}

pub fn exponential(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (rate, seeds) = (float(&arguments["lambda"]), seeds(arguments));
    let count = arguments["selfRef"].tensors()[0].numel() as u64;
    let number = |place| Number::Real(arrival(seeds, place) / rate);
    vec![(0..count).map(number).collect()]
}

/// Classes of rows of weights: of as many as sums of weights are at most a part of the whole sum, or in the order in which they arrive.
pub fn classes(arguments: &Arguments) -> Vec<Vec<Number>> {
    let weights = elements(&arguments["self"].tensors()[0]);
    let weights: Vec<Float> = weights.iter().map(Number::real).collect();
    let width = *arguments["self"].tensors()[0].shape.last().unwrap() as usize;
    let draws = int(&arguments["numsamples"]) as usize;
    let replaces = matches!(arguments["replacement"], Argument::Bool(true));
    let seeds = seeds(arguments);
    let mut out = Vec::new();
    for (row, weights) in weights.chunks(width).enumerate() {
        let place = |at: usize, count: usize| (row * count + at) as u64;
        if replaces {
            let total = Float::with_val(PRECISION, Float::sum(weights.iter()));
            out.extend((0..draws).map(|at| {
                let mut left = fraction(seeds, place(at, draws), Dtype::F64) * &total;
                let below = weights.iter().take_while(|&weight| {
                    left -= weight;
                    left >= 0
                });
                Number::Int(below.count() as i128)
            }));
            continue;
        }
        let when = |class: usize| arrival(seeds, place(class, width)) / &weights[class];
        let mut all: Vec<(Float, usize)> = (0..width).map(|class| (when(class), class)).collect();
        all.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap().then(a.1.cmp(&b.1)));
        let first = all.iter().take(draws);
        out.extend(first.map(|&(_, class)| Number::Int(class as i128)));
    }
    vec![out]
}

pub fn permutation(arguments: &Arguments) -> Vec<Vec<Number>> {
    let count = int(&arguments["n"]);
    let seeds = seeds(arguments);
    let mut numbers: Vec<Number> = (0..count).map(|k| Number::Int(k.into())).collect();
    for (draw, left) in (2..=numbers.len()).rev().enumerate() {
        let other = (u128::from(pair(seeds, draw as u64)) * left as u128) >> 64;
        numbers.swap(left - 1, other as usize);
    }
    vec![numbers]
}

/// The bytes of a mask of bits that are 0 with probability `p`.
fn mask(seeds: (u64, u64), p: f64, bytes: usize) -> Vec<u8> {
    let bit = |place: u64| u8::from(is_below(seeds, place, 1.0 - p));
    let byte = |k: usize| (0..8).fold(0, |byte, at| byte | bit(8 * k as u64 + at) << at);
    (0..bytes).map(byte).collect()
}

pub fn bits(arguments: &Arguments) -> Vec<Vec<u8>> {
    let out = arguments.last().expect("an output");
    let seeds = seeds(arguments);
    vec![mask(
        seeds,
        float(&arguments["prob"]),
        out.tensors()[0].numel(),
    )]
}

/// Elements times a factor where the bit is 1.
fn kept(x: &Argument, mask: &[u8], factor: f64) -> Vec<Number> {
    let numbers = elements(&x.tensors()[0]).into_iter().enumerate();
    let one = |(place, x): (usize, Number)| match mask[place / 8] >> (place % 8) & 1 {
        1 => Number::Real(x.real() * factor),
        _ => 0.0.into(),
    };
    numbers.map(one).collect()
}

fn dropped(arguments: &Arguments, p: f64) -> Vec<Vec<Number>> {
    let seeds = seeds(arguments);
    let bytes = arguments.last().expect("a mask").tensors()[0].numel();
    let mask = mask(seeds, p, bytes);
    let factor = if p < 1.0 { 1.0 / (1.0 - p) } else { 0.0 };
    let out = kept(&arguments["input"], &mask, factor);
    let bytes = mask.into_iter().map(|byte| Number::Int(byte.into()));
    vec![out, bytes.collect()]
}

pub fn dropout(arguments: &Arguments) -> Vec<Vec<Number>> {
    dropped(arguments, float(&arguments["p"]))
}

pub fn dropout_v3(arguments: &Arguments) -> Vec<Vec<Number>> {
    dropped(arguments, float(&arguments["p"]))
}

/// By a mask and a factor.
pub fn by_mask(arguments: &Arguments) -> Vec<Vec<Number>> {
    let mask = arguments["mask"].tensors()[0].elements();
    vec![kept(
        &arguments["gradOutput"],
        &mask,
        float(&arguments["scale"]),
    )]
}

/// By a mask and a factor that is a FLOAT.
pub fn by_mask_and_float(arguments: &Arguments) -> Vec<Vec<Number>> {
    let mask = arguments["mask"].tensors()[0].elements();
    vec![kept(
        &arguments["gradY"],
        &mask,
        float(&arguments["scale"]) as f32 as f64,
    )]
}

/// By a mask and a probability.
pub fn by_probability(arguments: &Arguments) -> Vec<Vec<Number>> {
    let mask = arguments["mask"].tensors()[0].elements();
    let p = float(&arguments["prob"]);
    vec![kept(
        &arguments["self"],
        &mask,
        if p < 1.0 { 1.0 / (1.0 - p) } else { 0.0 },
    )]
}
