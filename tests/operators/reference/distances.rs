//! Distances between rows and their gradients, by the definition of the norm.

use rug::Float;
use rug::ops::Pow;

use super::rows::{float, floats, int, number, numbers, tensor};
use super::search;
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

/// The norm of a vector: of order 0 how many elements are not 0.
fn norm(x: &[Float], order: &Float) -> Float {
    let magnitudes = x.iter().map(|x| x.clone().abs());
    if order.is_zero() {
        return float(x.iter().filter(|x| !x.is_zero()).count() as f64);
    }
    if order.is_infinite() {
        return magnitudes.fold(float(0.0), |largest, x| largest.max(&x));
    }
    let power = |x: Float| if x.is_zero() { x } else { x.pow(order) };
    let sum = magnitudes.map(power).fold(float(0.0), |sum, x| sum + x);
    match sum.is_zero() {
        true => sum,
        false => sum.pow(float(1.0) / order),
    }
}

/// The change of the norm with one of the elements of a vector.
fn slope(x: &[Float], at: usize, norm: &Float, order: &Float) -> Float {
    let element = x[at].clone();
    if element.is_zero() || norm.is_zero() || order.is_zero() {
        return float(0.0);
    }
    let sign = element.clone().signum();
    if order.is_infinite() {
        let is_largest = x
            .iter()
            .all(|other| other.cmp_abs(&element).is_some_and(|o| o.is_le()));
        return if is_largest { sign } else { float(0.0) };
    }
    sign * (element.abs() / norm).pow(float(-1.0) + order)
}

/// The rows of the matrices of a tensor.
fn rows(argument: &Argument) -> Vec<Vec<Vec<Float>>> {
    let shape = &tensor(argument).shape;
    let [.., count, width] = shape[..] else {
        panic!("matrices")
    };
    let all = floats(argument);
    let matrices = all.chunks((count * width) as usize);
    let in_rows = |matrix: &[Float]| {
        matrix
            .chunks(width as usize)
            .map(<[Float]>::to_vec)
            .collect()
    };
    matrices.map(in_rows).collect()
}

fn difference(a: &[Float], b: &[Float]) -> Vec<Float> {
    a.iter().zip(b).map(|(a, b)| float(0.0) + a - b).collect()
}

/// Distances of all rows; one of the batches may be a single matrix.
pub fn all(arguments: &Arguments) -> Vec<Vec<Number>> {
    let ([a, b], order) = (
        ["x1", "x2"].map(|k| rows(&arguments[k])),
        number(&arguments["p"]),
    );
    let mut norms = Vec::new();
    for batch in 0..a.len().max(b.len()) {
        for x in &a[batch % a.len()] {
            norms.extend(
                b[batch % b.len()]
                    .iter()
                    .map(|y| norm(&difference(x, y), &order)),
            );
        }
    }
    vec![numbers(norms)]
}

/// Distances of each row to those behind it.
pub fn pairs(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (matrix, order) = (
        rows(&arguments["self"]).remove(0),
        order(&arguments[["pScalar", "p"]]),
    );
    let mut norms = Vec::new();
    for (k, x) in matrix.iter().enumerate() {
        norms.extend(
            matrix[k + 1..]
                .iter()
                .map(|y| norm(&difference(x, y), &order)),
        );
    }
    vec![numbers(norms)]
}

fn order(argument: &Argument) -> Float {
    match argument {
        Argument::Scalar(_, order) => order.real(),
        other => number(other),
    }
}

/// Gradients by the first matrices.
pub fn gradient(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [a, b] = ["x1", "x2"].map(|k| rows(&arguments[k]));
    let [by, norms] = ["grad", "cdist"].map(|k| floats(&arguments[k]));
    let order = match number(&arguments["p"]) {
        order if order == -1.0 => float(f64::INFINITY),
        order => order,
    };
    let (mut gradients, mut place) = (Vec::new(), 0);
    for (batch, matrix) in a.iter().enumerate() {
        for x in matrix {
            let mut sums = vec![float(0.0); x.len()];
            for y in &b[batch % b.len()] {
                let difference = difference(x, y);
                for (at, sum) in sums.iter_mut().enumerate() {
                    *sum += slope(&difference, at, &norms[place], &order) * &by[place];
                }
                place += 1;
            }
            gradients.extend(sums);
        }
    }
    vec![numbers(gradients)]
}

/// The elements of a tensor, repeated to a shape.
fn broadcast(argument: &Argument, shape: &[i64]) -> Vec<Number> {
    let (own, numbers) = (&tensor(argument).shape, search::numbers(argument));
    let element = |mut place: i64| {
        let (mut at, mut stride) = (0, 1);
        for (k, extent) in shape.iter().rev().enumerate() {
            let extent_of_own = own.iter().rev().nth(k).copied().unwrap_or(1);
            at += place % extent % extent_of_own * stride;
            stride *= extent_of_own;
            place /= extent;
        }
        numbers[at as usize].clone()
    };
    (0..shape.iter().product()).map(element).collect()
}

/// Cross products along an axis of the shape of the last argument.
pub fn cross(arguments: &Arguments) -> Vec<Vec<Number>> {
    let out = tensor(&arguments["out"]);
    let own = tensor(&arguments["self"]).shape.len() as i64;
    let axis = int(&arguments["dim"]).rem_euclid(own) as usize + out.shape.len() - own as usize;
    let inner: i64 = out.shape[axis + 1..].iter().product();
    let vectors = ["self", "other"].map(|k| broadcast(&arguments[k], &out.shape));
    let component = |place: i64| {
        let at = place / inner % 3;
        let other = |step: i64| (place + ((at + step) % 3 - at) * inner) as usize;
        let [a, b] = &vectors;
        let ([b1, b2], [a1, a2]) = ([1, 2].map(|k| &b[other(k)]), [1, 2].map(|k| &a[other(k)]));
        match (a1, a2, b1, b2) {
            (Number::Int(a1), Number::Int(a2), Number::Int(b1), Number::Int(b2)) => {
                Number::Int(a1 * b2 - a2 * b1)
            }
            _ => {
                let product = |a: Float, b: Float| Float::with_val(240, a * b);
                let part = |a: &Number, b: &Number| {
                    let re = product(a.real(), b.real()) - product(a.imaginary(), b.imaginary());
                    let im = product(a.real(), b.imaginary()) + product(a.imaginary(), b.real());
                    (re, im)
                };
                let (first, second) = (part(a1, b2), part(a2, b1));
                let (re, im) = (first.0 - second.0, first.1 - second.1);
                match out.dtype.is_complex() {
                    true => Number::Complex(re, im),
                    false => Number::Real(re),
                }
            }
        }
    };
    vec![(0..out.numel() as i64).map(component).collect()]
}
