//! `log2(2^a + 2^b)`, without overflow.

use std::f64::consts::LOG2_E;

use super::exponential::MODERATE;
use super::logaddexp::{
    ERROR, beside_root, full_with, is_beside_root, undecided_beside_root, usual_sum, wide_with,
};
use super::pairs::{FunctionOfTwo, pairs_f32};
use super::rare::binary_f64_with_rare;
use super::rounding_test::ExactOfTwo;
use super::steps::or_nan_of;
use super::wide::exponential::Exponential;
use super::wide::full;
use super::wide::logarithm as wide;
use super::wide::pair::Pair;
use super::{exponential, logarithm};
use crate::coefficients::{INVERSE_LN_2, LN_2};
use crate::doubles::Doubles;

pairs_f32!(
    "the logarithm to base 2 of the sum of the powers of two",
    LogAddExp2
);

struct LogAddExp2;

impl FunctionOfTwo for LogAddExp2 {
    const EXACT: ExactOfTwo = ExactOfTwo::new(f64, full_of, ERROR);

    #[inline(always)]
    fn is_usual(a: f32, b: f32) -> bool {
        // Of equal ones the sum is exact.
        ((a - b).abs() < MODERATE) & (a != b)
    }

    #[inline(always)]
    fn of_usual<D: Doubles>(a: D, b: D) -> D {
        usual_sum(a, b, |distance| {
            let power = exponential::fine_power_of_two(distance.all(0.0) - distance);
            logarithm::fine_ln_1p(power).times(LOG2_E)
        })
    }

    #[inline(always)]
    fn of_any(a: f64, b: f64) -> f64 {
        logaddexp2_of(a, b)
    }
}

fn full_of(a: f64, b: f64, _value: f64) -> Pair {
    full_with(a, b, |distance| {
        let power = full::exp(Pair::of(LN_2).times(distance));
        full::ln_1p(power).over(Pair::of(LN_2))
    })
}

#[inline(always)]
fn logaddexp2_of(a: f64, b: f64) -> f64 {
    let larger = if a > b { a } else { b };
    let distance = if a == b { 0.0 } else { (a - b).abs() };
    let sum = logarithm::ln_1p(exponential::exp2(-distance)).mul_add(LOG2_E, larger);
    // Exactly, because the sum may be 0.
    let sum = if a == b { larger + 1.0 } else { sum };
    or_nan_of(a, b, undecided_beside_root(larger, sum))
}

binary_f64_with_rare!(
    "the logarithm to base 2 of the sum of the powers of two",
    wide_of,
    is_beside_root,
    wide_beside_root
);

#[inline(always)]
fn wide_of(a: f64, b: f64) -> f64 {
    wide_with(
        a,
        b,
        #[inline(always)]
        |distance| wide::ln_1p(Exponential::of_two(distance).pair()).times(Pair::of(INVERSE_LN_2)),
    )
}

fn wide_beside_root(a: f64, b: f64) -> f64 {
    // Exactly, because the sum may be 0.
    if a == b {
        return a + 1.0;
    }
    let [a, b] = [a, b].map(|x| Pair::new(x).times(Pair::of(LN_2)));
    beside_root(a, b).times(Pair::of(INVERSE_LN_2)).value()
}
