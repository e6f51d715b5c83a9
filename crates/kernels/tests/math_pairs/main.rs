//! Functions of two arguments against the correctly rounded results, for a million pairs, and for 2^32 in the long run, on one thread: some minutes a function.
//!
//! ```text
//! HOSTNPU_FUNCTION=pow,atan2 cargo test --release -p hostnpu-kernels --test math_pairs -- --ignored --nocapture
//! ```
//!
//! Pairs are made by [`pair`]: in the usual range, of any bits, near exact results, and near roots; others are found along curves by [`curves`], whose
//! results are nearest to middles between floats. A double from the C library is near the exact
//! result; MPFR decides where that does not decide the rounding. `HOSTNPU_TEST_ISA=avx2` takes that instruction set, `HOSTNPU_PAIRS=n` another
//! count of random pairs, 0 only those of curves. With `HOSTNPU_RECORD=1` the counts of the long run are written to `docs/data`.

mod curves;
use hostnpu_test_support as support;
use hostnpu_test_support::functions;
use hostnpu_test_support::record;
use hostnpu_test_support::ulp;

use functions::{BINARY, Binary};
use hostnpu_kernels::math;
use record::{Run, record};
use rug::Float;
use support::asked::{is_asked, number_asked};
use support::{Random, choose_instruction_set};

/// Bits of a reference where the double does not decide the rounding: an angle of 2^-149 is as near to its tangent as 2^-298 of it.
const PRECISION: u32 = 400;

/// Pairs that are computed together.
const RUN: usize = 4096;

/// A relative error of a reference is below this.
const SLACK: f64 = 1.0 / (1u64 << 46) as f64;

/// A pair of arguments of a function.
fn pair(function: &Binary, random: &mut Random) -> (f32, f32) {
    let (from, to) = (function.from, function.to);
    let kind = random.bits() % 4;
    let usual = |random: &mut Random| {
        let a = random.between(from.0.into(), to.0.into()) as f32;
        (a, random.between(from.1.into(), to.1.into()) as f32)
    };
    match (kind, function.name) {
        (0, _) => usual(random),
        (1, "pow") => {
            // Any base, with a power that is a float.
            let a = random.any().abs();
            let exponent = random.between(-152.0, 130.0) / f64::from(a).log2();
            (a, exponent as f32)
        }
        (2, "pow") => {
            let size = random.between(-24.0, -1.0).exp2();
            let a = (1.0 + random.between(-1.0, 1.0) * size) as f32;
            let exponent = random.between(-152.0, 130.0) / f64::from(a).log2();
            (a, exponent as f32)
        }
        (3, "pow") => {
            // Exact powers, and middles between floats.
            let whole =
                (random.bits() % 5000) as f32 * random.between(-9.0, 9.0).round().exp2() as f32;
            let b = random.one_of(&[
                2.0, 3.0, -1.0, -2.0, 0.5, 1.5, 2.5, 4.0, 5.0, -0.5, 0.25, 7.0,
            ]);
            (whole * random.sign() as f32, b)
        }
        // No double decides those beside roots, and MPFR takes a thousand times as long: there are fewer of them.
        (2, "logaddexp" | "logaddexp2") if !random.bits().is_multiple_of(16) => {
            (random.any(), random.any())
        }
        (2, "logaddexp") => {
            // Near e^a + e^b = 1.
            let a = random.between(-12.0, -0.001);
            (a as f32, (-a.exp()).ln_1p() as f32)
        }
        (2, "logaddexp2") => {
            let a = random.between(-12.0, -0.001);
            let b = (-a.exp2()).ln_1p() / std::f64::consts::LN_2;
            (a as f32, b as f32)
        }
        (3, "logaddexp" | "logaddexp2") => {
            let a = random.between(-100.0, 100.0) as f32;
            let b = if random.bits().is_multiple_of(4) {
                a
            } else {
                a + random.between(-60.0, 60.0) as f32
            };
            (a, b)
        }
        (2, "xlogy") => {
            let size = random.between(-24.0, -1.0).exp2();
            (
                random.any(),
                (1.0 + random.between(-1.0, 1.0) * size) as f32,
            )
        }
        (2, "xlog1py") => {
            let size = random.between(-60.0, -1.0).exp2();
            (random.any(), (random.between(-1.0, 1.0) * size) as f32)
        }
        (2, _) => {
            // Of about one size.
            let (a, scale) = (random.any(), random.between(-30.0, 30.0).exp2() as f32);
            (a, a * scale)
        }
        (3, "atan2" | "xlog1py") => {
            // Short numbers, whose quotients and products are middles between floats.
            let a = (random.bits() % 8192) as f32;
            let b =
                (random.bits() % 8192) as f32 * random.between(-30.0, 0.0).round().exp2() as f32;
            (a, b)
        }
        _ => (random.any(), random.any()),
    }
}

/// A double near the result; NaN where it is not known well enough.
fn near(name: &str, a: f64, b: f64) -> f64 {
    let sum = |beyond: f64| {
        let larger = a.max(b);
        let sum = larger + beyond;
        let cancels = sum.abs() < larger.abs() / 32.0;
        if cancels { f64::NAN } else { sum }
    };
    let distance = -(a - b).abs();
    match name {
        "pow" => a.powf(b),
        "atan2" => a.atan2(b),
        "logaddexp" => sum(distance.exp().ln_1p()),
        "logaddexp2" => sum(distance.exp2().ln_1p() * std::f64::consts::LOG2_E),
        "xlogy" => a * b.ln(),
        "xlog1py" => a * b.ln_1p(),
        _ => f64::NAN,
    }
}

/// Returns true if a result is the float nearest to the exact one: for certain, by a double.
fn is_nearest(name: &str, a: f32, b: f32, got: f32) -> bool {
    let approximation = near(name, a.into(), b.into());
    let margin = approximation.abs() * SLACK;
    let (low, high) = (
        (approximation - margin) as f32,
        (approximation + margin) as f32,
    );
    low == high && got == low && got != 0.0
}

/// Returns how many results of pairs that follow from a seed are not the nearest float, and prints some of them.
fn misrounded(function: &Binary, seed: u64, pairs: u64) -> u64 {
    let mut random = Random::new(seed);
    let mut wrong = 0;
    let (mut a, mut b) = (vec![0.0; RUN], vec![0.0; RUN]);
    for _ in 0..pairs / RUN as u64 {
        for (a, b) in a.iter_mut().zip(&mut b) {
            (*a, *b) = pair(function, &mut random);
        }
        wrong += wrong_among(function, &a, &b, wrong);
    }
    wrong
}

/// As [`misrounded`], of the hardest pair of each of so many curves. Returns also among how many pairs those are the hardest: not all results follow
/// a parabola.
fn misrounded_along_curves(function: &Binary, seed: u64, curves: u64) -> (u64, u64) {
    let mut random = Random::new(seed);
    let (mut wrong, mut among) = (0, 0);
    for _ in 0..curves.div_ceil(RUN as u64) {
        let (mut a, mut b) = (Vec::new(), Vec::new());
        for i in 0..curves.min(RUN as u64) {
            let (first, second) = pair(function, &mut random);
            let (x, y) = (f64::from(first), f64::from(second));
            let found = if i % 2 == 0 {
                curves::nearest_to_middle(first, |x| near(function.name, x, y))
                    .map(|(first, steps)| (first, second, steps))
            } else {
                curves::nearest_to_middle(second, |y| near(function.name, x, y))
                    .map(|(second, steps)| (first, second, steps))
            };
            if let Some((first, second, steps)) = found {
                a.push(first);
                b.push(second);
                among += steps as u64;
            }
        }
        wrong += wrong_among(function, &a, &b, wrong);
    }
    (wrong, among)
}

/// Returns how many results are not the nearest float, and prints some of them unless others were `before`.
fn wrong_among(function: &Binary, a: &[f32], b: &[f32], before: u64) -> u64 {
    let mut y = vec![0.0; a.len()];
    (function.f32)(a, b, &mut y);
    let mut wrong = 0;
    for ((&a, &b), &got) in a.iter().zip(b).zip(&y) {
        if is_nearest(function.name, a, b, got) {
            continue;
        }
        let of = |x: f32| Float::with_val(PRECISION, x);
        let want = (function.exact)(of(a), of(b)).to_f32();
        if !ulp::same_f32(got, want) {
            wrong += 1;
            if before + wrong <= 20 {
                println!("{}({a:e}, {b:e}) = {want:e}, not {got:e}", function.name);
            }
        }
    }
    wrong
}

#[test]
fn pairs_are_correctly_rounded() {
    choose_instruction_set();
    for function in BINARY {
        assert_eq!(misrounded(function, 1, 1 << 17), 0, "{}", function.name);
    }
}

#[test]
fn hardest_pairs_of_curves_are_correctly_rounded() {
    choose_instruction_set();
    for function in BINARY {
        let (wrong, among) = misrounded_along_curves(function, 3, 1 << 12);
        println!("{}: among {among}", function.name);
        assert_eq!(wrong, 0, "{}", function.name);
        assert!(among > 1 << 18, "{}: {among}", function.name);
    }
}

/// Results beside a middle between two floats that are nearer to it than any number of bits: no precision of a reference shows them.
#[test]
fn results_beside_a_middle_are_on_their_side() {
    choose_instruction_set();
    let one = |f: fn(&[f32], &[f32], &mut [f32]), a: f32, b: f32| {
        let mut y = [0.0];
        f(&[a], &[b], &mut y);
        y[0]
    };
    let tiny = f32::from_bits(1);
    // An angle is less than its tangent, 1.5 times the smallest float.
    assert_eq!(one(math::atan2::f32, 3.0 * tiny, 2.0), tiny);
    assert_eq!(one(math::atan2::f32, -3.0 * tiny, 2.0), -tiny);
    // The middle between 16793602 and 16793604, whose last bit is 0.
    let unit = 2f32.powi(-60);
    assert_eq!(
        one(math::xlog1py::f32, 4099.0, 4097.0 * unit),
        16_793_602.0 * unit
    );
    assert_eq!(
        one(math::xlog1py::f32, 4099.0, -4097.0 * unit),
        -16_793_604.0 * unit
    );
    // Their distance has 56 bits, all of which count.
    assert_eq!(
        one(math::logaddexp2::f32, 4.385_898_8e-9, -25.225_19),
        4.116_795e-8
    );
    // Exactly in the middle: the one whose last bit is 0.
    assert_eq!(one(math::pow::f32, 4097.0, 2.0), 16_785_408.0);
    assert_eq!(
        one(math::logaddexp2::f32, 16_777_216.0, 16_777_216.0),
        16_777_216.0
    );
    assert_eq!(
        one(math::logaddexp2::f32, 16_777_218.0, 16_777_218.0),
        16_777_220.0
    );
}

#[test]
#[ignore = "2^32 pairs, some minutes a function: see the head of the file"]
fn many_pairs_are_correctly_rounded() {
    choose_instruction_set();
    let pairs = number_asked("HOSTNPU_PAIRS", 1 << 32);
    const CURVES: u64 = 1 << 22;
    let mut failures = String::new();
    for function in BINARY.iter().filter(|function| is_asked(function.name)) {
        let wrong = misrounded(function, 2, pairs);
        println!(
            "{}: {wrong} of {pairs} not correctly rounded",
            function.name
        );
        if pairs > 0 {
            record(&Run {
                kernel: &format!("math {} f32 of random pairs", function.name),
                arguments: pairs,
                misrounded: Some(wrong),
                largest: None,
            });
        }
        let (of_curves, among) = misrounded_along_curves(function, 4, CURVES);
        println!(
            "{}: {of_curves} of the hardest pairs of {CURVES} curves, among {among}, not correctly rounded",
            function.name
        );
        record(&Run {
            kernel: &format!("math {} f32 nearest to middles", function.name),
            arguments: among,
            misrounded: Some(of_curves),
            largest: None,
        });
        if wrong + of_curves > 0 {
            failures += function.name;
            failures += " ";
        }
    }
    assert!(failures.is_empty(), "{failures}");
}
