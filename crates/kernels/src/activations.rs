//! Functions that products are followed by, of numbers in DOUBLE.

use crate::math::{gelu_by_tanh_of, gelu_of, swish_of};
use crate::simd;

/// A function of each number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// The number, or 0 if it is negative.
    Relu,
    /// `x Φ(x)`, with the normal distribution Φ.
    Gelu,
    /// Its approximation by the hyperbolic tangent.
    GeluByTanh,
    /// `x s(1.702 x)` with the logistic function s.
    FastGelu,
    /// `x s(x)`.
    Silu,
}

impl Activation {
    /// Replaces each number by its function value; NaN stays NaN.
    pub fn apply(self, numbers: &mut [f64]) {
        match self {
            Self::Relu => {
                for x in numbers {
                    *x = if *x < 0.0 { 0.0 } else { *x };
                }
            }
            Self::Gelu => numbers.iter_mut().for_each(|x| *x = gelu_of(*x)),
            Self::GeluByTanh => numbers.iter_mut().for_each(|x| *x = gelu_by_tanh_of(*x)),
            Self::FastGelu => swish(numbers, 1.702),
            Self::Silu => swish(numbers, 1.0),
        }
    }
}

/// Replaces each number x by `x s(beta x)`, with the logistic function s.
pub fn swish(numbers: &mut [f64], beta: f64) {
    simd::widest(|| {
        for x in numbers.iter_mut() {
            *x = swish_of(1.0, *x, beta);
        }
    });
}

/// Computes `a s(a) b` of each pair, with the logistic function s.
pub fn swiglu(a: &[f64], b: &[f64], y: &mut [f64]) {
    simd::widest(|| {
        for ((y, &a), &b) in y.iter_mut().zip(a).zip(b) {
            *y = swish_of(b, a, 1.0);
        }
    });
}
