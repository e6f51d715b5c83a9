//! Normalisations.

use rug::Float;

use super::{
    boolean, floats, floats_or, given, int, inverse_root, number, numbers, rounded_to, rows, sum,
    swish, tensor, times,
};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION};

/// A row with its statistics.
pub struct Normal {
    pub mean: Float,
    pub variance: Float,
    pub inverse: Float,
    pub values: Vec<Float>,
}

/// Normalises a row to mean 0 (unless only its squares count) and variance 1.
pub fn normal(x: &[Float], epsilon: &Float, squares_only: bool) -> Normal {
    let count = x.len() as u32;
    let mean = match squares_only {
        true => super::float(0.0),
        false => sum(x.iter().cloned()) / count,
    };
    let less = |x: &Float| Float::with_val(PRECISION, x - &mean);
    let variance = sum(x.iter().map(|x| less(x).square())) / count;
    let inverse = inverse_root(variance.clone() + epsilon);
    let values = x.iter().map(|x| less(x) * &inverse).collect();
    Normal {
        mean,
        variance,
        inverse,
        values,
    }
}

/// Outputs of a normalisation: results, and the statistics of each row.
#[derive(Default)]
pub struct Normals {
    pub results: Vec<Float>,
    pub means: Vec<Float>,
    pub variances: Vec<Float>,
    pub inverses: Vec<Float>,
}

/// Normalises rows; `of` makes a result of the number of an element, and the normalised value.
pub fn normals(
    x: &[Float],
    length: usize,
    epsilon: &Float,
    squares_only: bool,
    of: impl Fn(usize, Float) -> Float,
) -> Normals {
    let mut all = Normals::default();
    for (number, row) in rows(x, length).enumerate() {
        let row = normal(row, epsilon, squares_only);
        let values = row.values.into_iter().enumerate();
        let results = values.map(|(k, value)| of(number * length + k, value));
        all.results.extend(results);
        all.means.push(row.mean);
        all.variances.push(row.variance);
        all.inverses.push(row.inverse);
    }
    all
}

/// The sum of two tensors, the first one times a factor.
pub fn sums(a: &Argument, b: &Argument, factor: &Float) -> Vec<Float> {
    let pairs = floats(a).into_iter().zip(floats(b));
    pairs.map(|(a, b)| a * factor + b).collect()
}

/// `weight * x + bias` with parameters that repeat.
fn affine<'a>(weight: &'a [Float], bias: &'a [Float]) -> impl Fn(usize, Float) -> Float + 'a {
    |at, x| x * &weight[at % weight.len()] + &bias[at % bias.len()]
}

pub fn layer_norm(arguments: &Arguments) -> Vec<Vec<Number>> {
    let x = &arguments["input"];
    let shape = &arguments["normalizedShape"];
    let weight = &arguments["weightOptional"];
    let bias = &arguments["biasOptional"];
    let epsilon = &arguments["eps"];
    let out = &arguments["out"];
    let mean = &arguments["meanOutOptional"];
    let inverse = &arguments["rstdOutOptional"];
    let Argument::Ints(shape) = shape else {
        panic!("a shape")
    };
    let length = shape.iter().product::<i64>() as usize;
    let (weight, bias) = (floats_or(weight, length, 1.0), floats_or(bias, length, 0.0));
    let all = normals(
        &floats(x),
        length,
        &number(epsilon),
        false,
        affine(&weight, &bias),
    );
    let mut outputs = vec![rounded_to(tensor(x).dtype, all.results)];
    assert_eq!(out.tensors().len(), 1);
    outputs.extend(given(vec![(mean, all.means), (inverse, all.inverses)]));
    outputs
}

/// Of the square mean, with 0 or 1 added to the weights: the results and the reciprocals.
fn rms(x: &[Float], gamma: &Argument, addend: u32, epsilon: &Argument) -> Normals {
    let weight: Vec<Float> = floats(gamma).into_iter().map(|w| w + addend).collect();
    normals(x, weight.len(), &number(epsilon), true, |at, x| {
        x * &weight[at % weight.len()]
    })
}

pub fn rms_norm(arguments: &Arguments) -> Vec<Vec<Number>> {
    let all = rms(
        &floats(&arguments["x"]),
        &arguments["gamma"],
        0,
        &arguments["epsilon"],
    );
    vec![numbers(all.results), numbers(all.inverses)]
}

pub fn gemma_rms_norm(arguments: &Arguments) -> Vec<Vec<Number>> {
    let all = rms(
        &floats(&arguments["x"]),
        &arguments["gamma"],
        1,
        &arguments["epsilon"],
    );
    vec![numbers(all.results), numbers(all.inverses)]
}

pub fn add_rms_norm(arguments: &Arguments) -> Vec<Vec<Number>> {
    let x1 = &arguments["x1"];
    let x2 = &arguments["x2"];
    let gamma = &arguments["gamma"];
    let epsilon = &arguments["epsilon"];
    let y = &arguments["yOut"];
    let inverse = &arguments["rstdOut"];
    let sum = &arguments["xOut"];
    let x = sums(x1, x2, &super::float(1.0));
    let all = rms(&x, gamma, 0, epsilon);
    given(vec![(y, all.results), (inverse, all.inverses), (sum, x)])
}

/// The same with an offset.
pub fn add_rms_norm_bias(arguments: &Arguments) -> Vec<Vec<Number>> {
    let x1 = &arguments["x1"];
    let x2 = &arguments["x2"];
    let gamma = &arguments["gamma"];
    let beta = &arguments["betaOptional"];
    let epsilon = &arguments["epsilon"];
    let y = &arguments["yOut"];
    let inverse = &arguments["rstdOut"];
    let sum = &arguments["xOut"];
    let x = sums(x1, x2, &super::float(1.0));
    let weight = floats(gamma);
    let bias = floats_or(beta, weight.len(), 0.0);
    let all = normals(
        &x,
        weight.len(),
        &number(epsilon),
        true,
        affine(&weight, &bias),
    );
    given(vec![(y, all.results), (inverse, all.inverses), (sum, x)])
}

/// The result in the first tensor, the sum in the second.
pub fn add_rms_norm_in_place(arguments: &Arguments) -> Vec<Vec<Number>> {
    let x = sums(&arguments["x1Ref"], &arguments["x2Ref"], &super::float(1.0));
    let all = rms(&x, &arguments["gamma"], 0, &arguments["epsilon"]);
    vec![numbers(all.results), numbers(x), numbers(all.inverses)]
}

pub fn add_rms_norm_cast(arguments: &Arguments) -> Vec<Vec<Number>> {
    let x = sums(&arguments["x1"], &arguments["x2"], &super::float(1.0));
    let all = rms(&x, &arguments["gamma"], 0, &arguments["epsilon"]);
    let results = numbers(all.results);
    vec![results.clone(), results, numbers(all.inverses), numbers(x)]
}

pub fn add_layer_norm(arguments: &Arguments) -> Vec<Vec<Number>> {
    let x1 = &arguments["x1"];
    let x2 = &arguments["x2"];
    let gamma = &arguments["gamma"];
    let beta = &arguments["beta"];
    let added = &arguments["biasOptional"];
    let epsilon = &arguments["epsilon"];
    let additional = &arguments["additionalOutput"];
    let y = &arguments["yOut"];
    let mean = &arguments["meanOut"];
    let inverse = &arguments["rstdOut"];
    let sum = &arguments["xOut"];
    let mut x = sums(x1, x2, &super::float(1.0));
    let added = floats_or(added, 1, 0.0);
    for (k, x) in x.iter_mut().enumerate() {
        *x += &added[k % added.len()];
    }
    let (weight, bias) = (floats(gamma), floats(beta));
    let all = normals(
        &x,
        weight.len(),
        &number(epsilon),
        false,
        affine(&weight, &bias),
    );
    let mut outputs = given(vec![
        (y, all.results),
        (mean, all.means),
        (inverse, all.inverses),
        (sum, x),
    ]);
    if !boolean(additional) {
        // Not written.
        outputs[3].fill(Number::Unjudged);
    }
    outputs
}

pub fn deep_norm(arguments: &Arguments) -> Vec<Vec<Number>> {
    let x = &arguments["x"];
    let gx = &arguments["gx"];
    let beta = &arguments["beta"];
    let gamma = &arguments["gamma"];
    let alpha = &arguments["alpha"];
    let epsilon = &arguments["epsilon"];
    let x = sums(x, gx, &number(alpha));
    let (weight, bias) = (floats(gamma), floats(beta));
    let all = normals(
        &x,
        weight.len(),
        &number(epsilon),
        false,
        affine(&weight, &bias),
    );
    vec![
        numbers(all.means),
        numbers(all.inverses),
        numbers(all.results),
    ]
}

/// Results of groups of channels: parameters are of channels.
pub fn of_groups(
    x: &Argument,
    [gamma, beta]: [&Argument; 2],
    groups: i64,
    epsilon: &Float,
    factor: Option<Float>,
) -> Normals {
    let shape = &tensor(x).shape;
    let (channels, inner) = (
        shape[1] as usize,
        shape[2..].iter().product::<i64>() as usize,
    );
    let (weight, bias) = (
        floats_or(gamma, channels, 1.0),
        floats_or(beta, channels, 0.0),
    );
    let length = channels / groups as usize * inner;
    normals(&floats(x), length, epsilon, false, |at, x| {
        let channel = at / inner % channels;
        let y = times(&x, &weight[channel]) + &bias[channel];
        match &factor {
            Some(factor) => swish(&y, factor),
            None => y,
        }
    })
}

fn results_of_groups(all: Normals) -> Vec<Vec<Number>> {
    [all.results, all.means, all.inverses].map(numbers).to_vec()
}

pub fn group_norm(arguments: &Arguments) -> Vec<Vec<Number>> {
    let parameters = [&arguments["gamma"], &arguments["beta"]];
    let (groups, epsilon) = (int(&arguments["group"]), number(&arguments["eps"]));
    results_of_groups(of_groups(
        &arguments["self"],
        parameters,
        groups,
        &epsilon,
        None,
    ))
}

pub fn group_norm_silu(arguments: &Arguments) -> Vec<Vec<Number>> {
    let parameters = [&arguments["gamma"], &arguments["beta"]];
    let (groups, epsilon) = (int(&arguments["group"]), number(&arguments["eps"]));
    let activates = !matches!(arguments[["activateSilu", "out"]], Argument::Bool(false));
    let factor = activates.then(|| super::float(1.0));
    results_of_groups(of_groups(
        &arguments["self"],
        parameters,
        groups,
        &epsilon,
        factor,
    ))
}

pub fn group_norm_swish(arguments: &Arguments) -> Vec<Vec<Number>> {
    let parameters = [&arguments["gamma"], &arguments["beta"]];
    let (groups, epsilon) = (int(&arguments["numGroups"]), number(&arguments["eps"]));
    let factor = boolean(&arguments["activateSwish"]).then(|| number(&arguments["swishScale"]));
    results_of_groups(of_groups(
        &arguments["x"],
        parameters,
        groups,
        &epsilon,
        factor,
    ))
}
