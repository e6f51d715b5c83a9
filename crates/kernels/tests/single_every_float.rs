//! Functions of high performance against the correctly rounded ones, for each of the 2^32 floats, on one thread: ten seconds a function or a few.
//!
//! ```text
//! HOSTNPU_FUNCTION=exp,log cargo test --release -p hostnpu-kernels --test single_every_float -- --ignored --nocapture
//! ```
//!
//! Without `HOSTNPU_FUNCTION` all functions are looked at. `HOSTNPU_STRIDE=n` takes each nth float only. With `HOSTNPU_RECORD=1` the largest error of each is written to
//! `docs/data`. Of results that are not the nearest float, MPFR says how far they are off.

use hostnpu_test_support as support;
use hostnpu_test_support::bounds;
use hostnpu_test_support::functions::{SINGLES, Unary, unary};
use hostnpu_test_support::record::{Run, record};
use hostnpu_test_support::ulp;
use rug::Float;
use support::asked::{is_asked, number_asked};

/// Bits of a reference.
const PRECISION: u32 = 100;

/// Floats that are looked at together.
const RUN: usize = 4096;

/// Of so many results next to the nearest float, MPFR judges one.
const NEIGHBOURS: u64 = 1009;

/// Distance of two numbers in floats between them.
fn distance(a: f32, b: f32) -> u64 {
    let place = |x: f32| {
        let magnitude = i64::from(x.to_bits() & 0x7fff_ffff);
        if x.is_sign_negative() {
            -magnitude
        } else {
            magnitude
        }
    };
    place(a).abs_diff(place(b))
}

/// The largest error in units of the last place, its argument, and the number of results that are not the nearest float.
fn largest(function: &Unary, of: fn(&[f32], &mut [f32]), stride: u64) -> (f64, f32, u64) {
    let (mut x, mut y, mut nearest) = ([0.0; RUN], [0.0; RUN], [0.0; RUN]);
    let (mut worst, mut others) = ((0.5, 0.0), 0);
    for first in (0..1 << 32).step_by(RUN * stride as usize) {
        for (k, x) in x.iter_mut().enumerate() {
            let bits = first + k as u64 * stride;
            *x = f32::from_bits(u32::try_from(bits).unwrap_or(u32::MAX));
        }
        of(&x, &mut y);
        (function.f32)(&x, &mut nearest);
        for ((&x, &y), &nearest) in x.iter().zip(&y).zip(&nearest) {
            if y.to_bits() == nearest.to_bits() || y.is_nan() && nearest.is_nan() {
                continue;
            }
            others += 1;
            assert!(
                y.is_nan() == nearest.is_nan()
                    && (y != 0.0 || y.is_sign_negative() == nearest.is_sign_negative()),
                "{}({x:e}): {y:e}, not {nearest:e}",
                function.name
            );
            // An error of at most the distance and half a unit. Of those next to the nearest float, which no bound excludes and which are too many for MPFR, some
            // are looked at.
            let distance = distance(y, nearest);
            let is_asked = distance > 1 || others % NEIGHBOURS == 0;
            if is_asked && distance as f64 + 0.5 > worst.0 && y.is_finite() {
                let exact = (function.exact)(Float::with_val(PRECISION, x)).to_f64();
                let error = ulp::error_f32(y, exact);
                if error > worst.0 {
                    worst = (error, x);
                }
            }
        }
    }
    (worst.0, worst.1, others)
}

#[test]
#[ignore = "minutes"]
fn functions_in_float_keep_their_bound_for_every_float() {
    let stride = number_asked("HOSTNPU_STRIDE", 1);
    let mut failures = String::new();
    for &(name, of) in SINGLES.iter().filter(|(name, _)| is_asked(name)) {
        let function = unary().find(|function| function.name == name);
        let function = function.expect("each has a reference");
        let own = format!("single {name} f32");
        let is_own = bounds::BOUNDS.iter().any(|bound| bound.kernel == own);
        let bound = bounds::ulp(if is_own { &own } else { "single f32" });
        let (error, at, others) = largest(function, of, stride);
        println!("{name}: {error:.4} ULP at {at:e}; {others} are not the nearest float");
        if stride == 1 {
            record(&Run {
                kernel: &own,
                arguments: 1 << 32,
                misrounded: None,
                largest: Some(error),
            });
        }
        if error > bound {
            failures += &format!("{name}({at:e}): {error} ULP, not {bound}\n");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}
