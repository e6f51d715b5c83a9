//! Functions that products are followed by, of numbers in DOUBLE.

use crate::convert::between;
use crate::math::{gelu_by_tanh_of, gelu_of, situ_of, swish_backward_of, swish_of};
use crate::reduce::results::OneNan;
use crate::simd;
use crate::single::silu;

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
            Self::Gelu => each(numbers, gelu_of),
            Self::GeluByTanh => each(numbers, gelu_by_tanh_of),
            Self::FastGelu => swish(numbers, 1.702),
            Self::Silu => swish(numbers, 1.0),
        }
    }
}

/// Replaces each number by what a function makes of it, which has to be inlined: a closure that is called is compiled for the baseline, where a product and a sum with one rounding is a
/// call too.
#[inline(always)]
fn each(numbers: &mut [f64], of: impl Fn(f64) -> f64 + Copy) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            // What it knows is not read again after each store.
            let own = of;
            for x in numbers {
                loops.step();
                *x = own(*x);
            }
        },
    );
}

/// Replaces each number x by `x s(beta x)`, with the logistic function s.
pub fn swish(numbers: &mut [f64], beta: f64) {
    each(
        numbers,
        #[inline(always)]
        move |x| swish_of(1.0, x, beta),
    );
}

/// Computes `a s(a) b` of each pair, with the logistic function s.
pub fn swiglu(a: &[f64], b: &[f64], y: &mut [f64]) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for ((y, &a), &b) in y.iter_mut().zip(a).zip(b) {
                loops.step();
                *y = swish_of(b, a, 1.0);
            }
        },
    );
}

/// As [`swiglu`], `a s(a)` computed in FLOAT, at most 2.5 ULP from the exact result.
pub fn swiglu_in_f32(a: &[f64], b: &[f64], y: &mut [f64]) {
    const TILE: usize = 512;
    let (mut x, mut unit) = ([0.0_f32; TILE], [0.0_f32; TILE]);
    for ((a, b), y) in a.chunks(TILE).zip(b.chunks(TILE)).zip(y.chunks_mut(TILE)) {
        let (x, unit) = (&mut x[..a.len()], &mut unit[..a.len()]);
        between(a, x);
        silu::f32(x, unit);
        scale_each(y, unit, b);
    }
}

/// Writes products.
fn scale_each(y: &mut [f64], a: &[f32], b: &[f64]) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for ((y, &a), &b) in y.iter_mut().zip(a).zip(b) {
                loops.step();
                *y = (f64::from(a) * b).with_one_nan();
            }
        },
    );
}

/// Computes the gradients of `a s(a) b` of each pair, of a and of b.
pub fn swiglu_gradient(g: &[f64], a: &[f64], b: &[f64], of_a: &mut [f64], of_b: &mut [f64]) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            let pairs = a.iter().zip(b).zip(of_a.iter_mut().zip(of_b.iter_mut()));
            for (&g, ((&a, &b), (of_a, of_b))) in g.iter().zip(pairs) {
                loops.step();
                *of_a = swish_backward_of(g, b, a);
                *of_b = swish_of(g, a, 1.0);
            }
        },
    );
}

/// Replaces each `up` by `beta tanh(gate / beta) s(gate) up`, with the logistic function s, and `up` bounded likewise by `linear_beta` if that is above 0.
pub fn situ(gate: &[f64], up: &mut [f64], [beta, linear_beta]: [f64; 2]) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            let [beta, linear_beta] = [beta, linear_beta];
            for (up, &gate) in up.iter_mut().zip(gate) {
                loops.step();
                *up = situ_of(gate, *up, beta, linear_beta);
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_in_float_are_near_those_in_double() {
        let numbers: Vec<f64> = (-1200..1200).map(|i| f64::from(i) / 37.0).collect();
        let factors: Vec<f64> = numbers.iter().rev().map(|x| x * 3.0 + 0.5).collect();
        let [mut exact, mut fast] = [(); 2].map(|()| vec![0.0; numbers.len()]);
        swiglu(&numbers, &factors, &mut exact);
        swiglu_in_f32(&numbers, &factors, &mut fast);
        for (k, (exact, fast)) in exact.iter().zip(&fast).enumerate() {
            // Two units of FLOAT, and the rounding of `a` to it.
            let bound = exact.abs() * 4.0 * 2_f64.powi(-23) * (1.0 + numbers[k].abs());
            assert!(
                (exact - fast).abs() <= bound,
                "{}: {exact} {fast}",
                numbers[k]
            );
        }
        swiglu_in_f32(&[f64::NAN, 1.0], &[1.0, f64::NAN], &mut fast[..2]);
        assert!(fast[..2].iter().all(|x| x.is_nan()));
    }
}
