//! Floating-point arithmetic of one rounding, against MPFR: the operation is computed with enough bits to be exact, or to be far from every
//! middle between two numbers, and rounded once.

use half::{bf16, f16};
use hostnpu_kernels::arith;
use hostnpu_numeric::convert::{BF16, Direction, F16, Number};
use rug::Float;
use rug::float::Round;

use hostnpu_test_support as support;
use support::{
    Random, brains, choose_instruction_set, doubles, floats, halves, on_every_instruction_set,
};

/// A type, exact in MPFR and rounded from it.
trait Real: Copy + std::fmt::Debug {
    /// Bits that hold a product of four, or a sum of the largest and the smallest.
    const PRECISION: u32;
    fn exact(self) -> Float;
    fn rounded(exact: &Float) -> Self;
    fn bits(self) -> u64;
}

/// The double toward zero, its last bit set if it is not exact: the next rounding, to fewer bits, is then the only one.
fn sticky(exact: &Float) -> f64 {
    let cut = exact.to_f64_round(Round::Zero);
    let inexact = exact.is_finite() && *exact != cut;
    f64::from_bits(cut.to_bits() | u64::from(inexact))
}

macro_rules! real {
    ($($t:ty: $precision:literal, $rounded:expr;)+) => {$(
        impl Real for $t {
            const PRECISION: u32 = $precision;
            fn exact(self) -> Float {
                Float::with_val(64, f64::from(self))
            }
            fn rounded(exact: &Float) -> Self {
                let rounded: fn(&Float) -> $t = $rounded;
                rounded(exact)
            }
            fn bits(self) -> u64 {
                if self.is_nan() { u64::MAX } else { self.to_bits().into() }
            }
        }
    )+};
}

real! {
    f64: 4500, Float::to_f64;
    f32: 700, Float::to_f32;
    f16: 300, |x| f16::from_f64(Number::Real(sticky(x)).to_float(F16, Direction::NearestEven));
    bf16: 700, |x| bf16::from_f64(Number::Real(sticky(x)).to_float(BF16, Direction::NearestEven));
}

/// Pairs: each value with itself, with some others, and with neighbours, so that sums cancel.
fn pairs<T: Real>(values: &[T], partners: usize) -> (Vec<T>, Vec<T>) {
    let mut random = Random::new(7);
    let count = values.len();
    (0..count)
        .flat_map(|i| (0..partners).map(move |k| (i, k)))
        .map(|(i, k)| {
            let other = match k {
                1 => (i + 1) % count,
                2 => count - 1 - i,
                3 => i,
                _ => random.next() as usize % count,
            };
            (values[i], values[other])
        })
        .unzip()
}

type Kernel<T> = fn(&[T], &[T], &mut [T]);

/// Every result of `kernel` is `exact`, rounded once.
fn check<T: Real>(
    name: &str,
    (a, b): (&[T], &[T]),
    kernel: Kernel<T>,
    exact: impl Fn(Float, Float) -> Float,
) {
    let mut y = a.to_vec();
    kernel(a, b, &mut y);
    let wide = |x: T| Float::with_val(T::PRECISION, x.exact());
    for ((&a, &b), &y) in a.iter().zip(b).zip(&y) {
        let expected = T::rounded(&exact(wide(a), wide(b)));
        assert_eq!(
            y.bits(),
            expected.bits(),
            "{name} of {a:?} and {b:?}: {y:?}, not {expected:?}"
        );
    }
    for length in [0, 1, 15, 63, 64, 65, 127] {
        let mut part = a[..length].to_vec();
        kernel(&a[..length], &b[..length], &mut part);
        assert!(
            part.iter().zip(&y).all(|(x, y)| x.bits() == y.bits()),
            "{name}, {length} elements"
        );
    }
}

/// The values of a type.
fn single() -> Vec<f32> {
    floats().into_iter().step_by(5).collect()
}

fn double() -> Vec<f64> {
    doubles().into_iter().step_by(9).collect()
}

macro_rules! for_each_type {
    ($check:ident) => {
        $check!(f32, single(), 4);
        $check!(f64, double(), 4);
        $check!(f16, halves(), 2);
        $check!(bf16, brains(), 2);
    };
}

#[test]
fn sums_products_and_quotients_are_rounded_once() {
    choose_instruction_set();
    macro_rules! all {
        ($t:ident, $values:expr, $partners:expr) => {{
            let (a, b) = pairs(&$values, $partners);
            let pairs = (a.as_slice(), b.as_slice());
            check("a sum", pairs, arith::add::$t, |a, b| a + b);
            check("a difference", pairs, arith::sub::$t, |a, b| a - b);
            check("a product", pairs, arith::mul::$t, |a, b| a * b);
            check("a quotient", pairs, arith::div::$t, |a, b| a / b);
            check(
                "a square",
                pairs,
                |a, _, y| arith::square::$t(a, y),
                |a, _| a.square(),
            );
            check(
                "a reciprocal",
                pairs,
                |a, _, y| arith::reciprocal::$t(a, y),
                |a, _| a.recip(),
            );
        }};
    }
    for_each_type!(all);
}

#[test]
fn scaled_sums_are_rounded_once() {
    choose_instruction_set();
    const ALPHA: f32 = -0.7;
    macro_rules! all {
        ($t:ident, $values:expr, $partners:expr) => {{
            let (a, b) = pairs(&$values, $partners);
            let pairs = (a.as_slice(), b.as_slice());
            check(
                "a + alpha b",
                pairs,
                |a, b, y| arith::add_scaled::$t(a, b, y, &[ALPHA.into()]),
                |a, b| a + b * ALPHA,
            );
            check(
                "a - b, scaled",
                pairs,
                |a, b, y| arith::add_scaled::$t(a, b, y, &[-1.0]),
                |a, b| a - b,
            );
            let square = |a: &[$t], b: &[$t], y: &mut [$t]| arith::mul_add::$t(a, b, b, y);
            check("a b + b", pairs, square, |a, b| a * &b + b);
        }};
    }
    for_each_type!(all);
    let relu = |a: Float, b: Float| {
        let sum = a + b * ALPHA;
        if sum <= 0 {
            Float::with_val(53, 0)
        } else {
            sum
        }
    };
    let (a, b) = pairs(&halves(), 4);
    check(
        "add_relu",
        (&a, &b),
        |a, b, y| arith::add_relu::f16(a, b, y, &[ALPHA]),
        relu,
    );
    let (a, b) = pairs(&single(), 4);
    check(
        "add_relu",
        (&a, &b),
        |a, b, y| arith::add_relu::f32(a, b, y, &[ALPHA]),
        relu,
    );
}

#[test]
fn numbers_of_more_bits_than_the_elements_are_applied_in_one_rounding() {
    choose_instruction_set();
    const NUMBER: f32 = -0.007_812_6;
    macro_rules! products {
        ($t:ident, $pairs:expr; $($number:expr),+) => {$({
            const FACTOR: f32 = $number;
            check(
                "x * number",
                $pairs,
                |x, _, y| arith::mul_scalar::$t(x, y, &[FACTOR]),
                |x, _| x * FACTOR,
            );
        })+};
    }
    macro_rules! all {
        ($t:ident, $values:expr) => {{
            let x: Vec<$t> = $values;
            let pairs = (x.as_slice(), x.as_slice());
            check(
                "x + number",
                pairs,
                |x, _, y| arith::add_scalar::$t(x, y, &[1.0 + 1e-9]),
                |x, _| x + (1.0 + 1e-9),
            );
            // Some are subnormal, infinite or zero, in float and in the 16 bits.
            products!($t, pairs; NUMBER, 1.000_000_1, -3.5e-30, 1.1e-38, 1e-45, 7.3e35, f32::MAX);
            products!($t, pairs; f32::NEG_INFINITY, 0.0);
            check(
                "x / number",
                pairs,
                |x, _, y| arith::div_scalar::$t(x, y, &[NUMBER]),
                |x, _| x / NUMBER,
            );
        }};
    }
    all!(f16, halves());
    all!(bf16, brains());
    let x = single();
    check(
        "x + number",
        (&x, &x),
        |x, _, y| arith::add_scalar::f32(x, y, &[1.0 + 1e-9]),
        |x, _| x + (1.0 + 1e-9),
    );
}

/// `lerp` and its relatives in f16 and bf16 are rounded once; in f32 too, for all of these.
#[test]
fn weighted_sums_are_rounded_once() {
    choose_instruction_set();
    const VALUE: f32 = 1.3;
    macro_rules! all {
        ($t:ident, $values:expr, $partners:expr) => {{
            let (a, b) = pairs(&$values, $partners);
            let finite = |x: &Float| x.is_finite();
            let kernel =
                |a: &[$t], b: &[$t], y: &mut [$t]| arith::add_mul::$t(a, b, a, y, &[VALUE]);
            check("a + value b a", (&a, &b), kernel, |a, b| {
                a.clone() + b * a * VALUE
            });
            let kernel =
                |a: &[$t], b: &[$t], y: &mut [$t]| arith::add_div::$t(a, a, b, y, &[VALUE]);
            check("a + value a / b", (&a, &b), kernel, |a, b| {
                a.clone() + a * VALUE / b
            });
            let weights: Vec<$t> = (0..a.len())
                .map(|i| $t::rounded(&Float::with_val(53, i as f64 / 50_000.0 - 0.5)))
                .collect();
            let mut y = a.clone();
            arith::lerp::$t(&a, &b, &weights, &mut y);
            for i in 0..a.len() {
                let wide = |x: $t| Float::with_val(700, x.exact());
                let (start, end, weight) = (wide(a[i]), wide(b[i]), wide(weights[i]));
                if !finite(&start) || !finite(&end) {
                    continue;
                }
                let expected = $t::rounded(&(Float::with_val(700, &end - &start) * weight + start));
                assert_eq!(
                    y[i].bits(),
                    expected.bits(),
                    "lerp of {:?}, {:?} by {:?}",
                    a[i],
                    b[i],
                    weights[i]
                );
            }
        }};
    }
    all!(f32, single(), 4);
    all!(f16, halves(), 2);
    all!(bf16, brains(), 2);
    // PyTorch's formula decides what is infinite.
    let mut y = [0.0; 4];
    let inf = f32::INFINITY;
    arith::lerp::f32(
        &[0.0, 0.0, inf, 1.0],
        &[inf, inf, 0.0, 1.0],
        &[0.0, 0.25, 0.25, 0.3],
        &mut y,
    );
    assert!(y[0].is_nan() && y[1] == inf && y[2].is_nan() && y[3] == 1.0);
}

#[test]
fn weighted_sums_of_doubles_are_within_an_ulp() {
    choose_instruction_set();
    let (a, b) = pairs(&double(), 3);
    let mut y = a.clone();
    let within = |y: f64, exact: &Float, what: &str| {
        let nearest = exact.to_f64();
        let close = y == nearest || y.next_up() == nearest || y.next_down() == nearest;
        assert!(
            close || y.is_nan() && nearest.is_nan(),
            "{what}: {y:e}, not {nearest:e}"
        );
    };
    let wide = |x: f64| Float::with_val(4500, x);
    // Nothing is promised of results that overflow or lose bits in between.
    let ordinary = |x: f64| x.abs() < 1e140 && x.abs() > 1e-60;
    let ordinary = |i: usize| ordinary(a[i]) && ordinary(b[i]);
    arith::add_mul::f64(&a, &b, &a, &mut y, &[0.3]);
    for i in (0..a.len()).filter(|&i| ordinary(i)) {
        within(y[i], &(wide(a[i]) * b[i] * 0.3 + a[i]), "a + 0.3 b a");
    }
    arith::add_div::f64(&a, &a, &b, &mut y, &[0.3]);
    for i in (0..a.len()).filter(|&i| ordinary(i)) {
        within(y[i], &(wide(a[i]) * 0.3 / b[i] + a[i]), "a + 0.3 a / b");
    }
    let weights: Vec<f64> = (0..a.len()).map(|i| i as f64 / 30_000.0 - 0.5).collect();
    arith::lerp::f64(&a, &b, &weights, &mut y);
    for i in (0..a.len()).filter(|&i| ordinary(i)) {
        within(y[i], &((wide(b[i]) - a[i]) * weights[i] + a[i]), "lerp");
    }
}

#[test]
fn floor_division_is_the_floor_of_the_exact_quotient() {
    choose_instruction_set();
    macro_rules! all {
        ($t:ident, $values:expr, $partners:expr, $kernel:expr) => {{
            let (a, b) = pairs(&$values, $partners);
            check("floor", (&a, &b), $kernel, |a, b| {
                if b == 0 || a.is_nan() || b.is_nan() {
                    return a / b;
                }
                if a.is_infinite() {
                    return Float::with_val(53, f64::NAN);
                }
                if b.is_infinite() && a != 0 {
                    let below = a.is_sign_negative() != b.is_sign_negative();
                    return if below {
                        Float::with_val(53, -1)
                    } else {
                        Float::with_val(53, 0.0)
                    };
                }
                (a / b).floor()
            });
        }};
    }
    all!(f32, single(), 4, arith::div_floor::f32);
    all!(f16, halves(), 2, arith::div_floor::f16);
    all!(bf16, brains(), 2, arith::div_floor::bf16);
    // Doubles as long as the quotient has a fraction.
    let (a, b): (Vec<f64>, Vec<f64>) = {
        let (a, b) = pairs(&double(), 3);
        let small = |&(a, b): &(f64, f64)| (a / b).abs() < 9e15 && b.is_finite();
        a.into_iter().zip(b).filter(small).unzip()
    };
    assert!(a.len() > 1000);
    check("floor", (&a, &b), arith::div_floor::f64, |a, b| {
        (a / b).floor()
    });
}

#[test]
fn quotients_are_cut_off_where_they_were_rounded() {
    choose_instruction_set();
    let (a, b) = pairs(&single(), 4);
    check("trunc", (&a, &b), arith::div_trunc::f32, |a, b| {
        Float::with_val(24, Float::with_val(700, a / b).to_f32()).trunc()
    });
}

#[test]
fn remainders_are_exact_and_have_the_sign_they_should() {
    choose_instruction_set();
    macro_rules! all {
        ($t:ident, $values:expr, $partners:expr) => {{
            let (a, b) = pairs(&$values, $partners);
            let rest = |a: &Float, b: &Float| {
                let rest = a.clone() % b;
                // MPFR's remainder of 0 keeps the sign of the dividend too.
                if b.is_infinite() && a.is_finite() {
                    a.clone()
                } else {
                    rest
                }
            };
            check("fmod", (&a, &b), arith::fmod::$t, |a, b| rest(&a, &b));
            check("remainder", (&a, &b), arith::remainder::$t, |a, b| {
                let rest = rest(&a, &b);
                if !rest.is_zero()
                    && !rest.is_nan()
                    && rest.is_sign_negative() != b.is_sign_negative()
                {
                    rest + b
                } else {
                    rest
                }
            });
        }};
    }
    all!(f32, single(), 4);
    all!(f64, double(), 2);
}

#[test]
fn piecewise_functions_of_16_bits_are_correctly_rounded_for_every_input() {
    choose_instruction_set();
    macro_rules! all {
        ($t:ident, $values:expr) => {{
            let x: Vec<$t> = $values;
            let pairs = (x.as_slice(), x.as_slice());
            let zero = || Float::with_val(53, 0);
            check(
                "hard_sigmoid",
                pairs,
                |x, _, y| arith::hard_sigmoid::$t(x, y),
                |x, _| {
                    let sum: Float = x + 3;
                    if sum.is_nan() {
                        sum
                    } else if sum <= 0 {
                        zero()
                    } else if sum >= 6 {
                        Float::with_val(53, 1)
                    } else {
                        sum / 6
                    }
                },
            );
            check(
                "hard_swish",
                pairs,
                |x, _, y| arith::hard_swish::$t(x, y),
                |x, _| {
                    if x <= -3 {
                        zero()
                    } else if x >= 3 {
                        x
                    } else {
                        Float::with_val(700, &x + 3) * x / 6
                    }
                },
            );
            check(
                "squared_relu",
                pairs,
                |x, _, y| arith::squared_relu::$t(x, y),
                |x, _| {
                    if x <= 0 { zero() } else { x.square() }
                },
            );
            check(
                "leaky_relu",
                pairs,
                |x, _, y| arith::leaky_relu::$t(x, y, &[0.0123]),
                |x, _| {
                    if x > 0 { x } else { x * 0.0123_f32 }
                },
            );
        }};
    }
    all!(f16, halves());
    all!(bf16, brains());
    let x = single();
    check(
        "hard_swish",
        (&x, &x),
        |x, _, y| arith::hard_swish::f32(x, y),
        |x, _| {
            if x <= -3 {
                Float::with_val(53, 0)
            } else if x >= 3 {
                x
            } else {
                Float::with_val(700, &x + 3) * x / 6
            }
        },
    );
}

#[test]
fn every_instruction_set_gives_these_results() {
    on_every_instruction_set("every_instruction_set_gives_these_results");
}
