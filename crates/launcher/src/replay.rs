//! `hostnpu replay`: an operator of a dump as a program that calls it on the same operands.

mod c;
pub mod call;
pub mod prototype;
mod python;
mod view;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde_json::Value;

use self::call::Call;
use super::output::{print, tell};

/// Arguments of `hostnpu replay`.
#[derive(Args)]
pub struct Replay {
    /// DUMP/NAME: a folder of a dump, and an operator in it: `aclnnSin`, `aclnnSin:2` for its second call, or a file of the dump without `.input.0.npy`
    operator: PathBuf,
    /// The form of the program
    #[arg(long = "as", value_enum, default_value = "c")]
    form: Form,
    /// File for the program; the standard output without it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The form of the program.
#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// A program in C, which compiles for a card too
    C,
    /// A test of pytest, with ctypes and NumPy
    Pytest,
}

impl Replay {
    /// Writes the program.
    pub fn write(&self) -> Result<ExitCode, String> {
        let call = Call::find(&self.operator)?;
        let text = match self.form {
            Form::C => c::program(&call),
            Form::Pytest => python::test(&call),
        };
        match &self.output {
            None => print(format_args!("{text}"))?,
            Some(file) => {
                fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))?;
                tell!("hostnpu: {} is in {}", call.operator, file.display());
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The objects of a list of a dump, one a line: a program that died leaves those that were before.
pub fn objects(list: &Path) -> Result<Vec<Value>, String> {
    let text = fs::read_to_string(list).map_err(|error| format!("{}: {error}", list.display()))?;
    let lines = text.lines().map(|line| line.trim_end_matches(','));
    let objects = lines.filter(|line| line.starts_with('{'));
    objects
        .map(|line| {
            serde_json::from_str(line).map_err(|error| format!("{}: {error}", list.display()))
        })
        .collect()
}
