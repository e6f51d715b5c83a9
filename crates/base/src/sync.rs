//! Locks that outlive panics, the text of a panic, and work that is to stop.

pub mod stop;

use std::any::Any;
use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::LocalKey;

/// Locks a mutex whose data stay valid at every point where a panic could leave them.
#[inline]
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `work` while a variable of this thread has another value. The one that was there before is put back, however the work ends.
pub fn with_value<T: Copy, R>(
    variable: &'static LocalKey<Cell<T>>,
    value: T,
    work: impl FnOnce() -> R,
) -> R {
    struct Before<T: Copy + 'static>(&'static LocalKey<Cell<T>>, T);
    impl<T: Copy> Drop for Before<T> {
        fn drop(&mut self) {
            self.0.set(self.1);
        }
    }
    let _before = Before(variable, variable.replace(value));
    work()
}

/// Returns the message of a panic.
pub fn panic_text(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_any_kind_has_a_text() {
        assert_eq!(panic_text(&"text"), "text");
        assert_eq!(panic_text(&String::from("owned")), "owned");
        assert_eq!(panic_text(&7), "a panic without a message");
    }

    #[test]
    fn a_lock_that_a_panic_left_is_taken_all_the_same() {
        let mutex = Mutex::new(1);
        let left = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut value = lock(&mutex);
            *value = 2;
            panic!("leaves the lock poisoned");
        }));
        assert!(left.is_err());
        assert_eq!(*lock(&mutex), 2);
    }
}
