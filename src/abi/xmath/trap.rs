//! Behaviour where a device would trap.

use std::io::Write;
use std::sync::Once;

use crate::abi::parameter::Slot;
use crate::config;

/// The device stops here. Says why, and ends the process if `HOSTNPU_XMATH_TRAPS` is 1; otherwise returns to go on.
///
/// Where no log is kept the first sentence of the process goes to the standard error stream: silence would be worse,
/// and a filter that meets a zero for each sample must not print a line for each.
#[cold]
#[inline(never)]
pub(super) fn trap(sentence: &str) {
    if *config::XMATH_TRAPS.get() {
        // Not `eprintln!`, which panics where nothing can be written.
        let _ = writeln!(std::io::stderr(), "hostnpu: {sentence}");
        std::process::abort();
    }
    crate::diagnostics::log::install();
    log::error!("{sentence}");
    static FIRST: Once = Once::new();
    if !log::log_enabled!(log::Level::Error) {
        FIRST.call_once(|| {
            let _ = writeln!(
                std::io::stderr(),
                "hostnpu: {sentence} A device stops here, as HOSTNPU_XMATH_TRAPS=1 does; \
                 ASCEND_LOG_PRINT_TO_STDOUT=1 shows every such call."
            );
        });
    }
}

/// Writes a result through a pointer of the C caller; a null pointer is a trap.
#[inline(always)]
pub(super) fn store<T>(slot: Slot<T>, value: T, null: &str) {
    if !slot.write(value) {
        trap(null);
    }
}

/// As [`store`], as the last step of an entry point that returns `result`. The entry point only jumps to the trap and needs no frame for it.
#[inline(always)]
pub(super) fn store_and_return<T, R>(slot: Slot<T>, value: T, result: R, null: &'static str) -> R {
    if !slot.write(value) {
        return trap_and_return(result, null);
    }
    result
}

/// [`trap`], which then returns `result`. The optimiser must not see that `result` comes back unchanged: it would keep it in a
/// register over the call itself, and save that register in every call of the entry point.
#[cold]
#[inline(never)]
#[expect(
    improper_ctypes_definitions,
    reason = "Rust on both sides: by C's convention nothing unwinds, so the caller need not stay to catch it"
)]
pub(super) extern "C" fn trap_and_return<R>(result: R, sentence: &'static str) -> R {
    trap(sentence);
    std::hint::black_box(result)
}
