//! The caller's floating-point environment: changed at random, and compared after each call.

/// Default state: rounding to nearest, no flush to zero, exceptions masked.
#[cfg(target_arch = "x86_64")]
const DEFAULT: u32 = 0x1F80;

/// Flush to zero and denormals are zero; the four rounding directions.
#[cfg(target_arch = "x86_64")]
const STATES: [u32; 6] = [
    DEFAULT,
    DEFAULT | 0x8040,
    DEFAULT | 0x2000,
    DEFAULT | 0x4000,
    DEFAULT | 0x6000,
    DEFAULT | 0xE040,
];

#[cfg(target_arch = "x86_64")]
fn read() -> u32 {
    let mut state = 0_u32;
    // SAFETY: stores a register into a local variable.
    unsafe { std::arch::asm!("stmxcsr [{}]", in(reg) &raw mut state, options(nostack)) };
    state
}

#[cfg(target_arch = "x86_64")]
fn write(state: u32) {
    // SAFETY: every value that is written has all exceptions masked. `call` restores the default before any arithmetic of Rust.
    unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &raw const state, options(nostack)) };
}

/// Calls `call` in an environment that `choice` selects, which has to be the same afterwards, flags included.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
pub fn call<R>(choice: usize, call: impl FnOnce() -> R) -> R {
    let state = STATES[choice % STATES.len()];
    write(state);
    let result = call();
    let after = read();
    write(DEFAULT);
    if after != state {
        crate::c::finding(&format!(
            "MXCSR was {state:#x} before a call and {after:#x} after it"
        ));
    }
    result
}

/// Calls `call`: on this architecture the environment stays as it is.
#[cfg(not(target_arch = "x86_64"))]
pub fn call<R>(_: usize, call: impl FnOnce() -> R) -> R {
    call()
}
