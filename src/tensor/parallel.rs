//! Threads: where they start, and how work is cut.
//!
//! Work is cut at borders that depend on its size only, so that results do not depend on the number of threads.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The number of threads that compute: `HOSTNPU_THREADS`, or else as many as there are processors.
pub fn threads() -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    *THREADS.get_or_init(|| {
        std::env::var("HOSTNPU_THREADS")
            .ok()
            .and_then(|text| text.trim().parse().ok())
            .filter(|&threads| (1..=1024).contains(&threads))
            .or_else(|| std::thread::available_parallelism().ok().map(usize::from))
            .unwrap_or(1)
    })
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
            pool.in_place_scope(|scope| {
                for _ in 0..helpers.min(pool.current_num_threads()) {
                    scope.spawn(|_| take_all());
                }
                take_all();
            });
        }
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
}
