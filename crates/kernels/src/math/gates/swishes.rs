//! `x s(beta x)` with the logistic function s, its derivative, and gated units made of it.

use super::{Root, SMALL, gates, or_nan, settled, sigmoid};
use crate::math::steps::clamp;
use crate::math::wide::pair::Pair;

const ROOT: Root<11> = Root {
    at: [-1.2784645427610737, -1.0946994183093437e-16],
    coefficients: [
        0.2178117057198001,
        0.14664879699697192,
        0.01887481422379252,
        -0.015222655231123509,
        -0.006606589141395079,
        0.00012662811522171538,
        0.0007985221453194417,
        0.00018568166582352545,
        -4.091477219743685e-05,
        -2.9327525323733517e-05,
        -2.7940571804795902e-06,
    ],
};

gates! {
    /// `g x s(beta x)`; with beta 0 half of `g x`.
    swish(g, x -> y; [beta] => 1) = [or_nan([g, x], of(g, x, beta))];
    /// `g` times the derivative of `x s(beta x)`; with beta 0 half of `g`.
    swish_backward(g, x -> y; [beta] => 1) = [or_nan([g, x], backward(g, x, beta))];
    /// Gradients of `a s(a) b`: of a, and of b.
    swiglu_grad(g, a, b -> y, z) = [
        swish_backward_of(g, b, a),
        swish_of(g, a, 1.0),
    ];
    /// `a' s(alpha a') (b' + bias) w`, with a' at most the limit and b' within it.
    clipped_swiglu(a, b, w -> y; [alpha, limit, bias] => 3) = {
        let second = clamp(b, -limit, limit) + bias;
        [or_nan([a, b, w], of(second * w, at_most(a, limit), alpha))]
    };
    /// `min(a s(a), limit) b'`, with b' within the limit.
    clipped_swish(a, b -> y; [limit] => 1) = [
        or_nan([a, b], at_most_times(a, limit, clamp(b, -limit, limit)))
    ];
    /// Gradients of [`clipped_swiglu`] with w = 1: of a, and of b; 0 beyond the limit.
    clipped_swiglu_grad(g, a, b -> y, z; [alpha, limit, bias] => 3) = {
        let (first, second) = (at_most(a, limit), clamp(b, -limit, limit) + bias);
        let of_first = or_nan([g, a, b], backward(g * second, first, alpha));
        let of_second = or_nan([g, a, b], of(g, first, alpha));
        let beyond = (b > limit) | (b < -limit);
        [if a > limit { 0.0 } else { of_first }, if beyond { 0.0 } else { of_second }]
    };
}

/// `x s(x)`, for what [`super::super::units`] has no faster form.
#[inline(always)]
pub(crate) fn silu_of(x: f64) -> f64 {
    or_nan([x], of(1.0, x, 1.0))
}

/// `g b` times the derivative of `a s(a)`.
#[inline(always)]
pub(crate) fn swish_backward_of(g: f64, b: f64, a: f64) -> f64 {
    or_nan([g, a, b], backward(g * b, a, 1.0))
}

/// `p x s(beta x)`.
#[inline(always)]
pub(crate) fn swish_of(p: f64, x: f64, beta: f64) -> f64 {
    or_nan([p, x], of(p, x, beta))
}

#[inline(always)]
fn at_most(x: f64, limit: f64) -> f64 {
    if x > limit { limit } else { x }
}

/// `min(a s(a), limit) b`.
#[inline(always)]
fn at_most_times(a: f64, limit: f64, b: f64) -> f64 {
    if of(1.0, a, 1.0) > limit {
        limit * b
    } else {
        of(b, a, 1.0)
    }
}

/// The factor of beta: `x`, but 0 if beta is 0, so that an infinity gives no NaN.
#[inline(always)]
fn factor(x: f64, beta: f64) -> f64 {
    if beta == 0.0 { 0.0 } else { x }
}

/// `p x s(beta x)`.
#[inline(always)]
fn of(p: f64, x: f64, beta: f64) -> f64 {
    let t = beta * factor(x, beta);
    let (s, rest) = sigmoid(t);
    let whole = p * x;
    settled(
        whole,
        whole * s,
        (t.abs() < SMALL, 0.25 * t),
        (rest < SMALL, -rest),
    )
}

/// `p` times the derivative of `x s(beta x)`.
#[inline(always)]
fn backward(p: f64, x: f64, beta: f64) -> f64 {
    let t = Pair::product(beta, factor(x, beta));
    let (s, rest) = sigmoid(t.hi);
    let far = p * ROOT.or_far(t, s * t.hi.mul_add(rest, 1.0));
    let large = (rest < SMALL) & (t.hi < f64::INFINITY);
    settled(
        p,
        far,
        (t.hi.abs() < SMALL, 0.5 * t.hi),
        (large, rest * (t.hi - 1.0)),
    )
}
