//! The log, as Ascend programs switch it: `ASCEND_LOG_PRINT_TO_STDOUT=1` writes it to standard output, or else
//! `ASCEND_PROCESS_LOG_PATH` or `ASCEND_WORK_PATH` names a folder for files. Without one of them nothing is written.

use std::path::PathBuf;
use std::sync::{Once, OnceLock};
use std::time::SystemTime;

use log::{Level, LevelFilter, Log, Metadata, Record};

use super::files::{Files, say, write};
use super::text::{cut, one_line, stamp};
use hostnpu_base::config;

/// Most bytes of a record, its end of line included.
const LONGEST: usize = 1024;

/// Destination of records.
enum Sink {
    Stdout,
    Files(Files),
}

struct Logger {
    sink: Sink,
    level: LevelFilter,
}

/// Starts the log; later calls do nothing.
pub fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let Some(sink) = sink() else { return };
        let level = *config::LOG_LEVEL.get();
        if log::set_boxed_logger(Box::new(Logger { sink, level })).is_ok() {
            log::set_max_level(level);
        }
    });
}

fn sink() -> Option<Sink> {
    let to_stdout = config::LOG_TO_STDOUT.get();
    if to_stdout.unwrap_or_else(|| *config::SLOG_TO_STDOUT.get()) {
        return Some(Sink::Stdout);
    }
    let root = root()?;
    match Files::create(&root) {
        Ok(files) => Some(Sink::Files(files)),
        Err(error) => {
            say(&format!("no log file below {root:?}: {error}"));
            None
        }
    }
}

fn root() -> Option<PathBuf> {
    let own = config::LOG_PATH.get().clone();
    own.or_else(|| Some(config::WORK_PATH.get().as_ref()?.join("log")))
}

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata) -> bool {
        metadata.level() <= self.level && metadata.target().starts_with("hostnpu")
    }

    fn log(&self, record: &Record) {
        if !self.enabled(record.metadata()) {
            return;
        }
        let line = line(record);
        match &self.sink {
            Sink::Stdout => {
                // What cannot be written must not stop the program.
                let _ = write(libc::STDOUT_FILENO, line.as_bytes());
            }
            Sink::Files(files) => files.write(line.as_bytes()),
        }
    }

    fn flush(&self) {}
}

/// A record as `[ERROR] ASCENDCL(17,program):2026-11-21-12:34:56.789.012 [file.rs:5]text` on one line.
fn line(record: &Record) -> String {
    let level = match record.level() {
        Level::Error => "ERROR",
        Level::Warn => "WARNING",
        Level::Info => "INFO",
        Level::Debug | Level::Trace => "DEBUG",
    };
    let file = record.file().unwrap_or_default();
    let file = file.rsplit('/').next().unwrap_or_default();
    let text = format!(
        "[{level}] {}({},{}):{} [{file}:{}]{}",
        module(record.target()),
        std::process::id(),
        program(),
        stamp(SystemTime::now()),
        record.line().unwrap_or_default(),
        record.args()
    );
    let mut line = cut(&one_line(&text), LONGEST - 1).to_owned();
    line.push('\n');
    line
}

/// The vendor's name for the part of the library that a record comes from.
fn module(target: &str) -> &'static str {
    let path = target.strip_prefix("hostnpu::abi::").unwrap_or_default();
    if path == "acl::app_log" {
        return "APP";
    }
    match path.split("::").next() {
        Some("acl") => "ASCENDCL",
        Some("aclnn") => "OP",
        Some("cnrt" | "cndrv") => "CNRT",
        Some("hccl") => "HCCL",
        Some("mluop") => "MLUOP",
        Some("xmath") => "XMATH",
        _ => "RUNTIME",
    }
}

/// The name of the running program.
fn program() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    NAME.get_or_init(|| {
        let path = std::env::current_exe().unwrap_or_default();
        path.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_one_line_of_limited_length() {
        let long = "é".repeat(LONGEST);
        for (text, end) in [
            ("two\nlines\u{1b}[0m", "]two\\nlines\\u{1b}[0m\n"),
            (&long, "é\n"),
        ] {
            let line = line(
                &Record::builder()
                    .level(Level::Warn)
                    .target("hostnpu::abi::acl::boundary")
                    .file(Some("src/abi/acl/boundary.rs"))
                    .line(Some(7))
                    .args(format_args!("{text}"))
                    .build(),
            );
            let start = format!("[WARNING] ASCENDCL({},{}):2", std::process::id(), program());
            assert!(line.starts_with(&start), "{line}");
            assert!(line.contains(" [boundary.rs:7]"), "{line}");
            assert!(line.ends_with(end) && line.len() <= LONGEST, "{line}");
            assert_eq!(line.matches('\n').count(), 1);
        }
    }

    #[test]
    fn modules_have_the_vendors_names() {
        assert_eq!(module("hostnpu::abi::aclnn::boundary"), "OP");
        assert_eq!(module("hostnpu::abi::acl::app_log"), "APP");
        assert_eq!(module("hostnpu::tensor::parallel"), "RUNTIME");
    }
}
