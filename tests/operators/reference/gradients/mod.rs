//! Gradients of activation functions, and functions like them, of exact numbers: the gradient of the result first, then what the function was computed of. Scalars count as FLOAT.

mod functions;

use hostnpu::tensor::Dtype;
use rug::Float;
use rug::float::{Constant, Special};

pub use functions::{
    fast_gelu, gelu_by_number, gelu_tanh, hard_line, hardshrink, shrink, silu, softplus,
    softshrink, swish,
};

use super::arithmetic::converted;
use super::rectifiers::{float, number};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, is_float, part};

/// Bits of functions, whose results MPFR rounds correctly.
const BITS: u32 = 136;

pub fn nan() -> Float {
    Float::with_val(PRECISION, Special::Nan)
}

/// Beyond, nothing is left in any format, while MPFR's exponents do not end.
fn held(x: &Float) -> Float {
    let end = Float::with_val(BITS, 1_000_000);
    Float::with_val(BITS, x.max_ref(&Float::with_val(BITS, -&end))).min(&end)
}

/// 1 and a little, which stands for all that is nearer to 1: which side of 1 a number is on decides between neighbours.
fn beside_1(side: i32) -> Float {
    let little = Float::with_val(PRECISION, side) >> 200_i32;
    little + 1u32
}

/// `1 / (1 + e^-t)`.
pub fn logistic(t: &Float) -> Float {
    if t.is_infinite() {
        return number(if t.is_sign_negative() { 0.0 } else { 1.0 });
    }
    if *t > 80 {
        return beside_1(-1);
    }
    ((-held(t)).exp() + 1u32).recip()
}

/// `ln(1 + e^t)`.
fn log_1_exp(t: &Float) -> Float {
    let log = (-Float::with_val(BITS, held(t).abs_ref())).exp().ln_1p();
    let log = if t.is_infinite() { number(0.0) } else { log };
    match *t > 0 {
        true => Float::with_val(PRECISION, t + log),
        false => log,
    }
}

/// Converts both inputs; NaN where one is NaN.
fn pair(x: &[Number], compute: Dtype, function: impl FnOnce(Float, Float) -> Float) -> Number {
    let [g, x] = [&x[0], &x[1]].map(|x| converted(x, compute).real());
    let is_nan = g.is_nan() || x.is_nan();
    Number::Real(if is_nan { nan() } else { function(g, x) })
}

/// As [`pair`], but NaN of the second input is the function's concern.
fn chosen(x: &[Number], compute: Dtype, function: impl FnOnce(Float, Float) -> Float) -> Number {
    let [g, x] = [&x[0], &x[1]].map(|x| converted(x, compute).real());
    Number::Real(function(g, x))
}

fn single(x: &[Number], compute: Dtype, function: impl FnOnce(Float) -> Float) -> Number {
    let x = converted(&x[0], compute).real();
    Number::Real(if x.is_nan() { x } else { function(x) })
}

fn product(a: Float, b: Float) -> Float {
    Float::with_val(PRECISION, a * b)
}

/// `sqrt(8/π) (x + 0.044715 x³)` and its derivative.
fn of_tanh(x: &Float) -> (Float, Float) {
    let factor = (Float::with_val(PRECISION, 8) / Float::with_val(PRECISION, Constant::Pi)).sqrt();
    let square = Float::with_val(PRECISION, x.square_ref()) * 0.044_715_f64;
    let slope = factor.clone() * (Float::with_val(PRECISION, &square * 3u32) + 1u32);
    (factor * (square + 1u32) * x, slope)
}

/// The Gaussian error linear unit by the hyperbolic tangent.
pub fn gelu_tanh_of(x: &Float) -> Float {
    if x.is_infinite() && x.is_sign_negative() {
        return nan();
    }
    product(logistic(&of_tanh(x).0), x.clone())
}

pub fn gelu_tanh_backward_of(x: &Float) -> Float {
    if x.is_infinite() {
        return number(if x.is_sign_negative() { 0.0 } else { 1.0 });
    }
    if *x > 8 {
        return beside_1(1);
    }
    let (u, slope) = of_tanh(x);
    let rest = logistic(&Float::with_val(PRECISION, -&u));
    logistic(&u) * (Float::with_val(PRECISION, x * rest) * slope + 1u32)
}

/// The normal distribution and its density.
fn normal(x: &Float) -> (Float, Float) {
    let root = Float::with_val(BITS, 2).sqrt();
    let near = held(x)
        .max(&Float::with_val(BITS, -1000))
        .min(&Float::with_val(BITS, 1000));
    let below = (-Float::with_val(BITS, &near / &root)).erfc() / 2u32;
    let below = if near > 13 { beside_1(-1) } else { below };
    let power = (-near.square() / 2u32).exp();
    let circle = Float::with_val(BITS, Constant::Pi) * 2u32;
    (below, power / circle.sqrt())
}

/// The Gaussian error linear unit.
pub fn gelu_erf_of(x: &Float) -> Float {
    if x.is_infinite() && x.is_sign_negative() {
        return nan();
    }
    product(normal(x).0, x.clone())
}

pub fn gelu_erf_backward_of(x: &Float) -> Float {
    if x.is_infinite() {
        return nan();
    }
    if *x > 13 {
        return beside_1(1);
    }
    let (below, density) = normal(x);
    product(density, x.clone()) + below
}

/// `x s(beta x)`.
pub fn swish_of(x: &Float, beta: &Float) -> Float {
    if beta.is_zero() {
        return Float::with_val(PRECISION, x / 2u32);
    }
    let t = Float::with_val(PRECISION, beta * x);
    product(logistic(&t), x.clone())
}

pub fn swish_backward_of(x: &Float, beta: &Float) -> Float {
    if beta.is_zero() {
        return number(0.5);
    }
    let t = Float::with_val(PRECISION, beta * x);
    if t.is_infinite() {
        return nan();
    }
    if t > 80 {
        return beside_1(1);
    }
    let rest = logistic(&Float::with_val(PRECISION, -&t));
    logistic(&t) * (product(rest, t) + 1u32)
}

fn mish_backward_of(x: &Float) -> Float {
    if x.is_infinite() {
        return nan();
    }
    let near = held(x);
    let t = near.clone().exp().ln_1p().tanh();
    let rest = Float::with_val(
        PRECISION,
        1u32 - Float::with_val(2 * PRECISION, t.square_ref()),
    );
    logistic(&near) * rest * near + t
}

/// The scalar, or 1.
fn beta(arguments: &Arguments) -> Float {
    let is_scalar = |argument: &Argument| matches!(argument, Argument::Scalar(..));
    match arguments.iter().any(is_scalar) {
        true => float(arguments, 0),
        false => number(1.0),
    }
}

/// The product with beta, rounded to FLOAT where elements are not DOUBLE.
fn is_above(t: &Float, threshold: &Float, compute: Dtype) -> bool {
    match compute {
        Dtype::F64 => t > threshold,
        _ => Float::with_val(PRECISION, t.to_f32()) > *threshold,
    }
}

pub fn gelu_tanh_backward(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    pair(x, compute, |g, x| product(g, gelu_tanh_backward_of(&x)))
}

pub fn gelu_backward_by_name(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    pair(x, compute, |g, x| {
        product(
            g,
            match arguments["approximate"] {
                Argument::Text("tanh") => gelu_tanh_backward_of(&x),
                _ => gelu_erf_backward_of(&x),
            },
        )
    })
}

pub fn fast_gelu_backward(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    pair(x, compute, |g, x| {
        product(g, swish_backward_of(&x, &number(1.702)))
    })
}

pub fn swish_backward(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    pair(x, compute, |g, x| {
        product(g, swish_backward_of(&x, &beta(arguments)))
    })
}

pub fn mish_backward(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    pair(x, compute, |g, x| product(g, mish_backward_of(&x)))
}

pub fn sigmoid_backward(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    if part(compute).is_none() {
        return pair(x, compute, |g, y| {
            let rest = Float::with_val(1200, 1u32 - &y);
            Float::with_val(1200, g * y) * rest
        });
    }
    let [g, y] = [&x[0], &x[1]].map(|x| converted(x, compute));
    let wide = |x: Float| Float::with_val(1200, x);
    let parts = [g.real(), g.imaginary(), y.real(), y.imaginary()].map(wide);
    if parts
        .iter()
        .any(|part| !part.is_finite() || part.to_f64().abs() > 1e100)
    {
        return Number::Unjudged;
    }
    let [a, b, re, im] = parts;
    let rest = wide(1u32 - re.clone());
    let slope = [
        re.clone() * &rest + im.clone() * &im,
        im.clone() * rest - re * im,
    ];
    let [c, d] = slope;
    Number::Complex(a.clone() * &c + b.clone() * &d, b * c - a * d)
}

pub fn tanh_backward(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    pair(x, compute, |g, y| {
        let square = Float::with_val(1200, y.square_ref());
        Float::with_val(1200, 1u32 - square) * g
    })
}

pub fn softplus_backward(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let [beta, threshold] = [0, 1].map(|k| float(arguments, k));
    pair(x, compute, |g, x| {
        let t = Float::with_val(PRECISION, &beta * &x);
        match is_above(&t, &threshold, compute) {
            true => g,
            false if t.is_nan() => t,
            false => product(g, logistic(&t)),
        }
    })
}

/// `buffer` is no operand of it.
pub fn log_sigmoid_backward(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    pair(x, compute, |g, x| {
        product(g, logistic(&Float::with_val(PRECISION, -x)))
    })
}

pub fn elu_backward(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let [alpha, scale, input_scale] = [0, 1, 2].map(|k| float(arguments, k));
    let is_result = arguments.contains_true();
    chosen(x, compute, |g, x| {
        if x.is_nan() || x > 0 {
            return product(g, scale);
        }
        if is_result {
            return Float::with_val(1200, alpha * scale + x) * (g * input_scale);
        }
        let power = match Float::with_val(PRECISION, &input_scale * &x) {
            infinite if infinite.is_infinite() => infinite.exp(),
            other => held(&other).exp(),
        };
        product(product(g, alpha), product(scale, input_scale)) * power
    })
}

trait Flags {
    fn contains_true(&self) -> bool;
}

impl Flags for [Argument] {
    fn contains_true(&self) -> bool {
        let is_true = |argument: &Argument| matches!(argument, Argument::Bool(true));
        self.iter().any(is_true)
    }
}

/// Integers are rounded to the nearest one.
pub fn selu_backward(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    let (offset, scale) = (number(1.7580993408473766), number(1.0507009873554805));
    let result = chosen(x, compute, |g, y| match y <= 0 {
        true => Float::with_val(1200, y + offset) * g,
        false => product(g, scale),
    });
    match result {
        Number::Real(value) if !is_float(compute) => Number::Real(value.round_even()),
        other => other,
    }
}

pub fn leaky_relu_backward(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let slope = float(arguments, 0);
    chosen(x, compute, |g, x| if x > 0 { g } else { product(g, slope) })
}

pub fn threshold_backward(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let threshold = float(arguments, 0);
    let is_0 = threshold.clone().abs() <= f32::EPSILON;
    let threshold = if is_0 { number(0.0) } else { threshold };
    match (&x[0], &x[1]) {
        (Number::Int(g), Number::Int(x)) => Number::Int(if number(*x as f64) <= threshold {
            0
        } else {
            *g
        }),
        _ => chosen(
            x,
            compute,
            |g, x| if x <= threshold { number(0.0) } else { g },
        ),
    }
}

pub fn hardtanh_backward(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let [low, high] = [0, 1].map(|k| float(arguments, k));
    chosen(x, compute, |g, x| match x <= low || x >= high {
        true => number(0.0),
        false => g,
    })
}

pub fn shrink_backward(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let lambda = float(arguments, 0).max(&number(0.0));
    chosen(x, compute, |g, x| match x.abs() <= lambda {
        true => number(0.0),
        false => g,
    })
}

pub fn hard_sigmoid_backward(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    chosen(x, compute, |g, x| match x.abs() < 3 {
        true => g / 6u32,
        false => number(0.0),
    })
}

fn hard_swish_line(x: &[Number], compute: Dtype, ends: bool) -> Number {
    chosen(x, compute, |g, x| {
        let at_an_end = Float::with_val(PRECISION, x.abs_ref()) == 3;
        match x {
            x if at_an_end && ends || x > -3 && x < 3 => {
                (Float::with_val(1200, x * 2u32) + 3u32) * g / 6u32
            }
            x if x <= -3 => number(0.0),
            _ => g,
        }
    })
}

pub fn hard_swish_backward(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    hard_swish_line(x, compute, true)
}

pub fn hard_swish_backward_v2(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    hard_swish_line(x, compute, false)
}

/// The element comes before the gradient.
pub fn logit_backward(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let Argument::Float(eps) = &arguments["eps"] else {
        panic!("eps")
    };
    let eps = *eps as f32;
    let (low, high) = if eps >= 0.0 {
        (eps, 1.0 - eps)
    } else {
        (0.0, 1.0)
    };
    chosen(x, compute, |x, g| {
        if x.is_nan() {
            return x;
        }
        if x < low || x > high {
            return if eps >= 0.0 { number(0.0) } else { nan() };
        }
        let slope = Float::with_val(1200, 1u32 - &x) * x;
        Float::with_val(PRECISION, g / slope)
    })
}

/// Of gradient, logits, target, and factors that are not null.
pub fn target_backward(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let has = |at: &str| !matches!(arguments[at], Argument::Null);
    let in_type = |x: &Number| converted(x, compute).real();
    let weight = if has("weightOptional") {
        in_type(&x[3])
    } else {
        number(1.0)
    };
    let positive = if has("posWeightOptional") {
        in_type(x.last().expect("posWeight"))
    } else {
        number(1.0)
    };
    let [g, logits] = [&x[0], &x[1]].map(in_type);
    let count = match arguments["reduction"] {
        Argument::Int(1) => arguments["self"].tensors()[0].numel(),
        _ => 1,
    };
    if [&g, &logits, &weight, &positive].iter().any(|x| x.is_nan()) {
        return Number::Real(nan());
    }
    // `p ln(1 + e^-x) - ln(1 + e^x)`, where one logarithm is the other plus x.
    let magnitude = Float::with_val(1200, logits.abs_ref());
    let log = log_1_exp(&Float::with_val(1200, -&magnitude));
    let side = match logits.is_sign_negative() && !logits.is_zero() {
        true => positive.clone(),
        false => number(1.0),
    };
    let difference =
        Float::with_val(1200, positive - 1u32) * log - Float::with_val(1200, side * logits);
    Number::Real(Float::with_val(1200, g * weight) * difference / count as u64)
}
