//! Failures that no call returns at once, on the standard error stream: a program may print nothing but a status code.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::files::write;
use super::text::one_line;
use crate::config;

/// Failures that a process writes at most: a loop whose every task fails must not fill a terminal.
const MOST: usize = 100;

/// Writes the sentence of a failure, as one line. Nothing with `ASCEND_GLOBAL_LOG_LEVEL=4`.
pub fn failure(sentence: &str) {
    static WRITTEN: AtomicUsize = AtomicUsize::new(0);
    if *config::LOG_LEVEL.get() == log::LevelFilter::Off {
        return;
    }
    let more = match WRITTEN.fetch_add(1, Ordering::Relaxed) {
        written if written > MOST => return,
        MOST => "hostnpu: further failures are not written\n".to_owned(),
        _ => format!("hostnpu: {}\n", one_line(sentence)),
    };
    write(libc::STDERR_FILENO, more.as_bytes());
}
