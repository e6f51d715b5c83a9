//! Activation functions of exact numbers.

use hostnpu::tensor::Dtype;
use rug::Float;

use super::{
    beta, gelu_erf_of, gelu_tanh_of, is_above, log_1_exp, shrink_backward, single, swish_of,
};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION};
use crate::reference::rectifiers::{float, number};

pub fn gelu_tanh(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    single(x, compute, |x| gelu_tanh_of(&x))
}

/// By the hyperbolic tangent if the number is 1.
pub fn gelu_by_number(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let Argument::Int(approximate) = &arguments["approximate"] else {
        panic!("approximate")
    };
    single(x, compute, |x| match approximate {
        1 => gelu_tanh_of(&x),
        _ => gelu_erf_of(&x),
    })
}

pub fn fast_gelu(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    single(x, compute, |x| swish_of(&x, &number(1.702)))
}

pub fn silu(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    single(x, compute, |x| swish_of(&x, &number(1.0)))
}

pub fn swish(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    single(x, compute, |x| swish_of(&x, &beta(arguments)))
}

pub fn hardshrink(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let both = [x[0].clone(), x[0].clone()];
    shrink_backward(&both, arguments, compute)
}

fn shrunk(x: Float, lambda: Float, bias: Float) -> Float {
    if x < Float::with_val(PRECISION, -&lambda) {
        return Float::with_val(2 * PRECISION, x + bias);
    }
    match x > lambda {
        true => Float::with_val(2 * PRECISION, x - bias),
        false => number(0.0),
    }
}

pub fn softshrink(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let lambda = float(arguments, 0);
    single(x, compute, |x| shrunk(x, lambda.clone(), lambda))
}

pub fn shrink(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    single(x, compute, |x| {
        shrunk(x, float(arguments, 0), float(arguments, 1))
    })
}

pub fn softplus(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let [beta, threshold] = [0, 1].map(|k| float(arguments, k));
    single(x, compute, |x| {
        let t = Float::with_val(PRECISION, &beta * &x);
        match is_above(&t, &threshold, compute) {
            true => x,
            false if t.is_nan() => t,
            false => log_1_exp(&t) / beta,
        }
    })
}

/// `min(1, max(0, alpha x + beta))`.
pub fn hard_line(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let (Argument::Float(alpha), Argument::Float(beta)) =
        (&arguments["alphaOptional"], &arguments["betaOptional"])
    else {
        panic!("alpha and beta")
    };
    let [alpha, beta] = [alpha, beta].map(|&x| number((x as f32).into()));
    single(x, compute, |x| {
        let line = Float::with_val(2 * PRECISION, x * alpha) + beta;
        match line <= 0 {
            true => number(0.0),
            false => line.min(&number(1.0)),
        }
    })
}
