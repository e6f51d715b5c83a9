//! The floating-point environment that computing runs in: rounding to nearest, subnormals kept, exceptions masked.
//!
//! A program may have set another one: `-ffast-math` flushes subnormals in the thread that starts the program,
//! `fesetround` turns the rounding, `feenableexcept` makes an inexact result a signal. Rust assumes that none of that
//! happens, and results must not depend on it. So whatever computes for a program runs inside [`known`].

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// Runs `work` in the known environment. The caller's environment is afterwards as it was before, exception flags
/// included, even if `work` panics.
///
/// Costs next to nothing where the environment is the known one already.
#[inline]
pub fn known<R>(work: impl FnOnce() -> R) -> R {
    let mut work = Some(work);
    let mut result = None;
    let mut call = || {
        if let Some(work) = work.take() {
            result = Some(work());
        }
    };
    {
        let _restore = processor::Saved::replace();
        call_unseen(&mut call);
    }
    match result {
        Some(result) => result,
        None => unreachable!("the work was called"),
    }
}

/// As [`known`], and returns the panic of `work` if it panics. One copy for all kinds of work.
#[inline(never)]
pub fn caught(work: &mut dyn FnMut()) -> thread::Result<()> {
    known(|| catch_unwind(AssertUnwindSafe(work)))
}

/// Returns the square root of a normal number, rounded as the caller's environment says, with no other trace of it: no flag, and
/// no signal. For functions that take no longer than setting an environment.
#[inline(always)]
pub fn root(x: f64) -> f64 {
    processor::quiet_root(x).unwrap_or_else(|| root_in_known(x))
}

#[cold]
fn root_in_known(x: f64) -> f64 {
    known(|| x.sqrt())
}

/// Calls `work` through an address that the compiler knows nothing of. Setting the environment is only an instruction to
/// the compiler: without this it may move arithmetic of an inlined function, or a call that has no other effects, across.
#[inline]
fn call_unseen<F: FnMut()>(work: &mut F) {
    fn call<F: FnMut()>(work: &mut F) {
        work();
    }
    processor::hide(call::<F>)(work);
}

#[cfg(target_arch = "x86_64")]
mod processor {
    use core::arch::asm;

    /// MXCSR: all exceptions masked, to nearest, neither subnormal results nor subnormal arguments taken as 0.
    const KNOWN: u32 = 0x1f80;
    /// The flags of exceptions that occurred. Nothing here reads them.
    const FLAGS: u32 = 0x3f;

    /// The caller's MXCSR, set again when this is dropped.
    pub struct Saved(u32);

    impl Saved {
        #[inline]
        pub fn replace() -> Self {
            let saved = Self(read());
            if saved.0 & !FLAGS != KNOWN {
                write(KNOWN);
            }
            saved
        }
    }

    impl Drop for Saved {
        #[inline]
        fn drop(&mut self) {
            // Reading is cheaper than writing, and mostly nothing has changed.
            if read() != self.0 {
                write(self.0);
            }
        }
    }

    #[inline]
    pub fn read() -> u32 {
        let mut mxcsr = 0_u32;
        // SAFETY: it writes four bytes where it is told.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut mxcsr, options(nostack, preserves_flags)) };
        mxcsr
    }

    #[inline]
    pub fn write(mxcsr: u32) {
        // SAFETY: a value that was read before, or a constant, sets no reserved bit.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const mxcsr, options(nostack)) };
    }

    /// The root, if being inexact is the only exception it can raise, and that one is masked and flagged already, as after almost any
    /// arithmetic.
    #[inline(always)]
    pub fn quiet_root(x: f64) -> Option<f64> {
        const INEXACT_MASKED_AND_FLAGGED: u32 = 0x1020;
        if read() & INEXACT_MASKED_AND_FLAGGED != INEXACT_MASKED_AND_FLAGGED {
            return None;
        }
        let root;
        // SAFETY: arithmetic. Not `sqrt`, which the compiler may compute before the question.
        unsafe {
            asm!("sqrtsd {}, {}", out(xmm_reg) root, in(xmm_reg) x, options(nostack, preserves_flags))
        };
        Some(root)
    }

    /// The same function, of which the compiler knows nothing any more.
    #[inline]
    pub fn hide<F>(mut function: fn(&mut F)) -> fn(&mut F) {
        // SAFETY: no instruction at all.
        unsafe { asm!("/* {0} */", inout(reg) function, options(nostack, preserves_flags)) };
        function
    }

    /// Environments that programs use, for tests.
    #[cfg(test)]
    pub const OTHERS: [(&str, u32); 5] = [
        ("subnormals as zero", KNOWN | 0x8040),
        ("rounding up", KNOWN | 0x4000),
        ("rounding down, with flags", KNOWN | 0x2000 | 0x21),
        ("toward zero", KNOWN | 0x6000),
        ("exceptions unmasked", 0),
    ];
}

#[cfg(target_arch = "aarch64")]
mod processor {
    use core::arch::asm;

    /// FPCR: no traps, to nearest, subnormals kept.
    const KNOWN: u64 = 0;

    /// The caller's FPCR and FPSR, set again when this is dropped.
    pub struct Saved(u64, u64);

    impl Saved {
        #[inline]
        pub fn replace() -> Self {
            let saved = Self(read(), flags());
            if saved.0 != KNOWN {
                write(KNOWN);
            }
            saved
        }
    }

    impl Drop for Saved {
        #[inline]
        fn drop(&mut self) {
            if read() != self.0 {
                write(self.0);
            }
            if flags() != self.1 {
                // SAFETY: a value that was read before.
                unsafe { asm!("msr fpsr, {}", in(reg) self.1, options(nostack)) };
            }
        }
    }

    #[inline]
    pub fn read() -> u64 {
        let fpcr: u64;
        // SAFETY: reading a register.
        unsafe { asm!("mrs {}, fpcr", out(reg) fpcr, options(nostack, preserves_flags)) };
        fpcr
    }

    #[inline]
    pub fn write(fpcr: u64) {
        // SAFETY: a value that was read before, or a constant.
        unsafe { asm!("msr fpcr, {}", in(reg) fpcr, options(nostack)) };
    }

    #[inline]
    fn flags() -> u64 {
        let fpsr: u64;
        // SAFETY: reading a register.
        unsafe { asm!("mrs {}, fpsr", out(reg) fpsr, options(nostack, preserves_flags)) };
        fpsr
    }

    /// The root, in the known environment always.
    #[inline(always)]
    pub fn quiet_root(_: f64) -> Option<f64> {
        None
    }

    /// The same function, of which the compiler knows nothing any more.
    #[inline]
    pub fn hide<F>(mut function: fn(&mut F)) -> fn(&mut F) {
        // SAFETY: no instruction at all.
        unsafe { asm!("/* {0} */", inout(reg) function, options(nostack, preserves_flags)) };
        function
    }

    /// Environments that programs use, for tests. Traps are optional on this architecture.
    #[cfg(test)]
    pub const OTHERS: [(&str, u64); 4] = [
        ("subnormals as zero", 1 << 24),
        ("rounding up", 1 << 22),
        ("rounding down", 2 << 22),
        ("toward zero", 3 << 22),
    ];
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod processor {
    /// Nothing is known of this processor's environment.
    pub struct Saved;

    impl Saved {
        pub fn replace() -> Self {
            Self
        }
    }

    pub fn quiet_root(x: f64) -> Option<f64> {
        Some(x.sqrt())
    }

    pub fn hide<F>(function: fn(&mut F)) -> fn(&mut F) {
        function
    }
}

#[cfg(all(test, any(target_arch = "x86_64", target_arch = "aarch64")))]
mod tests {
    use std::hint::black_box;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::processor::{OTHERS, read, write};
    use super::*;

    /// Runs `test` in another environment, and checks that it left it as it was. Between the two nothing may compute but
    /// inside `known`.
    fn in_each_environment(test: impl Fn(&str)) {
        for (name, other) in OTHERS {
            let before = read();
            write(other);
            let result = catch_unwind(AssertUnwindSafe(|| test(name)));
            let after = read();
            write(before);
            assert!(result.is_ok(), "{name}");
            assert_eq!(after, other, "{name}: {after:#x} instead of {other:#x}");
        }
    }

    /// Sums and quotients that are inexact, and a subnormal.
    fn results() -> [u64; 4] {
        [
            (black_box(1.0_f64) / black_box(3.0)).to_bits(),
            (black_box(-1.0_f64) / black_box(3.0)).to_bits(),
            (black_box(1.0_f64) + black_box(1e-17)).to_bits(),
            (black_box(f64::MIN_POSITIVE) * black_box(0.25)).to_bits(),
        ]
    }

    const EXPECTED: [u64; 4] = [
        0x3fd5_5555_5555_5555,
        0xbfd5_5555_5555_5555,
        0x3ff0_0000_0000_0000,
        0x0004_0000_0000_0000,
    ];

    #[test]
    fn results_do_not_depend_on_the_environment() {
        in_each_environment(|name| {
            assert_eq!(known(results), EXPECTED, "{name}");
            // Nested, as in a task that runs in the call that submits it.
            assert_eq!(known(|| known(results)), EXPECTED, "{name}");
        });
    }

    #[test]
    fn a_root_leaves_no_trace() {
        in_each_environment(|name| {
            let root = root(black_box(2.0)).to_bits();
            let exact = 0x3ff6_a09e_667f_3bcd_u64;
            assert!(root.abs_diff(exact) <= 1, "{name}: {root:#x}");
        });
    }

    #[test]
    fn the_environment_is_restored_when_the_work_panics() {
        in_each_environment(|name| {
            let caught = catch_unwind(|| {
                known(|| {
                    assert_ne!(results(), EXPECTED);
                })
            });
            assert!(caught.is_err(), "{name}");
        });
    }

    /// A function that the compiler sees to have no effects but its result, and so would like to move.
    #[inline(always)]
    fn third(x: f64) -> f64 {
        x / 3.0
    }

    #[test]
    fn arithmetic_does_not_leave_the_environment() {
        in_each_environment(|name| {
            let x = black_box(1.0);
            let y = known(|| third(x));
            assert_eq!(y.to_bits(), EXPECTED[0], "{name}");
        });
    }
}
