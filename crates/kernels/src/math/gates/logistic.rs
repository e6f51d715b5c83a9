//! Products with the logistic function, with its derivative and with that of the hyperbolic tangent.

use super::wide::{self, Product};
use super::{SMALL, exp, gates, or_nan, settled, sigmoid, with_rest};
use crate::math::logarithm;
use crate::math::wide::pair::Pair;

gates! {
    /// `g s(beta x)`, or `g` where `beta x` is above the threshold, to which it is compared as a float: the gradient of softplus.
    gate(g, x -> y; [beta, threshold] => 2) = {
        let t = beta * x;
        let above = f64::from(t as f32) > threshold;
        [or_nan([g, x], if above { g } else { part(g, t) })]
    }, f64 {
        let t = Pair::product(beta, x);
        let value = Product::of(g).times(wide::logistic(t).0).value();
        let plain = g * if t.hi == f64::NEG_INFINITY { 0.0 } else { 1.0 };
        let finite = (g.abs() < f64::INFINITY) & (t.hi > f64::NEG_INFINITY);
        let value = if finite { value } else { plain };
        [or_nan([t.hi, g, x], if t.hi > threshold { g } else { value })]
    };
    /// Gradients of `a s(b)`: of a, and of b.
    glu_grad(g, a, b -> y, z) = {
        let (s, rest) = sigmoid(b);
        let whole = g * a;
        let far = whole * (s * rest);
        let near = with_rest(0.25 * whole, -0.0625 * whole * (b * b));
        let of_b = if b.abs() < SMALL { near } else { far };
        [or_nan([g, b], part(g, b)), or_nan([g, a, b], of_b)]
    }, f64 {
        let (s, rest) = wide::logistic(Pair::new(b));
        let first = Product::of(g).times(s);
        let second = first.times(Product::of(a)).times(rest);
        // Where a factor is infinite, the logistic function counts only where it is 0.
        let plain = g * if b == f64::NEG_INFINITY { 0.0 } else { 1.0 };
        let finite = (g.abs() < f64::INFINITY) & (b > f64::NEG_INFINITY);
        let of_a = if finite { first.value() } else { plain };
        let plain = g * if b.abs() == f64::INFINITY { 0.0 } else { 1.0 } * a;
        let finite = finite & (a.abs() < f64::INFINITY) & (b < f64::INFINITY);
        let of_b = if finite { second.value() } else { plain };
        [or_nan([g, b], of_a), or_nan([g, a, b], of_b)]
    };
    /// `g y (1 - y)`: the gradient of the logistic function with the result y.
    sigmoid_backward(g, r -> y) = {
        let whole = g * r;
        let near = with_rest(whole, -whole * r);
        [or_nan([g, r], if r.abs() < SMALL { near } else { whole * (1.0 - r) })]
    }, f64 {
        let value = Product::of(g).times(Product::of(r)).times(Product::of_pair(Pair::sum(1.0, -r)));
        let plain = g * r * (1.0 - r);
        let finite = (g.abs() < f64::INFINITY) & (r.abs() < f64::INFINITY);
        [or_nan([g, r], if finite { value.value() } else { plain })]
    };
    /// `g (1 - y^2)`: the gradient of the hyperbolic tangent with the result y.
    tanh_backward(g, r -> y) = [or_nan([g, r], g * ((1.0 - r) * (1.0 + r)))], f64 {
        let factors = [Pair::sum(1.0, -r), Pair::sum(1.0, r)].map(Product::of_pair);
        let value = Product::of(g).times(factors[0]).times(factors[1]);
        let plain = g * ((1.0 - r) * (1.0 + r));
        let finite = (g.abs() < f64::INFINITY) & (r.abs() < f64::INFINITY);
        [or_nan([g, r], if finite { value.value() } else { plain })]
    };
    /// `ln(1 + e^(beta x)) / beta`, or x where `beta x` is above the threshold, to which it is compared as a float.
    softplus_with(x -> y; [beta, threshold] => 2) = {
        let t = beta * x;
        let log = logarithm::ln_1p(exp(-t.abs()));
        let log = if t > 0.0 { t + log } else { log };
        let value = if t.is_nan() { t } else { log / beta };
        [if f64::from(t as f32) > threshold { x } else { value }]
    };
}

/// `softplus_with`; with the usual parameters, correctly rounded.
pub mod softplus_above {
    use crate::math::softplus;

    pub use super::softplus_with::f32_odd;

    /// Writes the function of each element. Panics if the lengths differ.
    pub fn f32(x: &[f32], y: &mut [f32], parameters: &[f64; 2]) {
        // From 20 on the sum that the threshold replaces is its argument, once rounded.
        if parameters == &[1.0, 20.0] {
            softplus::f32(x, y);
        } else {
            super::softplus_with::f32(x, y, parameters);
        }
    }
}

/// `g s(t)`.
#[inline(always)]
fn part(g: f64, t: f64) -> f64 {
    let (s, rest) = sigmoid(t);
    let (near, far) = ((t.abs() < SMALL, 0.25 * t), (rest < SMALL, -rest));
    settled(g, g * s, near, far)
}
