//! Measures the errors that `docs/accuracy.md` shows, and writes them to `docs/data/`.
//!
//! ```text
//! cargo run --release -p hostnpu-benches --example measure_accuracy [-- --quick]     # about a minute, or some seconds for a first look
//! cargo run --release -p hostnpu-benches --example measure_accuracy softmax matmul   # only the files with such names
//! cargo run --release --example plots                             # then the tables and plots
//! ```
//!
//! Each line of a file is a bin of arguments: how many were looked at, how many results are not the float nearest to the exact
//! one, and the largest and the mean error in units in the last place. The judge is MPFR; the results come through the C interface.
//! Counts of the long runs are not here: they write `long_runs.csv` themselves (`docs/accuracy.md`).

#[allow(dead_code, reason = "the benchmarks use the rest")]
#[path = "../../support/mod.rs"]
mod support;

mod sums;

use std::error::Error;
use std::fmt::Write as _;
use std::{env, fs};

use rayon::prelude::*;
use rug::Float;

use support::workloads::{Mode, lgammas, sines};
use support::{device, machine};

/// Far more than the 24 bits of a float: what is left of the error in an error is 2^-70 units.
const PRECISION: u32 = 96;

/// Error of `got` in units in the last place of a float at the exact value.
fn ulp(got: f32, exact: &Float) -> f64 {
    let Some(exponent) = exact.get_exp() else {
        // Zero, infinity or NaN: a float has the same or is wrong altogether.
        let same = exact.to_f32() == got || exact.is_nan() && got.is_nan();
        return if same { 0.0 } else { f64::INFINITY };
    };
    let difference = Float::with_val(PRECISION, exact - Float::with_val(24, got));
    (difference >> (exponent.max(-125) - 24)).to_f64().abs()
}

/// Statistics of one function's errors in one bin.
#[derive(Default)]
struct Errors {
    largest: f64,
    sum: f64,
    misrounded: usize,
}

impl Errors {
    fn add(&mut self, error: f64) {
        self.largest = self.largest.max(error);
        self.sum += error;
        self.misrounded += usize::from(error > 0.5);
    }
}

/// A source of results, and the name of its columns.
type Function<'a> = (&'a str, &'a dyn Fn(&[f32]) -> Vec<f32>);

/// Arguments from `low` to `high`.
struct Bin {
    low: f64,
    high: f64,
    arguments: Vec<f32>,
}

/// Knuth's MMIX generator, upper half, as a fraction of one.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as f64 / 2f64.powi(32)
    }
}

/// Bins of equal width, arguments uniform in each.
fn linear(low: f64, high: f64, bins: u32, samples: usize) -> Vec<Bin> {
    let mut random = Random(1);
    let border = |bin: u32| low + (high - low) * f64::from(bin) / f64::from(bins);
    let bins = (0..bins).map(|bin| {
        let (low, high) = (border(bin), border(bin + 1));
        let arguments = (0..samples).map(|_| (low + (high - low) * random.unit()) as f32);
        Bin {
            low,
            high,
            arguments: arguments.collect(),
        }
    });
    bins.collect()
}

/// `per_octave` bins in each octave from 2^`first` to 2^`last`, arguments uniform in each, half of them negated if `signs`.
fn logarithmic(first: i32, last: i32, per_octave: i32, samples: usize, signs: bool) -> Vec<Bin> {
    let mut random = Random(2);
    let border = |bin: i32| (f64::from(bin) / f64::from(per_octave)).exp2();
    let bins = (first * per_octave..last * per_octave).map(|bin| {
        let (low, high) = (border(bin), border(bin + 1));
        let arguments = (0..samples).map(|i| {
            let x = ((low + (high - low) * random.unit()) as f32).min(f32::MAX);
            if signs && i % 2 == 1 { -x } else { x }
        });
        Bin {
            low,
            high,
            arguments: arguments.collect(),
        }
    });
    bins.collect()
}

/// The zeros of ln|Γ| between -10 and 10 to the nearest float, and its poles there.
fn zeros_and_poles() -> Vec<f32> {
    let value = |x: f64| Float::with_val(PRECISION, x).ln_abs_gamma().0;
    let mut points: Vec<f32> = (0..=10).map(|n| -(n as f32)).chain([1.0, 2.0]).collect();
    // Between two poles there is a least value, below zero from (-3, -2) on.
    for n in 2..10 {
        let pole = -f64::from(n);
        let least = (1..1000).map(|i| pole - f64::from(i) / 1000.0);
        let least = least
            .min_by(|&a, &b| value(a).total_cmp(&value(b)))
            .unwrap_or(pole);
        for mut outside in [pole, pole - 1.0] {
            let mut inside = least;
            while (inside - outside).abs() > 1e-15 * pole.abs() {
                let middle = f64::midpoint(inside, outside);
                if value(middle) > 0 {
                    outside = middle;
                } else {
                    inside = middle;
                }
            }
            points.push(inside as f32);
        }
    }
    points
}

/// Adds the floats next to each point to the bins they belong to.
fn look_closely(bins: &mut [Bin], points: &[f32]) {
    for &point in points {
        let (mut below, mut above) = (point, point);
        for _ in 0..50 {
            for x in [below, above] {
                let bin = bins
                    .iter_mut()
                    .find(|bin| bin.low <= f64::from(x) && f64::from(x) <= bin.high);
                if let Some(bin) = bin {
                    bin.arguments.push(x);
                }
            }
            (below, above) = (below.next_down(), above.next_up());
        }
    }
}

/// True if a file is asked for: without names all are.
fn is_wanted(file: &str) -> bool {
    let names = env::args().skip(1).filter(|name| !name.starts_with("--"));
    let names: Vec<String> = names.collect();
    names.is_empty() || names.iter().any(|name| file.contains(name.as_str()))
}

/// Measures the errors of several functions with the same exact value, and writes the file.
fn write(
    file: &str,
    what: &str,
    bins: &[Bin],
    functions: &[Function],
    exact: impl Fn(f32) -> Float + Sync,
) -> Result<(), Box<dyn Error>> {
    if !is_wanted(file) {
        return Ok(());
    }
    let mut csv = machine::preamble(
        &format!("{what}; written by benches/examples/measure_accuracy"),
        None,
    );
    csv += "low,high,samples";
    for (name, _) in functions {
        write!(csv, ",{name} misrounded,{name} largest,{name} mean")?;
    }
    csv += "\n";
    let arguments: Vec<f32> = bins
        .iter()
        .flat_map(|bin| bin.arguments.iter().copied())
        .collect();
    let results: Vec<Vec<f32>> = functions.iter().map(|(_, f)| f(&arguments)).collect();
    let errors: Vec<Vec<f64>> = (0..arguments.len())
        .into_par_iter()
        .map(|i| {
            let exact = exact(arguments[i]);
            results
                .iter()
                .map(|results| ulp(results[i], &exact))
                .collect()
        })
        .collect();
    let mut rest = errors.as_slice();
    for Bin {
        low,
        high,
        arguments,
    } in bins
    {
        let (these, others) = rest.split_at(arguments.len());
        rest = others;
        line(&mut csv, [*low, *high], these)?;
    }
    store(file, &csv)?;
    eprintln!("{file}: {} arguments", arguments.len());
    Ok(())
}

/// Appends a line: what it is of, and the errors of each function.
fn line(csv: &mut String, [low, high]: [f64; 2], errors: &[Vec<f64>]) -> std::fmt::Result {
    write!(csv, "{low:.7e},{high:.7e},{}", errors.len())?;
    for function in 0..errors.first().map_or(0, Vec::len) {
        let mut all = Errors::default();
        errors.iter().for_each(|row| all.add(row[function]));
        let mean = all.sum / errors.len() as f64;
        write!(csv, ",{},{:.5},{mean:.4}", all.misrounded, all.largest)?;
    }
    *csv += "\n";
    Ok(())
}

/// Writes a file of measured data.
fn store(file: &str, csv: &str) -> std::io::Result<()> {
    fs::create_dir_all("docs/data")?;
    fs::write(format!("docs/data/{file}.csv"), csv)
}

fn main() -> Result<(), Box<dyn Error>> {
    let quick = env::args().any(|argument| argument == "--quick");
    let samples = |full: usize| if quick { full / 20 } else { full };
    device::open();

    let precise = |x: &[f32]| sines(Mode::HighPrecision, x);
    let fast = |x: &[f32]| sines(Mode::HighPerformance, x);
    let modes: [Function; 2] = [("high precision", &precise), ("high performance", &fast)];
    let sine = |x: f32| Float::with_val(PRECISION, x).sin();
    let bins = logarithmic(-24, 128, 4, samples(8000), true);
    write("sin_error", "sin f32: errors over |x|", &bins, &modes, sine)?;
    let turn = std::f64::consts::TAU;
    let bins = linear(-turn, turn, 800, samples(6000));
    write(
        "sin_error_near_zero",
        "sin f32: errors between -2π and 2π",
        &bins,
        &modes,
        sine,
    )?;

    let only: [Function; 1] = [("lgamma", &lgammas)];
    let lgamma = |x: f32| {
        if x <= 0.0 && x == x.floor() {
            return Float::with_val(PRECISION, f32::INFINITY);
        }
        Float::with_val(PRECISION, x).ln_abs_gamma().0
    };
    let mut bins = linear(-10.0, 10.0, 1000, samples(2000));
    look_closely(&mut bins, &zeros_and_poles());
    write(
        "lgamma_error",
        "lgamma f32: errors between -10 and 10",
        &bins,
        &only,
        lgamma,
    )?;
    // 2^99.7 is 1e30.
    let bins = logarithmic(-24, 100, 4, samples(2000), false);
    write(
        "lgamma_error_large",
        "lgamma f32: errors over positive x",
        &bins,
        &only,
        lgamma,
    )?;

    let exps: [Function; 1] = [("exp", &sums::exponentials)];
    let exp = |x: f32| Float::with_val(PRECISION, x).exp();
    // Results from the least subnormal number to infinity.
    let bins = linear(-104.0, 88.5, 385, samples(4000));
    write(
        "exp_error",
        "exp f32: errors from -104 to 88.5",
        &bins,
        &exps,
        exp,
    )?;
    sums::softmax(samples(20_000))?;
    sums::products(samples(1 << 25))?;
    Ok(())
}
