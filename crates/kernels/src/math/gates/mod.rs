//! Products of an element and a function of another one: what gates, and gradients of activation functions, are.
//!
//! All is computed in double of floats, which are products without rounding; where a slope has a root, it is a polynomial of the distance from the root.
//! An exponential counts down to `e^-300`, for what is multiplied with it may be as large as a float; only of an infinite argument it is 0.

mod cross_entropy;
mod gelu;
mod logistic;
mod slopes;
mod swishes;
mod tangents;
pub(crate) mod wide;

use super::slices::to_odd;
use super::wide::pair::Pair;
use super::{exponential, steps};
use crate::arith::odd_sum;

pub use cross_entropy::target_slope;
pub(crate) use gelu::{CUBE, SQRT_8_OVER_PI, gelu_by_tanh_of, gelu_of};
pub(crate) use swishes::silu_of;

pub use gelu::{
    geglu_erf, geglu_erf_grad, geglu_tanh, geglu_tanh_grad, gelu_erf, gelu_erf_slope, gelu_tanh,
    gelu_tanh_slope,
};
pub use logistic::{gate, glu_grad, sigmoid_slope, softplus_above, tanh_slope};
pub use slopes::{elu_slope, mish_slope};
pub use swishes::{
    clipped_swiglu, clipped_swiglu_grad, clipped_swish, swiglu_grad, swish, swish_slope,
};
pub use tangents::{situ, situ_grad};

#[inline(always)]
fn nearest(x: f64) -> f32 {
    x as f32
}

#[inline(always)]
fn odd(x: f64) -> f32 {
    to_odd(x)
}

#[inline(always)]
fn same(x: f64) -> f64 {
    x
}

/// Writes the results of one element, rounded.
#[inline(always)]
fn put<T, const N: usize>(results: [f64; N], slots: [&mut T; N], round: impl Fn(f64) -> T) {
    for (slot, result) in slots.into_iter().zip(results) {
        *slot = round(result);
    }
}

/// Exports a loop `name(inputs -> outputs; parameters => their number) = array of results`.
macro_rules! each {
    ($name:ident, $t:ty, $round:ident; ($($x:ident),+ -> $($y:ident),+ $(; $p:pat_param => $count:literal)?) = $value:expr) => {
        /// Writes the function of each element. Panics if the lengths differ.
        pub fn $name($($x: &[$t],)+ $($y: &mut [$t],)+ $(&$p: &[f64; $count])?) {
            use $crate::{dense, math::gates, simd};
            let count = [$($x.len()),+][0];
            $(dense::same_length($x.len(), count);)+
            $(dense::same_length(count, $y.len());)+
            simd::widest(
                #[inline(always)]
                || {
                    $(let $x = &$x[..count];)+
                    $(let $y = &mut $y[..count];)+
                    for i in 0..count {
                        $(let $x = f64::from($x[i]);)+
                        gates::put($value, [$(&mut $y[i]),+], gates::$round);
                    }
                },
            );
        }
    };
}

/// Exports modules of loops over floats, as [`each`] has them: `f32`, rounded to nearest, and `f32_odd`, rounded to odd, so that what is rounded
/// again to f16 or bf16 is rounded correctly. After `+ f64` comes the function of doubles.
macro_rules! gates {
    ($(
        $(#[$doc:meta])*
        $name:ident($($x:ident),+ -> $($y:ident),+ $(; $p:pat_param => $count:literal)?) = $value:expr $(, f64 $wide:expr)?;
    )+) => {$(
        $(#[$doc])*
        pub mod $name {
            use super::*;

            $crate::math::gates::each!(f32, f32, nearest; ($($x),+ -> $($y),+ $(; $p => $count)?) = $value);
            $crate::math::gates::each!(f32_odd, f32, odd; ($($x),+ -> $($y),+ $(; $p => $count)?) = $value);
            $crate::math::gates::wide_loop!(($($x),+ -> $($y),+ $(; $p => $count)?) $(= $wide)?);
        }
    )+};
}

/// Exports the loop over doubles, if there is one.
macro_rules! wide_loop {
    ($signature:tt) => {};
    ($signature:tt = $value:expr) => {
        $crate::math::gates::each!(f64, f64, same; $signature = $value);
    };
}
use {each, gates, wide_loop};

/// `value`, or the last input that is NaN: which of two NaN a product gives depends on the instruction set, and so may the sign of a new one.
#[inline(always)]
fn or_nan<const N: usize>(inputs: [f64; N], value: f64) -> f64 {
    let mut value = if value.is_nan() { f64::NAN } else { value };
    for input in inputs {
        value = if input.is_nan() { input } else { value };
    }
    value
}

/// `value` and a rest that is small beside it, rounded to odd: where `value` is the middle between two short numbers, the rest says which one is nearer.
#[inline(always)]
fn with_rest(value: f64, rest: f64) -> f64 {
    let sum = odd_sum(value, rest);
    let counts = (value.abs() < f64::INFINITY) & (rest.abs() > 0.0) & (rest.abs() < value.abs());
    if counts { sum } else { value }
}

/// `whole` times a function that goes from 0 by 1/2, at 0, to 1: `far`, but near 0 half and this part more, and near 1 all and this part, which is negative, more; both parts are of
/// `whole`.
#[inline(always)]
fn settled(whole: f64, far: f64, (at_half, more): (bool, f64), (at_one, less): (bool, f64)) -> f64 {
    let half = with_rest(0.5 * whole, whole * more);
    let value = if at_half { half } else { far };
    let all = with_rest(whole, whole * less);
    if at_one { all } else { value }
}

/// What is so small that its square does not count beside it.
const SMALL: f64 = 1e-9;

/// `e^x`, with an argument below -300 or above 300 taken as those unless it is infinite.
#[inline(always)]
fn exp(x: f64) -> f64 {
    let value = exponential::exp_of_moderate(steps::clamp(x, -300.0, 300.0));
    let value = if x == f64::INFINITY { x } else { value };
    if x == f64::NEG_INFINITY { 0.0 } else { value }
}

/// The logistic function `1 / (1 + e^-t)`, and what it lacks of 1.
#[inline(always)]
fn sigmoid(t: f64) -> (f64, f64) {
    let e = exp(-t.abs());
    let large = 1.0 / (1.0 + e);
    let small = e * large;
    if t < 0.0 {
        (small, large)
    } else {
        (large, small)
    }
}

/// A root, and the coefficients of a function divided by the distance from it, within 1/4 of it.
struct Root<const N: usize> {
    at: [f64; 2],
    coefficients: [f64; N],
}

impl<const N: usize> Root<N> {
    /// The function beside the root, else `far`.
    #[inline(always)]
    fn or_far(&self, x: Pair, far: f64) -> f64 {
        let distance = (x.hi - self.at[0]) + (x.lo - self.at[1]);
        let near = distance * steps::polynomial(&self.coefficients, distance);
        if distance.abs() < 0.25 { near } else { far }
    }
}
