//! The Rust half of `aclAppLog`; `app_log.c` beside it formats the line.

use std::ffi::{c_char, c_int};

use log::{Level, Record};

use crate::abi::{panic, pointer};
use crate::diagnostics;
use crate::thread;

/// Writes a line of the program to the log. A jump to the C half, for rustc exports from a shared library what Rust defines only.
#[unsafe(export_name = "aclAppLog")]
#[unsafe(naked)]
extern "C" fn entry_point() {
    #[cfg(target_arch = "x86_64")]
    std::arch::naked_asm!("jmp {}", sym hostnpu_app_log_formatted);
    #[cfg(target_arch = "aarch64")]
    std::arch::naked_asm!("b {}", sym hostnpu_app_log_formatted);
}

unsafe extern "C" {
    /// `app_log.c`. Its variable arguments are where the caller of `aclAppLog` put them.
    fn hostnpu_app_log_formatted();
}

// The C half calls these; no program does.
std::arch::global_asm!(".hidden hostnpu_app_log_is_on", ".hidden hostnpu_app_log");

fn level(level: c_int) -> Level {
    match level {
        0 => Level::Debug,
        1 => Level::Info,
        2 => Level::Warn,
        _ => Level::Error,
    }
}

/// Returns true if a line of this level is written: only then it is formatted.
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
        let thread = thread::number();
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
