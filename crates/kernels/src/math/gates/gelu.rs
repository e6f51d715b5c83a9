//! Gaussian error linear units: `x Φ(x)`, and the approximation by a hyperbolic tangent, which is `x s(u)` with the logistic function s and
//! `u = sqrt(8/π) (x + 0.044715 x³)`. Minus infinity gives NaN.

use super::{Root, SMALL, exp, gates, or_nan, settled, sigmoid};
use crate::math::erfc;
use crate::math::steps::clamp;
use crate::math::wide::pair::Pair;

pub(crate) const SQRT_8_OVER_PI: f64 = 1.595_769_121_605_730_8;
pub(crate) const CUBE: f64 = 0.044_715;
const INVERSE_SQRT_2_PI: f64 = 0.398_942_280_401_432_7;

const TANH_ROOT: Root<12> = Root {
    at: [-0.7524614220710163, 3.635560509207687e-17],
    coefficients: [
        0.430400091024859,
        0.3875184461357888,
        -0.01578285352238993,
        -0.11394448308077848,
        -0.016619328242669422,
        0.019682309424716785,
        0.00526105244937411,
        -0.002422729409966603,
        -0.0009272332010961462,
        0.00026385179594413043,
        0.00012128989123987431,
        -3.386816491693764e-05,
    ],
};

const ERF_ROOT: Root<11> = Root {
    at: [-0.7517915246935645, 1.4956759177009883e-17],
    coefficients: [
        0.43149399231404695,
        0.38828498299043296,
        -0.01819967639875848,
        -0.11400823325944387,
        -0.014771522121465023,
        0.019421676480722776,
        0.004539226030290723,
        -0.0022394162368488857,
        -0.0007447422302839931,
        0.00018440419086409107,
        8.482122206529978e-05,
    ],
};

gates! {
    /// `g` times the approximation by a hyperbolic tangent.
    gelu_tanh(g, x -> y) = [or_nan([g, x], by_tanh(g, x))];
    /// `g` times its derivative: 0 at minus infinity, 1 at infinity.
    gelu_tanh_backward(g, x -> y) = [or_nan([g, x], backward_by_tanh(g, x))];
    /// `g` times the unit.
    gelu_erf(g, x -> y) = [or_nan([g, x], by_erf(g, x))];
    /// `g` times its derivative: NaN at both infinities.
    gelu_erf_backward(g, x -> y) = [or_nan([g, x], backward_by_erf(g, x))];
    /// `factor` times the approximation of a gate, and the approximation.
    geglu_tanh(factor, gate -> y, z) = [
        or_nan([factor, gate], by_tanh(factor, gate)),
        or_nan([gate], by_tanh(1.0, gate)),
    ];
    /// `factor` times the unit of a gate, and the unit.
    geglu_erf(factor, gate -> y, z) = [
        or_nan([factor, gate], by_erf(factor, gate)),
        or_nan([gate], by_erf(1.0, gate)),
    ];
    /// Gradients of [`geglu_tanh`]: of the factor, of which the approximation is given, and of the gate.
    geglu_tanh_grad(g, factor, gate, gelu -> y, z) = [
        or_nan([g, gelu], g * gelu),
        or_nan([g, factor, gate], backward_by_tanh(g * factor, gate)),
    ];
    /// Gradients of [`geglu_erf`]: of the factor, of which the unit is given, and of the gate.
    geglu_erf_grad(g, factor, gate, gelu -> y, z) = [
        or_nan([g, gelu], g * gelu),
        or_nan([g, factor, gate], backward_by_erf(g * factor, gate)),
    ];
}

/// The unit, for what [`super::super::units`] has no faster form.
#[inline(always)]
pub(crate) fn gelu_of(x: f64) -> f64 {
    or_nan([x], by_erf(1.0, x))
}

/// The approximation, as [`gelu_of`].
#[inline(always)]
pub(crate) fn gelu_by_tanh_of(x: f64) -> f64 {
    or_nan([x], by_tanh(1.0, x))
}

/// `p x s(u)`.
#[inline(always)]
fn by_tanh(p: f64, x: f64) -> f64 {
    // Beyond, nothing is left or all; the cube does not overflow.
    let inner = clamp(x, -30.0, 30.0);
    let u = SQRT_8_OVER_PI * inner * (CUBE * inner).mul_add(inner, 1.0);
    let (s, rest) = sigmoid(u);
    let s = if x == f64::NEG_INFINITY { 0.0 } else { s };
    let whole = p * x;
    settled(
        whole,
        whole * s,
        (x.abs() < SMALL, 0.25 * u),
        (rest < SMALL, -rest),
    )
}

/// `p` times the derivative of `x s(u)`.
#[inline(always)]
fn backward_by_tanh(p: f64, x: f64) -> f64 {
    let inner = clamp(x, -30.0, 30.0);
    let square = inner * inner;
    let u = SQRT_8_OVER_PI * inner * CUBE.mul_add(square, 1.0);
    let derivative = SQRT_8_OVER_PI * (3.0 * CUBE).mul_add(square, 1.0);
    let (s, rest) = sigmoid(u);
    let far = s * (inner * rest).mul_add(derivative, 1.0);
    let far = if x == f64::NEG_INFINITY { 0.0 } else { far };
    let far = p * TANH_ROOT.or_far(Pair::new(x), far);
    settled(
        p,
        far,
        (x.abs() < SMALL, 0.5 * u),
        (rest < SMALL, rest * inner.mul_add(derivative, -1.0)),
    )
}

/// The normal distribution: `Φ(x)`, what it lacks of 1, and the density.
#[inline(always)]
fn normal(x: f64) -> [f64; 3] {
    let magnitude = x.abs();
    let near = if magnitude > 25.0 { 25.0 } else { magnitude };
    let power = exp(-0.5 * near * near);
    let power = if magnitude == f64::INFINITY {
        0.0
    } else {
        power
    };
    let [value, turned, both] = erfc::scaled(near * std::f64::consts::FRAC_1_SQRT_2);
    let tail = 0.5 * power * value * turned * both;
    let other = 1.0 - tail;
    let density = power * INVERSE_SQRT_2_PI;
    if x < 0.0 {
        [tail, other, density]
    } else {
        [other, tail, density]
    }
}

/// `p x Φ(x)`.
#[inline(always)]
fn by_erf(p: f64, x: f64) -> f64 {
    let [below, above, _] = normal(x);
    let whole = p * x;
    settled(
        whole,
        whole * below,
        (x.abs() < SMALL, INVERSE_SQRT_2_PI * x),
        (above < SMALL, -above),
    )
}

/// `p` times the derivative of `x Φ(x)`.
#[inline(always)]
fn backward_by_erf(p: f64, x: f64) -> f64 {
    let [below, above, density] = normal(x);
    let far = p * ERF_ROOT.or_far(Pair::new(x), x.mul_add(density, below));
    let large = (above < SMALL) & (x < f64::INFINITY);
    settled(
        p,
        far,
        (x.abs() < SMALL, 2.0 * INVERSE_SQRT_2_PI * x),
        (large, x.mul_add(density, -above)),
    )
}
