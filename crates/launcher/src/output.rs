//! Output of the command. Where that cannot be written, it ends with a sentence and status 2, not with a panic.

use std::fmt::Arguments;
use std::io::{Write, stderr, stdout};

/// Prints to the standard output, at once.
pub fn print(text: Arguments) -> Result<(), String> {
    let mut to = stdout().lock();
    let written = to.write_fmt(text).and_then(|()| to.flush());
    written.map_err(|error| format!("standard output: {error}"))
}

/// Prints a line to the standard error stream. A failure of that has no other place to be reported.
pub fn print_error(text: Arguments) {
    let _ = stderr().lock().write_fmt(format_args!("{text}\n"));
}

/// As `println!`, with the sentence of a failure as its result.
macro_rules! say {
    ($($argument:tt)*) => {
        $crate::output::print(format_args!("{}\n", format_args!($($argument)*)))
    };
}

/// As `eprintln!`, without a panic.
macro_rules! tell {
    ($($argument:tt)*) => {
        $crate::output::print_error(format_args!($($argument)*))
    };
}

pub(crate) use {say, tell};
