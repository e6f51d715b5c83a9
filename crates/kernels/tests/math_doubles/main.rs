//! Elementary functions of doubles against the C library's `long double`, and against MPFR where that does not decide the rounding.
//!
//! ```text
//! HOSTNPU_FUNCTION=exp,log cargo test --release -p hostnpu-kernels --test math_doubles -- --ignored --nocapture
//! ```
//!
//! looks at 10^8 arguments of each function, about a minute a function; without `HOSTNPU_FUNCTION`, of all. `HOSTNPU_ARGUMENTS=n` is another count. With
//! `HOSTNPU_RECORD=1` the largest error of each function is written to `docs/data` when it is known.

use hostnpu_test_support::bounds;
mod doubles;
use hostnpu_test_support as support;
use hostnpu_test_support::functions;
use hostnpu_test_support::record;

use doubles::Function;
use doubles::judge::{Verdict, judge};
use record::{Run, record};
use support::asked::{is_asked, number_asked};

/// The verdict on a function, and its failures as lines.
fn look_at(function: Function, arguments: u64, stride: u64) -> (Verdict, String) {
    let name = function.name;
    let reference = hostnpu_references::reference(name).expect("each function has a reference");
    let start = std::time::Instant::now();
    let verdict = judge(function, reference, arguments, stride);
    let [a, b] = verdict.at;
    println!(
        "{name}: {:.6} ULP at {a:e} {b:e}, of {}; MPFR decided {}; {} failures; {:.1} s",
        verdict.largest,
        verdict.arguments,
        verdict.by_mpfr,
        verdict.failures.len(),
        start.elapsed().as_secs_f64(),
    );
    let lines: Vec<_> = verdict.failures.iter().take(8).cloned().collect();
    let lines = lines.iter().map(|line| format!("{line}\n")).collect();
    (verdict, lines)
}

#[test]
fn doubles_keep_their_bound() {
    let failures: String = doubles::all()
        .map(|function| look_at(function, 40_000, 40).1)
        .collect();
    assert!(failures.is_empty(), "{failures}");
}

#[test]
#[ignore = "10^8 arguments, about a minute a function: see the head of the file"]
fn doubles_keep_their_bound_at_many_arguments() {
    let arguments = number_asked("HOSTNPU_ARGUMENTS", 100_000_000);
    let mut failures = String::new();
    for function in doubles::all().filter(|function| is_asked(function.name)) {
        let (verdict, lines) = look_at(function, arguments, 2000);
        if lines.is_empty() {
            record(&Run {
                kernel: &format!("math {} f64", function.name),
                arguments: verdict.arguments,
                misrounded: None,
                largest: Some(verdict.largest),
            });
        }
        failures += &lines;
    }
    assert!(failures.is_empty(), "{failures}");
}
