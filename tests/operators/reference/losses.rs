//! Losses and their gradients, in exact numbers.

use hostnpu::tensor::Dtype;
use rug::Float;

use super::rows::{float, floats, floats_or, int, numbers, sum, tensor, times};
use super::search::{integers, place};
use crate::argument::{Argument, POISON};
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, decode};

/// The extent of a dimension of a shape that is aligned to the right of another one.
fn extent(shape: &[i64], rank: usize, axis: usize) -> i64 {
    match (axis + shape.len()).checked_sub(rank) {
        Some(at) => shape[at],
        None => 1,
    }
}

/// The names that operators have for each of several operands.
type Inputs<'a> = &'a [&'a [&'a str]];

const PAIR: Inputs = &[&["self"], &["target"]];
const SLOPES: Inputs = &[&["gradOutput", "gradOut"], &["self"], &["target"]];

/// The shape to which tensors broadcast.
fn shape_of(arguments: &Arguments, inputs: Inputs) -> Vec<i64> {
    let shapes = || {
        let given = inputs.iter().flat_map(|&names| arguments[names].tensors());
        given.map(|tensor| tensor.shape.as_slice())
    };
    let rank = shapes().map(<[i64]>::len).max().unwrap_or(0);
    let longest = |axis| {
        shapes()
            .map(|shape| extent(shape, rank, axis))
            .max()
            .unwrap()
    };
    (0..rank).map(longest).collect()
}

/// The elements of a tensor, repeated over a shape; of a null argument 1.
pub(super) fn over(argument: &Argument, shape: &[i64]) -> Vec<Float> {
    let count = shape.iter().product::<i64>() as usize;
    if argument.tensors().is_empty() {
        return floats_or(argument, count, 1.0);
    }
    let (own, x) = (&tensor(argument).shape, floats(argument));
    (0..count)
        .map(|at| x[place(own, shape, at)].clone())
        .collect()
}

/// A function of the elements at each place of some inputs.
fn each(
    arguments: &Arguments,
    inputs: Inputs,
    f: impl Fn(&[Float]) -> Float,
) -> (Vec<i64>, Vec<Float>) {
    let shape = shape_of(arguments, inputs);
    let x: Vec<Vec<Float>> = inputs
        .iter()
        .map(|&names| over(&arguments[names], &shape))
        .collect();
    let at = |place: usize| {
        let x: Vec<Float> = x.iter().map(|x| x[place].clone()).collect();
        f(&x)
    };
    let values = (0..x[0].len()).map(at).collect();
    (shape, values)
}

/// The divisor of sums over a shape.
fn divisor(reduction: i64, shape: &[i64]) -> i64 {
    match reduction {
        1 => shape.iter().product(),
        3 => shape.first().copied().unwrap_or(1),
        _ => 1,
    }
}

/// Losses of the first tensors, combined.
fn loss(
    arguments: &Arguments,
    inputs: Inputs,
    reduction: i64,
    f: impl Fn(&[Float]) -> Float,
) -> Vec<Vec<Number>> {
    let (shape, values) = each(arguments, inputs, f);
    if reduction == 0 {
        return vec![numbers(values)];
    }
    vec![numbers(vec![sum(values) / divisor(reduction, &shape)])]
}

/// Slopes, multiplied by the gradient, which is the first input, and divided as the loss is.
fn slope(
    arguments: &Arguments,
    inputs: Inputs,
    reduction: i64,
    f: impl Fn(&[Float]) -> Float,
) -> Vec<Vec<Number>> {
    let (shape, values) = each(arguments, inputs, |x| times(&f(&x[1..]), &x[0]));
    let divisor = divisor(reduction, &shape);
    vec![numbers(values.into_iter().map(|x| x / divisor).collect())]
}

fn less(a: &Float, b: &Float) -> Float {
    Float::with_val(PRECISION, a - b)
}

fn exp(x: &Float) -> Float {
    x.clone().exp()
}

fn ln(x: &Float) -> Float {
    x.clone().ln()
}

/// `1 / (1 + e^-x)`.
fn logistic(x: &Float) -> Float {
    (exp(&-x.clone()) + 1u32).recip()
}

pub fn mse(arguments: &Arguments) -> Vec<Vec<Number>> {
    loss(arguments, PAIR, int(&arguments["reduction"]), |x| {
        less(&x[0], &x[1]).square()
    })
}

/// Along the first axis.
pub fn mse_of_columns(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (shape, values) = each(arguments, PAIR, |x| less(&x[0], &x[1]).square());
    let reduction = int(&arguments["reduction"]);
    if reduction == 0 || shape.is_empty() {
        return vec![numbers(values)];
    }
    let width = shape[1..].iter().product::<i64>() as usize;
    let column = |at: usize| sum(values.iter().skip(at).step_by(width).cloned());
    let divisor = if reduction == 1 { shape[0] } else { 1 };
    vec![numbers((0..width).map(|at| column(at) / divisor).collect())]
}

pub fn mse_backward(arguments: &Arguments) -> Vec<Vec<Number>> {
    slope(arguments, SLOPES, int(&arguments["reduction"]), |x| {
        less(&x[0], &x[1]) * 2
    })
}

/// Of integers, which wrap.
fn l1_of_integers(arguments: &Arguments) -> Vec<Vec<Number>> {
    let shape = shape_of(arguments, PAIR);
    let of = |input: &str, at: usize| {
        let place = place(&tensor(&arguments[input]).shape, &shape, at);
        integers(&arguments[input])[place]
    };
    let distance = |at| of("self", at).wrapping_sub(of("target", at)).wrapping_abs();
    let distances = (0..shape.iter().product::<i64>() as usize).map(distance);
    let results = match int(&arguments["reduction"]) {
        0 => distances.collect(),
        _ => vec![distances.fold(0, i64::wrapping_add)],
    };
    vec![results.into_iter().map(|x| Number::Int(x.into())).collect()]
}

pub fn l1(arguments: &Arguments) -> Vec<Vec<Number>> {
    if arguments["self"].dtype() == Some(Dtype::I64) {
        return l1_of_integers(arguments);
    }
    loss(arguments, PAIR, int(&arguments["reduction"]), |x| {
        less(&x[0], &x[1]).abs()
    })
}

pub fn l1_backward(arguments: &Arguments) -> Vec<Vec<Number>> {
    slope(arguments, SLOPES, int(&arguments["reduction"]), |x| {
        let difference = less(&x[0], &x[1]);
        match difference.is_zero() || difference.is_nan() {
            true => float(0.0),
            false => difference.signum(),
        }
    })
}

fn beta(argument: &Argument) -> Float {
    super::rows::number(argument)
}

pub fn smooth_l1(arguments: &Arguments) -> Vec<Vec<Number>> {
    let beta = beta(&arguments["beta"]);
    loss(arguments, PAIR, int(&arguments["reduction"]), |x| {
        let distance = less(&x[0], &x[1]).abs();
        match distance < beta {
            true => distance.square() / &beta / 2,
            false => distance - beta.clone() / 2,
        }
    })
}

pub fn smooth_l1_backward(arguments: &Arguments) -> Vec<Vec<Number>> {
    let beta = beta(&arguments["beta"]);
    slope(arguments, SLOPES, int(&arguments["reduction"]), |x| {
        let distance = less(&x[0], &x[1]);
        if distance <= -beta.clone() {
            float(-1.0)
        } else if distance >= beta {
            float(1.0)
        } else {
            distance / &beta
        }
    })
}

pub fn soft_margin(arguments: &Arguments) -> Vec<Vec<Number>> {
    loss(arguments, PAIR, int(&arguments["reduction"]), |x| {
        exp(&-times(&x[0], &x[1])).ln_1p()
    })
}

pub fn soft_margin_backward(arguments: &Arguments) -> Vec<Vec<Number>> {
    slope(arguments, SLOPES, int(&arguments["reduction"]), |x| {
        -times(&x[1], &logistic(&-times(&x[0], &x[1])))
    })
}

fn is_log(argument: &Argument) -> bool {
    super::rows::boolean(argument)
}

pub fn kl(arguments: &Arguments) -> Vec<Vec<Number>> {
    let is_log = is_log(&arguments["logTarget"]);
    loss(
        arguments,
        PAIR,
        int(&arguments["reduction"]),
        |x| match is_log {
            true => times(&exp(&x[1]), &less(&x[1], &x[0])),
            false if x[1].is_zero() => float(0.0),
            false => times(&x[1], &less(&ln(&x[1]), &x[0])),
        },
    )
}

/// Adds what an input of this shape was repeated over.
fn gathered(shape: &[i64], values: Vec<Float>, own: &[i64]) -> Vec<Vec<Number>> {
    let count = own.iter().product::<i64>() as usize;
    let mut sums = vec![float(0.0); count];
    for (at, value) in values.into_iter().enumerate() {
        sums[place(own, shape, at)] += value;
    }
    vec![numbers(sums)]
}

pub fn kl_backward(arguments: &Arguments) -> Vec<Vec<Number>> {
    let is_log = is_log(&arguments["logTarget"]);
    let (shape, values) = each(arguments, SLOPES, |x| {
        let slope = if is_log { exp(&x[2]) } else { x[2].clone() };
        -times(&slope, &x[0])
    });
    let divisor = divisor(int(&arguments["reduction"]), &shape);
    let values = values.into_iter().map(|x| x / divisor).collect();
    gathered(&shape, values, &tensor(&arguments["self"]).shape)
}

pub fn kl_target_backward(arguments: &Arguments) -> Vec<Vec<Number>> {
    let is_log = is_log(&arguments["logTarget"]);
    let (shape, values) = each(arguments, SLOPES, |x| {
        let slope = match is_log {
            true => times(&exp(&x[2]), &(less(&x[2], &x[1]) + 1)),
            false if x[2].is_zero() => float(f64::NAN),
            false => less(&ln(&x[2]), &x[1]) + 1,
        };
        times(&slope, &x[0])
    });
    let divisor = divisor(int(&arguments["reduction"]), &shape);
    let values = values.into_iter().map(|x| x / divisor).collect();
    gathered(&shape, values, &tensor(&arguments["target"]).shape)
}

pub fn bce(arguments: &Arguments) -> Vec<Vec<Number>> {
    let bounded = |x: Float| x.max(&float(-100.0));
    loss(
        arguments,
        &[&["self"], &["target"], &["weight"]],
        int(&arguments["reduction"]),
        |x| {
            let [p, t, w] = [&x[0], &x[1], &x[2]];
            let yes = times(t, &bounded(ln(p)));
            let no = less(&float(1.0), t) * bounded(less(&float(1.0), p).ln());
            -times(w, &(yes + no))
        },
    )
}

pub fn bce_backward(arguments: &Arguments) -> Vec<Vec<Number>> {
    slope(
        arguments,
        &[&["gradOutput"], &["self"], &["target"], &["weightOptional"]],
        int(&arguments["reduction"]),
        |x| {
            let [p, t, w] = [&x[0], &x[1], &x[2]];
            let product = times(p, &less(&float(1.0), p)).max(&float(1e-12));
            times(w, &less(p, t)) / product
        },
    )
}

pub fn bce_logits(arguments: &Arguments) -> Vec<Vec<Number>> {
    loss(
        arguments,
        &[
            &["self"],
            &["target"],
            &["weightOptional"],
            &["posWeightOptional"],
        ],
        int(&arguments["reduction"]),
        |x| {
            let [x, t, w, q] = [&x[0], &x[1], &x[2], &x[3]];
            let no = less(&float(1.0), t);
            let both = no.clone() + times(q, t);
            times(
                &(times(&no, x) + times(&both, &exp(&-x.clone()).ln_1p())),
                w,
            )
        },
    )
}

pub fn bce_logits_backward(arguments: &Arguments) -> Vec<Vec<Number>> {
    slope(
        arguments,
        &[
            &["gradOutput"],
            &["self"],
            &["target"],
            &["weightOptional"],
            &["posWeightOptional"],
        ],
        int(&arguments["reduction"]),
        |x| {
            let [x, t, w, q] = [&x[0], &x[1], &x[2], &x[3]];
            let no = less(&float(1.0), t);
            let slope = times(&no, &logistic(x)) - times(&times(q, t), &logistic(&-x.clone()));
            times(&slope, w)
        },
    )
}

/// Of each position its class and the number of its element, if it counts.
fn elements(x: &Argument, target: &Argument, ignored: i64) -> Vec<Option<(usize, usize)>> {
    let shape = &tensor(x).shape;
    let axis = (shape.len() - 1).min(1);
    let (classes, inner) = (shape[axis], shape[axis + 1..].iter().product::<i64>());
    let of = |(at, class): (usize, &Float)| {
        let (class, at) = (class.to_f64() as i64, at as i64);
        let counts = class != ignored;
        let element = (at / inner * classes + class) * inner + at % inner;
        counts.then_some((class as usize, element as usize))
    };
    floats(target).iter().enumerate().map(of).collect()
}

pub(super) fn unwritten(argument: &Argument) -> Vec<Number> {
    let tensor = tensor(argument);
    let one = decode(&vec![POISON; tensor.size()], tensor.dtype);
    vec![one; tensor.numel()]
}

pub fn nll(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (x, weights) = (floats(&arguments["self"]), floats(&arguments["weight"]));
    let elements = elements(
        &arguments["self"],
        &arguments["target"],
        int(&arguments["ignoreIndex"]),
    );
    let loss = |of: &Option<(usize, usize)>| match of {
        Some((class, element)) => -times(&weights[*class], &x[*element]),
        None => float(0.0),
    };
    let losses: Vec<Float> = elements.iter().map(loss).collect();
    let total = sum(elements.iter().flatten().map(|of| weights[of.0].clone()));
    let combined = match int(&arguments["reduction"]) {
        0 => return vec![numbers(losses), unwritten(&arguments["totalWeightOut"])],
        1 => sum(losses) / &total,
        _ => sum(losses),
    };
    vec![numbers(vec![combined]), numbers(vec![total])]
}

pub fn nll_backward(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [grads, weights] = ["gradOutput", "weight"].map(|at| floats(&arguments[at]));
    let divisor = match int(&arguments["reduction"]) {
        1 => floats(&arguments["totalWeight"]).remove(0),
        _ => float(1.0),
    };
    let mut slopes = vec![float(0.0); tensor(&arguments["self"]).numel()];
    let elements = elements(
        &arguments["self"],
        &arguments["target"],
        int(&arguments["ignoreIndex"]),
    );
    for (at, (class, element)) in elements
        .into_iter()
        .enumerate()
        .filter_map(|(at, of)| of.map(|of| (at, of)))
    {
        let grad = &grads[if grads.len() == 1 { 0 } else { at }];
        slopes[element] = -times(&weights[class], grad) / &divisor;
    }
    vec![numbers(slopes)]
}
