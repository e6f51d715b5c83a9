//! Functions of an element and a scalar, from those of two elements.

use hostnpu::tensor::Dtype;
use rug::Float;

use super::arithmetic::{self, converted};
use super::{division, elementary, weighted};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION};

/// The scalars of a call, each in its own type, with their places among the arguments.
fn scalars(arguments: &Arguments) -> Vec<(usize, Number)> {
    let scalar = |(at, argument): (usize, &Argument)| match argument {
        Argument::Scalar(dtype, number) => Some((at, converted(number, *dtype))),
        _ => None,
    };
    arguments.iter().enumerate().filter_map(scalar).collect()
}

/// The element and the first scalar, in the order of the arguments.
fn pair(x: &[Number], arguments: &Arguments) -> [Number; 2] {
    match scalars(arguments).remove(0) {
        (0, scalar) => [scalar, x[0].clone()],
        (_, scalar) => [x[0].clone(), scalar],
    }
}

macro_rules! of_two {
    ($($name:ident = $function:path;)*) => {$(
        pub fn $name(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
            $function(&pair(x, arguments), arguments, compute)
        }
    )*};
}

of_two! {
    by_mode = division::by_mode;
    floor_divide = division::floor;
    remainder = division::remainder;
    fmod = division::fmod;
    pow = elementary::pow;
    xlogy = elementary::xlogy;
}

/// A scalar beside elements of a type: FLOAT beside FLOAT16 and BFLOAT16.
fn beside(scalar: &Number, compute: Dtype) -> Number {
    match compute {
        Dtype::F16 | Dtype::Bf16 => converted(scalar, Dtype::F32),
        compute => converted(scalar, compute),
    }
}

/// Products; the scalar of 16-bit floats is a FLOAT.
pub fn mul(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let scalar = beside(&scalars(arguments)[0].1, compute);
    match compute {
        Dtype::F16 | Dtype::Bf16 => {
            let x = converted(&x[0], compute).real();
            Number::Real(Float::with_val(PRECISION, x * scalar.real()))
        }
        compute => arithmetic::mul(&[x[0].clone(), scalar], arguments, compute),
    }
}

/// Quotients; the scalar of 16-bit floats is a FLOAT.
pub fn div(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let scalar = beside(&scalars(arguments)[0].1, compute);
    match compute {
        Dtype::F16 | Dtype::Bf16 => {
            let x = converted(&x[0], compute).real();
            Number::Real(Float::with_val(PRECISION, x / scalar.real()))
        }
        compute => division::div(&[x[0].clone(), scalar], arguments, compute),
    }
}

/// Limits are scalars; a missing one limits nothing.
pub fn clamp(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let limits = scalars(arguments);
    let [low, high] = [&limits[0].1, &limits[1].1];
    weighted::clamp(
        &[x[0].clone(), low.clone(), high.clone()],
        arguments,
        compute,
    )
}

pub fn clamp_min(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    weighted::clamp_min(&pair(x, arguments), arguments, compute)
}

pub fn clamp_max(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    weighted::clamp_max(&pair(x, arguments), arguments, compute)
}

/// `start + weight * (end - start)`, the weight a FLOAT.
pub fn lerp(x: &[Number], arguments: &Arguments, _: Dtype) -> Number {
    let weight = converted(&scalars(arguments)[0].1, Dtype::F32);
    weighted::lerp(&[x[0].clone(), x[1].clone(), weight], arguments, Dtype::F64)
}

/// `other - alpha * self`.
pub fn rsub(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let [element, other] = pair(x, arguments);
    arithmetic::sub(&[other, element], arguments, compute)
}

/// The low bits of what is shifted, 0 by as many bits as there are or more.
pub fn left_shift(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let [value, count] = pair(x, arguments).map(|x| converted(&x, compute).as_int());
    let bits = compute.bits() as i128;
    Number::Int(if (0..bits).contains(&count) {
        value << count
    } else {
        0
    })
}
