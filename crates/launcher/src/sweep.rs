//! `hostnpu run --sweep`: the program once for each allocation or task that fails, or for each synchronisation that is left out.

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, BufRead, BufReader, IsTerminal, Write as _, stderr};
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{ExitCode, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use serde_json::json;

use super::output::say;
use super::run::Run;
use super::table;

/// The kind of failure, one in each run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sweep {
    /// Each allocation of device memory and of page-locked memory fails once
    Malloc,
    /// Each task of a stream fails once
    Task,
    /// Each call that waits, or lets a stream wait, is left out once
    Sync,
}

const SCHEDULE: &str = "HOSTNPU_SCHEDULE";

/// Most runs of a sweep: a program with more places than that has a loop around them.
const MOST: usize = 10_000;

/// Outcome of a run.
#[derive(Debug)]
struct Outcome {
    /// The fault, and the call that it struck; none if the program ended before.
    struck: Option<(String, String)>,
    ended: ExitKind,
    /// Reports of the checks by id.
    reports: BTreeMap<String, usize>,
    /// A hash of what it has printed.
    output: u64,
}

/// End of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExitKind {
    Status(i32),
    Signal(i32),
    OutOfTime,
}

impl ExitKind {
    fn of(status: ExitStatus) -> Self {
        match (status.code(), status.signal()) {
            (Some(code), _) => Self::Status(code),
            (None, signal) => Self::Signal(signal.unwrap_or(0)),
        }
    }

    fn text(self) -> String {
        match self {
            Self::Status(code) => format!("status {code}"),
            Self::Signal(signal) => format!("signal {signal}"),
            Self::OutOfTime => "out of time".into(),
        }
    }
}

impl Sweep {
    /// The faults, to which `@1`, `@2`, … is added.
    fn faults(self) -> &'static [&'static str] {
        match self {
            Self::Malloc => &["malloc", "mallochost"],
            Self::Task => &["task"],
            Self::Sync => &["skip=sync"],
        }
    }

    /// Returns the problem of a run; nothing if the program has done well.
    fn verdict(self, outcome: &Outcome, without: &Baseline) -> &'static str {
        match self {
            Self::Sync
                if outcome.reports.is_empty()
                    && outcome.ended == without.ended
                    && !without.prints_other(outcome) =>
            {
                "nothing shows that it is missing"
            }
            Self::Sync => "",
            _ if matches!(outcome.ended, ExitKind::Signal(_)) => "crashes",
            _ if outcome.ended == ExitKind::OutOfTime => "hangs",
            _ if !outcome.reports.is_empty() => "is reported",
            _ => "",
        }
    }
}

/// Outcome of the program without a fault.
#[derive(Debug)]
struct Baseline {
    ended: ExitKind,
    /// A hash of what it prints, if that is the same each time.
    output: Option<u64>,
}

impl Baseline {
    /// Returns true if a run has printed something else. Not known of a program that prints times, say.
    fn prints_other(&self, outcome: &Outcome) -> bool {
        self.output.is_some_and(|output| output != outcome.output)
    }
}

/// Runs the program until no fault strikes any more, and prints a row for each run. The status is 1 if one of them is to be looked at.
pub fn sweep(sweep: Sweep, run: &Run) -> Result<ExitCode, String> {
    let folder = Folder::create()?;
    let limit = Duration::from_secs(run.time_limit);
    let once = |fault: Option<&str>| once(run, sweep, fault, &folder.0, limit);
    let without = once(None)?;
    if !without.reports.is_empty() || !matches!(without.ended, ExitKind::Status(_)) {
        return Err(format!(
            "without a fault the program already ends with {}{}: mend that first",
            without.ended.text(),
            reports(&without.reports, " and ")
        ));
    }
    let again = once(None)?;
    let usual = Baseline {
        ended: without.ended,
        output: (again.output == without.output).then_some(without.output),
    };
    let mut outcomes = Vec::new();
    for fault in sweep.faults() {
        for time in 1..=MOST {
            let fault = format!("{fault}@{time}");
            progress(&fault);
            let outcome = once(Some(&fault))?;
            if outcome.struck.is_none() {
                break;
            }
            outcomes.push(outcome);
        }
    }
    progress("");
    show(sweep, run.json, &outcomes, &usual)
}

/// Runs the program once.
fn once(
    run: &Run,
    sweep: Sweep,
    fault: Option<&str>,
    folder: &Path,
    limit: Duration,
) -> Result<Outcome, String> {
    let (log, struck) = (folder.join("reports"), folder.join("struck"));
    for file in [&log, &struck] {
        // The first run finds none.
        let _ = fs::remove_file(file);
    }
    let printed = folder.join("printed");
    let output =
        File::create(&printed).map_err(|error| format!("{}: {error}", printed.display()))?;
    let mut command = run.command()?;
    command
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(Stdio::null())
        // Processes that it starts end with it when its time is over.
        .process_group(0)
        .env("HOSTNPU_CHECK", run.check.as_deref().unwrap_or("all"))
        .env("HOSTNPU_CHECK_LOG", &log)
        .env("HOSTNPU_FAULT_LOG", &struck)
        .env_remove("HOSTNPU_FAULT");
    if sweep == Sweep::Sync && run.schedule.is_none() && env::var_os(SCHEDULE).is_none() {
        // What is not waited for has not run yet.
        command.env(SCHEDULE, "late");
    }
    if let Some(fault) = fault {
        command.env("HOSTNPU_FAULT", fault);
    }
    let program = command.get_program().display().to_string();
    let mut child = command
        .spawn()
        .map_err(|error| format!("{program}: {error}"))?;
    let began = Instant::now();
    let ended = loop {
        let status = child
            .try_wait()
            .map_err(|error| format!("{program}: {error}"))?;
        if let Some(status) = status {
            break ExitKind::of(status);
        }
        if began.elapsed() > limit {
            let group = i32::try_from(child.id()).map_err(|error| error.to_string())?;
            // SAFETY: the group of the child, which has not been waited for.
            unsafe { libc::kill(-group, libc::SIGKILL) };
            // It is ended by that, if it has not ended before.
            let _ = child.wait();
            break ExitKind::OutOfTime;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let first = fs::read_to_string(struck).unwrap_or_default();
    let first = first.lines().next().and_then(|line| line.split_once(' '));
    Ok(Outcome {
        struck: first.map(|(fault, place)| (fault.to_owned(), place.to_owned())),
        ended,
        reports: ids(&fs::read_to_string(log).unwrap_or_default()),
        output: hash(&printed).map_err(|error| format!("{}: {error}", printed.display()))?,
    })
}

/// A number that tells what files hold from each other.
fn hash(path: &Path) -> io::Result<u64> {
    let mut hasher = DefaultHasher::new();
    let mut file = BufReader::new(File::open(path)?);
    loop {
        let bytes = file.fill_buf()?;
        if bytes.is_empty() {
            return Ok(hasher.finish());
        }
        let count = bytes.len();
        hasher.write(bytes);
        file.consume(count);
    }
}

/// The ids of the reports in a log, and how many there are of each.
fn ids(log: &str) -> BTreeMap<String, usize> {
    let mut ids = BTreeMap::new();
    let heads = log
        .lines()
        .filter(|line| line.starts_with("====== ERROR: ") || line.starts_with("====== WARNING: "));
    for head in heads {
        let id = head
            .rsplit_once('[')
            .map_or("", |(_, id)| id.trim_end_matches(']'));
        *ids.entry(id.to_owned()).or_default() += 1;
    }
    ids
}

fn reports(ids: &BTreeMap<String, usize>, before: &str) -> String {
    let shown: Vec<String> = ids
        .iter()
        .map(|(id, count)| format!("{id} {count}"))
        .collect();
    match shown.is_empty() {
        true => String::new(),
        false => format!("{before}{}", shown.join(", ")),
    }
}

/// Shows a person what is being run.
fn progress(fault: &str) {
    if stderr().is_terminal() {
        // There is no other place to report that it cannot be shown.
        let _ = write!(stderr(), "\r\u{1b}[K{fault}");
    }
}

fn show(
    sweep: Sweep,
    is_json: bool,
    outcomes: &[Outcome],
    without: &Baseline,
) -> Result<ExitCode, String> {
    let struck = |outcome: &Outcome| outcome.struck.clone().unwrap_or_default();
    let verdicts: Vec<_> = outcomes
        .iter()
        .map(|outcome| sweep.verdict(outcome, without))
        .collect();
    // What a failure changes is no wonder.
    let ended = |outcome: &Outcome| match sweep == Sweep::Sync && without.prints_other(outcome) {
        true => format!("{}, other output", outcome.ended.text()),
        false => outcome.ended.text(),
    };
    let count = verdicts
        .iter()
        .filter(|verdict| !verdict.is_empty())
        .count();
    if is_json {
        let objects: Vec<_> = outcomes
            .iter()
            .zip(&verdicts)
            .map(|(outcome, verdict)| {
                let (fault, place) = struck(outcome);
                json!({ "fault": fault, "at": place, "ended": ended(outcome), "reports": outcome.reports, "finding": verdict })
            })
            .collect();
        say!("{}", serde_json::Value::from(objects))?;
    } else {
        let row = |(outcome, verdict): (&Outcome, &&str)| {
            let (fault, place) = struck(outcome);
            let reported = reports(&outcome.reports, "");
            vec![
                fault,
                place,
                ended(outcome),
                reported,
                (*verdict).to_owned(),
            ]
        };
        let rows: Vec<_> = outcomes.iter().zip(&verdicts).map(row).collect();
        table::print(&["fault", "struck", "ended", "reports", "finding"], &rows)?;
        say!("{} runs, {count} to look at", outcomes.len())?;
    }
    Ok(ExitCode::from(u8::from(count > 0)))
}

/// A folder for what runs write, which goes when the sweep ends.
struct Folder(PathBuf);

impl Folder {
    fn create() -> Result<Self, String> {
        let path = std::env::temp_dir().join(format!("hostnpu-sweep-{}", std::process::id()));
        // One that another user has prepared is not used.
        let created = fs::DirBuilder::new().mode(0o700).create(&path);
        created.map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What stays is in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(ended: ExitKind, log: &str) -> Outcome {
        Outcome {
            struck: None,
            ended,
            reports: ids(log),
            output: 1,
        }
    }

    #[test]
    fn a_finding_is_a_crash_a_hang_a_report_or_silence_where_one_was_due() {
        let leak = "====== ERROR: 1 stream is never destroyed  [HN-LEAK]\n======    made\n====== SUMMARY: 1 error\n";
        let (fine, reported) = (
            outcome(ExitKind::Status(0), ""),
            outcome(ExitKind::Status(1), leak),
        );
        assert_eq!(
            reported.reports,
            BTreeMap::from([("HN-LEAK".to_owned(), 1)])
        );
        let usual = |output| Baseline {
            ended: ExitKind::Status(0),
            output,
        };
        let without = &usual(Some(1));
        assert_eq!(Sweep::Malloc.verdict(&fine, without), "");
        assert_eq!(Sweep::Malloc.verdict(&reported, without), "is reported");
        assert_eq!(
            Sweep::Task.verdict(&outcome(ExitKind::Signal(11), ""), without),
            "crashes"
        );
        assert_eq!(
            Sweep::Task.verdict(&outcome(ExitKind::OutOfTime, ""), without),
            "hangs"
        );
        assert!(!Sweep::Sync.verdict(&fine, without).is_empty());
        assert!(Sweep::Sync.verdict(&reported, without).is_empty());
        assert!(Sweep::Sync.verdict(&fine, &usual(Some(2))).is_empty());
        assert!(!Sweep::Sync.verdict(&fine, &usual(None)).is_empty());
    }
}
