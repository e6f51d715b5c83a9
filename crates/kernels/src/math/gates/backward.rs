//! Derivatives of other activation functions, times an element.

use super::{Root, exp, gates, or_nan};
use crate::math::exponential;
use crate::math::steps::clamp;
use crate::math::wide::pair::Pair;

const MISH_ROOT: Root<12> = Root {
    at: [-1.1924312145154952, -4.8484829848031044e-17],
    coefficients: [
        0.2669479140495345,
        0.20473126408010578,
        0.041907821043649825,
        -0.020271822716580918,
        -0.01582112656909657,
        -0.003360684946025346,
        0.0010924060349878067,
        0.0009898193843547792,
        0.0002541145018801778,
        -4.2000646637539675e-05,
        -5.5626965498278236e-05,
        -1.6748100187630388e-05,
    ],
};

gates! {
    /// `g` times the derivative of `x tanh(ln(1 + e^x))`: NaN at both infinities.
    mish_backward(g, x -> y) = [or_nan([g, x], g * of_mish(x))];
    /// `g scale`, or `g alpha scale i e^(i x)` where x is not above 0, of the parameters alpha, scale and i: the gradient of the exponential linear unit.
    elu_backward(g, x -> y; [alpha, scale, input_scale] => 3) = {
        let below = (g * alpha) * (scale * input_scale) * far_exp(input_scale * x);
        [if x <= 0.0 { below } else { g * scale }]
    };
}

/// With `e = e^x` and `n = e (e + 2)`: `e ((e + 2) (n + 2) + 4 x (1 + e)) / (n + 2)^2`.
#[inline(always)]
fn of_mish(x: f64) -> f64 {
    // Above, the derivative is 1.
    let inner = clamp(x, -300.0, 40.0);
    let e = exp(inner);
    let n = e * (e + 2.0);
    let bracket = (e + 2.0) * (n + 2.0) + 4.0 * inner * (1.0 + e);
    let far = e * bracket / ((n + 2.0) * (n + 2.0));
    let far = if x.abs() == f64::INFINITY {
        f64::NAN
    } else {
        far
    };
    MISH_ROOT.or_far(Pair::new(x), far)
}

/// `e^x` for factors that are products of floats.
#[inline(always)]
fn far_exp(x: f64) -> f64 {
    let value = exponential::exp_of_moderate(clamp(x, -690.0, 690.0));
    let value = if x == f64::INFINITY { x } else { value };
    if x == f64::NEG_INFINITY { 0.0 } else { value }
}
