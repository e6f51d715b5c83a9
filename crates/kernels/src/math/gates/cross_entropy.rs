//! The gradient of binary cross entropy with logits by its target.

use super::{gates, or_nan, with_rest};
use crate::math::wide::exponential::Exponential;
use crate::math::wide::logarithm;
use crate::math::wide::pair::Pair;

gates! {
    /// `g w (p ln(1 + e^-x) - ln(1 + e^x)) / count`, of the parameter count.
    target_backward(g, x, w, p -> y; [count] => 1) = {
        let (factor, exact) = (g * w, difference(x, p));
        let product = factor * exact.hi;
        let low = factor.mul_add(exact.hi, -product) + factor * exact.lo;
        [or_nan([g, x, w, p], with_rest(product, low) / count)]
    };
}

/// `p ln(1 + e^-x) - ln(1 + e^x)`, in two doubles, for the terms cancel.
#[inline(always)]
fn difference(x: f64, p: f64) -> Pair {
    let magnitude = x.abs();
    let near = if magnitude > 300.0 { 300.0 } else { magnitude };
    let e = Exponential::of(Pair::new(-near));
    let log = Pair::select(e.k < -60, e.pair(), logarithm::ln_1p(e.pair()));
    let log = Pair::select(magnitude == f64::INFINITY, Pair::new(0.0), log);
    // Of `ln(1 + e^x)` and `ln(1 + e^-x)` one is the other plus x.
    let weight = if x < 0.0 { p } else { 1.0 };
    let term = Pair::product(weight, x);
    let exact = Pair::sum(p, -1.0).times(log).minus(term);
    let plain = (p - 1.0) * log.hi - weight * x;
    let finite = (magnitude < f64::INFINITY) & (p.abs() < f64::INFINITY);
    Pair::select(finite, exact, Pair::new(plain))
}
