//! Threads: where they start, and how work is cut.
//!
//! Work is cut at borders that depend on its size only, so that results do not depend on the number of threads.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, Thread};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::config;

/// The number of threads that compute: `HOSTNPU_THREADS`.
pub fn threads() -> usize {
    *config::THREADS.get()
}

/// The helpers of the calling thread: one fewer than [`threads`].
fn pool() -> Option<&'static ThreadPool> {
    static POOL: OnceLock<Option<ThreadPool>> = OnceLock::new();
    POOL.get_or_init(|| {
        let helpers = threads().checked_sub(1).filter(|&helpers| helpers > 0)?;
        ThreadPoolBuilder::new()
            .num_threads(helpers)
            .thread_name(|i| format!("hostnpu-{i}"))
            .build()
            .inspect_err(|error| log::warn!("computing on one thread only: {error}"))
            .ok()
    })
    .as_ref()
}

/// Calls `work` for each number below `pieces`, each once, on all threads. The calling thread takes part and starts at
/// once; the others join as they wake.
pub fn for_each_piece(pieces: usize, work: impl Fn(usize) + Sync) {
    for_each_piece_on(threads(), pieces, work);
}

/// As [`for_each_piece`], with at most `threads` threads.
pub fn for_each_piece_on(threads: usize, pieces: usize, work: impl Fn(usize) + Sync) {
    let helpers = threads.min(pieces).saturating_sub(1);
    match pool().filter(|_| helpers > 0) {
        None => (0..pieces).for_each(work),
        Some(pool) => {
            let next = AtomicUsize::new(0);
            let take_all = || {
                loop {
                    let piece = next.fetch_add(1, Ordering::Relaxed);
                    if piece >= pieces {
                        break;
                    }
                    work(piece);
                }
            };
            share(pool, helpers.min(pool.current_num_threads()), &take_all);
        }
    }
}

/// Runs `work` here and on up to `helpers` threads of the pool at once, and returns when all that have begun have ended.
///
/// Unlike a scope of rayon, it does not wait for a helper that has not woken yet: waking one takes as long as a medium-sized
/// operator, and by then nothing may be left to do. Nor does it sleep at once when it has to wait.
fn share(pool: &ThreadPool, helpers: usize, work: &(dyn Fn() + Sync)) {
    // SAFETY: only a lifetime changes, of which a pointer promises nothing.
    let shared = Shared(unsafe {
        std::mem::transmute::<*const (dyn Fn() + Sync + '_), *const (dyn Fn() + Sync)>(work)
    });
    let room = Arc::new(Room {
        inside: AtomicUsize::new(0),
        owner: thread::current(),
        panic: Mutex::new(None),
    });
    let closing = Closing(&room);
    for _ in 0..helpers {
        let room = room.clone();
        pool.spawn(move || {
            if room.enter() {
                // SAFETY: `work` lives as long as somebody is inside: dropping `closing`, at the end or while a panic unwinds,
                // returns only when nobody is inside or ever will be.
                let work = unsafe { shared.get() };
                if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
                    room.panic
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .get_or_insert(panic);
                }
                room.leave();
            }
        });
    }
    work();
    drop(closing);
    let panic = room
        .panic
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take();
    if let Some(panic) = panic {
        resume_unwind(panic);
    }
}

/// What a room's owner lends to those inside.
#[derive(Clone, Copy)]
struct Shared(*const (dyn Fn() + Sync));

// SAFETY: what it points to may be called from all threads.
unsafe impl Send for Shared {}

impl Shared {
    /// # Safety
    /// The closure is alive until the last use of what this gives.
    unsafe fn get<'a>(self) -> &'a (dyn Fn() + Sync) {
        // SAFETY: the caller's promise.
        unsafe { &*self.0 }
    }
}

/// Where helpers are while they work for somebody.
struct Room {
    /// How many are inside, and [`CLOSED`] once nobody may enter any more.
    inside: AtomicUsize,
    owner: Thread,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

const CLOSED: usize = 1 << (usize::BITS - 1);

/// How often the owner looks before it sleeps: for about as long as waking it would take.
const LOOKS: usize = 4000;

impl Room {
    /// Whether the caller is inside now: then it has to leave.
    fn enter(&self) -> bool {
        let may = |inside| (inside & CLOSED == 0).then_some(inside + 1);
        self.inside
            .fetch_update(Ordering::Acquire, Ordering::Relaxed, may)
            .is_ok()
    }

    fn leave(&self) {
        if self.inside.fetch_sub(1, Ordering::Release) == CLOSED + 1 {
            self.owner.unpark();
        }
    }

    /// Lets nobody in any more, and waits until all have left.
    fn close(&self) {
        self.inside.fetch_or(CLOSED, Ordering::Relaxed);
        let is_empty = || self.inside.load(Ordering::Acquire) == CLOSED;
        for _ in 0..LOOKS {
            if is_empty() {
                return;
            }
            std::hint::spin_loop();
        }
        while !is_empty() {
            thread::park();
        }
    }
}

/// Closes the room when it is dropped.
struct Closing<'a>(&'a Room);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_runs_once() {
        for threads in [1, 2, 3, 8] {
            let counts: Vec<AtomicUsize> = (0..1000).map(|_| AtomicUsize::new(0)).collect();
            for_each_piece_on(threads, counts.len(), |piece| {
                counts[piece].fetch_add(1, Ordering::Relaxed);
            });
            assert!(
                counts
                    .iter()
                    .all(|count| count.load(Ordering::Relaxed) == 1),
                "with {threads} threads"
            );
        }
    }

    #[test]
    fn nobody_works_after_the_call() {
        // What the closure borrows lives on this stack: a helper that came late would write to it after the round.
        for round in 0..2000 {
            let done = AtomicUsize::new(0);
            for_each_piece_on(8, 1 + round % 5, |_| {
                done.fetch_add(1, Ordering::Relaxed);
            });
            assert_eq!(done.into_inner(), 1 + round % 5);
        }
    }

    #[test]
    fn a_panic_of_any_thread_reaches_the_caller() {
        for culprit in 0..20 {
            let caught = catch_unwind(|| {
                for_each_piece_on(8, 20, |piece| {
                    thread::yield_now();
                    assert_ne!(piece, culprit, "the piece that fails");
                });
            });
            assert!(caught.is_err(), "piece {culprit}");
        }
    }
}
