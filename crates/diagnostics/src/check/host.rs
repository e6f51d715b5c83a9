//! Host code that touches device memory: reported at its instruction, and let go on.
//!
//! Device memory has no access at the addresses that programs know. A touch faults, and the handler of that fault, which runs on the thread
//! that has touched it, reports it and opens the block. What the library itself touches there is let through without a word.

use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::sync::atomic::Ordering;

use super::closed::{DISTANCE, WATCHED, open};
use super::enabled::{HOST, INIT, is_on};
use super::race::touches;
use super::report::Report;
use super::{blocks, shadow};
use crate::stack::{Stack, is_library};

/// Watches addresses that have no access, whose memory has others so far from them.
pub fn watch_host(addresses: Range<usize>, distance: usize) {
    DISTANCE.store(distance, Ordering::Relaxed);
    // SAFETY: all bytes zero are an action without flags; both actions are this function's own.
    unsafe {
        let mut own: libc::sigaction = std::mem::zeroed();
        let mut before: libc::sigaction = std::mem::zeroed();
        libc::sigaction(libc::SIGSEGV, std::ptr::null(), &raw mut before);
        if WATCHED.set((addresses, before)).is_err() {
            return;
        }
        own.sa_sigaction = on_fault as *const () as usize;
        // On the thread's own stack: those that programs set up for signals are too small for a report.
        own.sa_flags = libc::SA_SIGINFO;
        libc::sigemptyset(&raw mut own.sa_mask);
        libc::sigaction(libc::SIGSEGV, &raw const own, std::ptr::null_mut());
    }
}

unsafe extern "C" fn on_fault(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the system passes a description of the fault.
    let address = unsafe { (*info).si_addr() } as usize;
    let Some((addresses, before)) = WATCHED.get() else {
        return;
    };
    // SAFETY: the system passes the state of the thread.
    let (instruction, writes) = unsafe { fault(context) };
    if !addresses.contains(&address) {
        if !touches::touched(address, instruction, writes) {
            // SAFETY: what was called before for such faults, with what it is called with.
            unsafe { pass_on(before, signal, info, context) };
        }
        return;
    }
    let block = blocks::live(address).or_else(|| blocks::dead(address));
    let bytes = block.as_ref().map_or(address..address + 1, |block| {
        block.start..block.start + block.size
    });
    open(bytes.start.min(address)..bytes.end.max(address + 1));
    if is_library(instruction) || !is_on(HOST) {
        return;
    }
    let does = match writes {
        Some(true) => "writes",
        Some(false) => "reads",
        None => "touches",
    };
    let what = match &block {
        Some(block) => {
            let offset = address - block.start;
            let gone = if block.freed.is_some() {
                ", which was freed"
            } else {
                ""
            };
            format!("byte {offset} of {}{gone}", block.name())
        }
        None => format!("{address:#x}, where no device memory is"),
    };
    let mut report = Report::error("HN-HOST-ACCESS", format!("host code {does} {what}"));
    if let Some(block) = &block {
        report = report.fact("memory", block.text());
    }
    report = report.fact_at("touched", "", Stack::at(instruction));
    if let Some(block) = &block {
        report = report.fact_at("made", "", block.made);
        if is_on(INIT) && block.freed.is_none() {
            shadow::opened(block);
        }
    }
    report
        .advice("Only copies and operators reach device memory: copy with aclrtMemcpy. The block is open for the host from here on.")
        .send();
}

/// The instruction that has faulted, and whether it writes, where that is known.
///
/// # Safety
/// `context` is what the handler of a signal was passed.
unsafe fn fault(context: *mut c_void) -> (usize, Option<bool>) {
    // SAFETY: the caller's promise.
    let state = unsafe { &(*context.cast::<libc::ucontext_t>()).uc_mcontext };
    #[cfg(target_arch = "x86_64")]
    {
        let register = |number: c_int| state.gregs[number as usize] as usize;
        (
            register(libc::REG_RIP),
            Some(register(libc::REG_ERR) & 2 != 0),
        )
    }
    #[cfg(target_arch = "aarch64")]
    {
        (state.pc as usize, None)
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        let _ = state;
        (0, None)
    }
}

/// Hands a fault that is none of ours to what handled it before.
///
/// # Safety
/// The arguments are those of a handler of a signal, and `before` its predecessor.
unsafe fn pass_on(
    before: &libc::sigaction,
    signal: c_int,
    info: *mut libc::siginfo_t,
    context: *mut c_void,
) {
    match before.sa_sigaction {
        libc::SIG_DFL | libc::SIG_IGN => {
            // The instruction faults again when the handler returns, and ends the process as without us.
            // SAFETY: the predecessor of this handler.
            unsafe { libc::sigaction(signal, before, std::ptr::null_mut()) };
        }
        handler if before.sa_flags & libc::SA_SIGINFO != 0 => {
            type Handler = unsafe extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void);
            // SAFETY: what was registered as a handler of this kind.
            unsafe { std::mem::transmute::<usize, Handler>(handler)(signal, info, context) };
        }
        handler => {
            // SAFETY: what was registered as a handler of this kind.
            unsafe { std::mem::transmute::<usize, unsafe extern "C" fn(c_int)>(handler)(signal) };
        }
    }
}
