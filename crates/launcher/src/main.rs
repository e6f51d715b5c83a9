//! The command `hostnpu`. Under the names of the vendors' tools (`mssanitizer`, `msprof`, `npu-smi`) it takes their options.

mod compare;
mod doctor;
mod dumps;
mod explain;
mod judge;
mod needs;
mod numpy;
mod ops;
mod output;
mod prefix;
mod profile_summary;
mod replay;
mod reports;
mod run;
mod sanitizer;
mod smi;
mod sweep;
mod table;
mod vendor_profiler;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Programs written for AI accelerators, run on a plain CPU.
#[derive(Parser)]
#[command(name = "hostnpu", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a program with the toolkit's environment, under checks, traces and profiles
    Run(Box<run::Run>),
    /// Run a program and write each of its calls
    Trace(run::Trace),
    /// List the operators of aclnn with their types and accuracy
    Ops(ops::Ops),
    /// Say which names programs and libraries need that this toolkit lacks
    Needs(needs::Needs),
    /// Check the installation and suggest fixes
    Doctor(doctor::Doctor),
    /// Explain a status code, or the id of a report
    Explain(explain::Explain),
    /// Compare two dumps of tensors, and name the first operator that differs
    Compare(compare::Compare),
    /// Say how far the outputs of a dump are from what they should be
    Judge(judge::Judge),
    /// Write a program that calls an operator of a dump on the operands that it had
    Replay(replay::Replay),
    /// Show the simulated devices as npu-smi does
    Smi(smi::Smi),
    /// Print the folder of the toolkit prefix
    Prefix,
    /// Print the line that brings the toolkit's environment into a shell
    Env,
}

fn main() -> ExitCode {
    // A reader that has seen enough ends this program without a message.
    // SAFETY: no thread runs yet.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let name = arguments.first().map(Path::new).and_then(Path::file_name);
    let rest = arguments.get(1..).unwrap_or_default();
    let result = match name.and_then(|name| name.to_str()) {
        Some("mssanitizer") => sanitizer::main(rest),
        Some("msprof") => vendor_profiler::main(rest),
        // As the script of that name calls it, which lies where the vendor's program does.
        _ if rest.first().is_some_and(|word| word == "msprof") => vendor_profiler::main(&rest[1..]),
        Some("npu-smi") => smi::main(rest),
        _ => match Cli::parse().command {
            Command::Run(run) => run.start(),
            Command::Trace(trace) => trace.start(),
            Command::Ops(ops) => ops.show(),
            Command::Needs(needs) => needs.show(),
            Command::Doctor(doctor) => doctor.examine(),
            Command::Explain(explain) => explain.show(),
            Command::Compare(compare) => compare.show(),
            Command::Judge(judge) => judge.show(),
            Command::Replay(replay) => replay.write(),
            Command::Smi(smi) => smi::main(&smi.arguments),
            Command::Prefix => prefix::Prefix::find().and_then(|prefix| prefix.print()),
            Command::Env => prefix::Prefix::find().and_then(|prefix| prefix.print_line()),
        },
    };
    result.unwrap_or_else(|message| {
        output::tell!("{}: {message}", name.unwrap_or_default().display());
        ExitCode::from(2)
    })
}
