//! Discrete Fourier transforms by their definition: one product after the other, with so many bits that no cancellation is seen.
//!
//! Parts of DOUBLE results in which most of the sum cancels are judged by the test of the kernel (`crates/kernels/tests/fourier.rs`), beside the sum of magnitudes.

use rug::Float;
use rug::float::Constant;

use super::reductions::elements;
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION};
use hostnpu::tensor::Dtype;

/// Real and imaginary part.
type Z = [Float; 2];

fn zero() -> Z {
    [Float::new(PRECISION), Float::new(PRECISION)]
}

fn plus([a, b]: Z, [c, d]: &Z) -> Z {
    [a + c, b + d]
}

fn times([a, b]: &Z, [c, d]: &Z) -> Z {
    let term = |x: &Float, y: &Float| Float::with_val(PRECISION, x * y);
    [term(a, c) - term(b, d), term(a, d) + term(b, c)]
}

/// `exp(-2πi * k / n)` for all `k`.
fn roots(n: usize) -> Vec<Z> {
    let pi = Float::with_val(PRECISION, Constant::Pi);
    let root = |k: usize| {
        let angle = Float::with_val(PRECISION, &pi * (2 * k) as u32) / n as u32;
        let (sin, cos) = angle.sin_cos(Float::new(PRECISION));
        [cos, -sin]
    };
    (0..n).map(root).collect()
}

fn numbers(tensor: &Tensor) -> Vec<Z> {
    let each = elements(tensor).into_iter();
    each.map(|x| [x.real(), x.imaginary()]).collect()
}

fn tensor(argument: &Argument) -> Option<&Tensor> {
    argument.tensors().first()
}

fn int(argument: &Argument) -> usize {
    match argument {
        Argument::Int(x) => *x as usize,
        other => panic!("{other:?}"),
    }
}

/// A part of a number, as far as it is known.
type Part = Option<Float>;

/// The results of a frame, divided; of real samples the first and the middle one are real.
fn transform(
    frame: &[Z],
    bins: usize,
    (roots, divisor): (&[Z], &Float),
    dtype: Dtype,
) -> Vec<[Part; 2]> {
    let magnitudes = frame.iter().flatten().map(|x| x.to_f64().abs());
    let least = match matches!(dtype, Dtype::F64 | Dtype::Complex128) {
        true => magnitudes.sum::<f64>() / 256.0,
        false => 0.0,
    };
    let bin = |w: usize| {
        let each = frame.iter().enumerate();
        let [re, im] = each.fold(zero(), |sum, (k, x)| {
            plus(sum, &times(x, &roots[w * k % roots.len()]))
        });
        let is_real = !dtype.is_complex() && (w == 0 || 2 * w == roots.len());
        let judged = |part: Float| {
            let counts = part.to_f64().abs() >= least;
            counts.then(|| part / divisor)
        };
        let im = match is_real {
            true => Some(Float::new(PRECISION)),
            false => judged(im),
        };
        [judged(re), im]
    };
    (0..bins).map(bin).collect()
}

/// A part by itself.
fn real(part: Part) -> Number {
    part.map_or(Number::Unjudged, Number::Real)
}

fn root_of(n: usize) -> Float {
    Float::with_val(PRECISION, n).sqrt()
}

/// `self`, `windowOptional`, `out`, `nFft`, `hopLength`, `winLength`, `normalized`, `onesided`, `returnComplex`.
pub fn stft(arguments: &Arguments) -> Vec<Vec<Number>> {
    let samples = tensor(&arguments["self"]).unwrap();
    let [n, hop, width] = ["nFft", "hopLength", "winLength"].map(|at| int(&arguments[at]));
    let [normalized, onesided, complex] = ["normalized", "onesided", "returnComplex"]
        .map(|at| matches!(arguments[at], Argument::Bool(true)));
    let one = || [Float::with_val(PRECISION, 1), Float::new(PRECISION)];
    let window = match tensor(&arguments["windowOptional"]) {
        Some(window) => numbers(window),
        None => (0..width).map(|_| one()).collect(),
    };
    let length = *samples.shape.last().unwrap() as usize;
    let divisor = if normalized {
        root_of(n)
    } else {
        Float::with_val(PRECISION, 1)
    };
    let (before, roots) = ((n - width) / 2, roots(n));
    let bins = if onesided { n / 2 + 1 } else { n };
    let frames = (length - n) / hop + 1;
    let mut all = Vec::new();
    for sequence in numbers(samples).chunks(length) {
        let of_frame = |m: usize| {
            let mut frame: Vec<Z> = (0..n).map(|_| zero()).collect();
            for (k, factor) in window.iter().enumerate() {
                frame[before + k] = times(&sequence[m * hop + before + k], factor);
            }
            transform(&frame, bins, (&roots, &divisor), samples.dtype)
        };
        let results: Vec<Vec<[Part; 2]>> = (0..frames).map(of_frame).collect();
        for w in 0..bins {
            for result in &results {
                match (complex, result[w].clone()) {
                    (true, [Some(re), Some(im)]) => all.push(Number::Complex(re, im)),
                    (true, _) => all.push(Number::Unjudged),
                    (false, parts) => all.extend(parts.map(real)),
                }
            }
        }
    }
    vec![all]
}

/// `self`, `n`, `dim`, `norm`, `out`.
pub fn rfft(arguments: &Arguments) -> Vec<Vec<Number>> {
    let samples = tensor(&arguments["self"]).unwrap();
    let [n, dim, norm] = ["n", "dim", "norm"].map(|name| match arguments[name] {
        Argument::Int(number) => number,
        _ => panic!("a number"),
    });
    let shape = &samples.shape;
    let axis = dim.rem_euclid(shape.len() as i64) as usize;
    let own = shape[axis] as usize;
    let inner = shape[axis + 1..].iter().product::<i64>() as usize;
    let n = if n == -1 { own } else { n as usize };
    let divisor = match norm {
        1 => Float::with_val(PRECISION, 1),
        2 => Float::with_val(PRECISION, n),
        _ => root_of(n),
    };
    let (roots, bins, numbers) = (roots(n), n / 2 + 1, numbers(samples));
    let outer = numbers.len() / (own * inner);
    let mut results = vec![Vec::new(); outer * inner];
    for (row, result) in results.iter_mut().enumerate() {
        let at = |k: usize| (row / inner * own + k) * inner + row % inner;
        let frame: Vec<Z> = (0..own.min(n)).map(|k| numbers[at(k)].clone()).collect();
        *result = transform(&frame, bins, (&roots, &divisor), samples.dtype);
    }
    let mut all = Vec::new();
    for of_outer in results.chunks(inner) {
        for w in 0..bins {
            for result in of_outer {
                all.extend(result[w].clone().map(real));
            }
        }
    }
    vec![all]
}
