//! Binary cross entropy of an element and a target t, of a probability p or a logit x, with a weight w. `g` is the gradient of the loss, and the parameter of a gradient
//! what it is multiplied by.

use super::{exp, falling, log, log_1p, log_less, terms};

/// The least logarithm of a probability that counts.
const LEAST: f64 = -100.0;

/// Least value that counts of `p (1 - p)`.
const LEAST_PRODUCT: f64 = 1e-12;

#[inline(always)]
fn bounded(log: f64) -> f64 {
    if log < LEAST { LEAST } else { log }
}

terms! {
    /// `-w (t ln p + (1 - t) ln(1 - p))`, logarithms counting -100 at least.
    bce(p, t, w) = -w * (t * bounded(log(p)) + (1.0 - t) * bounded(log_1p(-p)));
    /// `w g (p - t) / (p (1 - p))`, the denominator counting 1e-12 at least.
    bce_backward(g, p, t, w; [factor] => 1) = {
        let product = (1.0 - p) * p;
        let product = if product < LEAST_PRODUCT { LEAST_PRODUCT } else { product };
        w * g * (p - t) / product * factor
    };
    /// `w ((1 - t) x + (1 - t + q t) ln(1 + e^-x))`, where t counts q times.
    bce_logits(x, t, w, q) = {
        let near = if x > 0.0 { (1.0 - t) * x } else { -q * t * x };
        (near + log_1p(exp(-x.abs())) * ((1.0 - t) + q * t)) * w
    };
    /// `ln s - x`: the loss of a class with the logit x beside the sum s of the exponentials of all.
    log_of_sum(s, x) = log_less(s, x);
    /// `e^(x - m) / s`: the probability of a class with the logit x, where m is the largest one and s the sum of exponentials less that.
    exp_share(x, m, s) = exp(x - m) / s;
    /// `(s - t) g w` of the logistic function s of x.
    bce_logits_backward(g, x, t, w; [factor] => 1) = {
        let (rest, s) = falling(x);
        ((1.0 - t) * s - t * rest) * g * w * factor
    };
    /// `((1 - t) s - q t (1 - s)) g w`, likewise, where t counts q times.
    bce_logits_weighted_backward(g, x, t, w, q; [factor] => 1) = {
        let (rest, s) = falling(x);
        ((1.0 - t) * s - q * t * rest) * g * w * factor
    };
}
