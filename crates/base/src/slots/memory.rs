//! The atomics, cells and locks of a table: those of the standard library or, under `cfg(loom)`, those of `loom`, which runs a model in all orders of threads.

#[cfg(not(loom))]
pub use plain::*;

#[cfg(loom)]
pub use modelled::*;

#[cfg(loom)]
use loom::{hint::spin_loop, thread::yield_now};
#[cfg(not(loom))]
use std::{hint::spin_loop, thread::yield_now};

/// Waits a moment for another thread, which may need the processor.
pub fn pause(looks: &mut u32) {
    *looks += 1;
    if *looks < 100 {
        spin_loop();
    } else {
        yield_now();
    }
}

#[cfg(not(loom))]
mod plain {
    pub use std::sync::Mutex;
    pub use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

    pub use crate::sync::lock;

    /// A cell with the functions of `loom`'s, which see how long it is used.
    pub struct UnsafeCell<T>(std::cell::UnsafeCell<T>);

    impl<T> UnsafeCell<T> {
        pub const fn new(value: T) -> Self {
            Self(std::cell::UnsafeCell::new(value))
        }

        #[inline(always)]
        pub fn with<R>(&self, look: impl FnOnce(*const T) -> R) -> R {
            look(self.0.get())
        }

        #[inline(always)]
        pub fn with_mut<R>(&self, change: impl FnOnce(*mut T) -> R) -> R {
            change(self.0.get())
        }
    }

    /// The value of an atomic that no other thread can reach.
    #[inline(always)]
    pub fn own(atomic: &mut AtomicU64) -> u64 {
        *atomic.get_mut()
    }
}

#[cfg(loom)]
mod modelled {
    pub use loom::cell::UnsafeCell;
    pub use loom::sync::Mutex;
    pub use loom::sync::atomic::{AtomicU32, AtomicU64, Ordering};

    /// Models do not panic in a lock.
    pub fn lock<T>(mutex: &Mutex<T>) -> loom::sync::MutexGuard<'_, T> {
        mutex.lock().unwrap()
    }

    /// The value of an atomic that no other thread can reach.
    pub fn own(atomic: &mut AtomicU64) -> u64 {
        atomic.with_mut(|value| *value)
    }
}
