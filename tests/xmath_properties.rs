//! Relations between the xmath functions, whatever the words.

use hostnpu::abi::xmath::scalar::{f32, float_s32, s32, scalar_misc};
use hostnpu::abi::xmath::types::float_s32_t;
use proptest::prelude::*;

/// Words of every headroom.
fn word() -> impl Strategy<Value = i32> {
    (any::<i32>(), 0..32).prop_map(|(word, shift)| word >> shift)
}

fn number() -> impl Strategy<Value = float_s32_t> {
    (word(), -60..60).prop_map(|(mant, exp)| float_s32_t { mant, exp })
}

fn value(x: float_s32_t) -> f64 {
    float_s32::float_s32_to_f64(x)
}

fn square_root(b: i32, exponent: i32, depth: u32) -> (i32, i32) {
    let mut root_exponent = 0;
    // SAFETY: the pointer is valid.
    let root = unsafe { s32::s32_sqrt(&mut root_exponent, b, exponent, depth) };
    (root, root_exponent)
}

fn product(b: i32, c: i32, b_exp: i32, c_exp: i32) -> (i32, i32) {
    let mut exponent = 0;
    // SAFETY: the pointer is valid.
    let product = unsafe { s32::s32_mul(&mut exponent, b, c, b_exp, c_exp) };
    (product, exponent)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn a_deeper_root_only_adds_bits(b in word(), exponent in -40..40, depth in 0u32..40) {
        let (root, root_exponent) = square_root(b, exponent, depth);
        let (deeper, deeper_exponent) = square_root(b, exponent, depth + 1);
        prop_assert_eq!(root_exponent, deeper_exponent);
        prop_assert!(root <= deeper);
        let lost = 31u32.saturating_sub(depth);
        prop_assert_eq!(i64::from(root), i64::from(deeper) >> lost << lost);
    }

    #[test]
    fn products_commute(b in word(), c in word(), b_exp in -40..40, c_exp in -40..40) {
        prop_assert_eq!(product(b, c, b_exp, c_exp), product(c, b, c_exp, b_exp));
    }

    #[test]
    fn a_number_times_its_inverse_is_near_one(b in word().prop_filter("no inverse", |b| *b != 0)) {
        let mut exponent = 0;
        // SAFETY: the pointer is valid.
        let inverse = unsafe { s32::s32_inverse(&mut exponent, b) };
        let (one, one_exponent) = product(b, inverse, 0, exponent);
        let one = value(float_s32_t { mant: one, exp: one_exponent });
        prop_assert!((one - 1.0).abs() <= 2f64.powi(-28), "{b}: {one}");
    }

    #[test]
    fn the_sine_is_odd(theta in word().prop_filter("no mirror image", |theta| *theta != i32::MIN)) {
        prop_assert_eq!(s32::sbrad_sin(-theta), -s32::sbrad_sin(theta));
        // Reduction floors, so that the angles in radians are mirrored to a unit of 2^-31 only.
        let mirrored = s32::q24_sin(-theta).abs_diff(-s32::q24_sin(theta));
        prop_assert!(mirrored <= 128 || theta.abs() == 1_660_276_124, "{theta}: {mirrored}");
    }

    #[test]
    fn the_cosine_is_even(theta in word().prop_filter("no mirror image", |theta| *theta != i32::MIN)) {
        let mirrored = s32::q24_cos(-theta).abs_diff(s32::q24_cos(theta));
        prop_assert!(mirrored <= 128 || theta.abs() == 1_739_336_892, "{theta}: {mirrored}");
    }

    #[test]
    fn the_tangent_is_odd(theta in -(1i32 << 30)..=1 << 30) {
        prop_assert_eq!(s32::sbrad_tan(-theta), -s32::sbrad_tan(theta));
    }

    #[test]
    fn logistic_values_of_mirrored_words_add_up_to_one(x in word()) {
        prop_assert_eq!(s32::q24_logistic(!x), (1 << 24) - s32::q24_logistic(x));
        prop_assert_eq!(s32::q24_logistic_fast(!x), (1 << 24) - s32::q24_logistic_fast(x));
    }

    #[test]
    fn a_float_survives_its_mantissa_and_exponent(bits in any::<u32>()) {
        let x = f32::from_bits(bits);
        prop_assume!(x.is_finite());
        let parts = f32::f32_to_float_s32(x);
        prop_assert_eq!(float_s32::float_s32_to_f32(parts), x);
        prop_assert_eq!(value(parts), f64::from(x));
        let magnitude = parts.mant.unsigned_abs();
        prop_assert!(x == 0.0 || (1 << 30..1 << 31).contains(&magnitude), "{x:e}: {parts:?}");
    }

    #[test]
    fn a_double_survives_to_31_bits(bits in any::<u64>()) {
        let x = f64::from_bits(bits);
        prop_assume!(x.is_finite());
        let parts = scalar_misc::f64_to_float_s32(x);
        let back = value(parts);
        prop_assert!((back - x).abs() <= x.abs() * 2f64.powi(-29), "{x:e}: {back:e}");
    }

    #[test]
    fn sums_and_differences_are_within_a_unit_each(x in number(), y in number()) {
        // Doubles hold the sums of these numbers to within 2^-53 of the larger one.
        let sum = float_s32::float_s32_add(x, y);
        let difference = float_s32::float_s32_sub(x, y);
        for (result, exact) in [(sum, value(x) + value(y)), (difference, value(x) - value(y))] {
            let units = (value(result) - exact).abs() / 2f64.powi(result.exp);
            prop_assert!(units <= 2.0, "{x:?}, {y:?}: {result:?}, {units} units off");
        }
        let (greater, at_least) = (float_s32::float_s32_gt(x, y), float_s32::float_s32_gte(x, y));
        prop_assert_eq!(greater, u32::from(difference.mant > 0));
        prop_assert_eq!(at_least, u32::from(difference.mant >= 0));
    }

    #[test]
    fn quotients_and_roots_are_those_of_real_numbers(x in number(), y in number()) {
        prop_assume!(y.mant != 0);
        let quotient = value(float_s32::float_s32_div(x, y));
        let exact = value(x) / value(y);
        prop_assert!((quotient - exact).abs() <= exact.abs() * 2f64.powi(-27), "{x:?} / {y:?}");
        let root = value(float_s32::float_s32_sqrt(x));
        let exact = value(x).max(0.0).sqrt();
        prop_assert!((root - exact).abs() <= exact * 2f64.powi(-29), "sqrt {x:?}");
        prop_assert_eq!(value(float_s32::float_s32_abs(x)), value(x).abs().min(f64::from(i32::MAX) * 2f64.powi(x.exp)));
    }

    #[test]
    fn a_moving_average_is_between_its_two_numbers(x in number(), y in number(), coefficient in 0u32..=1 << 30) {
        let average = float_s32::float_s32_ema(x, y, coefficient);
        let c = f64::from(coefficient) * 2f64.powi(-30);
        let exact = c * value(x) + (1.0 - c) * value(y);
        let room = 4.0 * 2f64.powi(average.exp);
        prop_assert!((value(average) - exact).abs() <= room, "{x:?}, {y:?}, {c}: {average:?}");
    }

    #[test]
    fn another_exponent_floors_or_saturates(x in number(), shift in -40..40i32) {
        let moved = float_s32::float_s32_use_exponent(x, x.exp + shift);
        let exact = (f64::from(x.mant) * 2f64.powi(-shift)).floor();
        let expected = exact.clamp(f64::from(i32::MIN), f64::from(i32::MAX));
        prop_assert_eq!(f64::from(moved.mant), expected);
        prop_assert_eq!(moved.exp, x.exp + shift);
        prop_assert_eq!(float_s32::float_s32_to_s32(x, x.exp + shift), moved.mant);
        let wide = float_s32::float_s32_to_float_s64(x);
        prop_assert_eq!(scalar_misc::float_s64_to_s32(wide, x.exp + shift), moved.mant);
        prop_assert_eq!(scalar_misc::float_s64_to_float_s32(wide), x);
    }
}
