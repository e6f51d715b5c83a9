//! The xmath functions are as close to the true value as their documentation says. The judge is MPFR.

use crate::xmath_model::{self, random, strided};
use hostnpu::abi::xmath::scalar::{float_s32, s32};
use hostnpu::abi::xmath::types::float_s32_t;
use rug::Float;
use rug::float::Constant;
use std::ops::RangeInclusive;

/// Bits of the judge: products of two words are exact in it.
const PRECISION: u32 = 96;

fn real(word: i32, fraction_bits: u32) -> Float {
    Float::with_val(PRECISION, word) >> fraction_bits
}

/// Largest error over a stride of the domain and its edges, in units of the result's last bit, and where it is.
fn largest_error(
    domain: RangeInclusive<i32>,
    result_bits: u32,
    function: impl Fn(i32) -> i32,
    exact: impl Fn(i32) -> Float,
) -> (f64, i32) {
    let width = u64::from(domain.end().abs_diff(*domain.start()));
    let stride = (width / 100_000).max(1) as usize;
    let evenly = domain.clone().step_by(stride);
    let edges = xmath_model::edges();
    let edges = edges.into_iter().filter(|x| domain.contains(x));
    let ends = [*domain.start(), *domain.end()];
    let errors = evenly.chain(edges).chain(ends).map(|x| {
        let error = (exact(x) << result_bits) - function(x);
        (error.to_f64().abs(), x)
    });
    errors
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .expect("not empty")
}

/// Fails unless the largest error is within the bound, and not so far below it that the bound says nothing.
fn check(name: &str, bound: f64, (error, x): (f64, i32)) {
    assert!(
        error <= bound,
        "{name}({x}) is {error} units off, more than {bound}"
    );
    assert!(
        error > bound / 2.0,
        "{name}: {bound} is no figure for {error}, at {x}"
    );
}

fn quarter_turns(word: i32, fraction_bits: u32) -> Float {
    real(word, fraction_bits) * Float::with_val(PRECISION, Constant::Pi) / 2u32
}

fn logistic(x: i32) -> Float {
    let e = (-real(x, 24)).exp();
    (e + 1u32).recip()
}

#[test]
fn radians_to_sbrads_is_within_22_units() {
    // The folded angle has the sine of the angle: compare where folding does nothing.
    let domain = -26_353_589..=26_353_589;
    let exact = |x| real(x, 24) * 2u32 / Float::with_val(PRECISION, Constant::Pi);
    let error = largest_error(domain, 31, |x| s32::radians_to_sbrads(x), exact);
    assert!(
        error.0 <= 22.0,
        "radians_to_sbrads({}) is {} units off",
        error.1,
        error.0
    );
}

#[test]
fn sbrad_sin_is_within_63_units() {
    let exact = |x| quarter_turns(x, 31).sin();
    let error = largest_error(-i32::MAX..=i32::MAX, 30, |x| s32::sbrad_sin(x), exact);
    check("sbrad_sin", 63.0, error);
}

#[test]
fn sbrad_tan_is_within_630_units_up_to_an_eighth_of_a_turn() {
    let exact = |x| quarter_turns(x, 31).tan();
    let error = largest_error(-1 << 30..=1 << 30, 30, |x| s32::sbrad_tan(x), exact);
    check("sbrad_tan", 630.0, error);
}

#[test]
fn q24_sin_and_q24_cos_are_within_63_units_save_at_one_angle_each() {
    let without = |glitch: i32, function: fn(i32) -> i32, value: fn(i32) -> Float| {
        // The one angle that folds to exactly −1 comes out with the wrong sign, as in the vendor's library.
        assert_eq!(function(glitch), 1_073_741_763, "{glitch}");
        largest_error(
            i32::MIN..=i32::MAX,
            30,
            |x| if x == glitch { -(1 << 30) } else { function(x) },
            value,
        )
    };
    let sine = without(1_660_276_124, |x| s32::q24_sin(x), |x| real(x, 24).sin());
    check("q24_sin", 63.0, sine);
    let cosine = without(1_739_336_892, |x| s32::q24_cos(x), |x| real(x, 24).cos());
    check("q24_cos", 63.0, cosine);
}

#[test]
fn q24_tan_is_within_its_bounds() {
    for x in strided(40_009) {
        let tangent = s32::q24_tan(x);
        let exact = real(x, 24).tan();
        if exact.to_f64().abs() < 900.0 {
            let error = (exact << -tangent.exp) - tangent.mant;
            let error = error.to_f64().abs();
            assert!(
                error <= 13_109.0,
                "q24_tan({x}): mantissa {error} units off"
            );
        } else {
            let value = Float::with_val(PRECISION, tangent.mant) << tangent.exp;
            let error: Float = (exact.recip() - value.recip()) << 30;
            let error = error.to_f64().abs();
            assert!(error <= 18.0, "q24_tan({x}): reciprocal {error} units off");
        }
    }
}

#[test]
fn q30_exp_small_is_within_2_units_up_to_a_half_and_274_up_to_ln_2() {
    let exact = |x| real(x, 30).exp();
    let function = |x| s32::q30_exp_small(x);
    let narrow = largest_error(-1 << 29..=1 << 29, 30, function, exact);
    check("q30_exp_small", 2.0, narrow);
    let wide = largest_error(-1 << 30..=744_261_117, 30, function, exact);
    check("q30_exp_small", 274.0, wide);
}

#[test]
fn q24_logistic_is_within_36_units() {
    let function = |x| s32::q24_logistic(x);
    let error = largest_error(-20_132_659..=20_132_659, 24, function, logistic);
    check("q24_logistic", 36.0, error);
    for domain in [20_132_660..=i32::MAX, i32::MIN..=-20_132_661] {
        check(
            "q24_logistic",
            23.0,
            largest_error(domain, 24, function, logistic),
        );
    }
}

#[test]
fn q24_logistic_fast_is_within_110281_units() {
    let error = largest_error(
        i32::MIN..=i32::MAX,
        24,
        |x| s32::q24_logistic_fast(x),
        logistic,
    );
    check("q24_logistic_fast", 110_281.0, error);
}

#[test]
fn s32_sqrt_is_less_than_a_unit_below() {
    for b in random(11).take(100_000).filter(|&b| b > 0) {
        for exponent in [0, -7] {
            let mut root_exponent = 0;
            // SAFETY: the pointer is valid.
            let root = unsafe { s32::s32_sqrt(&mut root_exponent, b, exponent, 31) };
            let exact = (Float::with_val(PRECISION, b) << exponent).sqrt() << -root_exponent;
            let below = (exact - root).to_f64();
            assert!(
                (0.0..1.0).contains(&below),
                "sqrt({b} * 2^{exponent}): {below} below"
            );
        }
    }
}

#[test]
fn s32_inverse_is_less_than_a_unit_nearer_to_zero() {
    for b in random(12).take(200_000).filter(|&b| b != 0) {
        let mut exponent = 0;
        // SAFETY: the pointer is valid.
        let inverse = unsafe { s32::s32_inverse(&mut exponent, b) };
        let exact = Float::with_val(PRECISION, b).recip() << -exponent;
        let lost = (exact - inverse).to_f64() * f64::from(b.signum());
        assert!((0.0..1.0).contains(&lost), "1 / {b}: {lost} units lost");
    }
}

#[test]
fn s32_mul_is_within_2_units() {
    for (b, c) in random(13).zip(random(14)).take(200_000) {
        let mut exponent = 0;
        // SAFETY: the pointer is valid.
        let product = unsafe { s32::s32_mul(&mut exponent, b, c, 0, 0) };
        let exact = (Float::with_val(PRECISION, b) * c) >> exponent;
        let error = (exact - product).to_f64().abs();
        assert!(error <= 2.0, "{b} * {c}: {error} units off");
    }
}

#[test]
fn q30_powers_are_within_9_units() {
    let mut largest = 0.0f64;
    for b in random(15).take(20_000).filter(|b| b.abs() < 1 << 30) {
        let mut powers = [0; 33];
        // SAFETY: the array has 33 elements.
        unsafe { s32::q30_powers(powers.as_mut_ptr(), b, 33) };
        let mut exact = Float::with_val(PRECISION, 1);
        for (k, power) in powers.into_iter().enumerate() {
            let error = (Float::with_val(PRECISION, &exact << 30) - power)
                .to_f64()
                .abs();
            largest = largest.max(error);
            assert!(error <= 9.1, "{b}^{k}: {error} units off");
            exact *= real(b, 30);
        }
    }
    assert!(
        largest > 1.0,
        "powers only {largest} units off: the test looks at nothing"
    );
}

#[test]
fn float_s32_exp_keeps_26_bits() {
    for exponent in -60..-26 {
        for mant in random(exponent as u64).take(2_000) {
            let x = Float::with_val(PRECISION, mant) << exponent;
            let power = float_s32::float_s32_exp(float_s32_t {
                mant,
                exp: exponent,
            });
            let value = Float::with_val(PRECISION, power.mant) << power.exp;
            let relative = (value / x.exp() - 1u32).to_f64().abs();
            // The argument itself is known to 2^-30 of its magnitude, and the exponential multiplies that.
            let bound = 2f64.powi(-26) * (1.0 + (f64::from(mant) * 2f64.powi(exponent)).abs());
            assert!(
                relative <= bound,
                "exp({mant} * 2^{exponent}): {relative:e} off"
            );
        }
    }
}
