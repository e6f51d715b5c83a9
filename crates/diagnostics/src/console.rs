//! Failures that no call returns at once, on the standard error stream: a program may print nothing but a status code.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::files::say;
use hostnpu_base::config;

/// Failures that a process writes at most: a loop whose every task fails must not fill a terminal.
const MOST: usize = 100;

/// Writes the sentence of a failure, as one line. Nothing with `ASCEND_GLOBAL_LOG_LEVEL=4`.
pub fn failure(sentence: &str) {
    static WRITTEN: AtomicUsize = AtomicUsize::new(0);
    if *config::LOG_LEVEL.get() == log::LevelFilter::Off {
        return;
    }
    match WRITTEN.fetch_add(1, Ordering::Relaxed) {
        written if written > MOST => {}
        MOST => say("further failures are not written"),
        _ => say(sentence),
    }
}
