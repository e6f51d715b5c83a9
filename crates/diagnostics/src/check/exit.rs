//! The end of the process: leaks and the summary.

use super::enabled::{HANDLE, LEAK, WASTE, is_on};
use super::leaks::Leaks;
use super::{blocks, handles, report, unseen, waste};
use crate::exit;

/// Has the end of this process looked at.
pub(super) fn watch_process() {
    exit::at_end(at_the_end);
}

fn at_the_end() {
    if is_on(HANDLE) {
        unseen::report();
    }
    if is_on(LEAK) {
        let mut leaks = Leaks::default();
        handles::leaks(&mut leaks);
        blocks::leaks(&mut leaks);
        leaks.report();
    }
    if is_on(WASTE) {
        waste::report();
    }
    if let Some(status) = report::summarise() {
        // SAFETY: both have no preconditions; what the program has printed is written first.
        unsafe {
            libc::fflush(std::ptr::null_mut());
            libc::_exit(status);
        }
    }
}
