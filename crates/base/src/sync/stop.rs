//! Work that ends before its end: what a stream runs looks, between its pieces, whether it is to stop.
//!
//! A flag is of one stream, and known to the threads that compute for it. Work that stops unwinds, as in a panic, to where the stream called it: code that
//! may be left by a panic may be left so.

use std::any::Any;
use std::cell::Cell;
use std::panic::resume_unwind;
use std::ptr::null;
use std::sync::atomic::{AtomicBool, Ordering};

use super::with_value;

/// The flag of the work that runs on a thread, if it has one.
#[derive(Clone, Copy, Debug)]
pub struct Flag(*const AtomicBool);

// SAFETY: an atomic may be read by all threads; the function that passes it on keeps it alive ([`with`]).
unsafe impl Send for Flag {}
// SAFETY: as above.
unsafe impl Sync for Flag {}

thread_local! {
    static CURRENT: Cell<Flag> = const { Cell::new(Flag(null())) };
}

/// The payload with which work unwinds.
struct StopPayload;

/// Returns the flag of the work that runs on this thread, for threads that help it while it waits for them.
pub fn current() -> Flag {
    CURRENT.get()
}

/// Calls `work`, which stops when `flag` is set and it looks.
pub fn with<R>(flag: &AtomicBool, work: impl FnOnce() -> R) -> R {
    // SAFETY: the flag is borrowed until the work has ended.
    unsafe { with_shared(Flag(flag), work) }
}

/// As [`with`], on a thread that helps.
///
/// # Safety
/// The work that the flag is of lasts until this has returned.
pub unsafe fn with_shared<R>(flag: Flag, work: impl FnOnce() -> R) -> R {
    with_value(&CURRENT, flag, work)
}

/// Ends the work of this thread if it is to stop.
#[inline(never)]
pub fn check() {
    let Flag(flag) = CURRENT.get();
    // SAFETY: null, or kept alive by the function that set it.
    if unsafe { flag.as_ref() }.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
        resume_unwind(Box::new(StopPayload));
    }
}

/// Returns true if a panic is that of work that was stopped.
pub fn is_stop(panic: &(dyn Any + Send)) -> bool {
    panic.is::<StopPayload>()
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    #[test]
    fn only_work_whose_flag_is_set_stops() {
        let flag = AtomicBool::new(false);
        check();
        with(&flag, check);
        flag.store(true, Ordering::Relaxed);
        let stopped = catch_unwind(std::panic::AssertUnwindSafe(|| with(&flag, check)));
        assert!(is_stop(&*stopped.unwrap_err()));
        check();
    }
}
