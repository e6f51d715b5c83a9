//! Running results by index, in exact numbers.

use hostnpu::tensor::Dtype;
use rug::Float;

use super::arithmetic::converted;
use super::reductions::{elements, sum_of};
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, is_float, part};

/// The axis that an argument names.
fn axis(argument: &Argument, rank: usize) -> usize {
    let dim = match argument {
        Argument::Int(dim) => *dim,
        Argument::Scalar(_, dim) => match dim {
            Number::Int(dim) => *dim as i64,
            other => other.real().to_f64() as i64,
        },
        other => panic!("{other:?} is no axis"),
    };
    dim.rem_euclid(rank.max(1) as i64) as usize
}

/// Calls `of` with the elements of each column along an axis; what it gives goes to their places.
fn columns(
    tensor: &Tensor,
    numbers: &[Number],
    axis: usize,
    of: impl Fn(&[Number]) -> Vec<Number>,
) -> Vec<Number> {
    let length = tensor.shape.get(axis).copied().unwrap_or(1) as usize;
    let inner = tensor.shape.iter().skip(axis + 1).product::<i64>() as usize;
    let mut results = numbers.to_vec();
    for outer in 0..numbers.len() / (length * inner).max(1) {
        for column in 0..inner {
            let at = |k: usize| (outer * length + k) * inner + column;
            let x: Vec<Number> = (0..length).map(|k| numbers[at(k)].clone()).collect();
            for (k, result) in of(&x).into_iter().enumerate() {
                results[at(k)] = result;
            }
        }
    }
    results
}

fn plus(a: &Number, b: &Number, dtype: Dtype) -> Number {
    match (a, b) {
        (Number::Int(a), Number::Int(b)) => Number::Int(a + b),
        _ => sum_of(&[a.clone(), b.clone()], dtype),
    }
}

fn zero(dtype: Dtype) -> Number {
    let zero = || Float::new(PRECISION);
    if part(dtype).is_some() {
        Number::Complex(zero(), zero())
    } else if is_float(dtype) {
        Number::Real(zero())
    } else {
        Number::Int(0)
    }
}

fn running(x: &[Number], start: Number, of: impl Fn(&Number, &Number) -> Number) -> Vec<Number> {
    let mut so_far = start;
    let mut step = |x: &Number| {
        so_far = of(&so_far, x);
        so_far.clone()
    };
    x.iter().map(&mut step).collect()
}

/// Of the first argument, in the type of the last one, along the axis of the second one.
pub fn sum(arguments: &Arguments) -> Vec<Vec<Number>> {
    let tensor = &arguments["self"].tensors()[0];
    let dtype = arguments
        .last()
        .and_then(Argument::dtype)
        .expect("an output");
    let numbers: Vec<Number> = elements(tensor)
        .iter()
        .map(|x| converted(x, dtype))
        .collect();
    let axis = axis(&arguments["dim"], tensor.shape.len());
    let flag = |at: usize| matches!(arguments.get(at), Some(Argument::Bool(true)));
    let (exclusive, reverse) = (flag(2), flag(3));
    let of = |x: &[Number]| {
        let mut x = x.to_vec();
        if reverse {
            x.reverse();
        }
        if exclusive {
            x.rotate_right(1);
            x[0] = zero(dtype);
        }
        let mut sums = running(&x, zero(dtype), |sum, x| plus(sum, x, dtype));
        if reverse {
            sums.reverse();
        }
        sums
    };
    vec![columns(tensor, &numbers, axis, of)]
}

/// As [`sum`].
pub fn product(arguments: &Arguments) -> Vec<Vec<Number>> {
    let tensor = &arguments["input"].tensors()[0];
    let dtype = arguments
        .last()
        .and_then(Argument::dtype)
        .expect("an output");
    let numbers: Vec<Number> = elements(tensor)
        .iter()
        .map(|x| converted(x, dtype))
        .collect();
    let axis = axis(&arguments["dim"], tensor.shape.len());
    let times = |a: &Number, b: &Number| match (a, b) {
        (Number::Int(a), Number::Int(b)) => Number::Int(a.wrapping_mul(*b)),
        (a, b) => Number::Real(a.real() * b.real()),
    };
    let one = match is_float(dtype) {
        true => Number::Real(Float::with_val(PRECISION, 1)),
        false => Number::Int(1),
    };
    vec![columns(tensor, &numbers, axis, |x| {
        running(x, one.clone(), times)
    })]
}

/// Values and places of what `beats` nothing that follows it.
fn extreme(arguments: &Arguments, beats: fn(&Float, &Float) -> bool) -> Vec<Vec<Number>> {
    let tensor = &arguments["self"].tensors()[0];
    let numbers = elements(tensor);
    let axis = axis(&arguments["dim"], tensor.shape.len());
    let places = |x: &[Number]| {
        let mut best = 0;
        let place = |k: usize| {
            let (new, old) = (x[k].real(), x[best].real());
            if new.is_nan() || !old.is_nan() && !beats(&old, &new) {
                best = k;
            }
            best
        };
        (0..x.len()).map(place).collect::<Vec<_>>()
    };
    let values = |x: &[Number]| places(x).into_iter().map(|k| x[k].clone()).collect();
    let indices = |x: &[Number]| {
        places(x)
            .into_iter()
            .map(|k| Number::Int(k as i128))
            .collect()
    };
    vec![
        columns(tensor, &numbers, axis, values),
        columns(tensor, &numbers, axis, indices),
    ]
}

pub fn max(arguments: &Arguments) -> Vec<Vec<Number>> {
    extreme(arguments, |old, new| old > new)
}

pub fn min(arguments: &Arguments) -> Vec<Vec<Number>> {
    extreme(arguments, |old, new| old < new)
}

pub fn segments(arguments: &Arguments) -> Vec<Vec<Number>> {
    let tensor = &arguments["self"].tensors()[0];
    let length = *tensor.shape.last().expect("rows") as usize;
    let mut results = Vec::new();
    for row in elements(tensor).chunks(length) {
        for i in 0..length {
            for j in 0..length {
                results.push(match j.cmp(&i) {
                    std::cmp::Ordering::Greater => Number::from(0.0),
                    _ => Number::Real(sum_of(&row[j + 1..=i], Dtype::F32).real().exp()),
                });
            }
        }
    }
    vec![results]
}

pub fn segment_gradients(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [a, b] = ["gradOutput", "gradSelf"].map(|k| elements(&arguments[k].tensors()[0]));
    let length = *arguments["gradOutput"].tensors()[0]
        .shape
        .last()
        .expect("rows") as usize;
    let mut results = Vec::new();
    for (a, b) in a.chunks(length * length).zip(b.chunks(length * length)) {
        for i in 0..length {
            let mut sum = Float::new(PRECISION);
            for at in 0..length * length {
                let (k, j) = (at / length, at % length);
                if k >= i && j < i {
                    sum += a[at].real() * b[at].real();
                }
            }
            results.push(Number::Real(sum));
        }
    }
    vec![results]
}
