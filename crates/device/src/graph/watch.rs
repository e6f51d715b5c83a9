//! Observers of the time that the tasks of a replay took.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use crate::Work;
use hostnpu_base::error::Result;
use hostnpu_base::sync::lock;

/// A task that a replay has run. Times are nanoseconds of the system's clock that never goes back.
#[derive(Clone, Copy, Debug)]
pub struct Ran {
    /// Its place in the graph.
    pub place: usize,
    /// Name of the task.
    pub name: &'static str,
    /// Time at which it began.
    pub began: u64,
    /// Time at which it ended.
    pub ended: u64,
}

/// Is called on the thread that has run the task.
pub type Watcher = Arc<dyn Fn(&Ran) + Send + Sync>;

/// Number of graphs that are watched. Where there is none, nothing else need be looked at.
static WATCHED: AtomicUsize = AtomicUsize::new(0);
static WATCHERS: Mutex<Vec<(u32, Watcher)>> = Mutex::new(Vec::new());
static LIVE: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Returns true if there is a graph of this number.
pub fn is_live(graph: u32) -> bool {
    lock(&LIVE).contains(&graph)
}

/// Tells `watcher` of each task that replays of a graph run from now on.
pub fn watch(graph: u32, watcher: Watcher) {
    lock(&WATCHERS).push((graph, watcher));
    WATCHED.fetch_add(1, Ordering::Release);
}

/// Removes the watchers of a graph.
pub fn unwatch(graph: u32) {
    let mut watchers = lock(&WATCHERS);
    let before = watchers.len();
    watchers.retain(|(known, _)| *known != graph);
    WATCHED.fetch_sub(before - watchers.len(), Ordering::Release);
}

pub(super) fn begins(graph: u32) {
    lock(&LIVE).insert(graph);
}

pub(super) fn ends(graph: u32) {
    lock(&LIVE).remove(&graph);
}

/// Returns the watchers of a graph.
pub(super) fn of(graph: u32) -> Option<Watcher> {
    if WATCHED.load(Ordering::Relaxed) == 0 {
        return None;
    }
    let watchers = lock(&WATCHERS);
    let known = watchers.iter().find(|(known, _)| *known == graph);
    known.map(|(_, watcher)| watcher.clone())
}

fn now() -> u64 {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: memory for the answer; the clock is there on every system.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// Runs a task's work, and tells the watchers; of a task without a name its own parts are told.
#[inline]
pub(super) fn run(
    watcher: Option<&Watcher>,
    place: usize,
    name: &'static str,
    work: &dyn Work,
) -> Result<()> {
    match watcher {
        Some(watcher) if !name.is_empty() => timed(watcher, place, name, work),
        _ => work.run(),
    }
}

#[cold]
fn timed(watcher: &Watcher, place: usize, name: &'static str, work: &dyn Work) -> Result<()> {
    let began = now();
    let result = work.run();
    watcher(&Ran {
        place,
        name,
        began,
        ended: now(),
    });
    result
}
