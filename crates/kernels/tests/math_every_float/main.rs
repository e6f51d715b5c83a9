//! Elementary functions against the correctly rounded results, for each of the 2^32 floats, on one thread: half a minute a function, or a few.
//!
//! ```text
//! HOSTNPU_FUNCTION=exp,log cargo test --release -p hostnpu-kernels --test math_every_float -- --ignored --nocapture
//! ```
//!
//! Without `HOSTNPU_FUNCTION` all functions are looked at. `HOSTNPU_STRIDE=n` takes each nth float only. With `HOSTNPU_RECORD=1` the count of
//! each function is written to `docs/data` when it is known: a run that was broken off goes on with `HOSTNPU_FUNCTION`.
//!
//! `HOSTNPU_TEST_ISA=avx2` takes that instruction set. A double from the C library is near the exact result; MPFR decides where that does not decide the rounding. What is not correctly rounded is printed as
//! `crates/kernels/src/math/hard.rs` lists it.

use hostnpu_test_support::functions;
mod quick;
use hostnpu_test_support as support;
use hostnpu_test_support::record;
use hostnpu_test_support::ulp;

use functions::{Loop, Unary, unary};
use hostnpu_kernels::{math, simd};
use quick::Reference;
use record::{Run, record};
use rug::Float;
use support::asked::{is_asked, number_asked};

/// Bits of a reference where the double does not decide the rounding.
const PRECISION: u32 = 200;

/// Floats that are looked at together.
const RUN: usize = quick::MOST;

fn stride() -> usize {
    number_asked("HOSTNPU_STRIDE", 1) as usize
}

/// A function with its reference.
#[derive(Clone, Copy)]
struct Function {
    name: &'static str,
    f32: Loop<f32>,
    exact: fn(Float) -> Float,
}

/// Functions that are one operation of the processor.
const OTHERS: [Function; 2] = [
    Function {
        name: "sqrt",
        f32: math::sqrt::f32,
        exact: |x| x.sqrt(),
    },
    Function {
        name: "reciprocal",
        f32: math::reciprocal::f32,
        exact: |x| x.recip(),
    },
];

/// Returns the functions that were asked for and have a reference.
fn chosen() -> impl Iterator<Item = (Function, Reference)> {
    let functions = unary().map(
        |&Unary {
             name, f32, exact, ..
         }| Function { name, f32, exact },
    );
    functions
        .chain(OTHERS)
        .filter(move |function| is_asked(function.name))
        .filter_map(|function| Some((function, quick::reference(function.name)?)))
}

/// The correctly rounded result, by MPFR.
fn exactly(function: &Function, x: f32) -> f32 {
    (function.exact)(Float::with_val(PRECISION, x)).to_f32()
}

/// The floats nearest to both ends of what an approximation stands for. Below a quarter of the smallest float, its sign is all that is left: a
/// conversion would take long.
#[inline(always)]
fn ends(approximation: f64) -> [f32; 2] {
    const NOTHING: f64 = f64::from_bits((1023 - 151) << 52);
    const MARGIN: f64 = f64::from_bits((1023 - quick::SLACK as u64) << 52);
    let size = approximation.abs();
    let size = if size < NOTHING { 0.0 } else { size };
    let margin = if size < f64::INFINITY {
        size * MARGIN
    } else {
        0.0
    };
    [size - margin, size + margin].map(|end| f64::copysign(end, approximation) as f32)
}

#[inline(always)]
fn is_undecided(approximation: f64) -> bool {
    approximation.to_bits() == quick::UNDECIDED.to_bits()
}

/// Calls `visit` with each float, the result in `results` and the correct one where these differ or where the approximation does not decide. Counts what
/// MPFR decided.
fn compare(
    function: &Function,
    x: &[f32],
    results: &[f32],
    approximations: &[f64],
    mut visit: impl FnMut(f32, f32, f32),
) -> u64 {
    #[inline(always)]
    fn settled(got: f32, approximation: f64) -> bool {
        let [low, high] = ends(approximation);
        let same = (low.to_bits() == high.to_bits()) & (got.to_bits() == low.to_bits());
        !is_undecided(approximation) & (same | (approximation.is_nan() & got.is_nan()))
    }
    let all = simd::widest(
        #[inline(always)]
        || {
            let pairs = results.iter().zip(approximations);
            pairs.fold(0u32, |open, (&got, &approximation)| {
                open + u32::from(!settled(got, approximation))
            }) == 0
        },
    );
    let mut by_mpfr = 0;
    if !all {
        for ((&x, &got), &approximation) in x.iter().zip(results).zip(approximations) {
            if settled(got, approximation) {
                continue;
            }
            let [low, high] = ends(approximation);
            let is_open = low.to_bits() != high.to_bits() && !approximation.is_nan();
            if is_open || is_undecided(approximation) {
                by_mpfr += 1;
                visit(x, got, exactly(function, x));
            } else {
                visit(x, got, low);
            }
        }
    }
    by_mpfr
}

/// Counts of [`each_float`].
struct Count {
    floats: u64,
    by_mpfr: u64,
}

/// Calls `visit` with each float whose result is undecided or wrong, with the result and the correct one.
fn each_float(
    function: &Function,
    reference: Reference,
    mut visit: impl FnMut(f32, f32, f32),
) -> Count {
    let (mut wide, mut approximations) = (vec![0.0; RUN], vec![0.0; RUN]);
    let (mut x, mut y) = (vec![0.0; RUN], vec![0.0; RUN]);
    let mut count = Count {
        floats: 0,
        by_mpfr: 0,
    };
    let stride = stride() as u64;
    let mut next = 0;
    while next < 1 << 32 {
        let mut length = 0;
        for (x, wide) in x.iter_mut().zip(&mut wide) {
            if next < 1 << 32 {
                *x = f32::from_bits(next as u32);
                *wide = f64::from(*x);
                next += stride;
                length += 1;
            }
        }
        let (x, wide) = (&x[..length], &wide[..length]);
        let (y, approximations) = (&mut y[..length], &mut approximations[..length]);
        let ends = [wide[0], wide[length - 1]];
        let rules = ends.map(|x| quick::rule(function.name, x));
        match rules[0] {
            Some(rule)
                if rules[1] == rules[0]
                    && ends[0].is_sign_negative() == ends[1].is_sign_negative() =>
            {
                for (approximation, &x) in approximations.iter_mut().zip(wide) {
                    *approximation = match rule {
                        quick::Rule::Value(value) => value,
                        quick::Rule::Argument => x,
                    };
                }
            }
            _ => reference(wide, approximations),
        }
        (function.f32)(x, y);
        count.floats += length as u64;
        count.by_mpfr += compare(function, x, y, approximations, &mut visit);
    }
    count
}

#[test]
#[ignore = "each of the 2^32 floats, half a minute a function or a few: see the head of the file"]
fn every_float_is_correctly_rounded() {
    support::choose_instruction_set();
    let mut failures = String::new();
    for (function, reference) in chosen() {
        let mut wrong = Vec::new();
        let count = each_float(&function, reference, |x, got, want| {
            if !ulp::same_f32(got, want) {
                wrong.push((x, got, want));
            }
        });
        println!(
            "{}: {} of {} not correctly rounded; MPFR decided {}",
            function.name,
            wrong.len(),
            count.floats,
            count.by_mpfr
        );
        if stride() == 1 {
            record(&Run {
                kernel: &format!("math {} f32", function.name),
                arguments: count.floats,
                misrounded: Some(wrong.len() as u64),
                largest: None,
            });
        }
        for (x, got, want) in wrong.iter().take(400) {
            let line = format!("    [{:#010x}, {:#010x}],", x.to_bits(), want.to_bits());
            println!("{line} // {}({x:e}) = {want:e}, not {got:e}", function.name);
        }
        if !wrong.is_empty() {
            failures += function.name;
            failures += " ";
        }
    }
    assert!(failures.is_empty(), "{failures}");
}
