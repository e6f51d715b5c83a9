//! The log, as Ascend programs switch it: `ASCEND_GLOBAL_LOG_LEVEL` (0 debug to 4 nothing; 3, errors, by default),
//! `ASCEND_SLOG_PRINT_TO_STDOUT=1` (or `ASCEND_LOG_PRINT_TO_STDOUT=1`) to standard output, or else
//! `ASCEND_PROCESS_LOG_PATH` names a folder for a file. Without one of the two nothing is written.

use std::fs::{File, OpenOptions, create_dir_all};
use std::io::{self, Write};
use std::sync::{Mutex, Once};
use std::time::{SystemTime, UNIX_EPOCH};

use log::{Level, LevelFilter, Log, Metadata, Record};

use crate::config;
use crate::sync::lock;

/// Where records go.
enum Sink {
    Stdout,
    File(Mutex<File>),
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
    let folder = config::LOG_PATH.get().as_ref()?;
    create_dir_all(folder).ok()?;
    let path = folder.join(format!("hostnpu-{}.log", std::process::id()));
    let file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .ok()?;
    Some(Sink::File(Mutex::new(file)))
}

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata) -> bool {
        metadata.level() <= self.level && metadata.target().starts_with("hostnpu")
    }

    fn log(&self, record: &Record) {
        if !self.enabled(record.metadata()) {
            return;
        }
        let level = match record.level() {
            Level::Error => "ERROR",
            Level::Warn => "WARNING",
            Level::Info => "INFO",
            Level::Debug | Level::Trace => "DEBUG",
        };
        let line = format!(
            "[{level}] HOSTNPU({}):{} {}\n",
            std::process::id(),
            date(SystemTime::now()),
            record.args()
        );
        // A log that cannot be written must not stop the program.
        let _ = match &self.sink {
            Sink::Stdout => io::stdout().write_all(line.as_bytes()),
            Sink::File(file) => lock(file).write_all(line.as_bytes()),
        };
    }

    fn flush(&self) {
        let _ = match &self.sink {
            Sink::Stdout => io::stdout().flush(),
            Sink::File(file) => lock(file).flush(),
        };
    }
}

/// A time as `2026-11-21-12:34:56.789`, in UTC.
pub(crate) fn date(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let seconds = libc::time_t::try_from(since.as_secs()).unwrap_or_default();
    // SAFETY: `tm` is a plain C structure; gmtime_r fills it and reads only `seconds`.
    let parts = unsafe {
        let mut parts = std::mem::zeroed::<libc::tm>();
        libc::gmtime_r(&raw const seconds, &raw mut parts);
        parts
    };
    format!(
        "{:04}-{:02}-{:02}-{:02}:{:02}:{:02}.{:03}",
        parts.tm_year + 1900,
        parts.tm_mon + 1,
        parts.tm_mday,
        parts.tm_hour,
        parts.tm_min,
        parts.tm_sec,
        since.subsec_millis()
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn dates_are_utc() {
        let time = UNIX_EPOCH + Duration::from_millis(951_782_400_042);
        assert_eq!(date(time), "2000-02-29-00:00:00.042");
    }
}
