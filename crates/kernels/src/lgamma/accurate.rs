//! ln|Γ(x)| in double-double arithmetic: the kernel for doubles, and the judge of the narrow cases of the others.
//!
//! - x >= 16: Stirling's formula with Binet's function, (x - 1/2)(ln x - 1) + (ln 2π - 1)/2 + B(x⁻²)/x.
//! - |x| < 16: t is x less the nearest integer; ln Γ(2 + t) is t times a polynomial (so the zeros at 1 and 2 keep their
//!   relative accuracy), and the recurrence Γ(x + 1) = xΓ(x) leads from 2 + t to x through a product.
//! - x <= -16: reflection, ln|Γ(x)| = -ln(|x sin(πx)| / π) - ln Γ(|x|), the sine of the fraction.
//!
//! The relative error is below 2^-75 unless the terms cancel. Beside a zero on the negative axis it is the
//! absolute error that stays below 2^-80.

use super::coefficients::{
    BINET_DD, BINET_DD_TAIL, CORE_DD, CORE_DD_TAIL, HALF_LN_TWO_PI_LESS_HALF, LN_2, RECIPROCALS,
    SINE_DD, SINE_DD_TAIL,
};
use crate::double_double::DoubleDouble;

/// The least double whose ln Γ rounds to +inf.
const OVERFLOW: f64 = 2.5599833278516387e305;

/// ln|Γ(x)| as a double-double; `hi` alone is the rounded result for every `x`, special values included:
/// +inf at the poles, at both infinities and where the result overflows; NaN for NaN; +0 at 1 and 2.
#[inline(always)]
pub(super) fn ln_gamma(x: f64) -> DoubleDouble {
    let magnitude = x.abs();
    if x.is_nan() {
        return DoubleDouble::new(x + x);
    }
    let pole = x <= 0.0 && x == x.round_ties_even();
    if pole || magnitude >= OVERFLOW {
        return DoubleDouble::new(f64::INFINITY);
    }
    if magnitude < 16.0 {
        moderate(x)
    } else if x > 0.0 {
        stirling(x)
    } else {
        let sine = times(sine(magnitude), DoubleDouble::new(magnitude));
        ln(sine).plus(stirling(magnitude)).negative()
    }
}

/// ln|Γ(x)| as a double that a further rounding to a narrower format treats like the exact value: rounded to odd
/// (Boldo and Melquiond, 2008).
#[inline(always)]
pub(super) fn rounded_to_odd(x: f64) -> f64 {
    let DoubleDouble { hi: high, lo: low } = ln_gamma(x);
    let bits = high.to_bits();
    if low == 0.0 || !high.is_finite() || bits & 1 == 1 {
        return high;
    }
    let away_from_zero = (low > 0.0) == (high > 0.0);
    f64::from_bits(if away_from_zero { bits + 1 } else { bits - 1 })
}

/// `a * b` with a low half that may be some units of the high one: its cross products are rounded before they are added.
#[inline(always)]
fn times_loosely(a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let product = DoubleDouble::product(a.hi, b.hi);
    let cross = a.lo.mul_add(b.hi, a.hi * b.lo);
    DoubleDouble::of([product.hi, product.lo + cross])
}

/// `a * b`.
#[inline(always)]
fn times(a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let product = times_loosely(a, b);
    DoubleDouble::ordered_sum(product.hi, product.lo)
}

/// `a * x + term`.
#[inline(always)]
fn horner(a: DoubleDouble, x: DoubleDouble, term: (f64, f64)) -> DoubleDouble {
    let product = times_loosely(a, x);
    let sum = DoubleDouble::sum(term.0, product.hi);
    DoubleDouble::ordered_sum(sum.hi, sum.lo + (product.lo + term.1))
}

/// ln Γ(x) for 16 <= x < [`OVERFLOW`].
#[inline(always)]
fn stirling(x: f64) -> DoubleDouble {
    let inverse = 1.0 / x;
    let inverse_low = (-x).mul_add(inverse, 1.0) * inverse;
    let square = inverse * inverse;
    let tail = polynomial(&BINET_DD_TAIL, square) * square * inverse;
    let [(high, low)] = BINET_DD;
    let binet = times(
        DoubleDouble::of([high, low]),
        DoubleDouble::of([inverse, inverse_low]),
    );
    let (high, low) = HALF_LN_TWO_PI_LESS_HALF;
    let constant = DoubleDouble::of([high, low]).plus(binet.plus(DoubleDouble::new(tail)));
    let logarithm = ln(DoubleDouble::new(x)).plus(DoubleDouble::new(-1.0));
    times(DoubleDouble::sum(x, -0.5), logarithm).plus(constant)
}

/// ln|Γ(x)| for |x| < 16 off the poles.
#[inline(always)]
fn moderate(x: f64) -> DoubleDouble {
    let nearest = x.round_ties_even();
    let t = DoubleDouble::new(x - nearest);
    let mut core = DoubleDouble::new(polynomial(&CORE_DD_TAIL, t.hi));
    for &term in CORE_DD.iter().rev() {
        core = horner(core, t, term);
    }
    let core = times(core, t);
    // Γ(x) = Γ(2 + t) times the factors below x, or divided by those from x up to 2 + t.
    let steps = nearest as i32 - 2;
    let mut product = DoubleDouble::new(1.0);
    for step in 0..steps.abs() {
        let offset = f64::from(if steps > 0 { -1 - step } else { step });
        product = times(product, DoubleDouble::sum(x, offset));
    }
    if steps == 0 {
        return core;
    }
    let product = if product.hi < 0.0 {
        product.negative()
    } else {
        product
    };
    let correction = ln(product);
    core.plus(if steps > 0 {
        correction
    } else {
        correction.negative()
    })
}

/// |sin(πx)| / π for x >= 0.
#[inline(always)]
fn sine(x: f64) -> DoubleDouble {
    let fraction = (x - x.round_ties_even()).abs();
    let square = DoubleDouble::product(fraction, fraction);
    let mut sum = DoubleDouble::new(polynomial(&SINE_DD_TAIL, square.hi));
    for &term in SINE_DD.iter().rev() {
        sum = horner(sum, square, term);
    }
    times(sum, DoubleDouble::new(fraction))
}

/// ln a for a positive finite number; the relative error stays small about 1.
#[inline(always)]
fn ln(a: DoubleDouble) -> DoubleDouble {
    // A subnormal number is lifted into the normal range first.
    let lifted = a.hi < f64::MIN_POSITIVE;
    let a = a.scaled(if lifted {
        18_014_398_509_481_984.0
    } else {
        1.0
    });
    // a = 2^exponent * m with m in [0.707, 1.415): the exponent is that of a / 0.707.
    const BELOW_SQRT_HALF: u64 = 0x3fe6_a000_0000_0000;
    let offset = a.hi.to_bits().wrapping_sub(BELOW_SQRT_HALF) as i64;
    let exponent = offset >> 52;
    let power = f64::from_bits(((1023 - exponent) as u64) << 52);
    // The largest numbers would need a subnormal power: two steps.
    let m = if exponent > 1000 {
        a.scaled(f64::from_bits((1023 - 1000) << 52))
            .scaled(f64::from_bits(((1023 - (exponent - 1000)) as u64) << 52))
    } else {
        a.scaled(power)
    };
    let index = (m.hi * 128.0).round_ties_even() as usize - 90;
    let (reciprocal, table_high, table_low) = RECIPROCALS[index];
    // r = m * reciprocal - 1; the difference from 1 is exact.
    let product = DoubleDouble::product(m.hi, reciprocal);
    let r = DoubleDouble::sum(product.hi - 1.0, m.lo.mul_add(reciprocal, product.lo));
    // ln(1 + r), Taylor: |r| < 2^-7.4.
    const TAIL: [f64; 9] = [
        1.0 / 5.0,
        -1.0 / 6.0,
        1.0 / 7.0,
        -1.0 / 8.0,
        1.0 / 9.0,
        -1.0 / 10.0,
        1.0 / 11.0,
        -1.0 / 12.0,
        1.0 / 13.0,
    ];
    const THIRD_LOW: f64 = 1.850371707708594e-17;
    let mut log = DoubleDouble::new(polynomial(&TAIL, r.hi));
    for term in [
        (-0.25, 0.0),
        (1.0 / 3.0, THIRD_LOW),
        (-0.5, 0.0),
        (1.0, 0.0),
    ] {
        log = horner(log, r, term);
    }
    let log = times(log, r);
    let exponent = exponent as f64 - if lifted { 54.0 } else { 0.0 };
    let low = DoubleDouble::product(exponent, LN_2[1]);
    let low = low.plus(DoubleDouble::of([table_high, table_low]));
    let whole = DoubleDouble::new(exponent * LN_2[0]).plus(low);
    whole.plus(log)
}

/// The sum of `coefficients[i] * x^i`.
#[inline(always)]
fn polynomial<const N: usize>(coefficients: &[f64; N], x: f64) -> f64 {
    let mut sum = 0.0f64;
    for &c in coefficients.iter().rev() {
        sum = sum.mul_add(x, c);
    }
    sum
}
