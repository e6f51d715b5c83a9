//! Activation functions that networks ask for most: two Gaussian error linear units, and the sigmoid linear unit.
//!
//! Each is `x` times a function that is computed of usual arguments in a few steps; of others, as in [`super::gates`], to whose bits both are near. NaN stays the NaN that it
//! is, minus infinity gives NaN.

use super::exponential;
use super::gates;
use super::gates::wide::{self, Product};
use super::hard;
use super::normal;
use super::rounding_test::Exact;
use super::slices::{Function, key_unless_tiny};
use super::steps::{clamp, with_sign_of};
use super::wide::error;
use super::wide::pair::Pair;
use crate::coefficients::{CUBE, ROOT_OF_HALF, SQRT_8_OVER_PI};
use crate::doubles::Doubles;

/// Declares modules with loops over f32, f16 and bf16.
macro_rules! units {
    ($($(#[$doc:meta])* $name:ident = $what:literal, $function:ty;)+) => {$(
        $(#[$doc])*
        pub mod $name {
            crate::math::slices::blocks_f32!($what, $function);
        }
    )+};
}

units! {
    /// `x Φ(x)`, with the normal distribution Φ.
    gelu = "a Gaussian error linear unit", super::ByNormal;
    /// `x s(u)` with the logistic function s and `u = sqrt(8/π) (x + 0.044715 x³)`.
    gelu_by_tanh = "a Gaussian error linear unit by the hyperbolic tangent", super::ByTanh;
    /// `x / (1 + e^-x)`.
    silu = "a sigmoid linear unit", super::Silu;
}

/// The key of the first argument that is not usual.
const fn limit(x: f32) -> u64 {
    x.to_bits() as u64
}

/// `usual` if `x` is below `limit` in size and not tiny, else `other`; NaN as it is, but quiet: where the conversions to double and back are taken for
/// nothing, a signalling one would stay so.
#[inline(always)]
fn either(x: f32, limit: f32, usual: f64, other: f64) -> f64 {
    let quiet = f64::from_bits(f64::from(x).to_bits() | 1 << (f64::MANTISSA_DIGITS - 2));
    let other = if x.is_nan() { quiet } else { other };
    let is_usual = (x.abs() < limit) & (x.abs() >= TINY as f32);
    if is_usual { usual } else { other }
}

struct ByNormal;

impl ByNormal {
    /// Below, results are normal numbers.
    const LIMIT: f32 = normal::LIMIT as f32;
}

impl Function for ByNormal {
    const USUAL: u64 = limit(Self::LIMIT);
    const EXACT: Exact<'static> = Exact::new(&wide_gelu, hard::GELU);

    #[inline(always)]
    fn key(x: f32) -> u32 {
        key_unless_tiny(x)
    }

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        let tail = normal::tail(x.abs(), x * x.times(0.5));
        x * x.if_below(0.0, tail, x.all(1.0) - tail)
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        let wide = f64::from(x);
        let limit = f64::from(Self::LIMIT);
        let usual = Self::of_usual(clamp(wide, -limit, limit));
        let other = gates::gelu_of(wide);
        // What is left of a large negative argument is nothing in float, but negative.
        let nothing = other.abs() < 1e-60;
        let other = if nothing {
            with_sign_of(0.0, wide)
        } else {
            other
        };
        either(x, Self::LIMIT, usual, other)
    }
}

struct ByTanh;

impl ByTanh {
    /// Below, results are normal numbers.
    const LIMIT: f32 = 10.0;
}

impl Function for ByTanh {
    const USUAL: u64 = limit(Self::LIMIT);
    const EXACT: Exact<'static> = Exact::new(&wide_gelu_by_tanh, hard::GELU_BY_TANH);

    #[inline(always)]
    fn key(x: f32) -> u32 {
        key_unless_tiny(x)
    }

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        let (scale, cube) = (gates::SQRT_8_OVER_PI, gates::SQRT_8_OVER_PI * gates::CUBE);
        let u = x * (x * x).times_plus(x.all(cube), scale);
        x * exponential::quick_inverse_power(u).plus(1.0).inverse()
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        let wide = f64::from(x);
        let limit = f64::from(Self::LIMIT);
        let usual = Self::of_usual(clamp(wide, -limit, limit));
        either(x, Self::LIMIT, usual, gates::gelu_by_tanh_of(wide))
    }
}

struct Silu;

impl Silu {
    /// Below, results are normal numbers.
    const LIMIT: f32 = 87.0;
}

impl Function for Silu {
    const USUAL: u64 = limit(Self::LIMIT);
    const EXACT: Exact<'static> = Exact::new(&wide_silu, hard::SILU);

    #[inline(always)]
    fn key(x: f32) -> u32 {
        key_unless_tiny(x)
    }

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        x * exponential::quick_inverse_power(x).plus(1.0).inverse()
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        let wide = f64::from(x);
        let usual = Self::of_usual(clamp(wide, -87.0, 87.0));
        either(x, Self::LIMIT, usual, gates::silu_of(wide))
    }
}

/// Below, the square of an argument counts only where half of it is the middle between two floats: [`gates`] have a form for that.
const TINY: f64 = 1e-9;

fn wide_silu(x: &[f64], y: &mut [f64]) {
    each(x, y, gates::silu_of, |x| wide::logistic(Pair::new(x)).0);
}

fn wide_gelu_by_tanh(x: &[f64], y: &mut [f64]) {
    each(x, y, gates::gelu_by_tanh_of, |x| {
        let cube = Pair::product(x, x).times(Pair::of(CUBE));
        let u = cube.plus(Pair::new(1.0)).times(Pair::of(SQRT_8_OVER_PI));
        wide::logistic(u.times(Pair::new(x))).0
    });
}

fn wide_gelu(x: &[f64], y: &mut [f64]) {
    each(x, y, gates::gelu_of, |x| {
        let tail = error::erfc_of_pair(Pair::new(x.abs()).times(Pair::of(ROOT_OF_HALF)));
        let tail = tail.scaled(0.5);
        let one = Pair::new(1.0);
        Product::of_pair(Pair::select(x < 0.0, tail, one.minus(tail)))
    });
}

/// Writes the product of each number and its share.
fn each(x: &[f64], y: &mut [f64], tiny: fn(f64) -> f64, share: impl Fn(f64) -> Product) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y = if x.abs() < TINY {
            tiny(x)
        } else {
            Product::of(x).times(share(x)).value()
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results of a block with unusual arguments are those of each argument alone, usual or not.
    #[test]
    fn neighbours_change_no_bit() {
        let special = [
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            13.0,
            -13.0,
            11.0,
            1e30,
            -200.0,
            -0.0,
        ];
        let near = (0..1000).map(|i| (i as f32 - 500.0) / 73.0);
        let x: Vec<f32> = special.into_iter().chain(near).collect();
        for function in [gelu::f32, gelu_by_tanh::f32, silu::f32] {
            let mut all = vec![0.0; x.len()];
            function(&x, &mut all);
            for (&x, y) in x.iter().zip(all) {
                let mut alone = [0.0];
                function(&[x], &mut alone);
                assert_eq!(alone[0].to_bits(), y.to_bits(), "{x}");
            }
        }
    }

    /// Results of both forms are the same float, but for one of some thousands.
    #[test]
    fn faster_forms_are_near_the_others() {
        let x: Vec<f32> = (0..40_000)
            .map(|i| (i as f32 - 20_000.0) / 3400.0)
            .collect();
        let ones = vec![1.0; x.len()];
        let (mut fast, mut other) = (vec![0.0; x.len()], vec![0.0; x.len()]);
        gelu::f32(&x, &mut fast);
        gates::gelu_erf::f32(&ones, &x, &mut other);
        let differ = fast.iter().zip(&other).filter(|(a, b)| a != b).count();
        assert!(differ < 40, "{differ}");
        gelu_by_tanh::f32(&x, &mut fast);
        gates::gelu_tanh::f32(&ones, &x, &mut other);
        let differ = fast.iter().zip(&other).filter(|(a, b)| a != b).count();
        assert!(differ < 40, "{differ}");
    }
}
