//! Each part of the functions of complex floats against its bound, for some thousand arguments of all kinds, and for 2^24 in the long run.
//!
//! ```text
//! HOSTNPU_FUNCTION=exp,pow cargo test --release -p hostnpu-kernels --test complex_parts -- --ignored --nocapture
//! ```
//!
//! A double from the C library is near the exact part; MPFR decides where that is not within the bound, and for one argument in some. With
//! `HOSTNPU_RECORD=1` the largest error of each part in the long run is written to `docs/data`.

use hostnpu_test_support as support;
use hostnpu_test_support::bounds;
use hostnpu_test_support::complex::exact;
use hostnpu_test_support::complex::functions;
use hostnpu_test_support::complex::samples;
use hostnpu_test_support::record;
use hostnpu_test_support::ulp;

use bounds::Accuracy;
use exact::{Z, ulps_single};
use functions::{C64, C128, FUNCTIONS, Function};
use record::{Run, record};
use samples::pair;
use support::Random;
use support::asked::is_asked;

/// Arguments that are computed together.
const RUN: usize = 4096;

/// Error of a part that a double near it may hide, in units of a float.
const SLACK: f64 = 1e-6;

/// The bound of a function in units in the last place.
fn bound(function: &Function) -> f64 {
    let own = format!("math {} c64", function.name);
    let has_own = bounds::BOUNDS.iter().any(|bound| bound.kernel == own);
    let accuracy = bounds::accuracy(if has_own { &own } else { "math c64" });
    assert_eq!(
        function.is_nearest,
        accuracy == Accuracy::CorrectlyRounded,
        "{own}"
    );
    match accuracy {
        Accuracy::CorrectlyRounded => 0.5,
        Accuracy::Ulp(ulp) => ulp,
        other => panic!("the bound of {own} is {other:?}"),
    }
}

fn wide(z: C64) -> C128 {
    C128::new(z.re.into(), z.im.into())
}

/// Returns true if a part is certainly within its bound, by a double near the exact one; updates the largest error if so.
fn is_surely_within(got: f32, near: f64, bound: f64, largest: &mut f64) -> bool {
    // Beyond the middle above the largest float, which is below 3.4028236e38.
    if near.abs() > 3.402_824e38 {
        return f64::from(got) == f64::INFINITY.copysign(near);
    }
    let error = ulp::error_f32(got, near);
    let within = error <= bound - SLACK && !near.is_nan();
    if within {
        *largest = largest.max(error);
    }
    within
}

/// Results of a run.
#[derive(Default)]
struct Found {
    /// The largest error of each part.
    largest: [f64; 2],
    /// Parts beyond the bound.
    beyond: u64,
}

/// Looks at the function of `count` arguments that follow from a seed, at one in `every` by MPFR in any case. Prints some parts beyond the bound.
fn look(function: &Function, seed: u64, count: u64, every: usize) -> Found {
    let mut random = Random::new(seed);
    let bound = bound(function);
    let mut found = Found::default();
    let (mut a, mut b) = (vec![C64::default(); RUN], vec![C64::default(); RUN]);
    let mut y = a.clone();
    for _ in 0..count / RUN as u64 {
        for (a, b) in a.iter_mut().zip(&mut b) {
            (*a, *b) = pair(function, &mut random);
        }
        (function.run)(&a, &b, &mut y);
        for (i, ((&a, &b), &got)) in a.iter().zip(&b).zip(&y).enumerate() {
            let near = (function.near)(wide(a), wide(b));
            let parts = [(got.re, near.re), (got.im, near.im)];
            let mut sure = [false; 2];
            for (part, (got, near)) in parts.into_iter().enumerate() {
                sure[part] = is_surely_within(got, near, bound, &mut found.largest[part]);
            }
            if sure == [true; 2] && i % every != 0 {
                continue;
            }
            let exact = |z: C64| Z::new(z.re.into(), z.im.into());
            let exact = (function.exact)(&exact(a), &exact(b));
            let parts = [(got.re, &exact.re), (got.im, &exact.im)];
            for (part, (got, exact)) in parts.into_iter().enumerate() {
                let error = ulps_single(got, exact, exact);
                let nearest = ulp::same_f32(got, exact.to_f32()) || got == 0.0;
                // A part that is 0 may have either sign.
                let right = error <= bound && (nearest || !function.is_nearest);
                if !right {
                    found.beyond += 1;
                    if found.beyond <= 10 {
                        let name = function.name;
                        let exact = exact.to_f64();
                        println!("{name}({a:e}, {b:e}) = {got:e}, {error} ULP from {exact:e}");
                    }
                }
                found.largest[part] = found.largest[part].max(error);
            }
        }
    }
    found
}

#[test]
fn each_part_is_within_its_bound() {
    let mut failures = String::new();
    for function in FUNCTIONS {
        let found = look(function, 1, 1 << 15, 16);
        println!("{}: {:?}", function.name, found.largest);
        if found.beyond > 0 {
            failures += &format!("{} of {}; ", found.beyond, function.name);
        }
    }
    assert!(failures.is_empty(), "parts beyond their bound: {failures}");
}

#[test]
#[ignore = "2^24 arguments a function: see the head of the file"]
fn each_part_of_many_is_within_its_bound() {
    const COUNT: u64 = 1 << 24;
    let mut failures = String::new();
    for function in FUNCTIONS.iter().filter(|function| is_asked(function.name)) {
        let name = function.name;
        let found = look(function, 2, COUNT, 256);
        println!("{name}: {:?}, {} beyond", found.largest, found.beyond);
        let is_real = matches!(name, "abs" | "angle");
        let parts: &[&str] = if is_real {
            &[""]
        } else {
            &[" real part", " imaginary part"]
        };
        for (part, largest) in parts.iter().zip(found.largest) {
            record(&Run {
                kernel: &format!("math {name} c64{part}"),
                arguments: COUNT,
                misrounded: None,
                largest: Some(largest),
            });
        }
        if found.beyond > 0 {
            failures += &format!("{} of {name}; ", found.beyond);
        }
    }
    assert!(failures.is_empty(), "parts beyond their bound: {failures}");
}
