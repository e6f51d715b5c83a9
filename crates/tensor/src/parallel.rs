//! Threads: where they start, and how work is cut.
//!
//! Work is cut at borders that depend on its size only, so that results do not depend on the number of threads.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rayon::{ThreadPool, ThreadPoolBuilder};

use hostnpu_base::config;
use hostnpu_base::sync::{lock, stop};
use hostnpu_numeric::environment;

/// The number of threads that compute: `HOSTNPU_THREADS`.
pub fn threads() -> usize {
    *config::THREADS.get()
}

/// Time for which helpers wait for more work before they end: a process whose main thread ends by itself ends after that time.
const IDLE: Duration = Duration::from_millis(500);

/// The helpers of the threads that call, of one process.
///
/// A forked child has a copy of them, and none of the threads: it makes its own, and never touches the parent's, whose lock some
/// thread may have held.
struct Helpers {
    process: u32,
    started: Mutex<Option<Started>>,
}

/// One thread fewer than [`threads`], or none where they could not be started.
type Started = Option<Arc<ThreadPool>>;

static HELPERS: AtomicPtr<Helpers> = AtomicPtr::new(null_mut());

/// Number of times that helpers were asked for.
static USES: AtomicU64 = AtomicU64::new(0);

impl Helpers {
    /// Those of this process; they live as long as it.
    fn get() -> &'static Self {
        let process = std::process::id();
        loop {
            let known = HELPERS.load(Ordering::Acquire);
            // SAFETY: what is stored there is never freed.
            match unsafe { known.as_ref() } {
                Some(helpers) if helpers.process == process => return helpers,
                _ => {
                    let helpers = Box::into_raw(Box::new(Self {
                        process,
                        started: Mutex::new(None),
                    }));
                    let stored = HELPERS.compare_exchange(
                        known,
                        helpers,
                        Ordering::AcqRel,
                        Ordering::Relaxed,
                    );
                    if stored.is_err() {
                        // SAFETY: it was made above, and no other thread has seen it.
                        drop(unsafe { Box::from_raw(helpers) });
                    }
                }
            }
        }
    }

    /// Starts them if there are none.
    fn pool(&'static self, count: usize) -> Started {
        let started = &mut *lock(&self.started);
        USES.fetch_add(1, Ordering::Relaxed);
        let start = || {
            let pool = ThreadPoolBuilder::new()
                .num_threads(count)
                .thread_name(|i| format!("hostnpu-{i}"))
                .build()
                .inspect_err(|error| log::warn!("computing on one thread only: {error}"));
            let pool = pool.ok().map(Arc::new);
            if pool.is_some() {
                let end = thread::Builder::new().name("hostnpu-idle".into());
                // Without it they stay.
                let _ = end.spawn(|| self.end_when_idle());
            }
            pool
        };
        started.get_or_insert_with(start).clone()
    }

    /// Ends them when they were idle for a while.
    fn end_when_idle(&self) {
        let mut uses = USES.load(Ordering::Relaxed);
        loop {
            thread::sleep(IDLE);
            let started = &mut *lock(&self.started);
            let now = USES.load(Ordering::Relaxed);
            let pool = started.as_ref().and_then(Option::as_ref);
            let is_in_use = pool.is_some_and(|pool| Arc::strong_count(pool) > 1);
            if now == uses && !is_in_use {
                *started = None;
                return;
            }
            uses = now;
        }
    }
}

/// Returns the helpers; starts them if there are none.
fn pool() -> Started {
    let count = threads().checked_sub(1).filter(|&count| count > 0)?;
    Helpers::get().pool(count)
}

/// Calls `work` for each number below `pieces`, each once, on all threads. The calling thread takes part and starts at
/// once; the others join as they wake. Between two pieces each looks whether its stream's work is to stop.
pub fn for_each_piece(pieces: usize, work: impl Fn(usize) + Sync) {
    for_each_piece_on(threads(), pieces, work);
}

/// As [`for_each_piece`], with at most `threads` threads.
pub fn for_each_piece_on(threads: usize, pieces: usize, work: impl Fn(usize) + Sync) {
    let helpers = threads.min(pieces).saturating_sub(1);
    match (helpers > 0).then(pool).flatten() {
        None => {
            for piece in 0..pieces {
                stop::check();
                work(piece);
            }
        }
        Some(pool) => {
            let next = AtomicUsize::new(0);
            let take_all = || {
                loop {
                    let piece = next.fetch_add(1, Ordering::Relaxed);
                    if piece >= pieces {
                        break;
                    }
                    stop::check();
                    work(piece);
                }
            };
            share(&pool, helpers.min(pool.current_num_threads()), &take_all);
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
    let borrow = Arc::new(Borrow::default());
    let end = EndOnDrop(&borrow);
    let flag = stop::current();
    for _ in 0..helpers {
        let borrow = borrow.clone();
        pool.spawn(move || {
            if borrow.begin_use() {
                // SAFETY: `work` lives as long as it has users: dropping `end`, at the end or while a panic unwinds, returns
                // only when there are none and never will be.
                let work = unsafe { shared.get() };
                // SAFETY: what computes here does so until then, too.
                let work = || unsafe { stop::with_shared(flag, work) };
                let result = environment::known(|| catch_unwind(AssertUnwindSafe(work)));
                borrow.end_use(result.err());
            }
        });
    }
    work();
    drop(end);
    let panic = lock(&borrow.ending).panic.take();
    if let Some(panic) = panic {
        resume_unwind(panic);
    }
}

/// The closure that helpers borrow.
#[derive(Clone, Copy)]
struct Shared(*const (dyn Fn() + Sync));

// SAFETY: what it points to may be called from all threads.
unsafe impl Send for Shared {}

impl Shared {
    /// # Safety
    /// The closure is alive until the last use of what this returns.
    unsafe fn get<'a>(self) -> &'a (dyn Fn() + Sync) {
        // SAFETY: the caller's promise.
        unsafe { &*self.0 }
    }
}

/// Counts the helpers that use a borrowed closure.
#[derive(Default)]
struct Borrow {
    /// Number of users, and [`CLOSED`] once there may be no more.
    users: AtomicUsize,
    ending: Mutex<Ending>,
    /// The last user is gone, and the owner sleeps.
    ended: Condvar,
}

#[derive(Default)]
struct Ending {
    owner_sleeps: bool,
    /// The first panic of a helper.
    panic: Option<Box<dyn Any + Send>>,
}

const CLOSED: usize = 1 << (usize::BITS - 1);

/// Number of times that the owner looks before it sleeps: for about as long as waking it would take.
const LOOKS: usize = 4000;

impl Borrow {
    /// Returns true if the caller is a user now: then it has to end that.
    fn begin_use(&self) -> bool {
        let may = |users| (users & CLOSED == 0).then_some(users + 1);
        self.users
            .fetch_update(Ordering::Acquire, Ordering::Relaxed, may)
            .is_ok()
    }

    fn end_use(&self, panic: Option<Box<dyn Any + Send>>) {
        if let Some(panic) = panic {
            lock(&self.ending).panic.get_or_insert(panic);
        }
        if self.users.fetch_sub(1, Ordering::Release) == CLOSED + 1
            && lock(&self.ending).owner_sleeps
        {
            self.ended.notify_one();
        }
    }

    /// Admits no more users, and waits until there are none.
    fn end(&self) {
        self.users.fetch_or(CLOSED, Ordering::Relaxed);
        let is_over = || self.users.load(Ordering::Acquire) == CLOSED;
        for _ in 0..LOOKS {
            if is_over() {
                return;
            }
            std::hint::spin_loop();
        }
        // Not by parking: a thread whose destructors run has no `thread::current` any more.
        let mut ending = lock(&self.ending);
        ending.owner_sleeps = true;
        while !is_over() {
            ending = self
                .ended
                .wait(ending)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Ends the borrow when it is dropped.
struct EndOnDrop<'a>(&'a Borrow);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
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
    fn no_helper_works_after_the_call() {
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
                    std::thread::yield_now();
                    assert_ne!(piece, culprit, "the piece that fails");
                });
            });
            assert!(caught.is_err(), "piece {culprit}");
        }
    }
}
