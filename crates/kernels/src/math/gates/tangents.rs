//! `beta tanh(gate / beta) s(gate) up`, with the logistic function s and `up` bounded likewise, and its gradients. In two doubles, for the terms of a gradient cancel
//! at places that depend on the parameters.

use super::{gates, or_nan};
use crate::math::steps::with_sign_of;
use crate::math::wide::exponential::Exponential;
use crate::math::wide::pair::Pair;

gates! {
    /// The gated unit.
    situ(gate, up -> y; [beta, linear_beta] => 2) = [situ_of(gate, up, beta, linear_beta)];
    /// Gradients of [`situ`]: of the gate, and of `up`.
    situ_grad(g, gate, up -> y, z; [beta, linear_beta] => 2) = {
        let (s, rest) = logistic(gate);
        let (t, derivative) = tangent(gate, beta);
        let (bounded, bound_backward) = bounded(up, linear_beta);
        let sum = derivative.plus(Pair::new(beta).times(t).times(rest)).value();
        // Sums in two doubles are NaN where something is infinite.
        let plain = derivative.value() + beta * t.value() * rest.value();
        let sum = if sum.is_nan() { plain } else { sum };
        let of_gate = g * bounded * s.value() * sum;
        let of_up = g * (beta * t.value()) * s.value() * bound_backward;
        [or_nan([g, gate, up], of_gate), or_nan([g, gate, up], of_up)]
    };
}

/// `beta tanh(gate / beta) s(gate) up`, `up` bounded likewise by `linear_beta` if that is above 0.
#[inline(always)]
pub(crate) fn situ_of(gate: f64, up: f64, beta: f64, linear_beta: f64) -> f64 {
    let (s, _) = logistic(gate);
    let value = beta * tangent(gate, beta).0.value() * s.value() * bounded(up, linear_beta).0;
    or_nan([gate, up], value)
}

/// `1 / (1 + e^-x)`, and what it lacks of 1.
#[inline(always)]
fn logistic(x: f64) -> (Pair, Pair) {
    let e = Exponential::of(Pair::new(-x.abs())).pair();
    let e = if e.hi == 0.0 { Pair::new(0.0) } else { e };
    let sum = Pair::new(1.0).plus(e);
    let (large, small) = (Pair::new(1.0).over(sum), e.over(sum));
    (
        Pair::select(x < 0.0, small, large),
        Pair::select(x < 0.0, large, small),
    )
}

/// `tanh(x / scale)`, and what its square lacks of 1.
#[inline(always)]
fn tangent(x: f64, scale: f64) -> (Pair, Pair) {
    let quotient = x / scale;
    let exact = Pair::new(x).over(Pair::new(scale));
    // Of an infinite quotient, the low half is NaN.
    let exact = Pair::select(quotient.abs() < 1e3, exact, Pair::new(quotient));
    let magnitude = Pair::select(exact.hi < 0.0, exact.negative(), exact);
    let e = Exponential::of(magnitude.scaled(-2.0));
    let (less_one, power) = (e.minus_one(), e.pair());
    let power = if power.hi == 0.0 {
        Pair::new(0.0)
    } else {
        power
    };
    let t = less_one.negative().over(less_one.plus(Pair::new(2.0)));
    let sum = Pair::new(1.0).plus(power);
    let derivative = power.scaled(4.0).over(sum.times(sum));
    let hi = with_sign_of(t.hi.abs(), quotient);
    let lo = if quotient < 0.0 { -t.lo } else { t.lo };
    // Beside 0, where low halves are lost, the tangent is its argument.
    let tiny = quotient.abs() < 1e-30;
    let t = Pair::select(tiny, Pair::new(quotient), Pair { hi, lo });
    let nan = Pair::new(quotient);
    (
        Pair::select(quotient.is_nan(), nan, t),
        Pair::select(quotient.is_nan(), nan, derivative),
    )
}

/// `scale tanh(x / scale)` and its derivative, or x and 1 where the scale is not above 0.
#[inline(always)]
fn bounded(x: f64, scale: f64) -> (f64, f64) {
    let (t, derivative) = tangent(x, scale);
    if scale > 0.0 {
        (scale * t.value(), derivative.value())
    } else {
        (x, 1.0)
    }
}
