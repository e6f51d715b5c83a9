//! Softmax, its logarithm and their gradients.

use hostnpu::tensor::Dtype;
use rug::Float;

use super::{boolean, float, floats, int, number, numbers, rounded_to, sum, tensor, times};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION};
use crate::reference::arithmetic::converted;
use crate::reference::reductions::elements;

/// Applies a function to each row of some tensors of one shape along an axis.
fn along(
    inputs: &[Vec<Float>],
    shape: &[i64],
    axis: i64,
    of: impl Fn(&[Vec<Float>]) -> Vec<Float>,
) -> Vec<Float> {
    let axis = axis.rem_euclid(shape.len().max(1) as i64) as usize;
    let extent = shape.get(axis).map_or(1, |&extent| extent as usize);
    let inner: i64 = shape.iter().skip(axis + 1).product();
    let inner = inner as usize;
    let mut results = inputs[0].clone();
    for start in 0..results.len() / extent {
        let first = start / inner * inner * extent + start % inner;
        let at = |k: usize| first + k * inner;
        let row = |x: &Vec<Float>| (0..extent).map(|k| x[at(k)].clone()).collect();
        let row: Vec<Vec<Float>> = inputs.iter().map(row).collect();
        for (k, value) in of(&row).into_iter().enumerate() {
            results[at(k)] = value;
        }
    }
    results
}

fn of_row(x: &[Float], is_log: bool) -> Vec<Float> {
    // Exact enough without the largest element taken off, but for infinities.
    let largest = x.iter().fold(float(f64::NEG_INFINITY), |a, b| a.max(b));
    let less = |x: &Float| Float::with_val(PRECISION, x - &largest);
    let total = sum(x.iter().map(|x| less(x).exp()));
    let of = |x: &Float| match is_log {
        true => less(x) - total.clone().ln(),
        false => less(x).exp() / &total,
    };
    // NaN is everywhere in its row.
    match total.is_nan() {
        true => vec![float(f64::NAN); x.len()],
        false => x.iter().map(of).collect(),
    }
}

pub fn softmax(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (x, dim) = (tensor(&arguments["self"]), int(&arguments["dim"]));
    let results = along(&[floats(&arguments["self"])], &x.shape, dim, |x| {
        of_row(&x[0], false)
    });
    vec![rounded_to(x.dtype, results)]
}

/// In the output's type, to which elements are converted first.
pub fn log_softmax(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (x, dim) = (tensor(&arguments["self"]), int(&arguments["dim"]));
    let compute = tensor(&arguments["out"]).dtype;
    let given = elements(x);
    let given = given.iter().map(|x| converted(x, compute).real()).collect();
    let results = along(&[given], &x.shape, dim, |x| of_row(&x[0], true));
    vec![numbers(results)]
}

fn gradient_of_row(g: &[Float], y: &[Float], is_log: bool) -> Vec<Float> {
    let products = g.iter().zip(y).map(|(g, y)| match is_log {
        true => g.clone(),
        false => times(g, y),
    });
    let total = sum(products);
    let pairs = g.iter().zip(y);
    pairs
        .map(|(g, y)| match is_log {
            true => g.clone() - y.clone().exp() * &total,
            false => (g.clone() - &total) * y,
        })
        .collect()
}

fn gradient(arguments: &Arguments, is_log: bool) -> Vec<Vec<Number>> {
    let shape = &tensor(&arguments["gradOutput"]).shape;
    let inputs = [
        floats(&arguments["gradOutput"]),
        floats(&arguments["output"]),
    ];
    let results = along(&inputs, shape, int(&arguments["dim"]), |row| {
        gradient_of_row(&row[0], &row[1], is_log)
    });
    vec![rounded_to(tensor(&arguments["gradOutput"]).dtype, results)]
}

pub fn softmax_gradient(arguments: &Arguments) -> Vec<Vec<Number>> {
    gradient(arguments, false)
}

pub fn log_softmax_gradient(arguments: &Arguments) -> Vec<Vec<Number>> {
    gradient(arguments, true)
}

/// Elements of a tensor of four dimensions, of which it may have 1, in a shape.
fn repeated(argument: &Argument, shape: &[i64]) -> Vec<Float> {
    let (own, x) = (&tensor(argument).shape, floats(argument));
    let count: i64 = shape.iter().product();
    let place = |mut at: i64| {
        let (mut from, mut step) = (0, 1);
        for (axis, &extent) in shape.iter().enumerate().rev() {
            let index = at % extent;
            at /= extent;
            let Some(axis) = (axis + own.len()).checked_sub(shape.len()) else {
                continue;
            };
            from += if own[axis] == 1 { 0 } else { index * step };
            step *= own[axis];
        }
        from as usize
    };
    (0..count).map(|at| x[place(at)].clone()).collect()
}

pub fn scaled_masked(arguments: &Arguments) -> Vec<Vec<Number>> {
    let shape = &tensor(&arguments["x"]).shape;
    let (scale, mask) = (
        number(&arguments["scale"]),
        repeated(&arguments["mask"], shape),
    );
    assert!(!boolean(&arguments["fixedTriuMask"]), "refused");
    let x = floats(&arguments["x"]).into_iter().zip(mask);
    let x = x.map(|(x, mask)| match mask.is_zero() {
        true => x * &scale,
        false => float(-10000.0),
    });
    vec![numbers(along(&[x.collect()], shape, -1, |x| {
        of_row(&x[0], false)
    }))]
}

pub fn scaled_masked_gradient(arguments: &Arguments) -> Vec<Vec<Number>> {
    let shape = &tensor(&arguments["gradOutput"]).shape;
    let (scale, mask) = (
        number(&arguments["scale"]),
        repeated(&arguments["mask"], shape),
    );
    let inputs = [floats(&arguments["gradOutput"]), floats(&arguments["y"])];
    let results = along(&inputs, shape, -1, |row| {
        gradient_of_row(&row[0], &row[1], false)
    });
    let results = results.into_iter().zip(mask);
    let results = results.map(|(x, mask)| match mask.is_zero() {
        true => x * &scale,
        false => float(0.0),
    });
    vec![numbers(results.collect())]
}

/// `x` of (B, W, N, S1, S2), or of (B W, N, S1, S2); a mask of (W, S1, S2) and a bias of (N, S1, S2).
pub fn with_position_bias(arguments: &Arguments) -> Vec<Vec<Number>> {
    let x = tensor(&arguments["x"]);
    let [n, rows, columns] = x.shape[x.shape.len() - 3..] else {
        panic!("three dimensions or more")
    };
    let scale = number(&arguments["scaleValue"]);
    let plane = (rows * columns) as usize;
    let mask = floats_or_none(&arguments["attenMaskOptional"]);
    let windows = mask.as_ref().map_or(1, |mask| mask.len() / plane);
    let bias = floats(&arguments["relativePosBias"]);
    let values = floats(&arguments["x"]).into_iter().enumerate();
    let values = values.map(|(at, x)| {
        let (inside, head) = (at % plane, at / plane % n as usize);
        let window = at / plane / n as usize % windows;
        let mask = mask
            .as_ref()
            .map_or(float(0.0), |mask| mask[window * plane + inside].clone());
        x * &scale + mask + &bias[head * plane + inside]
    });
    let values = values.collect();
    vec![numbers(along(&[values], &x.shape, -1, |x| {
        of_row(&x[0], false)
    }))]
}

fn floats_or_none(argument: &Argument) -> Option<Vec<Float>> {
    (!argument.tensors().is_empty()).then(|| floats(argument))
}

/// The type in which softmax is computed: that of its input.
pub fn own(arguments: &Arguments) -> Option<Dtype> {
    crate::table::computes::own(arguments)
}
