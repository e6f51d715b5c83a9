//! Reports of checks on a program and its children, for other programs: SARIF, annotations, suppressions, and a status by kind of error.

mod sarif;

use std::env;
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use serde_json::Value;

use super::output::tell;

/// The variable of the library by which reports come here.
const VARIABLE: &str = "HOSTNPU_CHECK_JSON";

/// Kinds of errors in the order in which they count, with the status of each: of the check that finds it, as docs/diagnostics.md lists them.
const KINDS: &[(&str, u8, &[&str])] = &[
    (
        "memory",
        101,
        &[
            "DOUBLE-FREE",
            "FREE-INTERIOR",
            "FREE-WRONG-KIND",
            "USE-AFTER-FREE",
            "OUT-OF-BOUNDS",
            "HOST-POINTER",
            "OTHER-DEVICE",
            "FREE-IN-FLIGHT",
            "PINNED-FREE",
        ],
    ),
    ("host", 102, &["HOST-ACCESS"]),
    (
        "handle",
        103,
        &[
            "DOUBLE-DESTROY",
            "USE-AFTER-DESTROY",
            "EXECUTOR-USED-UP",
            "WRONG-HANDLE",
            "ERROR-UNSEEN",
        ],
    ),
    (
        "race",
        104,
        &[
            "RACE",
            "WORKSPACE-SHARED",
            "HOST-READ-EARLY",
            "HOST-WRITE-EARLY",
            "DEADLOCK",
        ],
    ),
    ("init", 105, &["UNINIT-READ", "UNINIT-COPY"]),
    ("leak", 106, &["LEAK"]),
    ("api", 107, &["API-ERROR"]),
];

/// The status of an error of a rule that is not among them.
const OTHER: u8 = 108;

/// Outputs that are made of the reports.
#[derive(Args, Default)]
pub struct Outputs {
    /// File for an object for each report, a line each; %p is the process
    #[arg(long, value_name = "FILE")]
    pub check_json: Option<PathBuf>,
    /// File for all reports in SARIF 2.1.0, which GitHub and GitLab show
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// File for lines that suppress all that was reported, for HOSTNPU_CHECK_SUPPRESS
    #[arg(long, value_name = "FILE")]
    pub suppressions: Option<PathBuf>,
    /// Print reports as annotations of GitHub Actions
    #[arg(long)]
    pub annotations: bool,
}

impl Outputs {
    /// Returns true if there is one.
    pub fn is_wanted(&self) -> bool {
        self.annotations
            || self.check_json.is_some()
            || self.sarif.is_some()
            || self.suppressions.is_some()
    }
}

/// Status of a program that was reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorStatus {
    /// Always this.
    Number(u8),
    /// By the kind of the error.
    Kind,
}

impl ErrorStatus {
    /// As `3` or `kind`.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text {
            "kind" => Ok(Self::Kind),
            number => number
                .parse()
                .map(Self::Number)
                .map_err(|_| "allowed: 0 to 255, or kind".to_owned()),
        }
    }
}

/// A place in the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Frame {
    function: String,
    file: Option<(String, u64)>,
}

/// A fact of a report, with its stack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Fact {
    text: String,
    frames: Vec<Frame>,
}

/// A report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Record {
    rule: String,
    is_error: bool,
    is_hint: bool,
    message: String,
    advice: String,
    operator: Option<String>,
    facts: Vec<Fact>,
}

impl Record {
    fn read(line: &str) -> Option<Self> {
        let object: Value = serde_json::from_str(line).ok()?;
        let text = |object: &Value, name: &str| object[name].as_str().unwrap_or("").to_owned();
        let array = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let frame = |object: &Value| Frame {
            function: text(object, "function"),
            file: object["file"]
                .as_str()
                .map(|file| (file.to_owned(), object["line"].as_u64().unwrap_or(1))),
        };
        let fact = |object: &Value| Fact {
            text: [text(object, "label"), text(object, "text")]
                .join(" ")
                .trim()
                .to_owned(),
            frames: array(&object["frames"]).iter().map(frame).collect(),
        };
        Some(Self {
            rule: object["rule"].as_str()?.to_owned(),
            is_error: object["severity"] == "error",
            is_hint: object["severity"] == "hint",
            message: text(&object, "message"),
            advice: text(&object, "advice"),
            operator: object["operators"][0].as_str().map(str::to_owned),
            facts: array(&object["facts"]).iter().map(fact).collect(),
        })
    }

    /// Returns the place of the error: the first one with a file, or one of which a function is known.
    fn frame(&self) -> Option<&Frame> {
        let frames = || self.facts.iter().flat_map(|fact| &fact.frames);
        frames()
            .find(|frame| frame.file.is_some())
            .or_else(|| frames().next())
    }

    /// A line of `HOSTNPU_CHECK_SUPPRESS` for it. What separates the words of such a line, or begins a comment, is matched by `*`.
    fn suppression(&self) -> String {
        let pattern = |text: &str| {
            let is_apart = |c: char| c.is_whitespace() || c == '#';
            text.replace(is_apart, "*")
        };
        let mut line = self.rule.clone();
        if let Some(operator) = &self.operator {
            let _ = write!(line, " op={}", pattern(operator));
        }
        match self.frame() {
            Some(frame) if !frame.function.is_empty() => {
                let _ = write!(line, " frame={}", pattern(&frame.function));
            }
            Some(Frame {
                file: Some((file, number)),
                ..
            }) => {
                let _ = write!(line, " frame={}", pattern(&format!("{file}:{number}")));
            }
            _ => {}
        }
        line
    }

    /// A command of GitHub Actions that shows it at its line.
    fn annotation(&self, root: &Path) -> String {
        let escaped = |text: &str| {
            text.replace('%', "%25")
                .replace('\r', "%0D")
                .replace('\n', "%0A")
        };
        let property = |text: &str| escaped(text).replace(':', "%3A").replace(',', "%2C");
        let level = match self.level() {
            "note" => "notice",
            level => level,
        };
        let mut line = format!("::{level} ");
        if let Some((file, number)) = self.frame().and_then(|frame| frame.file.as_ref()) {
            let _ = write!(
                line,
                "file={},line={number},",
                property(relative(file, root))
            );
        }
        let _ = write!(
            line,
            "title={}::{}",
            property(&self.rule),
            escaped(&self.text())
        );
        line
    }

    fn level(&self) -> &'static str {
        match (self.is_error, self.is_hint) {
            (true, _) => "error",
            (false, true) => "note",
            (false, false) => "warning",
        }
    }

    fn text(&self) -> String {
        match self.advice.as_str() {
            "" => self.message.clone(),
            advice => format!("{}\n{advice}", self.message),
        }
    }
}

/// The path of a file of the sources below their root, where it is there.
fn relative<'a>(file: &'a str, root: &Path) -> &'a str {
    let below = Path::new(file).strip_prefix(root).ok();
    below.and_then(Path::to_str).unwrap_or(file)
}

/// The status for a program with these errors.
fn status_by_kind(records: &[Record]) -> Option<u8> {
    let errors = records.iter().filter(|record| record.is_error);
    errors
        .map(|record| {
            let rule = record.rule.trim_start_matches("HN-");
            let kind = KINDS.iter().find(|(_, _, rules)| rules.contains(&rule));
            kind.map_or(OTHER, |(_, status, _)| *status)
        })
        .min()
}

/// Reports of a program that runs, collected in a file.
pub struct Collected<'a> {
    outputs: &'a Outputs,
    by_kind: bool,
    file: PathBuf,
}

impl<'a> Collected<'a> {
    /// Has a program write its reports to a file, if something is to be made of them when it has ended.
    pub fn of(
        outputs: &'a Outputs,
        status: Option<ErrorStatus>,
        command: &mut Command,
    ) -> Result<Option<Self>, String> {
        let by_kind = status == Some(ErrorStatus::Kind);
        let is_read = by_kind
            || outputs.annotations
            || outputs.sarif.is_some()
            || outputs.suppressions.is_some();
        if !is_read {
            if let Some(path) = &outputs.check_json {
                command.env(VARIABLE, path);
            }
            return Ok(None);
        }
        if let Some(path) = &outputs.check_json
            && path.to_string_lossy().contains("%p")
        {
            return Err("--check-json: no %p beside --sarif, --suppressions, --annotations and --error-exitcode=kind, for which all processes share a file".into());
        }
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let name = format!("hostnpu-reports-{}-{}", std::process::id(), now.as_nanos());
        let file = env::temp_dir().join(name);
        let made = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&file);
        made.map_err(|error| format!("{}: {error}", file.display()))?;
        command.env(VARIABLE, &file);
        Ok(Some(Self {
            outputs,
            by_kind,
            file,
        }))
    }

    /// Writes what is wanted of the reports, and returns the status of the command where that is to be another one than the program's.
    pub fn finish(self, ended: ExitStatus) -> Result<Option<ExitCode>, String> {
        let text = fs::read_to_string(&self.file).map_err(|error| error.to_string())?;
        let mut records: Vec<Record> = Vec::new();
        for record in text.lines().filter_map(Record::read) {
            // Processes of one program report the same.
            if !records.contains(&record) {
                records.push(record);
            }
        }
        let root = env::var_os("GITHUB_WORKSPACE").map(PathBuf::from);
        let root = root.or_else(|| env::current_dir().ok()).unwrap_or_default();
        let Outputs {
            check_json,
            sarif,
            suppressions,
            annotations,
        } = self.outputs;
        write(check_json.as_deref(), || text.clone())?;
        write(sarif.as_deref(), || sarif::log(&records, &root))?;
        write(suppressions.as_deref(), || suppressing(&records))?;
        if *annotations {
            for record in &records {
                tell!("{}", record.annotation(&root));
            }
        }
        let status = status_by_kind(&records).filter(|_| self.by_kind && ended.code().is_some());
        Ok(status.map(ExitCode::from))
    }
}

impl Drop for Collected<'_> {
    fn drop(&mut self) {
        // A file that is left in the folder for such files does no harm.
        let _ = fs::remove_file(&self.file);
    }
}

fn write(path: Option<&Path>, text: impl FnOnce() -> String) -> Result<(), String> {
    path.map_or(Ok(()), |path| {
        fs::write(path, text()).map_err(|error| format!("{}: {error}", path.display()))
    })
}

/// The lines for a file of `HOSTNPU_CHECK_SUPPRESS`, each once, below what it suppresses.
fn suppressing(records: &[Record]) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut text = String::new();
    for record in records {
        let line = record.suppression();
        if !lines.contains(&line) {
            let _ = writeln!(text, "# {}\n{line}", record.message);
            lines.push(line);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"rule":"HN-RACE","severity":"error","message":"RAW: 100%\nwrong","advice":"Wait.","operators":["aclnnSin"],
        "process":7,"facts":[{"label":"memory","text":"mem#2"},{"label":"first","text":"as `out`","frames":[
        {"function":"step(int, char*)::{lambda()#1}","file":"/src/a,b.c","line":75},{"function":"main"}]}]}"#;

    fn record() -> Record {
        Record::read(&LINE.replace('\n', "")).unwrap()
    }

    #[test]
    fn annotations_escape_what_separates_their_parts() {
        assert_eq!(
            record().annotation(Path::new("/src")),
            "::error file=a%2Cb.c,line=75,title=HN-RACE::RAW: 100%25%0Awrong%0AWait."
        );
    }

    #[test]
    fn suppressions_are_one_line_of_words() {
        assert_eq!(
            record().suppression(),
            "HN-RACE op=aclnnSin frame=step(int,*char*)::{lambda()*1}"
        );
        assert_eq!(suppressing(&[record(), record()]).matches("op=").count(), 1);
    }

    #[test]
    fn the_status_is_that_of_the_first_kind() {
        let of = |rule: &str, is_error| Record {
            rule: rule.into(),
            is_error,
            ..Record::default()
        };
        let errors = [of("HN-LEAK", true), of("HN-RACE", true)];
        assert_eq!(status_by_kind(&errors), Some(104));
        assert_eq!(status_by_kind(&[of("HN-ROUNDED-SIZE", false)]), None);
        assert_eq!(status_by_kind(&[of("HN-NEW", true)]), Some(OTHER));
        assert_eq!(ErrorStatus::parse("kind"), Ok(ErrorStatus::Kind));
        assert!(ErrorStatus::parse("256").is_err());
    }

    #[test]
    fn kinds_are_those_of_the_table_of_checks() {
        let page = include_str!("../../../docs/diagnostics.md");
        for (kind, status, _) in KINDS {
            let row = page
                .lines()
                .find(|line| line.starts_with(&format!("| `{kind}` |")) && line.contains("HN-"));
            let errors = row.unwrap().split("warning").next().unwrap();
            for id in errors.split('`').filter(|word| word.starts_with("HN-")) {
                let error = Record {
                    rule: id.into(),
                    is_error: true,
                    ..Record::default()
                };
                let of_rule = status_by_kind(&[error]).unwrap();
                // Two checks find some: the first one counts.
                assert!(of_rule <= *status, "{id} is {of_rule}, not {status}");
            }
        }
    }
}
