//! Calls that threads may make beside a capture: a capture cannot take some, such as copies that are waited for.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};

use super::Capture;
use hostnpu_base::error::{Capturing, Reason, Result};
use hostnpu_base::sync::lock;

/// Threads to which a capture forbids calls that it cannot take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// All threads.
    Global,
    /// The thread that captures.
    ThreadLocal,
    /// None.
    Relaxed,
}

/// Captures that forbid something. Where there is none, nothing else need be looked at.
static STRICT: AtomicUsize = AtomicUsize::new(0);

/// Those that forbid all threads something.
static GLOBAL: Mutex<Vec<Weak<Capture>>> = Mutex::new(Vec::new());

thread_local! {
    static MODE: Cell<Mode> = const { Cell::new(Mode::Global) };
    /// The captures of this thread that forbid it something.
    static OWN: RefCell<Vec<Weak<Capture>>> = const { RefCell::new(Vec::new()) };
}

/// Sets the mode of the calling thread, and returns what it was.
pub fn exchange_mode(mode: Mode) -> Mode {
    MODE.replace(mode)
}

/// Counts a capture that begins on the calling thread.
pub(super) fn begin(capture: &Arc<Capture>) {
    if capture.mode() == Mode::Relaxed {
        return;
    }
    STRICT.fetch_add(1, Ordering::AcqRel);
    let capture_of_thread = Arc::downgrade(capture);
    OWN.with_borrow_mut(|own| {
        own.retain(|known| known.strong_count() > 0);
        own.push(capture_of_thread);
    });
    if capture.mode() == Mode::Global {
        let mut all = lock(&GLOBAL);
        all.retain(|known| known.strong_count() > 0);
        all.push(Arc::downgrade(capture));
    }
}

/// Counts a capture that ends.
pub(super) fn end(capture: &Capture) {
    if capture.mode() != Mode::Relaxed {
        STRICT.fetch_sub(1, Ordering::AcqRel);
    }
}

fn any_active(captures: &[Weak<Capture>]) -> bool {
    let mut live = captures.iter().filter_map(Weak::upgrade);
    live.any(|capture| capture.is_active())
}

/// Refuses a call that a capture cannot take, where one forbids it to the calling thread.
pub fn check_unsafe() -> Result<()> {
    if STRICT.load(Ordering::Acquire) == 0 {
        return Ok(());
    }
    let mode = MODE.get();
    if mode == Mode::Relaxed {
        return Ok(());
    }
    let is_own = OWN.with_borrow(|own| any_active(own));
    if is_own || mode == Mode::Global && any_active(&lock(&GLOBAL)) {
        return Err(Reason::Capture(Capturing::Mode).into());
    }
    Ok(())
}
