//! The exponential linear unit: `scale x` above 0, else `scale alpha (e^(input_scale x) - 1)`. The parameters are alpha, scale and input_scale; where
//! alpha or input_scale is no finite number, what is not above 0 gives `-alpha scale`.

use super::exponential;
use super::groups::To;
use super::hard;
use super::rare;
use super::rounding_test::Exact;
use super::slices::of_one;
use super::steps::{clamp, with_sign_of};
use super::wide::exponential::{Exponential, powers};
use super::wide::pair::Pair;

/// Writes the function of each element, rounded to nearest. Panics if the lengths differ.
pub fn f32(x: &[f32], y: &mut [f32], parameters: &[f32; 3]) {
    let parameters = parameters.map(f64::from);
    let ones = parameters == [1.0; 3];
    let wide = |x: &[f64], y: &mut [f64]| f64(x, y, &parameters);
    let exact = Exact::new(&wide, if ones { hard::EXPM1 } else { &[] });
    rounded(x, y, parameters, To::Exact(&exact));
}

/// As [`f32()`], rounded to odd: what is rounded again to f16 or bf16 is rounded correctly.
pub fn f32_odd(x: &[f32], y: &mut [f32], parameters: &[f32; 3]) {
    rounded(x, y, parameters.map(f64::from), To::Odd);
}

#[inline(never)]
fn rounded(x: &[f32], y: &mut [f32], parameters: [f64; 3], to: To<1>) {
    of_one(
        x,
        y,
        to,
        #[inline(always)]
        |x| elu_of(x, parameters),
    );
}

/// Writes the function of each element, with an error below 0.51 ULP. Panics if the lengths differ.
pub fn f64(x: &[f64], y: &mut [f64], &parameters: &[f64; 3]) {
    rare::unary(
        x,
        y,
        #[inline(always)]
        |x| wide_of(x, parameters),
        #[inline(always)]
        |x, y| rare::is_tiny(y) & (x < 0.0) & ((parameters[2] * x).abs() < TINY),
        #[inline(always)]
        |x| {
            let [alpha, scale, input_scale] = parameters;
            let factor = Pair::product(scale, alpha);
            Pair::enlarged(x)
                .times(Pair::new(input_scale))
                .times(factor)
                .value_reduced()
        },
    );
}

/// Exponents below it are the function, but for the factors.
const TINY: f64 = 1e-100;

/// A power of two for what is tiny.
const LARGE: f64 = f64::from_bits((1023 + 600) << 52);

/// Products of floats are exact.
#[inline(always)]
fn elu_of(x: f64, [alpha, scale, input_scale]: [f64; 3]) -> f64 {
    // Beyond, the result is infinite or `-alpha scale`, whatever the factors are.
    let exponent = clamp(input_scale * x, -64.0, 320.0);
    let power = with_sign_of(exponential::exp_m1_of_moderate(exponent), exponent);
    let below = scale * alpha * power;
    joined(x, [alpha, scale, input_scale], below)
}

#[inline(always)]
fn wide_of(x: f64, [alpha, scale, input_scale]: [f64; 3]) -> f64 {
    let exponent = Pair::product(input_scale, x);
    let e = Exponential::of(exponent);
    let factor = Pair::product(scale, alpha);
    let near = e.minus_one().times(factor).value();
    let (first, second) = powers(e.k);
    let far = e.mantissa().times(factor).value() * first * second;
    let below = if e.k >= Exponential::ALONE { far } else { near };
    // The low halves of tiny products are lost, but the function is a product there.
    let enlarged = Pair::product(input_scale, x * LARGE).times(factor).value() * (1.0 / LARGE);
    let tiny = exponent.hi.abs() < TINY;
    let below = if tiny { enlarged } else { below };
    joined(x, [alpha, scale, input_scale], below)
}

#[inline(always)]
fn joined(x: f64, [alpha, scale, input_scale]: [f64; 3], below: f64) -> f64 {
    let finite = (alpha.abs() < f64::INFINITY) & (input_scale.abs() < f64::INFINITY);
    let below = if finite { below } else { -alpha * scale };
    let value = if x > 0.0 { scale * x } else { below };
    if x.is_nan() { x } else { value }
}
