//! Objects of a thread that are there for as long as it can call: in its destructors too.
//!
//! `thread_local!` ends an object that needs a destructor before the destructors of pthread keys and of static objects run,
//! and one that is created after that is never freed. These end with a pthread key of their own instead: one that is created
//! while keys end is freed in the next round, and those of the main thread stay.

use std::cell::Cell;
use std::ffi::c_void;
use std::sync::OnceLock;
use std::thread::LocalKey;

/// An object of which each thread has one.
pub trait PerThread: Default + 'static {
    /// The variable with the address of a thread's object: `thread_local! { static … = const { Cell::new(null_mut()) } }`.
    fn place() -> &'static LocalKey<Cell<*mut Self>>;
    /// The key by which it ends: a static of its own.
    fn key() -> &'static Key;
}

/// The pthread key by which the objects of one type end.
pub struct Key(OnceLock<Option<libc::pthread_key_t>>);

#[expect(
    clippy::new_without_default,
    reason = "a key is a static, which takes no default"
)]
impl Key {
    /// Returns a key that no thread has a value of yet.
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }
}

/// Shows the thread's object to `visit`, which must not come back here. Creates it first if there is none.
pub fn with<T: PerThread, R>(visit: impl FnOnce(&mut T) -> R) -> R {
    let mut own = T::place().get();
    if own.is_null() {
        own = Box::into_raw(Box::default());
        T::place().set(own);
        let key = T::key().0.get_or_init(|| {
            let mut key = 0;
            // SAFETY: it writes the key, and `end` takes what is set for it.
            let status = unsafe { libc::pthread_key_create(&raw mut key, Some(end::<T>)) };
            (status == 0).then_some(key)
        });
        if let Some(key) = key {
            // SAFETY: the key was created, for addresses of this type. If there is no room for it, the object is not freed.
            unsafe { libc::pthread_setspecific(*key, own.cast()) };
        }
    }
    // SAFETY: this thread's own object, which only `end` frees; nothing else has a reference while `visit` runs.
    visit(unsafe { &mut *own })
}

/// As [`with`], but creates nothing.
pub fn with_existing<T: PerThread, R>(visit: impl FnOnce(&mut T) -> R) -> Option<R> {
    let is_there = !T::place().get().is_null();
    is_there.then(|| with(visit))
}

unsafe extern "C" fn end<T: PerThread>(own: *mut c_void) {
    T::place().set(std::ptr::null_mut());
    // SAFETY: the address that `with` had from a box, and has set for this thread's end.
    drop(unsafe { Box::from_raw(own.cast::<T>()) });
}

#[cfg(test)]
mod tests {
    use std::ptr::null_mut;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    static LIVE: AtomicUsize = AtomicUsize::new(0);

    struct Counted(u32);

    impl Default for Counted {
        fn default() -> Self {
            LIVE.fetch_add(1, Ordering::SeqCst);
            Self(0)
        }
    }

    impl Drop for Counted {
        fn drop(&mut self) {
            LIVE.fetch_sub(1, Ordering::SeqCst);
        }
    }

    impl PerThread for Counted {
        fn place() -> &'static LocalKey<Cell<*mut Self>> {
            thread_local! {
                static PLACE: Cell<*mut Counted> = const { Cell::new(null_mut()) };
            }
            &PLACE
        }

        fn key() -> &'static Key {
            static KEY: Key = Key::new();
            &KEY
        }
    }

    /// Uses the thread's object again while keys end.
    unsafe extern "C" fn late(_: *mut c_void) {
        with(|own: &mut Counted| own.0 += 1);
    }

    #[test]
    fn each_thread_has_one_until_its_last_destructor() {
        assert_eq!(with_existing(|_: &mut Counted| ()), None);
        with(|own: &mut Counted| own.0 = 7);
        std::thread::spawn(|| {
            assert_eq!(with(|own: &mut Counted| own.0), 0);
            assert_eq!(LIVE.load(Ordering::SeqCst), 2);
            // Created after the key above, so it ends after it.
            let mut key = 0;
            // SAFETY: a key whose destructor takes anything.
            unsafe {
                assert_eq!(libc::pthread_key_create(&raw mut key, Some(late)), 0);
                assert_eq!(libc::pthread_setspecific(key, (&raw const LIVE).cast()), 0);
            }
        })
        .join()
        .unwrap();
        assert_eq!(with_existing(|own: &mut Counted| own.0), Some(7));
        assert_eq!(LIVE.load(Ordering::SeqCst), 1);
    }
}
