//! Calls of every operator of aclnn with arguments at random: right ones, and right ones that were changed.
//!
//! ```text
//! cargo run --release --example fuzz_operators -- --minutes 60
//! cargo run --release --example fuzz_operators -- --minutes 1 --seed 7          # the short form of script/test
//! cargo run --release --example fuzz_operators -- --minutes 5 --operators aclnnCat,aclnnStack
//! cargo run --release --example fuzz_operators -- --library DIR/lib64/libhostnpu.so
//! cargo run --release --example fuzz_operators -- --replay 'aclnnSin self=FLOAT[5]~n1 out=FLOAT[5]~n1'
//! ```
//!
//! Every tensor and workspace lies between pages that cannot be touched. First arguments come of names (`templates`, `known`), are repaired by what
//! refusals say (`refusal`), and are kept when they succeed; then they are changed (`mutate`). What must hold of any call is checked (`run`): no
//! signal, no write outside outputs, no internal error, only documented statuses, a sentence with each refusal and nothing written, the same bits again
//! whatever free memory held, an end. Calls run in processes of some seconds, whose settings a seed chooses; a finding is printed with the command that
//! repeats its call, and the run ends with 1. `--explain` prints the refusals of operators that never succeed;
//! with `--unwritten`, elements of outputs that no call writes are findings.

mod case;
mod child;
mod dtype;
mod known;
mod library;
mod memory;
mod mutate;
mod objects;
mod progress;
mod refusal;
mod run;
mod summary;
mod templates;
mod text;
mod watch;

use std::path::PathBuf;

use library::Library;
use run::{Outcome, Runner};

/// Options of the command line.
pub(crate) struct Options {
    pub(crate) seconds: u64,
    pub(crate) seed: u64,
    /// Names of operators; all if there is none.
    pub(crate) operators: Vec<String>,
    pub(crate) library: Option<String>,
    pub(crate) explain: bool,
    pub(crate) unwritten: bool,
    replay: Option<String>,
    /// Of a child: where it leaves what it finds.
    pub(crate) folder: Option<PathBuf>,
}

impl Options {
    fn read() -> Result<Self, String> {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let mut options = Options {
            seconds: 60,
            seed: now.map_or(0, |now| now.as_secs()),
            operators: Vec::new(),
            library: None,
            explain: false,
            unwritten: false,
            replay: None,
            folder: None,
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(name) = arguments.next() {
            if name == "--explain" {
                options.explain = true;
                continue;
            }
            if name == "--unwritten" {
                options.unwritten = true;
                continue;
            }
            let value = arguments
                .next()
                .ok_or_else(|| format!("{name} needs a value"))?;
            let number = || {
                value
                    .parse::<u64>()
                    .map_err(|_| format!("{name} {value}: not a number"))
            };
            match &*name {
                "--minutes" => options.seconds = number()? * 60,
                "--seconds" => options.seconds = number()?,
                "--seed" => options.seed = number()?,
                "--operators" => options.operators = value.split(',').map(str::to_owned).collect(),
                "--library" => options.library = Some(value),
                "--replay" => options.replay = Some(value),
                "--folder" => options.folder = Some(value.into()),
                _ => {
                    return Err(format!(
                        "{name} {value}: allowed are --minutes N, --seconds N, --seed S, --operators A,B, --library PATH, --replay CALL, --explain, --unwritten"
                    ));
                }
            }
        }
        Ok(options)
    }

    /// The numbers of the operators that are called.
    pub(crate) fn chosen(&self, library: &Library) -> Vec<usize> {
        let named = |at: &usize| {
            let name = library.operators[*at].name;
            self.operators.is_empty() || self.operators.iter().any(|chosen| chosen == name)
        };
        (0..library.operators.len())
            .filter(|at| library.has(*at))
            .filter(named)
            .collect()
    }
}

fn main() {
    let fail = |text: String| -> ! {
        eprintln!("fuzz_operators: {text}");
        std::process::exit(2)
    };
    let options = Options::read().unwrap_or_else(|text| fail(text));
    // The parent opens the library for its list of operators only.
    let library = Library::open(options.library.as_deref()).unwrap_or_else(|text| fail(text));
    let known = |name: &&String| {
        !library
            .operators
            .iter()
            .any(|operator| operator.name == **name)
    };
    if let Some(name) = options.operators.iter().find(known) {
        fail(format!("{name}: no such operator"));
    }
    if options.folder.is_some() {
        child::run(&options, &library).unwrap_or_else(|text| fail(text));
    } else if let Some(text) = &options.replay {
        replay(text, &library, options.unwritten).unwrap_or_else(|text| fail(text));
    } else {
        let findings = watch::run(&options, &library).unwrap_or_else(|text| fail(text));
        std::process::exit(i32::from(findings > 0));
    }
}

/// Makes one call again, in this process.
fn replay(text: &str, library: &Library, unwritten: bool) -> Result<(), String> {
    let case = text::read(text, &library.operators)?;
    let mut runner = Runner::new(library, unwritten);
    let outcome = runner.call(&case, true);
    match outcome {
        Outcome::Refused(text) => println!("refused: {text}"),
        Outcome::Failed(text) => println!("failed: {text}"),
        other => println!("{other:?}"),
    }
    for finding in &runner.findings {
        println!("FINDING: {finding}");
    }
    std::process::exit(i32::from(!runner.findings.is_empty()));
}
