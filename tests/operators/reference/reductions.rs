//! Reductions by index, in exact numbers.

use std::cmp::Ordering;

use hostnpu::tensor::Dtype;
use rug::Float;
use rug::ops::Pow;

use super::arithmetic::converted;
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, decode, decode_double, is_float, part};

/// The axes that an argument names: all for none.
pub fn axes(argument: &Argument, rank: usize) -> Vec<usize> {
    let dims = match argument {
        Argument::Ints(dims) if !dims.is_empty() => dims.clone(),
        Argument::Int(dim) => vec![*dim],
        _ => return (0..rank).collect(),
    };
    let axis = |dim: &i64| dim.rem_euclid(rank.max(1) as i64) as usize;
    dims.iter().map(axis).filter(|&axis| axis < rank).collect()
}

/// The elements of a tensor in row-major order.
pub fn elements(tensor: &Tensor) -> Vec<Number> {
    let bytes = tensor.elements();
    let chunks = bytes.chunks(tensor.size());
    chunks.map(|bytes| decode(bytes, tensor.dtype)).collect()
}

/// The elements of a tensor of real numbers in row-major order, as DOUBLE.
pub fn doubles(tensor: &Tensor) -> Vec<f64> {
    let bytes = tensor.elements();
    let chunks = bytes.chunks(tensor.size().max(1));
    chunks
        .map(|bytes| decode_double(bytes, tensor.dtype))
        .collect()
}

/// For each result in row-major order, the elements along the axes, in row-major order of those.
pub fn slices(tensor: &Tensor, axes: &[usize]) -> Vec<Vec<Number>> {
    let elements = elements(tensor);
    let kept = |axis: &usize| !axes.contains(axis);
    let rank = tensor.shape.len();
    let results: i64 = (0..rank)
        .filter(kept)
        .map(|axis| tensor.shape[axis])
        .product();
    let mut slices = vec![Vec::new(); results as usize];
    for (i, element) in elements.into_iter().enumerate() {
        let (mut rest, mut at, mut step) = (i as i64, 0, 1);
        for axis in (0..rank).rev() {
            if kept(&axis) {
                at += rest % tensor.shape[axis] * step;
                step *= tensor.shape[axis];
            }
            rest /= tensor.shape[axis];
        }
        slices[at as usize].push(element);
    }
    slices
}

/// The first argument's slices over the axes of the second one.
fn of_axes(arguments: &Arguments) -> Vec<Vec<Number>> {
    let tensor = &arguments[["data", "self"]].tensors()[0];
    let over = arguments.find_any(&["dim", "dims", "axes"]);
    slices(
        tensor,
        &axes(over.unwrap_or(&Argument::Null), tensor.shape.len()),
    )
}

/// The type that an argument names.
fn named(arguments: &Arguments) -> Dtype {
    let of = |argument: &Argument| match argument {
        Argument::DataType(dtype) => Some(*dtype),
        _ => None,
    };
    let own = arguments[["self", "data"]].dtype().expect("a tensor");
    arguments.iter().find_map(of).unwrap_or(own)
}

/// Elements in the type that an argument names, or in their own.
fn in_named(slices: Vec<Vec<Number>>, arguments: &Arguments) -> Vec<Vec<Number>> {
    let dtype = named(arguments);
    let convert = |slice: Vec<Number>| slice.iter().map(|x| converted(x, dtype)).collect();
    slices.into_iter().map(convert).collect()
}

fn zero() -> Float {
    Float::new(PRECISION)
}

/// The sum of converted elements.
pub fn sum_of(x: &[Number], dtype: Dtype) -> Number {
    if dtype == Dtype::Bool {
        return x.iter().any(|x| x.as_int() != 0).into();
    }
    if part(dtype).is_some() {
        let re = x.iter().fold(zero(), |sum, x| sum + x.real());
        let im = x.iter().fold(zero(), |sum, x| sum + x.imaginary());
        return Number::Complex(re, im);
    }
    if is_float(dtype) {
        return Number::Real(x.iter().fold(zero(), |sum, x| sum + x.real()));
    }
    Number::Int(x.iter().map(Number::as_int).sum())
}

fn mean_of(x: &[Number], dtype: Dtype) -> Number {
    let count = x.len() as u32;
    match sum_of(x, dtype) {
        Number::Int(_) => {
            let sum = converted(&sum_of(x, dtype), dtype).as_int();
            Number::Int(sum / i128::from(count))
        }
        Number::Complex(re, im) => Number::Complex(re / count, im / count),
        sum => Number::Real(sum.real() / count),
    }
}

fn product_of(x: &[Number], dtype: Dtype) -> Number {
    if part(dtype).is_some() {
        let one = (Float::with_val(PRECISION, 1), zero());
        let (re, im) = x.iter().fold(one, |(re, im), x| {
            let (a, b) = (x.real(), x.imaginary());
            let real = Float::with_val(PRECISION, &re * &a) - Float::with_val(PRECISION, &im * &b);
            (real, re * b + im * a)
        });
        return Number::Complex(re, im);
    }
    if is_float(dtype) {
        let one = Float::with_val(PRECISION, 1);
        return Number::Real(x.iter().fold(one, |product, x| product * x.real()));
    }
    if dtype == Dtype::Bool {
        return x.iter().all(|x| x.as_int() != 0).into();
    }
    Number::Int(
        x.iter()
            .fold(1, |product, x| product.wrapping_mul(x.as_int())),
    )
}

fn each(slices: &[Vec<Number>], of: impl Fn(&[Number]) -> Number) -> Vec<Number> {
    slices.iter().map(|slice| of(slice)).collect()
}

pub fn sum(arguments: &Arguments) -> Vec<Vec<Number>> {
    let dtype = named(arguments);
    vec![each(&in_named(of_axes(arguments), arguments), |x| {
        sum_of(x, dtype)
    })]
}

pub fn nan_sum(arguments: &Arguments) -> Vec<Vec<Number>> {
    let dtype = named(arguments);
    let mut slices = in_named(of_axes(arguments), arguments);
    for slice in &mut slices {
        slice.retain(|x| !x.real().is_nan());
    }
    vec![each(&slices, |x| sum_of(x, dtype))]
}

pub fn mean(arguments: &Arguments) -> Vec<Vec<Number>> {
    let dtype = named(arguments);
    vec![each(&in_named(of_axes(arguments), arguments), |x| {
        mean_of(x, dtype)
    })]
}

/// Over the axis of the second argument, or over all axes where that is none.
pub fn product(arguments: &Arguments) -> Vec<Vec<Number>> {
    let dtype = named(arguments);
    vec![each(&in_named(of_axes(arguments), arguments), |x| {
        product_of(x, dtype)
    })]
}

fn is_zero(x: &Number) -> bool {
    x.real().is_zero() && x.imaginary().is_zero()
}

pub fn all(arguments: &Arguments) -> Vec<Vec<Number>> {
    vec![each(&of_axes(arguments), |x| {
        (!x.iter().any(is_zero)).into()
    })]
}

pub fn any(arguments: &Arguments) -> Vec<Vec<Number>> {
    vec![each(&of_axes(arguments), |x| {
        (!x.iter().all(is_zero)).into()
    })]
}

/// The number of the first largest element, or of the first NaN.
fn largest(x: &[Number]) -> usize {
    first(x, Ordering::Greater)
}

fn smallest(x: &[Number]) -> usize {
    first(x, Ordering::Less)
}

fn first(x: &[Number], beats: Ordering) -> usize {
    let mut best = 0;
    for (i, x_i) in x.iter().enumerate() {
        let best_x = x[best].real();
        let (x_i, is_nan) = (x_i.real(), best_x.is_nan());
        if !is_nan && (x_i.is_nan() || x_i.partial_cmp(&best_x) == Some(beats)) {
            best = i;
        }
    }
    best
}

pub fn max(arguments: &Arguments) -> Vec<Vec<Number>> {
    vec![each(&of_axes(arguments), |x| x[largest(x)].clone())]
}

pub fn min(arguments: &Arguments) -> Vec<Vec<Number>> {
    vec![each(&of_axes(arguments), |x| x[smallest(x)].clone())]
}

/// Of all elements: the second argument is the output.
pub fn max_of_all(arguments: &Arguments) -> Vec<Vec<Number>> {
    max(&Arguments::of("aclnnAmax", &[arguments["self"].clone()]))
}

pub fn min_of_all(arguments: &Arguments) -> Vec<Vec<Number>> {
    min(&Arguments::of("aclnnAmin", &[arguments["self"].clone()]))
}

pub fn min_and_max_of_all(arguments: &Arguments) -> Vec<Vec<Number>> {
    [min_of_all(arguments), max_of_all(arguments)].concat()
}

/// No axes are none: both outputs are copies.
pub fn min_and_max(arguments: &Arguments) -> Vec<Vec<Number>> {
    if matches!(&arguments["dim"], Argument::Ints(dims) if dims.is_empty()) {
        let copy = elements(&arguments["self"].tensors()[0]);
        return vec![copy.clone(), copy];
    }
    [min(arguments), max(arguments)].concat()
}

fn index(x: &[Number], of: fn(&[Number]) -> usize) -> Number {
    Number::Int(of(x) as i128)
}

pub fn arg_max(arguments: &Arguments) -> Vec<Vec<Number>> {
    vec![each(&of_axes(arguments), |x| index(x, largest))]
}

pub fn arg_min(arguments: &Arguments) -> Vec<Vec<Number>> {
    vec![each(&of_axes(arguments), |x| index(x, smallest))]
}

pub fn max_and_index(arguments: &Arguments) -> Vec<Vec<Number>> {
    [max(arguments), arg_max(arguments)].concat()
}

pub fn min_and_index(arguments: &Arguments) -> Vec<Vec<Number>> {
    [min(arguments), arg_min(arguments)].concat()
}

pub fn log_sum(arguments: &Arguments) -> Vec<Vec<Number>> {
    let dtype = named(arguments);
    vec![each(&of_axes(arguments), |x| {
        Number::Real(sum_of(x, dtype).real().ln())
    })]
}

pub fn log_sum_exp(arguments: &Arguments) -> Vec<Vec<Number>> {
    let of = |x: &[Number]| {
        let exponentials = x.iter().map(|x| converted(x, Dtype::F32).real().exp());
        Number::Real(exponentials.fold(zero(), |sum, x| sum + x).ln())
    };
    vec![each(&of_axes(arguments), of)]
}

/// The variance about the mean with these degrees of freedom taken off, and its root if asked for.
fn spread(x: &[Number], correction: i64, filled: bool, root: bool) -> Number {
    let count = x.len() as i64;
    let mean = mean_of(x, Dtype::F32).real();
    let square = |x: &Number| (x.real() - &mean).square();
    let squares = x.iter().map(square).fold(zero(), |sum, x| sum + x);
    let infinity = Float::with_val(PRECISION, f64::INFINITY);
    let degrees = count - correction;
    let variance = match degrees {
        1.. => squares / degrees,
        _ if filled && correction > 1 => infinity,
        _ => squares * infinity,
    };
    Number::Real(if root { variance.sqrt() } else { variance })
}

/// The correction that an argument is: a number, or whether it is 1.
fn correction(argument: &Argument) -> i64 {
    match argument {
        Argument::Int(correction) => *correction,
        Argument::Bool(unbiased) => i64::from(*unbiased),
        other => panic!("{other:?} is no correction"),
    }
}

pub fn variance(arguments: &Arguments) -> Vec<Vec<Number>> {
    let correction = correction(&arguments[["correction", "unbiased"]]);
    vec![each(&of_axes(arguments), |x| {
        spread(x, correction, false, false)
    })]
}

pub fn variance_filled(arguments: &Arguments) -> Vec<Vec<Number>> {
    let correction = correction(&arguments["correction"]);
    vec![each(&of_axes(arguments), |x| {
        spread(x, correction, true, false)
    })]
}

pub fn deviation(arguments: &Arguments) -> Vec<Vec<Number>> {
    let correction = correction(&arguments["correction"]);
    vec![each(&of_axes(arguments), |x| {
        spread(x, correction, true, true)
    })]
}

fn means(arguments: &Arguments) -> Vec<Vec<Number>> {
    vec![each(&of_axes(arguments), |x| mean_of(x, Dtype::F32))]
}

pub fn variance_and_mean(arguments: &Arguments) -> Vec<Vec<Number>> {
    [variance(arguments), means(arguments)].concat()
}

pub fn deviation_and_mean(arguments: &Arguments) -> Vec<Vec<Number>> {
    let correction = correction(&arguments["correction"]);
    let deviations = each(&of_axes(arguments), |x| spread(x, correction, false, true));
    [vec![deviations], means(arguments)].concat()
}

/// The norm of the order that the second argument is, over the axes of the third one.
pub fn norm(arguments: &Arguments) -> Vec<Vec<Number>> {
    let Argument::Scalar(_, order) = &arguments[["ord", "pScalar"]] else {
        panic!("an order");
    };
    let order = converted(order, Dtype::F32).real();
    let of = |x: &[Number]| {
        let mut magnitudes = x.iter().map(|x| converted(x, Dtype::F32).real().abs());
        let add = |sum: Float, x: Float| sum + x;
        Number::Real(if order.is_zero() {
            let others = x.iter().filter(|x| !is_zero(x)).count();
            Float::with_val(PRECISION, others)
        } else if order.is_infinite() {
            let zero_or_more = magnitudes.clone();
            if magnitudes.any(|x| x.is_nan()) {
                Float::with_val(PRECISION, f64::NAN)
            } else if order.is_sign_negative() {
                zero_or_more.reduce(|a, b| a.min(&b)).expect("an element")
            } else {
                zero_or_more.reduce(|a, b| a.max(&b)).expect("an element")
            }
        } else {
            let sum = magnitudes.map(|x| x.pow(&order)).fold(zero(), add);
            sum.pow(order.clone().recip())
        })
    };
    let over = [
        arguments["self"].clone(),
        arguments[["dim", "dims"]].clone(),
    ];
    vec![each(&of_axes(&Arguments::of("aclnnAmax", &over)), of)]
}

pub fn trace(arguments: &Arguments) -> Vec<Vec<Number>> {
    let tensor = &arguments["self"].tensors()[0];
    let dtype = arguments["out"].dtype().expect("a tensor");
    let columns = tensor.shape[1] as usize;
    let numbers = elements(tensor);
    let diagonal = numbers
        .iter()
        .enumerate()
        .filter(|(i, _)| i / columns == i % columns);
    let diagonal: Vec<Number> = diagonal.map(|(_, x)| converted(x, dtype)).collect();
    vec![vec![sum_of(&diagonal, dtype)]]
}

/// The slices of each channel.
fn channels(tensor: &Tensor, channel: usize) -> Vec<Vec<Number>> {
    let others: Vec<usize> = (0..tensor.shape.len())
        .filter(|&axis| axis != channel)
        .collect();
    slices(tensor, &others)
}

pub fn batch_norm_stats(arguments: &Arguments) -> Vec<Vec<Number>> {
    let Argument::Float(eps) = &arguments["eps"] else {
        panic!("a number");
    };
    let channels = channels(&arguments["input"].tensors()[0], 1);
    let inverse = |x: &[Number]| {
        let variance = spread(x, 0, false, false).real() + f64::from(*eps as f32);
        Number::Real(variance.sqrt().recip())
    };
    vec![
        each(&channels, |x| mean_of(x, Dtype::F32)),
        each(&channels, inverse),
    ]
}

/// Sums of the channels of format NCHW and of their squares.
pub fn batch_norm_reduce(arguments: &Arguments) -> Vec<Vec<Number>> {
    let channels = channels(&arguments["x"].tensors()[0], 1);
    let squares = |x: &[Number]| {
        let squares = x.iter().map(|x| x.real().square());
        Number::Real(squares.fold(zero(), |sum, x| sum + x))
    };
    vec![
        each(&channels, |x| sum_of(x, Dtype::F32)),
        each(&channels, squares),
    ]
}

fn pooled(arguments: &Arguments) -> Vec<Vec<Number>> {
    let tensor = &arguments["self"].tensors()[0];
    let axes: Vec<usize> = (2..tensor.shape.len()).collect();
    slices(tensor, &axes)
}

pub fn average_pool(arguments: &Arguments) -> Vec<Vec<Number>> {
    vec![each(&pooled(arguments), |x| mean_of(x, Dtype::F64))]
}

pub fn max_pool(arguments: &Arguments) -> Vec<Vec<Number>> {
    vec![each(&pooled(arguments), |x| x[largest(x)].clone())]
}

/// Sums of rows: along axis 1, or of groups, by their ends or sizes.
pub fn groups(arguments: &Arguments) -> Vec<Vec<Number>> {
    let tensor = &arguments["gradY"].tensors()[0];
    let Some(list) = arguments["groupIdxOptional"].tensors().first() else {
        return vec![each(&slices(tensor, &[1]), |x| sum_of(x, Dtype::F32))];
    };
    let sizes = matches!(arguments[["groupIdxType", "out"]], Argument::Int(1));
    let (numbers, width) = (elements(tensor), tensor.shape[1] as usize);
    let (mut start, mut sums) = (0, Vec::new());
    for number in elements(list) {
        let number = number.as_int().max(0) as usize;
        let end = if sizes { start + number } else { number }.min(tensor.shape[0] as usize);
        for column in 0..width {
            let rows: Vec<Number> = (start..end)
                .map(|row| numbers[row * width + column].clone())
                .collect();
            sums.push(sum_of(&rows, Dtype::F32));
        }
        start = end;
    }
    vec![sums]
}
