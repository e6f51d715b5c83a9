//! Errors against MPFR: of all libraries on the same arguments, with the same judge.

use std::error::Error;
use std::fmt::Write as _;

use rayon::prelude::*;
use rug::Float;

use crate::c_libraries::{C, Sleef};
use crate::functions::{Exact, Function};
use crate::inputs::{Inputs, inputs};
use crate::operator::Operator;
use crate::support::device::Memory;
use crate::torch::Torch;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The first line of the file of sums.
pub const HEAD: &str = "function,library,by,part,inputs,misrounded,wrong,largest,at,mean";

/// The libraries, in the order of their columns.
const LIBRARIES: [&str; 4] = ["hostnpu", "glibc", "SLEEF", "PyTorch"];

/// The first line of the file of bins.
pub const BINS_HEAD: &str = "function,low,high,hostnpu,glibc,SLEEF,PyTorch";

/// The results of one library.
struct Results {
    by: &'static str,
    y: Vec<f32>,
}

/// Borders of bins of the argument's size: most between 2^-8 and 2^8, where functions change most.
fn borders() -> Vec<f64> {
    let far_below = (-149..-24).step_by(25).map(f64::from);
    let below = (-24..-8).step_by(2).map(f64::from);
    let near = (-16..16).map(|half| f64::from(half) / 2.0);
    let above = (8..24).step_by(2).map(f64::from);
    let far_above = (24..=128).step_by(8).map(f64::from);
    let all = far_below.chain(below).chain(near);
    all.chain(above).chain(far_above).map(f64::exp2).collect()
}

/// The error of `got` in units in the last place of a float at the exact value: of subnormal results 2^-149. Overflow counts as 2^128, as if floats went on.
/// Infinite where one of them is NaN, NaN where both are.
fn error(got: f32, exact: &Float) -> f64 {
    match (exact.is_nan(), got.is_nan()) {
        (true, true) => return f64::NAN,
        (false, false) => (),
        _ => return f64::INFINITY,
    }
    let most: Float = Float::with_val(32, 1) << 128;
    let clipped = |x: Float| {
        let sign = x.is_sign_negative();
        match x.clone().abs() > most {
            true if sign => -most.clone(),
            true => most.clone(),
            false => x,
        }
    };
    let exact = clipped(exact.clone());
    let exponent = exact.get_exp().unwrap_or(-149).clamp(-125, 128);
    let difference = Float::with_val(exact.prec(), &exact - clipped(Float::with_val(32, got)));
    (difference >> (exponent - 24)).to_f64().abs()
}

/// Statistics of a library's errors in some inputs.
#[derive(Clone, Default)]
struct Errors {
    inputs: usize,
    misrounded: usize,
    wrong: usize,
    largest: f64,
    at: usize,
    sum: f64,
}

impl Errors {
    fn add(&mut self, input: usize, error: f64) {
        if error.is_nan() {
            return;
        }
        self.inputs += 1;
        self.misrounded += usize::from(error > 0.5);
        if error.is_infinite() {
            self.wrong += 1;
            return;
        }
        self.sum += error;
        if error > self.largest {
            (self.largest, self.at) = (error, input);
        }
    }

    /// Of those inputs where there is a number.
    fn mean(&self) -> f64 {
        self.sum / (self.inputs - self.wrong).max(1) as f64
    }
}

/// Four digits, as short as they can be written.
fn short(value: f64) -> String {
    match value {
        0.0 => "0".to_owned(),
        v if v < 1e4 => format!("{v:.4}"),
        v => format!("{v:.3e}"),
    }
}

/// All results of a function, one for each library or none.
fn results(
    function: &Function,
    inputs: &Inputs,
    sleef: Option<&Sleef>,
    c: Option<&C>,
    torch: Option<&mut Torch>,
) -> Result<[Option<Results>; 4]> {
    let slices: Vec<&[f32]> = inputs.columns.iter().map(Vec::as_slice).collect();
    let memories: Vec<Memory> = slices
        .iter()
        .map(|column| Memory::holding(column))
        .collect();
    let operator = Operator::new(function, &memories);
    operator.call();
    let empty = || vec![0.0_f32; slices[0].len()];
    let ours = Results {
        by: "operator",
        y: operator.results().to_vec(),
    };
    let of_c = c.and_then(|c| {
        let mut y = empty();
        let by = "";
        c.compute(function.name, &slices, &mut y)
            .then_some(Results { by, y })
    });
    let vectors = sleef.and_then(|sleef| sleef.function(function.name));
    let of_sleef = vectors.map(|vectors| {
        let mut y = empty();
        vectors.compute(&slices, &mut y, 1);
        let by = vectors.bound;
        Results { by, y }
    });
    let mut of_torch = None;
    if let Some(torch) = torch
        && torch.load(function.name, &slices)?
    {
        let (by, y) = ("out", torch.results()?);
        of_torch = Some(Results { by, y });
    }
    Ok([Some(ours), of_c, of_sleef, of_torch])
}

/// Lines of the sums, and of the bins, of all functions.
pub fn measure(
    functions: &[&Function],
    count: usize,
    torch: &mut Option<Torch>,
) -> Result<(String, String)> {
    let (sleef, c) = (Sleef::open(), C::open());
    let (mut sums, mut bins) = (String::new(), String::new());
    for function in functions {
        let (_, exact) = function.kernel();
        let inputs = inputs(&exact, count);
        let results = results(
            function,
            &inputs,
            sleef.as_ref(),
            c.as_ref(),
            torch.as_mut(),
        )?;
        let errors = judge(&exact, &inputs, &results);
        let from = sums.len();
        write_sums(&mut sums, function, &inputs, &results, &errors)?;
        print!("{}", &sums[from..]);
        if function.arguments() == 1 {
            write_bins(&mut bins, function, &inputs.columns[0], &results, &errors)?;
        }
    }
    Ok((sums, bins))
}

/// An error for each input and library.
fn judge(exact: &Exact, inputs: &Inputs, results: &[Option<Results>; 4]) -> Vec<[f64; 4]> {
    let one = |i: usize| {
        let arguments: Vec<f32> = inputs.columns.iter().map(|column| column[i]).collect();
        let exact = exact.of(&arguments);
        let of = |results: &Option<Results>| match results {
            Some(results) => error(results.y[i], &exact),
            None => f64::NAN,
        };
        results.each_ref().map(of)
    };
    (0..inputs.columns[0].len())
        .into_par_iter()
        .map(one)
        .collect()
}

fn write_sums(
    csv: &mut String,
    function: &Function,
    inputs: &Inputs,
    results: &[Option<Results>; 4],
    errors: &[[f64; 4]],
) -> Result<()> {
    for (library, results) in results.iter().enumerate() {
        let Some(Results { by, .. }) = results else {
            continue;
        };
        for (part, range) in &inputs.parts {
            let mut all = Errors::default();
            for i in range.clone() {
                all.add(i, errors[i][library]);
            }
            let at: Vec<String> = inputs
                .columns
                .iter()
                .map(|column| format!("{:e}", column[all.at]))
                .collect();
            let at = if all.largest > 0.0 {
                at.join(" ")
            } else {
                String::new()
            };
            writeln!(
                csv,
                "{},{},{by},{part},{},{},{},{},{at},{}",
                function.name,
                LIBRARIES[library],
                all.inputs,
                all.misrounded,
                all.wrong,
                short(all.largest),
                short(all.mean()),
            )?;
        }
    }
    Ok(())
}

/// The largest errors over the argument, from the most negative bin to the most positive one. Bins without a number are left out.
fn write_bins(
    csv: &mut String,
    function: &Function,
    x: &[f32],
    results: &[Option<Results>; 4],
    errors: &[[f64; 4]],
) -> Result<()> {
    let borders = borders();
    let bins = borders.len() - 1;
    let mut found = vec![<[Errors; 4]>::default(); 2 * bins];
    for (i, (&x, errors)) in x.iter().zip(errors).enumerate() {
        let size = f64::from(x.abs());
        let bin = borders
            .partition_point(|&border| border <= size)
            .clamp(1, bins)
            - 1;
        let bin = if x < 0.0 { bins - 1 - bin } else { bins + bin };
        for (all, &error) in found[bin].iter_mut().zip(errors) {
            all.add(i, error);
        }
    }
    for (number, all) in found.iter().enumerate() {
        if all[0].inputs == 0 {
            continue;
        }
        let (low, high) = if number < bins {
            (-borders[bins - number], -borders[bins - number - 1])
        } else {
            (borders[number - bins], borders[number - bins + 1])
        };
        write!(csv, "{},{low:.4e},{high:.4e}", function.name)?;
        for (all, results) in all.iter().zip(results) {
            let largest = results.as_ref().map(|_| short(all.largest));
            write!(csv, ",{}", largest.unwrap_or_default())?;
        }
        csv.push('\n');
    }
    Ok(())
}
