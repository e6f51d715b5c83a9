//! Threads: where they start, and how work is cut.
//!
//! Work is cut at borders that depend on its size only, so that results do not depend on the number of threads.

use std::cell::Cell;
use std::panic::resume_unwind;

use hostnpu_base::config;
use hostnpu_base::sync::{stop, with_value};

use helpers::{Helpers, Summons};
use job::{Job, Lanes, Work};

mod helpers;
mod job;
mod placement;

/// The number of threads that compute: `HOSTNPU_THREADS`.
pub fn threads() -> usize {
    *config::THREADS.get()
}

/// Calls `work` for each number below `pieces`, each once, on all threads. The calling thread takes part and starts at
/// once; the others join as they wake. Between two pieces each looks whether its stream's work is to stop.
pub fn for_each_piece(pieces: usize, work: impl Fn(usize) + Sync) {
    share(threads(), pieces, Summons::Wake, &work);
}

/// As [`for_each_piece`], with at most `threads` threads.
pub fn for_each_piece_on(threads: usize, pieces: usize, work: impl Fn(usize) + Sync) {
    share(threads, pieces, Summons::Wake, &work);
}

/// As [`for_each_piece`], for work that takes no longer than waking a thread: shared with threads that look for work still, because the process has
/// computed just before, and done here alone otherwise.
pub fn for_each_short_piece(pieces: usize, work: impl Fn(usize) + Sync) {
    share(threads(), pieces, Summons::IfBusy, &work);
}

thread_local! {
    /// True while this thread computes what [`alone`] was given.
    static ALONE: Cell<bool> = const { Cell::new(false) };
}

/// Calls `work`, whose pieces are all computed by this thread: it takes less time than one more thread takes to join.
pub fn alone<R>(work: impl FnOnce() -> R) -> R {
    with_value(&ALONE, true, work)
}

/// One function for all work: a piece costs an indirect call, and the code of a loop over pieces is there once.
fn share(threads: usize, pieces: usize, summons: Summons, work: &dyn Work) {
    let most = self::threads() - 1;
    let wanted = threads.min(pieces).saturating_sub(1).min(most);
    if wanted == 0 || ALONE.get() {
        for piece in 0..pieces {
            stop::check();
            work.run(piece);
        }
        return;
    }
    let lanes = Lanes::new(pieces, wanted + 1);
    let take_all = |lane: usize| lanes.take_all(lane, work);
    // SAFETY: dropping `end`, at the end or while a panic unwinds, returns only when there are no users and never will be. The
    // job, which was made before, is dropped afterwards.
    let job = unsafe { Job::new(&take_all) };
    let helpers = Helpers::get(most);
    // A helper may still be woken by what is given, or not wake before all is done: no thread waits for it then.
    let end = EndOnDrop {
        helpers,
        job: &job,
        reach: Cell::new(0),
    };
    helpers.give(&job, wanted, summons, &end.reach);
    take_all(0);
    drop(end);
    if let Some(panic) = job.take_panic() {
        resume_unwind(panic);
    }
}

/// Ends the helpers' use of a job when it is dropped.
struct EndOnDrop<'a> {
    helpers: &'static Helpers,
    job: &'a Job,
    reach: Cell<usize>,
}

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.helpers.end(self.job, self.reach.get());
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use hostnpu_base::sync::lock;

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
    fn what_is_computed_alone_is_on_one_thread_and_only_that() {
        let own = std::thread::current().id();
        let others = || {
            let others = AtomicUsize::new(0);
            for_each_piece_on(8, 1000, |_| {
                std::thread::yield_now();
                let is_other = std::thread::current().id() != own;
                others.fetch_add(is_other.into(), Ordering::Relaxed);
            });
            others.into_inner()
        };
        assert_eq!(alone(|| alone(others) + others()), 0);
        assert!(catch_unwind(|| alone(|| panic!("within"))).is_err());
        assert!(!ALONE.get());
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

    /// Sums of many owners at once, some of whose pieces are shared again.
    #[test]
    fn owners_and_nested_calls_do_not_wait_for_each_other() {
        std::thread::scope(|scope| {
            for owner in 0..4 {
                scope.spawn(move || {
                    for round in 0..500 {
                        let sum = AtomicUsize::new(0);
                        let inner = |piece: usize| {
                            for_each_short_piece(3, |k| {
                                sum.fetch_add(piece * 3 + k, Ordering::Relaxed);
                            });
                        };
                        match (owner + round) % 3 {
                            0 => for_each_piece_on(8, 7, inner),
                            1 => for_each_short_piece(7, inner),
                            _ => for_each_piece(7, inner),
                        }
                        assert_eq!(sum.into_inner(), (0..21).sum::<usize>());
                    }
                });
            }
        });
    }

    /// Calls after pauses around those after which helpers sleep and end: hand-overs meet them while they leave.
    #[test]
    fn helpers_that_leave_lose_no_work() {
        for round in 0..300_u64 {
            let done = AtomicUsize::new(0);
            for_each_piece(4, |_| {
                done.fetch_add(1, Ordering::Relaxed);
            });
            assert_eq!(done.into_inner(), 4);
            let pause = match round {
                0..298 => 150 + round % 100,
                _ => 600_000,
            };
            std::thread::sleep(std::time::Duration::from_micros(pause));
        }
    }

    #[test]
    fn a_thread_begins_with_the_pieces_of_its_lane() {
        let lanes = Lanes::new(10, 3);
        let order = std::sync::Mutex::new(Vec::new());
        lanes.take_all(1, &|piece| lock(&order).push(piece));
        // Then those of the other lanes.
        assert_eq!(*lock(&order), [4, 5, 6, 7, 8, 9, 0, 1, 2, 3]);
    }
}
