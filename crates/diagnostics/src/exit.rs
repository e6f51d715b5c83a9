//! Output at the end of the process.
//!
//! An `atexit` handler set by the first call would run before the destructors of the program's static objects, which may call
//! again. The library's own end comes after them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use hostnpu_base::sync::lock;

static FUNCTIONS: Mutex<Vec<fn()>> = Mutex::new(Vec::new());

/// The process that has asked: a forked child leaves without writing.
static PROCESS: AtomicU32 = AtomicU32::new(0);

/// Has a function called when the process ends.
pub fn at_end(function: fn()) {
    PROCESS.store(std::process::id(), Ordering::Relaxed);
    lock(&FUNCTIONS).push(function);
}

/// Calls what was asked for, once.
pub fn finish() {
    if PROCESS.load(Ordering::Relaxed) != std::process::id() {
        return;
    }
    let functions = std::mem::take(&mut *lock(&FUNCTIONS));
    for function in functions {
        // The process ends, whatever goes wrong.
        let _ = std::panic::catch_unwind(function);
    }
}

#[used]
#[unsafe(link_section = ".fini_array")]
static AT_THE_END: extern "C" fn() = at_the_end;

extern "C" fn at_the_end() {
    finish();
}
