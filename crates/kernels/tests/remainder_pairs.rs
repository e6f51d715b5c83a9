//! Remainders against exact ones in integers, for some thousand pairs of each type, and for 2^32 of floats and of each pair of 16-bit numbers in the
//! long runs, some minutes each.
//!
//! ```text
//! HOSTNPU_RECORD=1 cargo test --release -p hostnpu-kernels --test remainder_pairs -- --ignored --nocapture
//! ```
//!
//! `fmod` has the sign of the dividend and is always a number of its type; `remainder` that of the divisor, which it is nearer to than the type
//! shows in places: rounded once. Pairs are of all magnitudes, exact multiples and numbers beside them, and special values.

use half::{bf16, f16};
use hostnpu_kernels::arith::{fmod, remainder};
use rug::{Float, Integer};

use hostnpu_test_support as support;
use hostnpu_test_support::record;
use hostnpu_test_support::ulp;

use record::{Run, record};
use support::Random;

/// Pairs that are computed together.
const RUN: usize = 4096;

/// The exact remainder with the sign of `a`, by MPFR's integers.
fn exact(a: f64, b: f64) -> f64 {
    if !a.is_finite() || b.is_nan() || b == 0.0 {
        return f64::NAN;
    }
    if b.is_infinite() {
        return a;
    }
    // In units of the smallest double.
    let units = |x: f64| -> Integer {
        let scaled: Float = Float::with_val(2200, x.abs()) << 1074_u32;
        scaled.to_integer().expect("finite")
    };
    let rest = units(a) % units(b);
    let value = Float::with_val(2200, Float::with_val(2200, rest) >> 1074_u32).to_f64();
    value.copysign(a)
}

/// As [`exact`], of floats: quick enough for the long run.
fn exact_of_floats(a: f32, b: f32) -> f32 {
    if !a.is_finite() || b.is_nan() || b == 0.0 {
        return f32::NAN;
    }
    if b.is_infinite() {
        return a;
    }
    let whole = |x: f32| {
        let (exponent, digits) = (x.to_bits() >> 23 & 0xff, x.to_bits() & 0x7f_ffff);
        let hidden = u32::from(exponent != 0) << 23;
        (u64::from(digits | hidden), exponent.max(1))
    };
    let ((dividend, high), (divisor, low)) = (whole(a), whole(b));
    if high < low {
        return a;
    }
    let (mut rest, mut shift) = (dividend % divisor, high - low);
    while shift > 0 {
        let step = shift.min(40);
        rest = (rest << step) % divisor;
        shift -= step;
    }
    // At most 24 bits, and a power of two from 2^-149.
    let unit = f64::from_bits(u64::from(1023 - 150 + low) << 52);
    ((rest as f64 * unit) as f32).copysign(a)
}

/// PyTorch's remainder by that of `fmod`: the divisor is added where the signs differ, and the sum rounded once. A zero has the sign of the
/// dividend.
fn with_sign_of(rest: f64, b: f64) -> Float {
    let differ = rest != 0.0 && !rest.is_nan() && (rest < 0.0) != (b < 0.0);
    let rest = Float::with_val(2200, rest);
    if differ { rest + b } else { rest }
}

macro_rules! pairs {
    ($name:ident, $t:ident, $bits:ident, $exponent_bits:literal, $digits:literal) => {
        /// A pair of numbers.
        fn $name(random: &mut Random) -> ($t, $t) {
            let any = |random: &mut Random| $t::from_bits(random.next() as $bits);
            let (a, b) = (any(random), any(random));
            // So many exponents apart.
            let near = |random: &mut Random, a: $t, most: u64| {
                let exponents = (random.next() % most) as $bits;
                let bits = a.to_bits().wrapping_add(exponents << $digits);
                $t::from_bits(bits & !(1 << ($exponent_bits + $digits)))
            };
            let kind = random.next() % 8;
            match kind {
                // Subnormal divisors and dividends.
                1 => (a, $t::from_bits(b.to_bits() & ((1 << $digits) - 1))),
                2 => (
                    $t::from_bits(a.to_bits() & ((1 << $digits) - 1)),
                    $t::from_bits(b.to_bits() & ((1 << $digits) - 1)),
                ),
                3 | 4 => (near(random, b, 40), b),
                5 => {
                    // Multiples that are exact, and their neighbours.
                    let whole = (random.next() % 4096) as f64;
                    let short = $t::from_bits(b.to_bits() & !((1 << ($digits / 2)) - 1));
                    let product = (f64::from(short) * whole) as $t;
                    let beside = (random.next() % 3) as $bits;
                    let bits = product.to_bits().wrapping_add(beside).wrapping_sub(1);
                    (
                        if product == 0.0 {
                            product
                        } else {
                            $t::from_bits(bits)
                        },
                        short,
                    )
                }
                6 => {
                    let special = [0.0, $t::INFINITY, $t::NAN, $t::MAX, $t::MIN_POSITIVE, 1.0];
                    let of = |word: u64| special[(word % 6) as usize];
                    let (first, second) = (of(random.next()), of(random.next()));
                    match random.next() % 4 {
                        0 => (first, second),
                        1 => (a, -second),
                        2 => (-first, b),
                        _ => (-a, second),
                    }
                }
                _ => (a, b),
            }
        }
    };
}

pairs!(floats, f32, u32, 8, 23);
pairs!(doubles, f64, u64, 11, 52);

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

#[test]
fn floats_are_exact() {
    let mut random = Random::new(1);
    let (a, b): (Vec<f32>, Vec<f32>) = (0..200_000).map(|_| floats(&mut random)).unzip();
    let (mut rest, mut signed) = (a.clone(), a.clone());
    fmod::f32(&a, &b, &mut rest);
    remainder::f32(&a, &b, &mut signed);
    for (i, (&a, &b)) in a.iter().zip(&b).enumerate() {
        let want = exact(a.into(), b.into());
        assert!(
            same(rest[i].into(), want),
            "fmod({a:e}, {b:e}) = {:e}",
            rest[i]
        );
        assert!(
            ulp::same_f32(exact_of_floats(a, b), want as f32),
            "{a:e} {b:e}"
        );
        let want = with_sign_of(want, b.into()).to_f32();
        let got = signed[i];
        assert!(
            ulp::same_f32(got, want),
            "remainder({a:e}, {b:e}) = {got:e}"
        );
    }
}

#[test]
fn doubles_are_exact() {
    let mut random = Random::new(2);
    let (a, b): (Vec<f64>, Vec<f64>) = (0..200_000).map(|_| doubles(&mut random)).unzip();
    let (mut rest, mut signed) = (a.clone(), a.clone());
    fmod::f64(&a, &b, &mut rest);
    remainder::f64(&a, &b, &mut signed);
    for (i, (&a, &b)) in a.iter().zip(&b).enumerate() {
        let want = exact(a, b);
        assert!(same(rest[i], want), "fmod({a:e}, {b:e}) = {:e}", rest[i]);
        let (got, want) = (signed[i], with_sign_of(want, b).to_f64());
        assert!(
            same(got, want),
            "remainder({a:e}, {b:e}) = {got:e}, not {want:e}"
        );
    }
}

#[test]
fn large_quotients_and_special_values() {
    let of = |f: fn(&[f32], &[f32], &mut [f32]), a: f32, b: f32| {
        let mut y = [0.0];
        f(&[a], &[b], &mut y);
        y[0]
    };
    let tiny = f32::from_bits(1);
    assert_eq!(of(fmod::f32, f32::MAX, 3.0 * tiny), 0.0);
    assert_eq!(of(fmod::f32, f32::MAX, 11.0 * tiny), 10.0 * tiny);
    assert_eq!(of(fmod::f32, 1e38, f32::INFINITY), 1e38);
    assert_eq!(of(remainder::f32, -1e38, f32::INFINITY), f32::INFINITY);
    // Nearer to the divisor than a float shows.
    assert_eq!(of(remainder::f32, -tiny, 1.0), 1.0);
    assert_eq!(of(fmod::f32, -tiny, 1.0), -tiny);
    for f in [fmod::f32, remainder::f32] {
        assert_eq!(of(f, -6.0, 3.0).to_bits(), (-0.0f32).to_bits());
        assert_eq!(of(f, 6.0, -3.0).to_bits(), 0);
        assert!(of(f, 1.0, 0.0).is_nan() && of(f, f32::INFINITY, 2.0).is_nan());
        assert!(of(f, f32::NAN, 2.0).is_nan() && of(f, 2.0, f32::NAN).is_nan());
    }
}

/// The nearest float whose last bit is set, unless `x` is a float: rounding that to 16 bits gives what rounding `x` would have given.
fn odd(x: f64) -> f32 {
    let near = x as f32;
    let wide = f64::from(near);
    if wide == x || x.is_nan() || near.to_bits() & 1 == 1 {
        near
    } else {
        let is_outward = wide.abs() < x.abs();
        let bits = near.to_bits();
        f32::from_bits(if is_outward { bits + 1 } else { bits - 1 })
    }
}

/// As operators have it: computed in float, and rounded to the type. Whether that rounds an exact remainder once is asked here.
macro_rules! short {
    ($t:ident, $a:expr, $b:expr) => {{
        let (a, b): (&[$t], &[$t]) = ($a, $b);
        let wide = |x: &[$t]| -> Vec<f32> { x.iter().map(|x| x.to_f32()).collect() };
        let (wide_a, wide_b) = (wide(a), wide(b));
        let (mut rest, mut signed) = (wide_a.clone(), wide_a.clone());
        fmod::f32(&wide_a, &wide_b, &mut rest);
        remainder::f32(&wide_a, &wide_b, &mut signed);
        let mut wrong = 0;
        for (i, (&a, &b)) in wide_a.iter().zip(&wide_b).enumerate() {
            let want = exact_of_floats(a, b);
            let (got, whole) = ($t::from_f32(rest[i]), $t::from_f32(want));
            // A remainder of `fmod` is a number of the type, exactly.
            let mut right =
                ulp::same_f32(got.to_f32(), want) && ulp::same_f32(whole.to_f32(), want);
            let differ = want != 0.0 && !want.is_nan() && (want < 0.0) != (b < 0.0);
            // In double the sum is exact, or so far from the divisor that only its sign counts.
            let sum = if differ {
                f64::from(want) + f64::from(b)
            } else {
                want.into()
            };
            let nearest = $t::from_f32(odd(sum));
            right &= ulp::same_f32($t::from_f32(signed[i]).to_f32(), nearest.to_f32());
            if !right {
                wrong += 1;
                if wrong <= 10 {
                    println!(
                        "{a:e} and {b:e}: {:e} and {:e}, not {want:e} and {nearest:e}",
                        rest[i], signed[i]
                    );
                }
            }
        }
        wrong
    }};
}

#[test]
fn numbers_of_16_bits_are_rounded_once() {
    let mut random = Random::new(3);
    let words: Vec<u16> = (0..400_000).map(|_| random.next() as u16).collect();
    let (a, b) = words.split_at(200_000);
    let halves = |x: &[u16]| -> Vec<f16> { x.iter().map(|&x| f16::from_bits(x)).collect() };
    assert_eq!(short!(f16, &halves(a), &halves(b)), 0);
    let brains = |x: &[u16]| -> Vec<bf16> { x.iter().map(|&x| bf16::from_bits(x)).collect() };
    assert_eq!(short!(bf16, &brains(a), &brains(b)), 0);
}

#[test]
#[ignore = "2^32 pairs, some minutes: see the head of the file"]
fn many_floats_are_exact() {
    const PAIRS: u64 = 1 << 32;
    let mut random = Random::new(4);
    let (mut a, mut b) = (vec![0.0; RUN], vec![0.0; RUN]);
    let (mut rest, mut signed) = (a.clone(), a.clone());
    let mut wrong = [0; 2];
    for _ in 0..PAIRS / RUN as u64 {
        for (a, b) in a.iter_mut().zip(&mut b) {
            (*a, *b) = floats(&mut random);
        }
        fmod::f32(&a, &b, &mut rest);
        remainder::f32(&a, &b, &mut signed);
        for (i, (&a, &b)) in a.iter().zip(&b).enumerate() {
            let want = exact_of_floats(a, b);
            wrong[0] += u64::from(!ulp::same_f32(rest[i], want));
            let differ = want != 0.0 && !want.is_nan() && (want < 0.0) != (b < 0.0);
            let want = if differ { want + b } else { want };
            wrong[1] += u64::from(!ulp::same_f32(signed[i], want));
        }
    }
    for (name, wrong) in ["fmod", "remainder"].into_iter().zip(wrong) {
        println!("{name}: {wrong} of {PAIRS} wrong");
        record(&Run {
            kernel: &format!("arith {name} f32 of random pairs"),
            arguments: PAIRS,
            misrounded: Some(wrong),
            largest: None,
        });
    }
    assert_eq!(wrong, [0; 2]);
}

#[test]
#[ignore = "all 2^32 pairs of both types, some minutes each: see the head of the file"]
fn all_numbers_of_16_bits_are_rounded_once() {
    macro_rules! all {
        ($t:ident) => {{
            let every: Vec<$t> = (0..=u16::MAX).map($t::from_bits).collect();
            let mut wrong = 0;
            for &a in &every {
                wrong += short!($t, &vec![a; every.len()], &every);
            }
            record(&Run {
                kernel: concat!("arith fmod and remainder ", stringify!($t)),
                arguments: 1 << 32,
                misrounded: Some(wrong),
                largest: None,
            });
            assert_eq!(wrong, 0, stringify!($t));
        }};
    }
    all!(f16);
    all!(bf16);
}
