//! The largest error of a kernel over doubles.

use hostnpu_references::Reference;
use rug::Float;

use super::Function;
use super::arguments::{RUN, fill};
use super::search::{Worst, toward_middles};
use crate::bounds::{self, Accuracy};
use crate::support::Random;

/// Largest error by the reference for which MPFR is not asked: the reference's own error is less than what is left below the bound.
const SURE: f64 = 0.505;

/// The reference's own error, in units of the last place of a double, and as a share of a large error.
const OWN: f64 = 0.005;

/// The bound of a function: units in the last place, and the error that is allowed beside a root.
fn bound(name: &str) -> (f64, f64) {
    let own = format!("math {name} f64");
    let has_own = bounds::BOUNDS.iter().any(|bound| bound.kernel == own);
    let kernel = if has_own { &own } else { "math f64" };
    match bounds::accuracy(kernel) {
        Accuracy::Ulp(ulp) => (ulp, 0.0),
        Accuracy::UlpOrAbsolute { ulp, absolute } => (ulp, absolute),
        Accuracy::CorrectlyRounded => (0.5, 0.0),
        other => panic!("the bound of {kernel} is {other:?}"),
    }
}

/// The error in units of the last place of a double; none if an infinity is what rounding gives.
fn error_of(y: f64, exact: &Float) -> f64 {
    let nearest = exact.to_f64();
    if nearest.is_infinite() || nearest.is_nan() || y.is_nan() || y.is_infinite() {
        let same = y == nearest || y.is_nan() && nearest.is_nan();
        return if same { 0.0 } else { f64::INFINITY };
    }
    if nearest == 0.0 && y == 0.0 {
        let same = y.is_sign_negative() == exact.is_sign_negative();
        return if same { 0.0 } else { f64::INFINITY };
    }
    let exponent = exact
        .get_exp()
        .map_or(-1074, |exponent| (exponent - 53).max(-1074));
    let error = Float::with_val(exact.prec().max(200), y - exact);
    (error >> exponent).to_f64()
}

/// Errors of a kernel.
pub struct Verdict {
    /// The largest error, in units in the last place, and its arguments.
    pub largest: f64,
    pub at: [f64; 2],
    pub arguments: u64,
    pub by_mpfr: u64,
    /// Lines on what is beyond the bound.
    pub failures: Vec<String>,
}

struct Judge {
    function: Function,
    reference: Reference,
    /// Each how many-th result MPFR is asked for in any case.
    stride: u64,
    ulp: f64,
    absolute: f64,
    worst: Worst,
    verdict: Verdict,
    /// The largest error of those that only the reference has seen.
    unconfirmed: (f64, [f64; 2]),
}

impl Judge {
    /// Asks MPFR.
    fn by_mpfr(&mut self, [a, b]: [f64; 2], y: f64, approximate: f64) {
        self.verdict.by_mpfr += 1;
        let exact = self.function.exact(a, b);
        let error = error_of(y, &exact);
        let name = self.function.name;
        if (approximate - error).abs() > OWN * error.abs().max(1.0) && approximate.is_finite() {
            self.verdict.failures.push(format!(
                "the reference of {name}({a:e}, {b:e}): {approximate} ULP, not {error}"
            ));
        }
        // Beside a root, half a unit and what is lost before it is rounded.
        let distance = Float::with_val(200, &exact - y).abs();
        let lost = distance.to_f64() * (1.0 - 0.5 / error.abs());
        if error.abs() > self.ulp && lost <= self.absolute {
            return;
        }
        // The unit is a number that the bound's absolute part hides.
        let unit = distance.to_f64() / error.abs();
        let is_hidden = unit * 0.01 < self.absolute && error.abs() <= self.ulp;
        if !error.is_finite() || error.abs() > self.verdict.largest && !is_hidden {
            self.verdict.largest = error.abs();
            self.verdict.at = [a, b];
        }
        if error.is_nan() || error.abs() > self.ulp {
            self.verdict.failures.push(format!(
                "{name}({a:e}, {b:e}) = {y:e}: {error} ULP, {:e}",
                exact.to_f64()
            ));
        }
        if !is_hidden {
            self.worst.note(error, [a, b]);
        }
    }

    fn run(&mut self, a: &[f64], b: &[f64]) {
        let ([mut y, mut errors], count) = ([[0.0; RUN]; 2], a.len());
        let (y, errors) = (&mut y[..count], &mut errors[..count]);
        self.function.run(a, b, y);
        self.reference.errors(a, b, y, errors);
        for i in 0..count {
            let (error, argument) = (errors[i], [a[i], b[i]]);
            self.verdict.arguments += 1;
            let is_sure = error.abs() <= SURE;
            if !is_sure || self.verdict.arguments.is_multiple_of(self.stride) {
                self.by_mpfr(argument, y[i], error);
            } else if error.abs() > self.unconfirmed.0 {
                self.unconfirmed = (error.abs(), argument);
                self.worst.note(error, argument);
            } else if error.abs() > 0.4999 && error.abs() > self.worst.least() {
                self.worst.note(error, argument);
            }
        }
    }
}

/// Looks at about so many arguments, and asks MPFR for each `stride`-th of them in any case.
pub fn judge(function: Function, reference: Reference, arguments: u64, stride: u64) -> Verdict {
    let (ulp, absolute) = bound(function.name);
    let mut judge = Judge {
        function,
        reference,
        stride,
        ulp,
        absolute,
        worst: Worst::new(),
        verdict: Verdict {
            largest: 0.0,
            at: [0.0; 2],
            arguments: 0,
            by_mpfr: 0,
            failures: Vec::new(),
        },
        unconfirmed: (0.0, [0.0; 2]),
    };
    let mut random = Random::new(
        function
            .name
            .bytes()
            .fold(0, |seed, byte| seed * 31 + u64::from(byte)),
    );
    let (mut a, mut b) = ([0.0; RUN], [0.0; RUN]);
    for run in 0..arguments.div_ceil(RUN as u64) {
        fill(&function, &mut random, run, &mut a, &mut b);
        // One in eight is moved to where an error shows.
        let at = RUN - RUN / 8;
        let worst = &judge.worst;
        toward_middles(
            &function,
            reference,
            &mut random,
            worst,
            &mut a[at..],
            &mut b[at..],
        );
        judge.run(&a, &b);
    }
    let (error, [a, b]) = judge.unconfirmed;
    if error > judge.verdict.largest {
        let mut y = [0.0];
        function.run(&[a], &[b], &mut y);
        judge.by_mpfr([a, b], y[0], f64::NAN);
    }
    judge.verdict
}
