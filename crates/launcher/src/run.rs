//! `hostnpu run` and `hostnpu trace`.

use std::ffi::{OsStr, OsString};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};

use clap::Args;
use hostnpu_settings::{RULES, Rule};

use super::output::tell;
use super::prefix::Prefix;
use super::profile_summary;
use super::reports::{Collected, ErrorStatus, Outputs};
use super::sweep::{Sweep, sweep};

/// Options of a run of a program.
#[derive(Args, Default)]
pub struct Run {
    /// Report what the program does wrong: memory, handle, leak, …, all, full
    #[arg(long, value_name = "LIST", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub check: Option<String>,
    /// Everything that helps to find a mistake: all checks, refused calls, errors of operators from the call that queues them
    #[arg(long)]
    pub debug: bool,
    /// File for the reports of checks; %p is the process
    #[arg(long, value_name = "FILE")]
    pub check_log: Option<PathBuf>,
    /// Status of the program where checks have found an error; kind: 101 and above, by the kind of error
    #[arg(long, value_name = "N|kind", value_parser = ErrorStatus::parse)]
    pub error_exitcode: Option<ErrorStatus>,
    /// Files for other programs
    #[command(flatten)]
    pub outputs: Outputs,
    /// Write each call: .txt, .jsonl, or .json for a timeline; - is the standard error stream
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Calls that are written, as aclnn*,-aclrtGet*
    #[arg(long, value_name = "PATTERNS")]
    pub trace_filter: Option<String>,
    /// Folder in which a profile PROF_… is written
    #[arg(long, value_name = "DIR")]
    pub profile: Option<PathBuf>,
    /// Folder for operands of operators, and which operators: DIR or DIR:aclnnSin,…
    #[arg(long, value_name = "DIR[:PATTERNS]")]
    pub dump: Option<OsString>,
    /// Chip that the devices stand for
    #[arg(long, value_name = "NAME")]
    pub soc: Option<String>,
    /// Number of devices
    #[arg(long, value_name = "N")]
    pub devices: Option<u32>,
    /// Memory of each device, as 64G
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<String>,
    /// Schedule of the tasks of streams: eager, async, late or random:SEED
    #[arg(long, value_name = "SCHEDULE")]
    pub schedule: Option<String>,
    /// Faults on demand, as malloc@7 or task=aclnnSin@2
    #[arg(long, value_name = "FAULTS", conflicts_with = "sweep")]
    pub fault: Option<String>,
    /// Run the program again and again, with another failure each time, and print a table
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["check_log", "check_json", "sarif", "suppressions", "annotations", "error_exitcode", "trace", "profile", "dump"])]
    pub sweep: Option<Sweep>,
    /// Seconds after which a run of a sweep is ended
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "sweep")]
    pub time_limit: u64,
    /// The table of a sweep as an array of objects, for programs
    #[arg(long, requires = "sweep")]
    pub json: bool,
    /// The program and its arguments
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "PROGRAM"
    )]
    pub program: Vec<OsString>,
}

/// Options of a trace.
#[derive(Args)]
pub struct Trace {
    /// File of the trace: .txt, .jsonl, or .json for a timeline; - is the standard error stream
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Calls that are written, as aclnn*,-aclrtGet*
    #[arg(short, long, value_name = "PATTERNS")]
    filter: Option<String>,
    /// The program and its arguments
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "PROGRAM"
    )]
    program: Vec<OsString>,
}

impl Trace {
    /// Runs the program.
    pub fn start(self) -> Result<ExitCode, String> {
        let run = Run {
            trace: Some(self.output),
            trace_filter: self.filter,
            program: self.program,
            ..Run::default()
        };
        run.start()
    }
}

impl Run {
    /// Runs the program in place of this one; as a child where something is to be said after it.
    pub fn start(self) -> Result<ExitCode, String> {
        if let Some(what) = self.sweep {
            return sweep(what, &self);
        }
        let mut command = self.command()?;
        let reports = Collected::of(&self.outputs, self.error_exitcode, &mut command)?;
        if self.profile.is_none() && reports.is_none() {
            let error = command.exec();
            return Err(format!("{}: {error}", command.get_program().display()));
        }
        let profiles = || self.profile.as_deref().map(profiles).unwrap_or_default();
        let before = profiles();
        let status = wait(&mut command)?;
        for folder in profiles().iter().filter(|folder| !before.contains(folder)) {
            profile_summary::show(folder);
            tell!("hostnpu: profile in {}", folder.display());
        }
        let instead = reports.map(|reports| reports.finish(status));
        Ok(instead
            .transpose()?
            .flatten()
            .unwrap_or_else(|| code(status)))
    }

    /// The checks for the program: those of the option; all where reports are wanted as a file, and neither option nor variable says more.
    fn checks(&self) -> Option<String> {
        let is_chosen = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        match &self.check {
            Some(checks) => Some(with_refusals(checks)),
            None if self.outputs.is_wanted()
                && !self.debug
                && !is_chosen("HOSTNPU_CHECK")
                && !is_chosen("HOSTNPU_DEBUG") =>
            {
                Some("all".to_owned())
            }
            None => None,
        }
    }

    /// Returns the program as it is to be run.
    pub fn command(&self) -> Result<Command, String> {
        let (program, arguments) = self.program.split_first().ok_or("no program")?;
        let mut command = Command::new(program);
        command.args(arguments);
        Prefix::find()?.apply(&mut command);
        let action = match self.error_exitcode {
            Some(ErrorStatus::Number(code)) => Some(format!("exit:{code}")),
            Some(ErrorStatus::Kind) | None => None,
        };
        let numbers = self.devices.map(|number| number.to_string());
        let checks = self.checks();
        let debug = self.debug.then(|| "1".to_owned());
        let texts = [
            ("HOSTNPU_DEBUG", "--debug", &debug),
            ("HOSTNPU_CHECK", "--check", &checks),
            ("HOSTNPU_CHECK_ACTION", "--error-exitcode", &action),
            ("HOSTNPU_TRACE_FILTER", "--trace-filter", &self.trace_filter),
            ("HOSTNPU_SCHEDULE", "--schedule", &self.schedule),
            ("HOSTNPU_FAULT", "--fault", &self.fault),
            ("HOSTNPU_SOC", "--soc", &self.soc),
            ("HOSTNPU_DEVICES", "--devices", &numbers),
            ("HOSTNPU_DEVICE_MEMORY", "--memory", &self.memory),
        ];
        for rule in RULES {
            let option = texts
                .iter()
                .find(|(name, _, value)| *name == rule.name && value.is_some());
            let (source, value) = match option {
                Some((_, option, value)) => (*option, value.as_ref().map(OsString::from)),
                None => (rule.name, std::env::var_os(rule.name)),
            };
            check(source, value.as_deref(), rule)?;
        }
        for (name, _, value) in texts {
            if let Some(value) = value {
                command.env(name, value);
            }
        }
        if let Some(dump) = &self.dump {
            command.env("HOSTNPU_DUMP", dump);
        }
        let paths = [
            ("HOSTNPU_CHECK_LOG", &self.check_log),
            ("HOSTNPU_TRACE", &self.trace),
            ("HOSTNPU_PROFILE", &self.profile),
        ];
        for (name, path) in paths {
            if let Some(path) = path {
                command.env(name, path);
            }
        }
        Ok(command)
    }
}

/// Checks of a program under the command, where `full` is all there are: its refused calls too, which a suite of tests provokes.
fn with_refusals(checks: &str) -> String {
    match checks.split(',').any(|word| word.trim() == "full") {
        true => format!("{checks},api"),
        false => checks.to_owned(),
    }
}

/// Refuses a value that the library would not use: a program that never loads it says nothing about that.
fn check(source: &str, value: Option<&OsStr>, rule: &Rule) -> Result<(), String> {
    match value.filter(|value| !value.is_empty()) {
        Some(value) if !(rule.takes)(value) => {
            Err(format!("{source} is {value:?}; allowed: {}", rule.allowed))
        }
        _ => Ok(()),
    }
}

/// Runs a program to its end. Keys that interrupt are for it, not for this one.
pub fn wait(command: &mut Command) -> Result<ExitStatus, String> {
    // SAFETY: no other thread runs. The child gets the default back before it begins.
    unsafe {
        libc::signal(libc::SIGINT, libc::SIG_IGN);
        libc::signal(libc::SIGQUIT, libc::SIG_IGN);
        command.pre_exec(|| {
            libc::signal(libc::SIGINT, libc::SIG_DFL);
            libc::signal(libc::SIGQUIT, libc::SIG_DFL);
            Ok(())
        });
    }
    let status = command.status();
    status.map_err(|error| format!("{}: {error}", command.get_program().display()))
}

/// The status of a program as shells show it: 128 and the signal, where one has ended it.
pub fn code(status: ExitStatus) -> ExitCode {
    let code = status.code().or_else(|| Some(128 + status.signal()?));
    ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(255))
}

/// The folders of profiles within a folder.
pub fn profiles(within: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(within).into_iter().flatten().flatten();
    let mut folders: Vec<_> = entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("PROF_"))
        .map(|entry| entry.path())
        .collect();
    folders.sort();
    folders
}
