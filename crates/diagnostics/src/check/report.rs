//! Reports of checks: written once for each cause, counted, suppressed where the user says so.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::sync::{LazyLock, Mutex};

use super::finding::{Finding, Severity};
use super::{call, record};
use crate::files::say;
use crate::stack::{Place, Stack};
use crate::text::with_process;
use hostnpu_base::config::{self, CheckAction};
use hostnpu_base::files;
use hostnpu_base::sync::lock;

/// The report of a finding.
pub struct Report(Finding);

/// A rule, what takes part, and stacks that stand for all of which reports show the same.
type Cause = (&'static str, Vec<&'static str>, Vec<Stack>);

/// Count of the findings of a cause.
struct Times {
    rule: &'static str,
    place: Option<Stack>,
    count: u64,
    is_reported: bool,
}

#[derive(Default)]
pub(super) struct ReportState {
    /// Causes, by their places in the list of them.
    causes: HashMap<Cause, usize>,
    times: Vec<Times>,
    /// Reports by rule, with their severity.
    rules: BTreeMap<&'static str, (bool, u64)>,
    errors: u64,
    warnings: u64,
    hints: u64,
    is_over_limit: bool,
    log: Log,
}

impl ReportState {
    /// Number of reports.
    fn all(&self) -> u64 {
        self.errors + self.warnings + self.hints
    }
}

/// Destination of reports.
#[derive(Default)]
enum Log {
    /// The file of `HOSTNPU_CHECK_LOG`, which the first report opens.
    #[default]
    NotOpened,
    File(File),
    /// The standard error stream.
    Standard,
}

pub(super) static WRITTEN: LazyLock<Mutex<ReportState>> = LazyLock::new(Mutex::default);

impl Report {
    /// Starts the report of an error.
    pub fn error(rule: &'static str, sentence: impl Into<String>) -> Self {
        Self::new(Severity::Error, rule, sentence.into())
    }

    /// Starts the report of what may be wrong.
    pub fn warning(rule: &'static str, sentence: impl Into<String>) -> Self {
        Self::new(Severity::Warning, rule, sentence.into())
    }

    /// Starts the report of what is right and of no use.
    pub fn hint(rule: &'static str, sentence: impl Into<String>) -> Self {
        Self::new(Severity::Hint, rule, sentence.into())
    }

    fn new(severity: Severity, rule: &'static str, sentence: String) -> Self {
        Self(Finding {
            severity,
            rule,
            sentence,
            facts: Vec::new(),
            advice: "",
            operators: Vec::new(),
            subject: "",
        })
    }

    /// Adds a fact.
    pub fn fact(mut self, label: &'static str, text: impl Into<String>) -> Self {
        self.0.facts.push((label, text.into(), None));
        self
    }

    /// Adds a fact with the place where it came to be.
    pub fn fact_at(mut self, label: &'static str, text: impl Into<String>, stack: Stack) -> Self {
        self.0.facts.push((label, text.into(), Some(stack)));
        self
    }

    /// Adds an operator that takes part, by which suppressions may choose.
    pub fn operator(mut self, name: &'static str) -> Self {
        self.0.operators.push(name);
        self
    }

    /// Sets the kind of thing that it is about.
    pub fn subject(mut self, subject: &'static str) -> Self {
        self.0.subject = subject;
        self
    }

    /// Sets what to do about it.
    pub fn advice(mut self, advice: &'static str) -> Self {
        self.0.advice = advice;
        self
    }

    /// Writes it, unless it is suppressed, was written before, or is one too many.
    pub fn send(self) {
        let stacks = || self.0.facts.iter().filter_map(|(_, _, stack)| *stack);
        let is_error = self.0.severity == Severity::Error;
        if is_error {
            call::error_reported();
        }
        let mut parties = self.0.operators.clone();
        parties.push(self.0.subject);
        let cause = (self.0.rule, parties, stacks().map(Stack::alike).collect());
        let place = stacks().next();
        let written = &mut *lock(&WRITTEN);
        let next = written.times.len();
        let at = *written.causes.entry(cause).or_insert(next);
        if let Some(times) = written.times.get_mut(at) {
            times.count += 1;
            return;
        }
        let places: Vec<Place> = stacks().flat_map(Stack::places).collect();
        let is_reported = !self.is_suppressed(&places);
        written.times.push(Times {
            rule: self.0.rule,
            place,
            count: 1,
            is_reported,
        });
        if !is_reported {
            return;
        }
        written.rules.entry(self.0.rule).or_insert((is_error, 0)).1 += 1;
        match self.0.severity {
            Severity::Error => written.errors += 1,
            Severity::Warning => written.warnings += 1,
            Severity::Hint => written.hints += 1,
        }
        if written.all() > *config::CHECK_LIMIT.get() as u64 {
            if !written.is_over_limit {
                written.is_over_limit = true;
                write_out(
                    written,
                    "====== further reports are counted, not written (HOSTNPU_CHECK_LIMIT)\n",
                );
            }
            return;
        }
        let text = self.0.text();
        write_out(written, &text);
        record::write(&self.0);
        if is_error {
            self.act();
        }
    }

    /// Does what is wanted at an error.
    fn act(&self) {
        match *config::CHECK_ACTION.get() {
            CheckAction::Abort => std::process::abort(),
            // SAFETY: no preconditions.
            CheckAction::Break => unsafe {
                libc::raise(libc::SIGTRAP);
            },
            CheckAction::Report | CheckAction::Exit(_) => {}
        }
    }

    fn is_suppressed(&self, places: &[Place]) -> bool {
        suppressions().iter().any(|suppression| {
            let of_operator =
                |pattern: &str| self.0.operators.iter().any(|name| matches(pattern, name));
            let of_frame = |pattern: &str| {
                places.iter().any(|place| {
                    let line = place.line.as_deref().unwrap_or_default();
                    let file = line.rsplit('/').next().unwrap_or_default();
                    [place.function.as_str(), line, file]
                        .iter()
                        .any(|text| matches(pattern, text))
                })
            };
            matches(&suppression.rule, self.0.rule)
                && suppression.operator.as_deref().is_none_or(of_operator)
                && suppression.frame.as_deref().is_none_or(of_frame)
        })
    }
}

struct Suppression {
    rule: String,
    operator: Option<String>,
    frame: Option<String>,
}

/// One suppression a line: a rule with `*`, then `op=` or `frame=` with patterns.
fn suppressions() -> &'static [Suppression] {
    static ALL: LazyLock<Vec<Suppression>> = LazyLock::new(|| {
        let Some(path) = config::CHECK_SUPPRESS.get() else {
            return Vec::new();
        };
        match files::read_text(path) {
            Ok(text) => text.lines().filter_map(suppression).collect(),
            Err(error) => {
                let path = path.display();
                say(&format!(
                    "HOSTNPU_CHECK_SUPPRESS: {path}: {error}; nothing is suppressed"
                ));
                Vec::new()
            }
        }
    });
    &ALL
}

fn suppression(line: &str) -> Option<Suppression> {
    let mut words = line.split('#').next()?.split_whitespace();
    let rule = words.next()?.to_owned();
    let (mut operator, mut frame) = (None, None);
    for word in words {
        match word.split_once('=') {
            Some(("op", pattern)) => operator = Some(pattern.to_owned()),
            Some(("frame", pattern)) => frame = Some(pattern.to_owned()),
            _ => {}
        }
    }
    Some(Suppression {
        rule,
        operator,
        frame,
    })
}

/// Returns true if a text is as a pattern, in which `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(rest) = text.strip_prefix(before) else {
        return false;
    };
    let mut starts = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
    starts.any(|at| matches(after, &rest[at..]))
}

/// Writes to the log in one piece: lines of several processes do not mix. Where that fails, this report and all later ones go to the standard
/// error stream.
fn write_out(written: &mut ReportState, text: &str) {
    let path = || config::CHECK_LOG.get().as_deref().map(with_process);
    let turned = |error: std::io::Error| {
        let path = path().unwrap_or_default();
        let path = path.display();
        say(&format!(
            "HOSTNPU_CHECK_LOG: {path}: {error}; reports go to the standard error stream"
        ));
        Log::Standard
    };
    if let Log::NotOpened = written.log {
        written.log = match path() {
            Some(path) => files::append(&path).map_or_else(turned, Log::File),
            None => Log::Standard,
        };
    }
    if let Log::File(file) = &mut written.log {
        match file.write_all(text.as_bytes()) {
            Ok(()) => return,
            Err(error) => written.log = turned(error),
        }
    }
    // A failure has no other place to be reported.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Writes a note, which is neither an error nor a warning.
pub fn note(text: &str) {
    write_out(&mut lock(&WRITTEN), &format!("====== NOTE: {text}\n"));
}

/// Says of causes that came several times how often they did.
fn repeated(times: &[Times]) -> String {
    let mut notes = String::new();
    for times in times {
        if times.is_reported && times.count > 1 {
            let _ = write!(
                notes,
                "====== NOTE: {} came {} times",
                times.rule, times.count
            );
            for (at, place) in times
                .place
                .map(Stack::shown)
                .unwrap_or_default()
                .iter()
                .enumerate()
            {
                let _ = write!(notes, "{}{place}", if at == 0 { "  " } else { ", called " });
            }
            notes.push('\n');
        }
    }
    notes
}

/// Writes the summary, if there is anything to sum up. Returns the status with which the process is to end instead of its own.
pub fn summarise() -> Option<i32> {
    let written = &mut *lock(&WRITTEN);
    if written.all() == 0 {
        return None;
    }
    let notes = repeated(&written.times);
    write_out(written, &notes);
    let plural =
        |count: u64, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let rules: Vec<String> = written
        .rules
        .iter()
        .map(|(rule, (_, count))| format!("{rule} {count}"))
        .collect();
    let hints = match written.hints {
        0 => String::new(),
        hints => format!(", {}", plural(hints, "hint")),
    };
    let line = format!(
        "====== SUMMARY: {}, {}{hints} ({})\n",
        plural(written.errors, "error"),
        plural(written.warnings, "warning"),
        rules.join(", ")
    );
    write_out(written, &line);
    match *config::CHECK_ACTION.get() {
        CheckAction::Exit(status) if written.errors > 0 => Some(status),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_texts() {
        assert!(matches("HN-RACE", "HN-RACE") && !matches("HN-RACE", "HN-RACES"));
        assert!(matches("HN-*", "HN-LEAK") && matches("*", ""));
        assert!(
            matches("aclnn*Norm*", "aclnnLayerNormBackward") && !matches("aclnn*Norm", "aclnnAdd")
        );
    }

    #[test]
    fn suppressions_have_a_rule_and_patterns() {
        let parsed = suppression("HN-LEAK frame=libpython*  # its own").unwrap();
        assert_eq!(
            (parsed.rule.as_str(), parsed.frame.as_deref()),
            ("HN-LEAK", Some("libpython*"))
        );
        assert!(parsed.operator.is_none() && suppression("# nothing").is_none());
    }

    #[test]
    fn a_report_names_its_rule_and_facts() {
        let report = Report::error("HN-LEAK", "3 tensors are never destroyed")
            .fact("first", "tensor#1")
            .advice("Destroy them.");
        assert_eq!(
            report.0.text(),
            "====== ERROR: 3 tensors are never destroyed  [HN-LEAK]\n======    first   tensor#1\n======    Destroy them.\n"
        );
    }
}
