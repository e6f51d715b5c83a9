//! The end of the process: leaks and the summary.
//!
//! An `atexit` handler set by the first call would run before the destructors of the program's static objects, and accuse all
//! that they give back. The library's own end comes after them.

use std::sync::atomic::{AtomicI32, Ordering};

use super::leaks::Leaks;
use super::{LEAK, blocks, handles, is_on, report};

/// The process whose calls are checked: a forked child has made nothing of what its parent has.
static PROCESS: AtomicI32 = AtomicI32::new(0);

/// Has the end of this process looked at.
pub(super) fn watch_process() {
    PROCESS.store(std::process::id() as i32, Ordering::Relaxed);
}

/// Whether this is a child that was forked off the process whose calls are checked.
fn is_child() -> bool {
    PROCESS.load(Ordering::Relaxed) != std::process::id() as i32
}

#[used]
#[unsafe(link_section = ".fini_array")]
static AT_THE_END: extern "C" fn() = at_the_end;

extern "C" fn at_the_end() {
    if PROCESS.load(Ordering::Relaxed) == 0 || is_child() {
        return;
    }
    // What is found here is the end of all reports, whatever goes wrong.
    let status = std::panic::catch_unwind(|| {
        if is_on(LEAK) {
            let mut leaks = Leaks::default();
            handles::leaks(&mut leaks);
            blocks::leaks(&mut leaks);
            leaks.report();
        }
        report::summarise()
    });
    if let Ok(Some(status)) = status {
        crate::diagnostics::exit::finish();
        // SAFETY: both have no preconditions; what the program has printed is written first.
        unsafe {
            libc::fflush(std::ptr::null_mut());
            libc::_exit(status);
        }
    }
}
