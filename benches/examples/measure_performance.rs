//! Measures what `docs/performance.md` shows, and writes it to `docs/data/`.
//!
//! ```text
//! cargo run --release -p hostnpu-benches --example measure_performance [-- --quick]     # about three minutes, or half a minute for a first look
//! cargo run --release --example plots                                # then the tables and plots
//! ```
//!
//! `time_over_size.csv`: ns per element from 8 to 2^26 elements. `workloads.csv`: the table. Each once on one thread and once on
//! all: the library reads `HOSTNPU_THREADS` once, so every pass is a process of its own.

#[allow(dead_code, reason = "the benchmarks use the rest")]
#[path = "../support/mod.rs"]
mod support;

use std::error::Error;
use std::io::{Write, stdout};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs};

use support::sampling::{Figures, measure};
use support::workloads::*;
use support::{device, machine};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A name, and the workload for a number of elements.
type Curve = (&'static str, fn(usize) -> Spec);

/// Operators over their number of elements, by the names that the plot's legend has.
const CURVES: [Curve; 4] = [
    ("sin f32 high precision", |n| {
        Spec::Sin(Type::F32, Mode::HighPrecision, n, PI)
    }),
    ("sin f32 high performance", |n| {
        Spec::Sin(Type::F32, Mode::HighPerformance, n, PI)
    }),
    ("lgamma f32", |n| Spec::Lgamma(Type::F32, n, TEN)),
    ("logspace f32", |n| {
        Spec::Logspace(Type::F32, n, (-3.0, 3.0, 10.0))
    }),
];

/// The rows of the table.
fn table() -> Vec<Spec> {
    use Mode::{HighPerformance, HighPrecision};
    let mut specs = Vec::new();
    for mode in [HighPrecision, HighPerformance] {
        for n in [64 << 10, 16 << 20] {
            for range in [PI, TEN_THOUSAND, HUGE] {
                specs.push(Spec::Sin(Type::F32, mode, n, range));
            }
        }
    }
    for dtype in [Type::F16, Type::Bf16] {
        for range in [PI, TEN_THOUSAND] {
            specs.push(Spec::Sin(dtype, HighPrecision, 16 << 20, range));
        }
    }
    for dtype in [Type::F32, Type::F16] {
        for range in [TEN, FIFTY] {
            specs.push(Spec::Lgamma(dtype, 1 << 20, range));
        }
    }
    for n in [64 << 10, 256 << 10] {
        specs.push(Spec::Logspace(Type::F32, n, (-3.0, 3.0, 10.0)));
        specs.push(Spec::Logspace(Type::F32, n, (-10.0, 10.0, 2.0)));
    }
    specs.extend([
        Spec::Mx(MxFormat::E4m3fn),
        Spec::Mx(MxFormat::E2m1),
        Spec::CallAmong(0),
        Spec::CallAmong(1_000),
        Spec::CallAmong(1_000_000),
        Spec::Calls,
        Spec::TensorAmong(0),
        Spec::TensorAmong(1_000_000),
        Spec::Memcpy(64 << 20),
    ]);
    specs
}

/// The end of a CSV line.
fn columns(figures: &Figures) -> String {
    let (limit, way) = match &figures.limit {
        Some((limit, way)) => (format!("{limit:.4}"), way.as_str()),
        None => (String::new(), ""),
    };
    let ratio = figures
        .ratio
        .map_or_else(String::new, |ratio| format!("{ratio:.3}"));
    format!("{:.4},{limit},{ratio},\"{way}\"", figures.ns)
}

const SIZES_HEAD: &str = "threads,operator,elements,ns,limit_ns,ratio,limit";
const TABLE_HEAD: &str = "threads,workload,ns,limit_ns,ratio,limit";

/// One pass: CSV lines to standard output.
fn pass(what: &str, budget: Duration) -> Result<()> {
    device::open();
    let threads = machine::threads();
    let mut out = stdout().lock();
    match what {
        "sizes" => {
            for (name, spec) in CURVES {
                for exponent in 3..=26 {
                    let elements = 1 << exponent;
                    let figures = measure(&mut spec(elements).build(), budget / 3);
                    writeln!(out, "{threads},{name},{elements},{}", columns(&figures))?;
                }
            }
        }
        "table" => {
            for spec in table() {
                let figures = measure(&mut spec.build(), budget);
                writeln!(out, "{threads},\"{}\",{}", spec.name(), columns(&figures))?;
            }
        }
        _ => return Err(format!("no pass {what:?}").into()),
    }
    Ok(())
}

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let budget = Duration::from_millis(if quick { 60 } else { 600 });
    if let [argument, what, ..] = arguments.as_slice()
        && argument == "--pass"
    {
        return pass(what, budget);
    }
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let both = [1, all];
    // Before the first pass: afterwards it is our own.
    let load = machine::load();
    for (what, file, head, text) in [
        (
            "sizes",
            "time_over_size",
            SIZES_HEAD,
            "ns per element over the number of elements",
        ),
        (
            "table",
            "workloads",
            TABLE_HEAD,
            "ns per element, or per what the name says",
        ),
    ] {
        let what_it_is = format!("{text}; written by benches/examples/measure_performance.rs");
        let mut csv = machine::preamble(&what_it_is, load.as_deref());
        csv += head;
        csv += "\n";
        for threads in if all > 1 { &both[..] } else { &both[..1] } {
            eprintln!("{what}, {threads} threads");
            let mut child = Command::new(env::current_exe()?);
            child
                .args(["--pass", what])
                .args(quick.then_some("--quick"));
            child.env("HOSTNPU_THREADS", threads.to_string());
            let output = child.stderr(Stdio::inherit()).output()?;
            if !output.status.success() {
                return Err(format!("{what}, {threads} threads: {}", output.status).into());
            }
            csv += &String::from_utf8(output.stdout)?;
        }
        fs::create_dir_all("docs/data")?;
        fs::write(format!("docs/data/{file}.csv"), csv)?;
    }
    Ok(())
}
