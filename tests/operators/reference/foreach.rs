//! Results of foreach operators, of the elements at one place of their lists, and the scalars behind them: exact numbers, in the order of the parameters.

use hostnpu::tensor::Dtype;
use rug::Float;
use rug::float::Special;

use super::{arithmetic, division, elementary, weighted};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, is_float};

/// A type in which numbers are what they are: results are rounded to that of the elements afterwards.
fn exact(compute: Dtype) -> Dtype {
    match is_float(compute) {
        true => Dtype::F64,
        false => compute,
    }
}

/// A factor as an argument.
fn factor(number: &Number) -> Argument {
    let dtype = match number {
        Number::Int(_) => Dtype::I64,
        _ => Dtype::F64,
    };
    Argument::Scalar(dtype, number.clone())
}

type Exact = fn(&[Number], &Arguments, Dtype) -> Number;

/// `a + b`, or `a + alpha * b`.
pub fn add(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    scaled(arithmetic::add, x, compute)
}

/// `a - b`, or `a - alpha * b`.
pub fn sub(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    scaled(arithmetic::sub, x, compute)
}

fn scaled(sum: Exact, x: &[Number], compute: Dtype) -> Number {
    let alpha = x.get(2).map_or(factor(&Number::Int(1)), factor);
    let step = Arguments::of("aclnnAdd", &[Argument::Null, Argument::Null, alpha]);
    sum(&x[..2], &step, exact(compute))
}

macro_rules! functions_of_two {
    ($($(#[$doc:meta])* $name:ident = $exact:path;)+) => {$(
        $(#[$doc])*
        pub fn $name(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
            $exact(x, arguments, exact(compute))
        }
    )+};
}

functions_of_two! {
    mul = arithmetic::mul;
    div = division::div;
    maximum = arithmetic::maximum;
    minimum = arithmetic::minimum;
    pow = elementary::pow;
    lerp = weighted::lerp;
}

/// The step of one tensor, whose sums have this factor.
fn with_value(value: &Number) -> Arguments {
    let [own, first, second] = [const { Argument::Null }; 3];
    Arguments::of("aclnnAddcmul", &[own, first, second, factor(value)])
}

pub fn add_mul(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    weighted::add_mul(&x[..3], &with_value(&x[3]), compute)
}

pub fn add_div(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    weighted::add_div(&x[..3], &with_value(&x[3]), compute)
}

/// A number rounded in the way that the second one names.
pub fn round(x: &[Number], _: &Arguments, _: Dtype) -> Number {
    let (Number::Real(value), way) = (&x[0], x[1].as_int()) else {
        return match x[1].as_int() {
            7 => Number::Int(0),
            _ => x[0].clone(),
        };
    };
    let value = value.clone();
    if !value.is_finite() {
        // An infinite number has nothing behind its point.
        let is_nan = value.is_nan() || way == 7;
        return Number::Real(if is_nan {
            Float::with_val(PRECISION, Special::Nan)
        } else {
            value
        });
    }
    Number::Real(match way {
        2 => value.floor(),
        3 => value.ceil(),
        4 => value.round(),
        5 => value.trunc(),
        6 if !value.is_integer() => {
            let down = value.floor();
            let half = Float::with_val(down.prec(), &down / 2);
            if half.is_integer() { down + 1 } else { down }
        }
        6 => value,
        7 => {
            let whole = value.clone().trunc();
            value - whole
        }
        _ => value.round_even(),
    })
}

/// The gradients times the factor, and whether one of them is infinite or NaN, or what was there.
pub fn unscale(arguments: &Arguments) -> Vec<Vec<Number>> {
    let numbers = super::reductions::elements;
    let before = numbers(&arguments["foundInf"].tensors()[0]);
    let factor = numbers(&arguments["invScale"].tensors()[0])[0].real();
    let gradients: Vec<Vec<Number>> = arguments["scaledGrads"]
        .tensors()
        .iter()
        .map(numbers)
        .collect();
    let is_finite = |x: &Number| x.real().is_finite();
    let found = match gradients.iter().flatten().all(is_finite) {
        true => before,
        false => vec![1.0.into()],
    };
    let times = |x: &Number| Number::Real(x.real() * &factor);
    let scaled = gradients
        .iter()
        .map(|list| list.iter().map(times).collect());
    scaled.chain([found]).collect()
}

/// The norm of each tensor, of the order that the second argument is.
pub fn norm(arguments: &Arguments) -> Vec<Vec<Number>> {
    let of = |tensor: &crate::argument::Tensor| {
        if tensor.numel() == 0 {
            return vec![Number::Real(Float::with_val(240, Special::Zero))];
        }
        let one = Argument::Tensor(tensor.clone());
        super::reductions::norm(&Arguments::of(
            "aclnnNorm",
            &[one, arguments["scalar"].clone(), Argument::Ints(vec![])],
        ))
        .remove(0)
    };
    arguments["x"].tensors().iter().map(of).collect()
}
