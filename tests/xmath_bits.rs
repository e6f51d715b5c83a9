//! The xmath functions give the bits of their step lists: a stride of all 2^32 words and every edge always, all words in
//! the long run (up to five minutes for each function on two processors), which writes down what it has looked at:
//!
//!     HOSTNPU_RECORD=1 cargo test --release --test xmath_bits -- --ignored

use hostnpu_test_support as support;
mod xmath_model;

use hostnpu::abi::xmath::scalar::{float_s32, s16, s32, scalar_misc};
use hostnpu::abi::xmath::types::float_s32_t;
use rayon::prelude::*;
use std::fmt::Debug;
use support::record::{Run, record};
use xmath_model as model;

/// About a million words of all 2^32.
const STRIDE: usize = 4093;

fn check<T: PartialEq + Debug>(
    name: &str,
    words: impl Iterator<Item = i32>,
    function: impl Fn(i32) -> T,
    expected: impl Fn(i32) -> T,
) {
    for x in words {
        assert_eq!(function(x), expected(x), "{name}({x})");
    }
}

fn check_every_word<T: PartialEq + Debug>(
    name: &'static str,
    function: impl Fn(i32) -> T + Sync,
    expected: impl Fn(i32) -> T + Sync,
) {
    (i32::MIN..=i32::MAX)
        .into_par_iter()
        .for_each(|x| assert_eq!(function(x), expected(x), "{name}({x})"));
    record(&Run {
        kernel: name,
        arguments: 1 << 32,
        misrounded: None,
        largest: None,
    });
}

fn inverse(b: i32) -> model::Pair {
    let mut exponent = i32::MIN;
    // SAFETY: the pointer is valid.
    (unsafe { s32::s32_inverse(&mut exponent, b) }, exponent)
}

fn square_root(b: i32, b_exp: i32, depth: u32) -> model::Pair {
    let mut exponent = i32::MIN;
    // SAFETY: the pointer is valid.
    (
        unsafe { s32::s32_sqrt(&mut exponent, b, b_exp, depth) },
        exponent,
    )
}

fn product(b: i32, c: i32, b_exp: i32, c_exp: i32) -> model::Pair {
    let mut exponent = i32::MIN;
    // SAFETY: the pointer is valid.
    let mantissa = unsafe { s32::s32_mul(&mut exponent, b, c, b_exp, c_exp) };
    (mantissa, exponent)
}

fn tangent(theta: i32) -> model::Pair {
    let tangent = s32::q24_tan(theta);
    (tangent.mant, tangent.exp)
}

fn exponential(mant: i32, exp: i32) -> model::Pair {
    let power = float_s32::float_s32_exp(float_s32_t { mant, exp });
    (power.mant, power.exp)
}

fn short(b: i32) -> (i16, i32) {
    let mut exponent = i32::MIN;
    // SAFETY: the pointer is valid.
    (unsafe { s32::s32_to_s16(&mut exponent, b, 5) }, exponent)
}

/// A test of a stride and one of all words for each function of one word.
macro_rules! of_one_word {
    ($($name:ident: $function:expr, $expected:expr;)*) => {
        mod a_stride {
            use super::*;
            $(
                #[test]
                fn $name() {
                    check(stringify!($name), model::strided(STRIDE), $function, $expected);
                }
            )*
        }
        mod every_word {
            use super::*;
            $(
                #[test]
                #[ignore = "long run: all 2^32 words"]
                fn $name() {
                    check_every_word(concat!("xmath ", stringify!($name)), $function, $expected);
                }
            )*
        }
    };
}

of_one_word! {
    float_s32_exp_q24: |x| exponential(x, -24), |x| model::float_s32_exp(x, -24);
    q24_cos: |x| s32::q24_cos(x), model::q24_cos;
    q24_logistic: |x| s32::q24_logistic(x), model::q24_logistic;
    q24_logistic_fast: |x| s32::q24_logistic_fast(x), model::q24_logistic_fast;
    q24_sin: |x| s32::q24_sin(x), model::q24_sin;
    q24_tan: tangent, model::q24_tan;
    q30_exp_small: |x| s32::q30_exp_small(x), model::q30_exp_small;
    radians_to_sbrads: |x| s32::radians_to_sbrads(x), model::radians_to_sbrads;
    s32_inverse: inverse, model::s32_inverse;
    s32_sqrt_even: |x| square_root(x, 0, 31), |x| model::s32_sqrt(x, 0, 31);
    s32_sqrt_odd: |x| square_root(x, 1, 31), |x| model::s32_sqrt(x, 1, 31);
    s32_to_s16: short, |x| model::s32_to_s16(x, 5);
    sbrad_sin: |x| s32::sbrad_sin(x), model::sbrad_sin;
    sbrad_tan: |x| s32::sbrad_tan(x), model::sbrad_tan;
}

#[test]
fn s32_mul_of_every_pair_of_headrooms() {
    let edges: Vec<i32> = model::edges();
    for &b in &edges {
        for &c in edges.iter().step_by(7) {
            assert_eq!(
                product(b, c, 3, -8),
                model::s32_mul(b, c, 3, -8),
                "{b} * {c}"
            );
        }
    }
    let words = model::random(1).zip(model::random(2)).take(500_000);
    for (b, c) in words {
        assert_eq!(
            product(b, c, -40, 1),
            model::s32_mul(b, c, -40, 1),
            "{b} * {c}"
        );
    }
}

#[test]
fn s32_sqrt_of_every_depth_and_exponent() {
    for (i, b) in model::random(3)
        .take(20_000)
        .chain(model::edges())
        .enumerate()
    {
        let exponent = (i % 81) as i32 - 40;
        for depth in [0, 1, 2, 7, 8, 15, 16, 30, 31, 32, 100, u32::MAX] {
            assert_eq!(
                square_root(b, exponent, depth),
                model::s32_sqrt(b, exponent, depth),
                "sqrt({b} * 2^{exponent}), depth {depth}"
            );
        }
    }
}

#[test]
fn float_s32_exp_of_every_exponent() {
    for exponent in -100..40 {
        let words = model::random(exponent as u64).take(2_000);
        for mantissa in words.chain(model::edges()) {
            assert_eq!(
                exponential(mantissa, exponent),
                model::float_s32_exp(mantissa, exponent),
                "exp({mantissa} * 2^{exponent})"
            );
        }
    }
}

#[test]
fn s32_ashr_of_every_count() {
    for x in model::edges() {
        for shift in (-70..70).chain([i32::MIN, i32::MIN + 1, i32::MAX]) {
            let expected = model::s32_ashr(x, shift);
            assert_eq!(s32::s32_ashr(x, shift), expected, "{x} >> {shift}");
        }
    }
}

#[test]
fn powers_of_any_word() {
    for b in model::random(4).take(20_000).chain(model::edges()) {
        for n in [0, 1, 2, 33] {
            let mut actual = [7; 34];
            // SAFETY: the array is longer than `n`.
            unsafe { s32::q30_powers(actual.as_mut_ptr(), b, n) };
            let expected = model::q30_powers(b, n as usize);
            assert_eq!(actual[..expected.len()], expected, "powers of {b}");
            assert_eq!(actual[expected.len()], 7, "written past {n} powers");
        }
    }
}

#[test]
fn odd_powers_of_any_word_and_shift() {
    for b in model::random(5).take(2_000).chain(model::edges()) {
        for shift in [0, 1, 15, 24, 30, 31, 32, 33, 40, 62, 63] {
            for count in [0, 1, 9] {
                let mut actual = [7; 10];
                // SAFETY: the array is longer than `count`.
                unsafe { s32::s32_odd_powers(actual.as_mut_ptr(), b, count, shift) };
                let expected = model::s32_odd_powers(b, count as usize, shift as u32);
                assert_eq!(
                    actual[..expected.len()],
                    expected,
                    "odd powers of {b} >> {shift}"
                );
                assert_eq!(actual[expected.len()], 7, "written past {count} powers");
            }
        }
    }
}

#[test]
fn s32_to_f32_rounds_to_24_bits_and_then_to_the_format() {
    let words = model::random(6).take(100_000).chain(model::edges());
    for (i, mantissa) in words.enumerate() {
        for exponent in [(i % 400) as i32 - 230, i32::MIN, i32::MAX, -160, -149, 97] {
            let scaled = rug::Float::with_val(24, mantissa) << exponent.clamp(-1000, 1000);
            let expected = if mantissa == 0 { 0.0 } else { scaled.to_f32() };
            let actual = s32::s32_to_f32(mantissa, exponent);
            assert_eq!(
                actual.to_bits(),
                expected.to_bits(),
                "{mantissa} * 2^{exponent}: {actual:e}, not {expected:e}"
            );
        }
    }
}

#[test]
fn the_worked_values_of_the_page() {
    assert_eq!(s32::s32_to_f32(-12_345_678, -13), -12_345_678.0 / 8192.0);
    assert_eq!(square_root(2, 0, 31), (1_518_500_249, -30));
    assert_eq!(square_root(2, 0, 8), (1_518_500_249 >> 23 << 23, -30));
    assert_eq!(inverse(3), (715_827_882, -31));
    assert_eq!(product(1, 1, 0, 0), (1 << 28, -28));
    assert_eq!(product(-1, -1, 0, 0), (1 << 30, -30));
    assert_eq!(product(3, 5, 1, 2), (503_316_480, -22));
    assert_eq!(product(i32::MIN, i32::MIN, 0, 0), (1 << 30, 32));
    assert_eq!(product(0, i32::MAX, 0, 0), (0, 1));
    assert_eq!(inverse(0), (i32::MAX, -29));
}

#[test]
fn quotients_are_those_of_integers() {
    for (b, c) in model::random(8).zip(model::random(9)).take(100_000) {
        let b = i64::from(b) << (c & 31);
        let d = if c == 0 { 1 } else { c };
        let (low, high) = (i128::from(i32::MIN), i128::from(i32::MAX));
        let clamp = |quotient: i128| quotient.clamp(low, high) as i32;
        let (wide, divisor) = (i128::from(b), i128::from(d));
        assert_eq!(
            s32::s32_divide_s64_s32(b, d),
            clamp(wide / divisor),
            "{b} / {d}"
        );
        let unsigned = i128::from(b as u64);
        assert_eq!(
            s32::s32_divide_u64_s32(b as u64, d),
            clamp(unsigned / divisor),
            "{b} / {d}"
        );
        let divisor = i128::from(d as u32);
        assert_eq!(
            s32::s32_divide_s64_u32(b, d as u32),
            clamp(wide / divisor),
            "{b} / {d}"
        );
        let expected = (unsigned / divisor).min(i128::from(u32::MAX)) as u32;
        assert_eq!(
            s32::u32_divide_u64_u32(b as u64, d as u32),
            expected,
            "{b} / {d}"
        );
    }
}

#[test]
fn conversions_keep_the_value_that_fits() {
    for b in i16::MIN..=i16::MAX {
        for remove in [0, 1] {
            let mut exponent = 0;
            // SAFETY: the pointer is valid.
            let wide = unsafe { s16::s16_to_s32(&mut exponent, b, 3, remove) };
            let expected = i64::from(b) << (3 - exponent);
            assert_eq!(i64::from(wide), expected, "{b}");
            let normal = remove == 0 || b == 0 || b == -1 || !(-1 << 30..1 << 30).contains(&wide);
            assert!(normal, "{b} kept headroom: {wide}");
        }
    }
    for b in model::random(10).take(100_000) {
        let b = i64::from(b) * 0x1_0001_0001;
        let mut exponent = 0;
        // SAFETY: the pointer is valid.
        let narrow = unsafe { scalar_misc::s64_to_s32(&mut exponent, b, 0) };
        assert_eq!(i64::from(narrow), b >> exponent, "{b}");
        assert!(
            exponent == 0 || !(-1 << 30..1 << 30).contains(&narrow),
            "{b}: {narrow}"
        );
    }
}
