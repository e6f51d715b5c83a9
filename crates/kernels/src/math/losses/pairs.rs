//! Losses of an element e and its target t. `g` is the gradient of the loss, and the last parameter of a gradient what it is multiplied by.

use super::{exp, falling, log_1p, log_less, terms};

terms! {
    /// `(e - t)²`.
    mse(e, t) = (e - t) * (e - t);
    /// Its gradient by e.
    mse_backward(g, e, t; [factor] => 1) = 2.0 * (e - t) * g * factor;
    /// `|e - t|`.
    l1(e, t) = (e - t).abs();
    /// Its gradient by e: 0 where both are equal, or NaN.
    l1_backward(g, e, t; [factor] => 1) = {
        let rest = if e < t { -1.0 } else { 0.0 };
        (if e > t { 1.0 } else { rest }) * g * factor
    };
    /// `|e - t|` less half of beta, or within beta of 0 half of its square divided by beta.
    smooth_l1(e, t; [beta] => 1) = {
        let d = (e - t).abs();
        if d < beta { 0.5 * d * d / beta } else { d - 0.5 * beta }
    };
    /// Its gradient by e, of the parameters beta and factor.
    smooth_l1_backward(g, e, t; [beta, factor] => 2) = {
        let d = e - t;
        let inside = if d >= beta { 1.0 } else { d / beta };
        (if d <= -beta { -1.0 } else { inside }) * g * factor
    };
    /// `ln(1 + e^(-t e))`.
    soft_margin(e, t) = {
        let z = t * e;
        (if z < 0.0 { -z } else { 0.0 }) + log_1p(exp(-z.abs()))
    };
    /// Its gradient by e.
    soft_margin_backward(g, e, t; [factor] => 1) = -t * g * factor * falling(t * e).0;
    /// `t (ln t - e)`, of 0 nothing.
    kl(e, t) = if t == 0.0 { t * -e } else { t * log_less(t, e) };
    /// The same by the logarithm of the target: `e^t (t - e)`.
    kl_log(e, t) = exp(t) * (t - e);
    /// The gradient of `kl` by e, without e.
    kl_backward(g, t; [factor] => 1) = -t * g * factor;
    /// The gradient of `kl_log` by e, without e.
    kl_log_backward(g, t; [factor] => 1) = -exp(t) * g * factor;
    /// The gradient of `kl` by t: NaN at 0 and below.
    kl_target_backward(g, e, t; [factor] => 1) = {
        let gradient = log_less(t, e) + 1.0;
        (if t > 0.0 { gradient } else { f64::NAN }) * g * factor
    };
    /// The gradient of `kl_log` by t.
    kl_log_target_backward(g, e, t; [factor] => 1) = exp(t) * ((t - e) + 1.0) * g * factor;
}

/// `|a - b|`, which wraps.
pub fn l1_i64(a: &[i64], b: &[i64], y: &mut [i64]) {
    crate::dense::binary(
        a,
        b,
        y,
        #[inline(always)]
        |a, b| a.wrapping_sub(b).wrapping_abs(),
    );
}
