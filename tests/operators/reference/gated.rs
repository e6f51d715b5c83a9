//! Gated units by index, in exact numbers.

use hostnpu::tensor::Dtype;
use rug::Float;

use super::gradients::{
    gelu_erf_backward_of, gelu_erf_of, gelu_tanh_backward_of, gelu_tanh_of, logistic, nan,
    swish_backward_of, swish_of,
};
use super::rectifiers::number;
use super::reductions::{elements, slices};
use crate::argument::{Argument, POISON, Tensor};
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, decode};

fn tensor(argument: &Argument) -> &Tensor {
    &argument.tensors()[0]
}

fn floats(tensor: &Tensor) -> Vec<Float> {
    elements(tensor).iter().map(Number::real).collect()
}

fn times(factors: &[&Float]) -> Float {
    let one = Float::with_val(1200, 1);
    if factors.iter().any(|factor| factor.is_nan()) {
        return nan();
    }
    factors
        .iter()
        .fold(one, |product, factor| product * *factor)
}

/// Places of the elements of both halves of a tensor, in the order of a half.
fn places(shape: &[i64], dim: i64, interleaved: bool) -> (Vec<usize>, Vec<usize>) {
    let axis = dim.rem_euclid(shape.len() as i64) as usize;
    let cut: i64 = shape[axis..].iter().product();
    let inner: i64 = shape[axis + 1..].iter().product();
    let count: i64 = shape[..axis].iter().product();
    let each = |place: &dyn Fn(i64) -> i64| {
        let row = |row: i64| (0..cut / 2).map(move |k| (row, k));
        (0..count)
            .flat_map(row)
            .map(|(row, k)| (row * cut + place(k)) as usize)
            .collect()
    };
    let half = shape[axis] / 2 * inner;
    match interleaved {
        true => (each(&|k| 2 * k), each(&|k| 2 * k + 1)),
        false => (each(&|k| k), each(&|k| half + k)),
    }
}

/// The results of a function of both halves.
fn forward(
    x: &Tensor,
    dim: i64,
    interleaved: bool,
    function: impl Fn(&Float, &Float) -> Float,
) -> Vec<Number> {
    let elements = floats(x);
    let (first, second) = places(&x.shape, dim, interleaved);
    let pairs = first.iter().zip(&second);
    pairs
        .map(|(&a, &b)| Number::Real(function(&elements[a], &elements[b])))
        .collect()
}

/// Gradients of both halves, of their elements and a number in the order of a half.
fn backward(
    x: &Tensor,
    dim: i64,
    interleaved: bool,
    function: impl Fn(usize, &Float, &Float) -> [Float; 2],
) -> Vec<Number> {
    let elements = floats(x);
    let (first, second) = places(&x.shape, dim, interleaved);
    let mut results = vec![Number::Unjudged; elements.len()];
    for (k, (&a, &b)) in first.iter().zip(&second).enumerate() {
        let [of_a, of_b] = function(k, &elements[a], &elements[b]);
        results[a] = Number::Real(of_a);
        results[b] = Number::Real(of_b);
    }
    results
}

fn int(argument: &Argument) -> i64 {
    match argument {
        Argument::Int(value) => *value,
        other => panic!("{other:?} is no integer"),
    }
}

fn flag(argument: &Argument) -> bool {
    matches!(argument, Argument::Bool(true))
}

/// An attribute, in FLOAT.
fn attribute(argument: &Argument) -> Float {
    match argument {
        Argument::Float(value) => number((*value as f32).into()),
        other => panic!("{other:?} is no number"),
    }
}

pub fn glu(arguments: &Arguments) -> Vec<Vec<Number>> {
    let unit = |a: &Float, b: &Float| times(&[a, &logistic_of(b)]);
    vec![forward(
        tensor(&arguments["self"]),
        int(&arguments["dim"]),
        false,
        unit,
    )]
}

/// The logistic function, NaN of NaN.
fn logistic_of(x: &Float) -> Float {
    if x.is_nan() { nan() } else { logistic(x) }
}

pub fn glu_gradient(arguments: &Arguments) -> Vec<Vec<Number>> {
    let g = floats(tensor(&arguments["gradOut"]));
    vec![backward(
        tensor(&arguments["self"]),
        int(&arguments["dim"]),
        false,
        |k, a, b| {
            let s = logistic_of(b);
            let rest = logistic_of(&Float::with_val(PRECISION, -b));
            let slope = times(&[&s, &rest]);
            [times(&[&g[k], &s]), times(&[&g[k], a, &slope])]
        },
    )]
}

fn guarded(x: &Float, function: fn(&Float) -> Float) -> Float {
    if x.is_nan() { nan() } else { function(x) }
}

fn gelu(by_tanh: bool) -> [fn(&Float) -> Float; 2] {
    match by_tanh {
        true => [gelu_tanh_of, gelu_tanh_backward_of],
        false => [gelu_erf_of, gelu_erf_backward_of],
    }
}

/// self, dim, approximate, and perhaps activateLeft.
pub fn geglu(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (x, dim) = (tensor(&arguments["self"]), int(&arguments["dim"]));
    let [unit, _] = gelu(int(&arguments["approximate"]) == 1);
    let left = flag(&arguments[["activateLeft", "out"]]);
    let gate = |a: &Float, b: &Float| guarded(if left { a } else { b }, unit);
    vec![
        forward(x, dim, false, |a, b| {
            times(&[&gate(a, b), if left { b } else { a }])
        }),
        forward(x, dim, false, gate),
    ]
}

/// gradOutput, self, gelu, dim, approximate, and perhaps activateLeft.
pub fn geglu_gradient(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [g, given] = ["gradOutput", "gelu"].map(|k: &str| floats(tensor(&arguments[k])));
    let [_, slope] = gelu(int(&arguments["approximate"]) == 1);
    let left = flag(&arguments[["activateLeft", "gradInput"]]);
    vec![backward(
        tensor(&arguments["self"]),
        int(&arguments["dim"]),
        false,
        |k, a, b| {
            let (gate, factor) = if left { (a, b) } else { (b, a) };
            let of_gate = times(&[&g[k], factor, &guarded(gate, slope)]);
            let of_factor = times(&[&g[k], &given[k]]);
            if left {
                [of_gate, of_factor]
            } else {
                [of_factor, of_gate]
            }
        },
    )]
}

fn swish(x: &Float, beta: &Float) -> Float {
    if x.is_nan() { nan() } else { swish_of(x, beta) }
}

fn swish_backward(x: &Float, beta: &Float) -> Float {
    if x.is_nan() {
        nan()
    } else {
        swish_backward_of(x, beta)
    }
}

pub fn swiglu(arguments: &Arguments) -> Vec<Vec<Number>> {
    let unit = |a: &Float, b: &Float| times(&[&swish(a, &number(1.0)), b]);
    vec![forward(
        tensor(&arguments["x"]),
        int(&arguments["dim"]),
        false,
        unit,
    )]
}

pub fn swiglu_gradient(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (g, one) = (floats(tensor(&arguments["yGrad"])), number(1.0));
    vec![backward(
        tensor(&arguments["x"]),
        int(&arguments["dim"]),
        false,
        |k, a, b| {
            [
                times(&[&g[k], b, &swish_backward(a, &one)]),
                times(&[&g[k], &swish(a, &one)]),
            ]
        },
    )]
}

fn at_most(x: &Float, limit: &Float) -> Float {
    if x > limit { limit.clone() } else { x.clone() }
}

fn within(x: &Float, limit: &Float) -> Float {
    let above = Float::with_val(PRECISION, -limit);
    if *x < above { above } else { at_most(x, limit) }
}

fn sum(a: &Float, b: &Float) -> Float {
    Float::with_val(1200, a + b)
}

/// Replaces the rows behind the sum of the groups, of so many elements each, by what is there instead.
fn cut_off(results: &mut [Number], groups: &Argument, row: usize, behind: Number) {
    let Some(groups) = groups.tensors().first() else {
        return;
    };
    let sum: i128 = elements(groups).iter().map(Number::as_int).sum();
    let first = usize::try_from(sum.max(0)).unwrap().saturating_mul(row);
    results
        .iter_mut()
        .skip(first)
        .for_each(|result| *result = behind.clone());
}

fn poison(dtype: Dtype) -> Number {
    decode(&vec![POISON; dtype.bits() / 8], dtype)
}

fn row_length(x: &Tensor, dim: i64) -> usize {
    let axis = dim.rem_euclid(x.shape.len() as i64) as usize;
    x.shape[axis..].iter().product::<i64>() as usize
}

/// x, groupIndex, dim, alpha, limit, bias, interleaved, and perhaps clampMode.
pub fn clipped_swiglu(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (x, dim) = (tensor(&arguments["x"]), int(&arguments["dim"]));
    let [alpha, limit, bias] = ["alpha", "limit", "bias"].map(|k: &str| attribute(&arguments[k]));
    let by_mode_1 = matches!(arguments[["clampMode", "out"]], Argument::Int(1));
    let mut results = forward(
        x,
        dim,
        flag(&arguments["interleaved"]),
        |a, b| match by_mode_1 {
            true => times(&[
                &at_most(&swish(a, &number(1.0)), &limit),
                &within(b, &limit),
            ]),
            false => times(&[
                &swish(&at_most(a, &limit), &alpha),
                &sum(&within(b, &limit), &bias),
            ]),
        },
    );
    cut_off(
        &mut results,
        &arguments["groupIndexOptional"],
        row_length(x, dim) / 2,
        poison(x.dtype),
    );
    vec![results]
}

/// gradY, x, groupIndex, dim, alpha, limit, bias, interleaved.
pub fn clipped_swiglu_gradient(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (x, dim, g) = (
        tensor(&arguments["x"]),
        int(&arguments["dim"]),
        floats(tensor(&arguments["gradY"])),
    );
    let [alpha, limit, bias] = ["alpha", "limit", "bias"].map(|k: &str| attribute(&arguments[k]));
    let mut results = backward(x, dim, flag(&arguments["interleaved"]), |k, a, b| {
        let (first, second) = (at_most(a, &limit), sum(&within(b, &limit), &bias));
        let of_a = match a > &limit {
            true => number(0.0),
            false => times(&[&g[k], &second, &swish_backward(&first, &alpha)]),
        };
        let of_b = match b.clone().abs() > limit {
            true => number(0.0),
            false if b.is_nan() => nan(),
            false => times(&[&g[k], &swish(&first, &alpha)]),
        };
        [of_a, of_b]
    });
    cut_off(
        &mut results,
        &arguments["groupIndexOptional"],
        row_length(x, dim),
        Number::Real(number(0.0)),
    );
    vec![results]
}

/// x, weight, groupIndex, clampLimit.
pub fn swiglu_group(arguments: &Arguments) -> Vec<Vec<Number>> {
    let x = tensor(&arguments["x"]);
    let half = row_length(x, -1) / 2;
    let weights = arguments["weightOptional"].tensors().first().map(floats);
    let limit = attribute(&arguments["clampLimit"]);
    let limit = if limit == -1 {
        number(f64::INFINITY)
    } else {
        limit
    };
    let mut results = forward(x, -1, false, |a, b| {
        times(&[
            &swish(&at_most(a, &limit), &number(1.0)),
            &within(b, &limit),
        ])
    });
    for (k, result) in results.iter_mut().enumerate() {
        if let Some(weights) = &weights {
            *result = Number::Real(times(&[&result.real(), &weights[k / half]]));
        }
    }
    cut_off(
        &mut results,
        &arguments["groupIndexOptional"],
        half,
        poison(x.dtype),
    );
    vec![results]
}

/// `scale tanh(x / scale)` and its derivative, or x and 1.
fn bounded(x: &Float, scale: &Float) -> (Float, Float) {
    let inner = Float::with_val(PRECISION, x / scale);
    let power = (-Float::with_val(PRECISION, inner.abs_ref()) * 2u32)
        .max(&number(-1e6))
        .exp();
    let slope = power.clone() * 4u32 / Float::with_val(PRECISION, power + 1u32).square();
    (times(&[&inner.tanh(), scale]), slope)
}

fn of_up(x: &Float, scale: &Float) -> (Float, Float) {
    match *scale > 0 {
        _ if x.is_nan() => (nan(), nan()),
        true => bounded(x, scale),
        false => (x.clone(), number(1.0)),
    }
}

/// x, dim, beta, linearBeta, activateLeft.
pub fn situ(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [beta, linear] = ["beta", "linearBeta"].map(|k: &str| attribute(&arguments[k]));
    let left = flag(&arguments["activateLeft"]);
    vec![forward(
        tensor(&arguments["x"]),
        int(&arguments["dim"]),
        false,
        |a, b| {
            let (gate, up) = if left { (a, b) } else { (b, a) };
            times(&[
                &bounded(gate, &beta).0,
                &logistic_of(gate),
                &of_up(up, &linear).0,
            ])
        },
    )]
}

/// gradY, x, dim, beta, linearBeta, activateLeft.
pub fn situ_gradient(arguments: &Arguments) -> Vec<Vec<Number>> {
    let g = floats(tensor(&arguments["gradY"]));
    let [beta, linear] = ["beta", "linearBeta"].map(|k: &str| attribute(&arguments[k]));
    let left = flag(&arguments["activateLeft"]);
    vec![backward(
        tensor(&arguments["x"]),
        int(&arguments["dim"]),
        false,
        |k, a, b| {
            let (gate, up) = if left { (a, b) } else { (b, a) };
            let ((t, slope), s) = (bounded(gate, &beta), logistic_of(gate));
            let rest = logistic_of(&Float::with_val(PRECISION, -gate));
            let ((up, up_backward), bracket) = (of_up(up, &linear), slope + times(&[&t, &rest]));
            let of_gate = times(&[&g[k], &up, &s, &bracket]);
            let of_up = times(&[&g[k], &t, &s, &up_backward]);
            if left {
                [of_gate, of_up]
            } else {
                [of_up, of_gate]
            }
        },
    )]
}

/// input, approximate.
pub fn gelu_mul(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [unit, _] = gelu(matches!(
        arguments["approximateOptional"],
        Argument::Text("tanh")
    ));
    let product = |a: &Float, b: &Float| times(&[&guarded(a, unit), b]);
    vec![forward(tensor(&arguments["input"]), -1, false, product)]
}

/// input, threshold.
pub fn fatrelu_mul(arguments: &Arguments) -> Vec<Vec<Number>> {
    let threshold = floats(tensor(&arguments["threshold"])).remove(0);
    vec![forward(
        tensor(&arguments["input"]),
        -1,
        false,
        |a, b| match *a > threshold {
            true => times(&[a, b]),
            false => times(&[&number(0.0), b]),
        },
    )]
}

/// self, weight.
pub fn prelu(arguments: &Arguments) -> Vec<Vec<Number>> {
    let with_itself = [
        arguments["self"].clone(),
        arguments["self"].clone(),
        arguments["weight"].clone(),
    ];
    vec![prelu_gradients(&Arguments::of("aclnnPreluBackward", &with_itself)).remove(0)]
}

/// gradOutput, self, weight: the gradients of the element and of the weight.
pub fn prelu_gradients(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [g, x, weight] = ["gradOutput", "self", "weight"].map(|k: &str| tensor(&arguments[k]));
    let weights = floats(weight);
    let (gs, xs) = (floats(g), floats(x));
    let inner: i64 = x.shape.iter().skip(2).product();
    let channels = weights.len() as i64;
    let of = |k: usize| &weights[(k as i64 / inner % channels) as usize];
    let of_input = (0..xs.len()).map(|k| match xs[k] > 0 {
        true => Number::Real(gs[k].clone()),
        false => Number::Real(times(&[&gs[k], of(k)])),
    });
    let axes: Vec<usize> = (0..x.shape.len())
        .filter(|&axis| channels == 1 || axis != 1)
        .collect();
    let sums = slices(g, &axes)
        .into_iter()
        .zip(slices(x, &axes))
        .map(|(g, x)| {
            let terms = g.iter().zip(&x).filter(|(_, x)| x.real() <= 0);
            let zero = Float::new(1200);
            Number::Real(terms.fold(zero, |sum, (g, x)| sum + times(&[&g.real(), &x.real()])))
        });
    vec![of_input.collect(), sums.collect()]
}

#[test]
fn an_element_is_in_one_half() {
    let (first, second) = places(&[2, 4, 3], 1, false);
    assert_eq!(first[..7], [0, 1, 2, 3, 4, 5, 12]);
    assert_eq!(second[..2], [6, 7]);
    let (first, second) = places(&[2, 4, 3], 1, true);
    assert_eq!((first[5], second[5], first[6]), (10, 11, 12));
}
