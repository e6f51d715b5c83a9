//! The data of a profile: calls, tasks and marks, with their times.

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use super::hooks::{Facts, Task};
use super::tasks::Ran;

/// A call that has ended.
#[derive(Clone, Debug)]
pub struct Timed {
    /// The entry point.
    pub name: &'static str,
    /// Facts about it.
    pub facts: Facts,
    /// The thread that has called it.
    pub thread: i32,
    /// Time at which it began.
    pub began: Instant,
    /// Its duration.
    pub duration: Duration,
    /// The tasks that it has queued.
    pub tasks: Vec<Task>,
}

/// A mark or a range that the program has set.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The program's message.
    pub message: String,
    /// The name of its domain.
    pub domain: String,
    /// The thread that has set it.
    pub thread: i32,
    /// Time at which it began.
    pub began: Instant,
    /// Time at which it ended; `None` for a mark.
    pub ended: Option<Instant>,
}

/// Records of a profile.
#[derive(Debug)]
pub struct Session {
    /// The folder in which that of the profile is created.
    pub within: PathBuf,
    /// Time at which it began.
    pub began: Instant,
    /// The same by the clock on the wall.
    pub date: SystemTime,
    /// True if times are those of the clock on the wall, for programs that compare them with times of their own.
    pub is_dated: bool,
    /// Calls, in the order in which they ended.
    pub calls: Vec<Timed>,
    /// Tasks, in the order in which they ended.
    pub tasks: Vec<Ran>,
    /// Marks, in the order in which they ended.
    pub marks: Vec<Mark>,
}
