//! Signs, angles and classes of exact numbers, and what replaces them.

use hostnpu::tensor::Dtype;
use rug::Float;
use rug::float::{Constant, Special};

use super::arithmetic::converted;
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, is_float};

pub fn angle(x: &Number) -> Number {
    if let Number::Complex(re, im) = x {
        return Number::Real(im.clone().atan2(re));
    }
    let x = x.real();
    Number::Real(match x.partial_cmp(&0) {
        None => x,
        Some(order) if order.is_lt() => Float::with_val(PRECISION, Constant::Pi),
        _ => Float::new(PRECISION),
    })
}

pub fn sign(x: &Number) -> Number {
    match x {
        Number::Int(value) => Number::Int(value.signum()),
        Number::Real(value) => f64::from(i8::from(*value > 0) - i8::from(*value < 0)).into(),
        Number::Complex(re, im) if re.is_zero() && im.is_zero() => x.clone(),
        Number::Complex(re, im) => {
            let modulus = re.clone().hypot(im);
            Number::Complex(re.clone() / &modulus, im.clone() / &modulus)
        }
        Number::Unjudged => Number::Unjudged,
    }
}

pub fn is_inf(x: &Number) -> Number {
    x.real().is_infinite().into()
}

pub fn real(x: &Number) -> Number {
    Number::Real(x.real())
}

pub fn squared_relu(x: &Number) -> Number {
    let x = x.real();
    Number::Real(if x < 0 {
        Float::new(PRECISION)
    } else {
        x.square()
    })
}

pub fn heaviside(x: &[Number], _: &Arguments, _: Dtype) -> Number {
    let (at, value) = (x[0].real(), x[1].real());
    match at.partial_cmp(&0) {
        Some(order) if order.is_eq() => Number::Real(value),
        Some(order) if order.is_gt() => 1.0.into(),
        _ => 0.0.into(),
    }
}

/// The numbers that a call passes by value.
fn floats(arguments: &Arguments) -> Vec<f64> {
    let number = |argument: &Argument| match argument {
        Argument::Float(number) => Some(*number),
        _ => None,
    };
    arguments.iter().filter_map(number).collect()
}

pub fn nan_to_num(x: &[Number], arguments: &Arguments, _: Dtype) -> Number {
    let number = x[0].real();
    let replacement = match floats(arguments)[..] {
        [nan, _, _] if number.is_nan() => nan,
        [_, above, _] if number.is_infinite() && number > 0 => above,
        [_, _, below] if number.is_infinite() => below,
        _ => return x[0].clone(),
    };
    // The parameters are of the C type float.
    f64::from(replacement as f32).into()
}

/// The steps of torch.round, in FLOAT or DOUBLE: `round(x * 10^d) / 10^d`, or `round(x / 10^-d) * 10^-d`. Integers exactly.
pub fn round_decimals(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let decimals = super::division::mode(arguments);
    if let Number::Int(value) = x[0] {
        let ten = 10_i128.pow(decimals.min(0).unsigned_abs() as u32);
        let below = value.div_euclid(ten);
        let up = (2 * value.rem_euclid(ten)).cmp(&ten);
        let rounded = below + i128::from(up.is_gt() || up.is_eq() && below % 2 != 0);
        return Number::Int(if decimals >= 0 { value } else { rounded * ten });
    }
    macro_rules! steps {
        ($t:ty, $x:expr) => {{
            let (x, ten): ($t, $t) = ($x, format!("1e{}", decimals.abs()).parse().unwrap());
            let scaled = x * ten;
            f64::from(if decimals < 0 {
                (x / ten).round_ties_even() * ten
            } else if scaled.is_finite() {
                scaled.round_ties_even() / ten
            } else {
                x
            })
        }};
    }
    match compute {
        Dtype::F64 => steps!(f64, x[0].real().to_f64()).into(),
        _ => steps!(f32, x[0].real().to_f32()).into(),
    }
}

/// True if numbers are equal or near each other, in the type of the elements, integers in DOUBLE.
pub fn is_close(x: &[Number], arguments: &Arguments, _: Dtype) -> Number {
    let dtype = arguments["self"].dtype().expect("a tensor");
    let [rtol, atol] = floats(arguments)[..] else {
        panic!("two tolerances");
    };
    let equal_nan = arguments
        .iter()
        .any(|argument| matches!(argument, Argument::Bool(true)));
    macro_rules! near {
        ($t:ty, $a:expr, $b:expr) => {{
            let (a, b): ($t, $t) = ($a, $b);
            let distance = (a - b).abs();
            let allowed = atol as $t + (rtol as $t * b).abs();
            a == b
                || distance <= allowed && distance.is_finite()
                || equal_nan && a.is_nan() && b.is_nan()
        }};
    }
    let close = match (&x[0], &x[1]) {
        (Number::Int(a), Number::Int(b)) => {
            let allowed = atol + (rtol * *b as f64).abs();
            a == b || (a - b).unsigned_abs() as f64 <= allowed
        }
        (a, b) if dtype == Dtype::F64 => near!(f64, a.real().to_f64(), b.real().to_f64()),
        (a, b) => near!(f32, a.real().to_f32(), b.real().to_f32()),
    };
    close.into()
}

pub fn complex(x: &[Number], _: &Arguments, _: Dtype) -> Number {
    Number::Complex(x[0].real(), x[1].real())
}

pub fn polar(x: &[Number], _: &Arguments, _: Dtype) -> Number {
    let (modulus, angle) = (x[0].real(), x[1].real());
    let (sin, cos) = angle.sin_cos(Float::new(PRECISION));
    Number::Complex(cos * &modulus, sin * &modulus)
}

/// `max(self + alpha * other, 0)`; integers wrap first.
pub fn add_relu(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let sum = super::arithmetic::add(x, arguments, compute);
    if !is_float(compute) {
        return Number::Int(converted(&sum, compute).as_int().max(0));
    }
    match sum.real() {
        sum if sum <= 0 => 0.0.into(),
        sum if sum.is_nan() => Number::Real(Float::with_val(PRECISION, Special::Nan)),
        sum => Number::Real(sum),
    }
}
