//! The Rust half of `aclAppLog`; `app_log.c` beside it formats the line.

use std::ffi::{c_char, c_int};

use log::Level;

use crate::abi::{panic, pointer};
use crate::diagnostics;
use crate::error::Error;

/// Writes a formatted line of the program to the log.
///
/// # Safety
/// The contract of [`crate::abi`].
#[unsafe(export_name = "hostnpu_app_log")]
unsafe extern "C" fn app_log(
    level: c_int,
    function: *const c_char,
    file: *const c_char,
    line: u32,
    text: *const c_char,
) {
    let level = match level {
        0 => Level::Debug,
        1 => Level::Info,
        2 => Level::Warn,
        _ => Level::Error,
    };
    // There is no status to return: what fails here fails silently.
    let _ = panic::catch::<(), Error>(|| {
        // SAFETY: strings, by the contract of `crate::abi`.
        let [function, file, text] = [function, file, text].map(|string| unsafe {
            pointer::text(string).map_or_else(Default::default, |text| text.to_string_lossy())
        });
        diagnostics::log::install();
        log::log!(level, "{function} ({file}:{line}): {text}");
        Ok(())
    });
}
