//! Losses of elements and their gradients: functions of floats in double, whose products are not rounded, for sums in double or one rounding.

mod entropy;
mod pairs;

use super::logarithm::{ln, ln_1p, settle};
use super::{exponential, wide};

pub use entropy::{
    bce, bce_backward, bce_logits, bce_logits_backward, bce_logits_weighted_backward, exp_share,
    log_of_sum,
};
pub use pairs::{
    kl, kl_backward, kl_log, kl_log_backward, kl_log_target_backward, kl_target_backward, l1,
    l1_backward, l1_i64, mse, mse_backward, smooth_l1, smooth_l1_backward, soft_margin,
    soft_margin_backward,
};

/// Declares loops from floats to doubles: `name(inputs; parameters => their number) = value`.
macro_rules! terms {
    ($(
        $(#[$doc:meta])*
        $name:ident($($x:ident),+ $(; $p:pat_param => $count:literal)?) = $value:expr;
    )+) => {$(
        $(#[$doc])*
        pub fn $name($($x: &[f32],)+ y: &mut [f64] $(, &$p: &[f64; $count])?) {
            let count = y.len();
            $($crate::dense::same_length($x.len(), count);)+
            $crate::simd::widest_loops(
                #[inline(always)]
                |loops| {
                    $(let $x = &$x[..count];)+
                    for i in 0..count {
                        loops.step();
                        $(let $x = f64::from($x[i]);)+
                        let value: f64 = $value;
                        // Which of two NaN an operation gives depends on the instruction set.
                        y[i] = if value.is_nan() { f64::NAN } else { value };
                    }
                },
            );
        }
    )+};
}
use terms;

/// `e^x`, with an argument below -700 or above 700 taken as those unless it is infinite.
#[inline(always)]
fn exp(x: f64) -> f64 {
    let near = if x < -700.0 { -700.0 } else { x };
    let value = exponential::exp_of_moderate(if near > 700.0 { 700.0 } else { near });
    let value = if x == f64::INFINITY { x } else { value };
    if x == f64::NEG_INFINITY { 0.0 } else { value }
}

/// `ln x` of what a float is.
#[inline(always)]
fn log(x: f64) -> f64 {
    settle(x, ln(x))
}

/// `ln(1 + x)` of what a float is.
#[inline(always)]
fn log_1p(x: f64) -> f64 {
    settle(1.0 + x, ln_1p(x))
}

/// `ln x - y`, exact where the two are near each other.
#[inline(always)]
fn log_less(x: f64, y: f64) -> f64 {
    let log = wide::logarithm::ln(x);
    let difference = (log.hi - y) + log.lo;
    let finite = (x > 0.0) & (x < f64::INFINITY) & (y.abs() < f64::INFINITY);
    if finite {
        difference
    } else {
        settle(x, 0.0) - y
    }
}

/// `1 / (1 + e^x)`, and what it lacks of 1.
#[inline(always)]
fn falling(x: f64) -> (f64, f64) {
    let e = exp(-x.abs());
    let large = 1.0 / (1.0 + e);
    let small = e * large;
    if x > 0.0 {
        (small, large)
    } else {
        (large, small)
    }
}
