//! Measures each f32 function beside the C library, SLEEF and PyTorch, errors and times, and writes it to `docs/data/`.
//!
//! ```text
//! export PEER_PYTHON=…/bin/python        # one with torch and numpy; without it PyTorch's columns stay empty
//! cargo run --release -p hostnpu-benches --example measure_functions              # errors and speeds
//! cargo run --release -p hostnpu-benches --example measure_functions -- errors    # or one of them
//! cargo run --release -p hostnpu-benches --example measure_functions -- speeds --only exp,log
//! cargo run --release --example plots                                             # then the tables and plots
//! ```
//!
//! `--quick` takes fewer samples for a first look; with `--only` or `--quick` nothing is written but lines to standard output.
//!
//! `function_errors.csv`: largest and mean error against MPFR of the same inputs. `function_errors_bins.csv`: the largest one over the argument.
//! `function_speeds.csv`: 64 Ki elements on one thread, 16 Mi on two. The library reads `HOSTNPU_THREADS` once, so every pass is a process of
//! its own.

mod c_libraries;
mod errors;
mod functions;
mod inputs;
mod operator;
#[allow(dead_code, reason = "the tests use the rest")]
use hostnpu_test_support::functions as reference;
mod speeds;
#[allow(dead_code, reason = "the benchmarks use the rest")]
#[path = "../../support/mod.rs"]
mod support;
mod torch;

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::{env, fs};

use c_libraries::{C, Sleef};
use functions::{ALL, Function};
use support::{device, machine};
use torch::Torch;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Threads, and how many elements they are given.
const SPEEDS: [(usize, usize); 2] = [(1, 64 << 10), (2, 16 << 20)];

/// Options of the command line.
struct Options {
    words: Vec<String>,
    quick: bool,
    only: Option<Vec<String>>,
}

impl Options {
    fn read() -> Self {
        let mut options = Self {
            words: Vec::new(),
            quick: false,
            only: None,
        };
        let mut arguments = env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--quick" => options.quick = true,
                "--only" => {
                    let names = arguments.next().unwrap_or_default();
                    options.only = Some(names.split(',').map(str::to_owned).collect());
                }
                _ => options.words.push(argument),
            }
        }
        options
    }

    /// True if all of it is measured, so that files are written.
    fn is_full(&self) -> bool {
        !self.quick && self.only.is_none()
    }

    fn functions(&self) -> Vec<&'static Function> {
        let is_wanted = |function: &&Function| match &self.only {
            Some(names) => names.iter().any(|name| name == function.name),
            None => true,
        };
        ALL.iter().filter(is_wanted).collect()
    }

    fn asks_for(&self, what: &str) -> bool {
        self.words.is_empty() || self.words.iter().any(|word| word == what)
    }
}

/// The lines before a file's data: what was measured, on what, of which revision, beside which libraries.
fn preamble(what: &str, load: Option<&str>) -> Result<String> {
    let mut libraries = vec![C::open().map(|c| c.describe())];
    libraries.push(Sleef::open().map(|sleef| sleef.describe()));
    if let Some(mut torch) = Torch::start(1)? {
        libraries.push(Some(torch.describe()?));
    }
    let libraries: Vec<String> = libraries.into_iter().flatten().collect();
    let what = format!("{what}; written by benches/examples/measure_functions");
    let lines = machine::preamble(&what, load);
    Ok(format!("{lines}# {}\n", libraries.join(", ")))
}

/// Inputs of a function's interval, and as many of all exponents.
const INPUTS: usize = 1 << 16;

fn errors(options: &Options) -> Result<()> {
    device::open();
    let count = if options.quick { INPUTS / 64 } else { INPUTS };
    let mut torch = Torch::start(1)?;
    let (sums, bins) = errors::measure(&options.functions(), count, &mut torch)?;
    let csv = preamble("errors in ULP", None)? + errors::HEAD + "\n" + &sums;
    store(options, "function_errors", &csv)?;
    let what = "the largest error in ULP over the argument";
    let csv = preamble(what, None)? + errors::BINS_HEAD + "\n" + &bins;
    store(options, "function_errors_bins", &csv)
}

/// Runs the passes of the speeds, each in a process of its own.
fn speeds(options: &Options) -> Result<()> {
    // Before the first pass: afterwards it is our own.
    let load = machine::load();
    let mut csv = preamble("ns per element", load.as_deref())?;
    csv += speeds::HEAD;
    csv += "\n";
    for (threads, elements) in SPEEDS {
        let mut child = Command::new(env::current_exe()?);
        child.arg("pass").arg(elements.to_string());
        child.args(env::args().skip(1).filter(|argument| argument != "speeds"));
        child.env("HOSTNPU_THREADS", threads.to_string());
        let mut child = child.stdout(Stdio::piped()).spawn()?;
        let output = child.stdout.take().ok_or("no output")?;
        for line in BufReader::new(output).lines() {
            let line = line?;
            println!("{line}");
            csv += &line;
            csv += "\n";
        }
        let status = child.wait()?;
        if !status.success() {
            return Err(format!("{threads} threads: {status}").into());
        }
    }
    store(options, "function_speeds", &csv)
}

/// Writes a file, if all of it was measured.
fn store(options: &Options, file: &str, csv: &str) -> Result<()> {
    if options.is_full() {
        fs::create_dir_all("docs/data")?;
        fs::write(format!("docs/data/{file}.csv"), csv)?;
    }
    Ok(())
}

fn main() -> Result<()> {
    let options = Options::read();
    if let [word, elements, ..] = options.words.as_slice()
        && word == "pass"
    {
        device::open();
        let elements: usize = elements.parse()?;
        let rounds = match (elements > 1 << 20, options.quick) {
            (false, false) => 61,
            (false, true) => 11,
            (true, false) => 11,
            (true, true) => 3,
        };
        let mut torch = Torch::start(machine::threads())?;
        return speeds::pass(&options.functions(), elements, rounds, &mut torch);
    }
    // Times first: while errors are judged, the machine is busy.
    if options.asks_for("speeds") {
        speeds(&options)?;
    }
    if options.asks_for("errors") {
        errors(&options)?;
    }
    Ok(())
}
