//! The Rust half of `aclAppLog`; `app_log.c` beside it formats the line.

use std::ffi::{c_char, c_int};

use log::{Level, Record};

use crate::abi::{panic, pointer};
use crate::diagnostics;

fn level(level: c_int) -> Level {
    match level {
        0 => Level::Debug,
        1 => Level::Info,
        2 => Level::Warn,
        _ => Level::Error,
    }
}

/// Whether a line of this level is written: only then it is formatted.
#[unsafe(export_name = "hostnpu_app_log_is_on")]
extern "C" fn is_on(number: c_int) -> c_int {
    let is_on = panic::catch(|| {
        diagnostics::log::install();
        log::log_enabled!(level(number))
    });
    is_on.unwrap_or(false).into()
}

/// Writes a formatted line of the program to the log.
///
/// # Safety
/// The contract of [`crate::abi`].
#[unsafe(export_name = "hostnpu_app_log")]
unsafe extern "C" fn app_log(
    number: c_int,
    function: *const c_char,
    file: *const c_char,
    line: u32,
    text: *const c_char,
) {
    // There is no status to return: what fails here fails silently.
    let _ = panic::catch(|| {
        // SAFETY: strings, by the contract of `crate::abi`.
        let [function, file, text] = [function, file, text].map(|string| unsafe {
            pointer::text(string).map_or_else(Default::default, |text| text.to_string_lossy())
        });
        // SAFETY: no arguments.
        let thread = unsafe { libc::gettid() };
        log::logger().log(
            &Record::builder()
                .level(level(number))
                .target(module_path!())
                .file(Some(&file))
                .line(Some(line))
                .args(format_args!("{thread} {function}: {text}"))
                .build(),
        );
    });
}
