//! Products of an element and a function of another one: what gates, and gradients of activation functions, are.
//!
//! All is computed in double of floats, which are products without rounding; where a derivative has a root, it is a polynomial of the distance from the root.
//! An exponential counts down to `e^-300`, for what is multiplied with it may be as large as a float; only of an infinite argument it is 0.

mod backward;
mod cross_entropy;
mod gelu;
mod logistic;
mod swishes;
mod tangents;
pub(crate) mod wide;

use super::groups::{Aligned, GROUP, To, round_group};
use super::wide::pair::Pair;
use super::{exponential, steps};
use crate::arith::odd_sum;
use crate::dense;

pub use cross_entropy::target_backward;
pub(crate) use gelu::{CUBE, SQRT_8_OVER_PI, gelu_by_tanh_of, gelu_of};
pub(crate) use swishes::{silu_of, swish_backward_of, swish_of};
pub(crate) use tangents::situ_of;

pub use backward::{elu_backward, mish_backward};
pub use gelu::{
    geglu_erf, geglu_erf_grad, geglu_tanh, geglu_tanh_grad, gelu_erf, gelu_erf_backward, gelu_tanh,
    gelu_tanh_backward,
};
pub use logistic::{gate, glu_grad, sigmoid_backward, softplus_above, tanh_backward};
pub use swishes::{
    clipped_swiglu, clipped_swiglu_grad, clipped_swish, swiglu_grad, swish, swish_backward,
};
pub use tangents::{situ, situ_grad};

/// Writes the results of one element.
#[inline(always)]
fn put<const N: usize>(results: [f64; N], slots: [&mut f64; N]) {
    for (slot, result) in slots.into_iter().zip(results) {
        *slot = result;
    }
}

/// The length of all slices. Panics if they differ.
fn same_length<const N: usize>(lengths: [usize; N]) -> usize {
    for length in lengths {
        dense::same_length(lengths[0], length);
    }
    lengths[0]
}

/// `(inputs -> outputs; parameters => their number) = array of results`: the loops over floats, which round in groups, so that one loop serves
/// both ways of rounding.
macro_rules! float_loops {
    (($($x:ident),+ -> $($y:ident),+ $(; $p:pat_param => $count:literal)?) = $value:expr) => {
        /// Writes the function of each element, rounded to nearest. Panics if the lengths differ.
        pub fn f32($($x: &[f32],)+ $($y: &mut [f32],)+ $(parameters: &[f64; $count])?) {
            rounded($($x,)+ $($y,)+ $(gates::second!($count, parameters),)? To::Nearest);
        }

        /// Writes the function of each element, rounded to odd. Panics if the lengths differ.
        pub fn f32_odd($($x: &[f32],)+ $($y: &mut [f32],)+ $(parameters: &[f64; $count])?) {
            rounded($($x,)+ $($y,)+ $(gates::second!($count, parameters),)? To::Odd);
        }

        #[inline(never)]
        fn rounded($($x: &[f32],)+ $($y: &mut [f32],)+ $(&$p: &[f64; $count],)? to: To<1>) {
            let count = gates::same_length([$($x.len(),)+ $($y.len()),+]);
            simd::widest_loops(
                #[inline(always)]
                |loops| {
                    for start in (0..count).step_by(GROUP) {
                        // What the compiler sees of the lengths spares the loop its tests of bounds.
                        let length = GROUP.min(count - start);
                        let mut values = Aligned([$(gates::second!($y, [0.0; GROUP])),+]);
                        {
                            let [$($y),+] = &mut values.0;
                            $(let $y = &mut $y[..length];)+
                            $(let $x = &$x[start..][..length];)+
                            for i in 0..length {
                                loops.step();
                                $(let $x = f64::from($x[i]);)+
                                gates::put($value, [$(&mut $y[i]),+]);
                            }
                        }
                        round_group(&values.0, [$(&mut $y[start..][..length]),+], to, loops);
                    }
                },
            );
        }
    };
}

/// As [`float_loops`], of doubles.
macro_rules! double_loop {
    (($($x:ident),+ -> $($y:ident),+ $(; $p:pat_param => $count:literal)?) = $value:expr) => {
        /// Writes the function of each element. Panics if the lengths differ.
        pub fn f64($($x: &[f64],)+ $($y: &mut [f64],)+ $(&$p: &[f64; $count])?) {
            let count = gates::same_length([$($x.len(),)+ $($y.len()),+]);
            simd::widest_loops(
                #[inline(always)]
                |loops| {
                    $(let $x = &$x[..count];)+
                    $(let $y = &mut $y[..count];)+
                    for i in 0..count {
                        loops.step();
                        $(let $x = $x[i];)+
                        gates::put($value, [$(&mut $y[i]),+]);
                    }
                },
            );
        }
    };
}

/// The second of two pieces of code: to repeat it with the first.
macro_rules! second {
    ($first:tt, $second:expr) => {
        $second
    };
}

/// Exports modules of loops over floats, as [`float_loops`] has them: `f32`, rounded to nearest, and `f32_odd`, rounded to odd, so that what is rounded
/// again to f16 or bf16 is rounded correctly. After `+ f64` comes the function of doubles.
macro_rules! gates {
    ($(
        $(#[$doc:meta])*
        $name:ident($($x:ident),+ -> $($y:ident),+ $(; $p:pat_param => $count:literal)?) = $value:expr $(, f64 $wide:expr)?;
    )+) => {$(
        $(#[$doc])*
        pub mod $name {
            use super::*;

            use $crate::math::gates::{self, Aligned, GROUP, To, round_group};
            use $crate::simd;

            gates::float_loops!(($($x),+ -> $($y),+ $(; $p => $count)?) = $value);
            gates::wide_loop!(($($x),+ -> $($y),+ $(; $p => $count)?) $(= $wide)?);
        }
    )+};
}

/// Exports the loop over doubles, if there is one.
macro_rules! wide_loop {
    ($signature:tt) => {};
    ($signature:tt = $value:expr) => {
        gates::double_loop!($signature = $value);
    };
}
use {double_loop, float_loops, gates, second, wide_loop};

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

/// Magnitude below which the square of a number does not count beside it.
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
