//! The sine kernels against MPFR.
//!
//! The long run looks at each of the 2^32 floats, on every instruction set of the machine, in a few minutes:
//!
//! ```text
//! cargo test --release --test sin_accuracy -- --ignored --nocapture
//! ```

use hostnpu_test_support as support;

use half::{bf16, f16};
use hostnpu::kernels::simd::Isa;
use hostnpu::kernels::sin::{sin_bf16_on, sin_f16_on, sin_f32_fast_on, sin_f32_on};
use rayon::prelude::*;
use rug::Float;

use support::bounds::{Accuracy, accuracy};
use support::hard_sines::HARD_SINES;
use support::inputs::{Random, hash, hash_f32};
use support::record::{Run, record};
use support::ulp;

/// The C library's double sine is right to one unit, 2^-52; the margin for it is far wider.
const SLACK: i32 = 44;

/// The correctly rounded sine.
fn exact_f32(x: f32) -> f32 {
    ulp::decided_f32(f64::from(x).sin(), SLACK).unwrap_or_else(|| mpfr(x, 24).to_f32())
}

/// The sine rounded to `precision` bits. Only for results that are normal numbers.
fn mpfr(x: f32, precision: u32) -> Float {
    Float::with_val(precision, Float::with_val(24, x).sin_ref())
}

fn available() -> impl Iterator<Item = Isa> {
    Isa::ALL.into_iter().filter(|isa| isa.is_available())
}

/// Some thousand floats of every exponent and both signs, the special ones, those beside multiples of π / 2, and those whose
/// sines are hardest to round.
fn sample() -> Vec<f32> {
    let mut random = Random(1);
    let mut sample: Vec<f32> = (0..=255 << 1)
        .flat_map(|sign_and_exponent: u32| {
            let fractions: Vec<u32> = [0, 1, 0x40_0000, 0x7f_fffe, 0x7f_ffff]
                .into_iter()
                .chain((0..2000).map(|_| random.bits() >> 9))
                .collect();
            fractions
                .into_iter()
                .map(move |fraction| f32::from_bits(sign_and_exponent << 23 | fraction))
        })
        .collect();
    for bits in HARD_SINES {
        sample.extend([f32::from_bits(bits), -f32::from_bits(bits)]);
    }
    for quarter_turns in 0..100_000 {
        let near = (f64::from(quarter_turns) * std::f64::consts::FRAC_PI_2) as f32;
        sample.extend([near.next_down(), near, near.next_up(), -near]);
    }
    sample
}

/// The results of `kernel` for `src`, once as it is and once with every second element in such company that the whole block
/// takes the way of the largest arguments.
fn both_ways(src: &[f32], kernel: impl Fn(&[f32], &mut [f32])) -> [Vec<f32>; 2] {
    let mut alone = vec![0.0; src.len()];
    kernel(src, &mut alone);
    let company: Vec<f32> = src.iter().flat_map(|&x| [x, f32::MAX]).collect();
    let mut results = vec![0.0; company.len()];
    kernel(&company, &mut results);
    [alone, results.into_iter().step_by(2).collect()]
}

#[test]
fn f32_high_precision_is_correctly_rounded_on_a_sample() {
    assert_eq!(
        accuracy("sin f32 high precision"),
        Accuracy::CorrectlyRounded
    );
    let src = sample();
    let want: Vec<f32> = src.par_iter().map(|&x| exact_f32(x)).collect();
    for isa in available() {
        for results in both_ways(&src, |src, dst| sin_f32_on(isa, src, dst)) {
            for ((x, got), want) in src.iter().zip(results).zip(&want) {
                assert!(
                    ulp::same_f32(got, *want),
                    "{isa:?} sin({x:e}) = {want:e}, not {got:e}"
                );
            }
        }
    }
}

#[test]
fn f32_high_performance_keeps_its_bound_on_a_sample() {
    let Accuracy::Ulp(bound) = accuracy("sin f32 high performance") else {
        panic!("a bound in ULP")
    };
    let src = sample();
    for isa in available() {
        for results in both_ways(&src, |src, dst| sin_f32_fast_on(isa, src, dst)) {
            for (x, got) in src.iter().zip(results) {
                let error = ulp::error_f32(got, f64::from(*x).sin());
                assert!(error <= bound, "{isa:?} sin({x:e}) = {got:e}: {error} ULP");
            }
        }
    }
}

#[test]
fn zeros_keep_their_sign_and_what_is_not_finite_gives_nan() {
    let src = [0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
    let is_right = |y: &[f32]| {
        y[0].to_bits() == 0 && y[1].to_bits() == 1 << 31 && y[2..].iter().all(|y| y.is_nan())
    };
    for isa in available() {
        for kernel in [sin_f32_on, sin_f32_fast_on] {
            for results in both_ways(&src, |src, dst| kernel(isa, src, dst)) {
                assert!(is_right(&results), "{isa:?} {results:?}");
            }
            for n in 0..2 {
                let mut results = [0.0; 1];
                kernel(isa, &src[n..=n], &mut results);
                assert_eq!(results[0].to_bits(), src[n].to_bits(), "{isa:?}");
            }
        }
        let mut results = [f16::ZERO; 5];
        sin_f16_on(isa, &src.map(f16::from_f32), &mut results);
        assert!(is_right(&results.map(f16::to_f32)), "{isa:?} {results:?}");
        let mut results = [bf16::ZERO; 5];
        sin_bf16_on(isa, &src.map(bf16::from_f32), &mut results);
        assert!(is_right(&results.map(bf16::to_f32)), "{isa:?} {results:?}");
    }
}

#[test]
fn every_f16_is_correctly_rounded() {
    assert_eq!(accuracy("sin f16"), Accuracy::CorrectlyRounded);
    let src: Vec<f16> = (0..=u16::MAX).map(f16::from_bits).collect();
    let want: Vec<f16> = src.par_iter().map(|x| round_f16(x.to_f32())).collect();
    for isa in available() {
        let mut dst = vec![f16::ZERO; src.len()];
        sin_f16_on(isa, &src, &mut dst);
        let wrong: Vec<String> = src
            .iter()
            .zip(&dst)
            .zip(&want)
            .filter(|((_, got), want)| {
                got.to_bits() != want.to_bits() && !(got.is_nan() && want.is_nan())
            })
            .map(|((x, got), want)| format!("sin({x:e}) = {want:e}, not {got:e}"))
            .collect();
        assert!(wrong.is_empty(), "{isa:?}: {}: {wrong:#?}", wrong.len());
    }
}

/// The sine rounded to f16 once. MPFR knows no subnormal numbers: there, the double is rounded to their unit.
fn round_f16(x: f32) -> f16 {
    let sine = f64::from(x).sin();
    if sine.abs() < 2f64.powi(-14) {
        f16::from_f64((sine * 2f64.powi(24)).round_ties_even() * 2f64.powi(-24))
    } else {
        f16::from_f32(mpfr(x, 11).to_f32())
    }
}

#[test]
fn every_bf16_is_correctly_rounded() {
    assert_eq!(accuracy("sin bf16"), Accuracy::CorrectlyRounded);
    let src: Vec<bf16> = (0..=u16::MAX).map(bf16::from_bits).collect();
    let want: Vec<bf16> = src.par_iter().map(|x| round_bf16(x.to_f32())).collect();
    for isa in available() {
        // As it is, in the company of large arguments, and by itself.
        let mut dst = vec![bf16::ZERO; src.len()];
        sin_bf16_on(isa, &src, &mut dst);
        let company: Vec<bf16> = src.iter().flat_map(|&x| [x, bf16::MAX]).collect();
        let mut others = vec![bf16::ZERO; company.len()];
        sin_bf16_on(isa, &company, &mut others);
        let others: Vec<bf16> = others.into_iter().step_by(2).collect();
        for dst in [dst, others] {
            let wrong: Vec<String> = src
                .iter()
                .zip(&dst)
                .zip(&want)
                .filter(|((_, got), want)| {
                    got.to_bits() != want.to_bits() && !(got.is_nan() && want.is_nan())
                })
                .map(|((x, got), want)| format!("sin({x:e}) = {want:e}, not {got:e}"))
                .collect();
            assert!(wrong.is_empty(), "{isa:?}: {}: {wrong:#?}", wrong.len());
        }
    }
}

/// The sine rounded to bf16 once. Small ones are themselves, subnormal numbers among them.
fn round_bf16(x: f32) -> bf16 {
    if x.abs() < 2f32.powi(-100) {
        bf16::from_f32(x)
    } else {
        bf16::from_f32(mpfr(x, 8).to_f32())
    }
}

#[test]
fn results_are_the_committed_ones_on_every_instruction_set() {
    let src = sample();
    let halves: Vec<f16> = src.iter().map(|&x| f16::from_f32(x)).collect();
    let brains: Vec<bf16> = src.iter().map(|&x| bf16::from_f32(x)).collect();
    for isa in available() {
        let mut dst = vec![0.0; src.len()];
        sin_f32_on(isa, &src, &mut dst);
        let precise = hash_f32(&dst);
        sin_f32_fast_on(isa, &src, &mut dst);
        let fast = hash_f32(&dst);
        let mut dst = vec![f16::ZERO; src.len()];
        sin_f16_on(isa, &halves, &mut dst);
        let half = hash(dst.iter().map(|x| {
            if x.is_nan() {
                0x7e00
            } else {
                x.to_bits().into()
            }
        }));
        let mut dst = vec![bf16::ZERO; src.len()];
        sin_bf16_on(isa, &brains, &mut dst);
        let brain = hash(dst.iter().map(|x| {
            if x.is_nan() {
                0x7fc0
            } else {
                x.to_bits().into()
            }
        }));
        let got = [precise, fast, half, brain];
        assert_eq!(got, HASHES, "{isa:?}: {got:#018x?}");
    }
}

/// High precision, high performance, f16, bf16.
const HASHES: [u64; 4] = [
    0xf56e_7461_9730_ec52,
    0xb96c_f460_4098_6972,
    0x3f68_aeab_ce51_5a7e,
    0x9ffb_549b_6897_30bb,
];

#[test]
#[ignore = "long run: each of the 2^32 floats, some minutes; cargo test --release --test sin_accuracy -- --ignored --nocapture"]
fn f32_for_every_float() {
    const RUN: u32 = 1 << 14;
    let Accuracy::Ulp(bound) = accuracy("sin f32 high performance") else {
        panic!("a bound in ULP")
    };
    let isas: Vec<Isa> = available().collect();
    let report = (0..1u32 << 18)
        .into_par_iter()
        .map(|run| {
            let src: Vec<f32> = (0..RUN).map(|i| f32::from_bits(run * RUN + i)).collect();
            let mut report = Report::default();
            let sines: Vec<f64> = src.iter().map(|&x| f64::from(x).sin()).collect();
            let want: Vec<f32> = src
                .iter()
                .zip(&sines)
                .map(|(&x, &sine)| {
                    ulp::decided_f32(sine, SLACK).unwrap_or_else(|| {
                        report.by_mpfr += 1;
                        mpfr(x, 24).to_f32()
                    })
                })
                .collect();
            for &isa in &isas {
                for results in both_ways(&src, |src, dst| sin_f32_on(isa, src, dst)) {
                    for ((x, got), want) in src.iter().zip(results).zip(&want) {
                        if !ulp::same_f32(got, *want) {
                            report.misrounded.push(format!(
                                "{isa:?} sin({x:e}, {:#010x}) = {want:e}, not {got:e}",
                                x.to_bits()
                            ));
                        }
                    }
                }
                for results in both_ways(&src, |src, dst| sin_f32_fast_on(isa, src, dst)) {
                    for ((x, got), sine) in src.iter().zip(results).zip(&sines) {
                        let error = ulp::error_f32(got, *sine);
                        if error > report.largest_error.0 {
                            report.largest_error = (error, *x);
                        }
                    }
                }
            }
            report
        })
        .reduce(Report::default, Report::and);
    println!(
        "high precision: {} of 2^32 differ from the correctly rounded sine on {isas:?}, by either reduction; \
        MPFR decided {}",
        report.misrounded.len(),
        report.by_mpfr
    );
    println!(
        "high performance: largest error {:.4} ULP, at {:e}",
        report.largest_error.0, report.largest_error.1
    );
    record(&Run {
        kernel: "sin f32 high precision",
        arguments: 1 << 32,
        misrounded: Some(report.misrounded.len() as u64),
        largest: None,
    });
    record(&Run {
        kernel: "sin f32 high performance",
        arguments: 1 << 32,
        misrounded: None,
        largest: Some(report.largest_error.0),
    });
    assert!(report.misrounded.is_empty(), "{:#?}", report.misrounded);
    assert!(report.largest_error.0 <= bound);
}

/// Findings of the long run.
#[derive(Default)]
struct Report {
    misrounded: Vec<String>,
    by_mpfr: u64,
    largest_error: (f64, f32),
}

impl Report {
    fn and(mut self, other: Report) -> Report {
        self.misrounded.extend(other.misrounded);
        self.by_mpfr += other.by_mpfr;
        if other.largest_error.0 > self.largest_error.0 {
            self.largest_error = other.largest_error;
        }
        self
    }
}
