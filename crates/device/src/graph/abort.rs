//! Ending what runs of a graph: replays that are under way, and loops in them that would never end.
//!
//! Tasks look between two of them, and before each round of a loop; what computes runs to its end.

use std::cell::RefCell;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};

use super::Graph;
use crate::Stream;
use crate::stream::{Submitter, replace_submitter};
use hostnpu_base::error::{Reason, Result};
use hostnpu_base::sync::lock;

/// One replay of a graph.
pub(super) struct Replay {
    graph: Arc<Graph>,
    /// Number of times that the graph had been aborted.
    aborts: u64,
    stream: Arc<Stream>,
    /// The replay that runs this one, where it was captured itself.
    outer: Option<Arc<Replay>>,
}

thread_local! {
    /// The replay that runs on this thread, or submits its tasks from it.
    static CURRENT: RefCell<Option<Arc<Replay>>> = const { RefCell::new(None) };
}

impl Replay {
    /// The replay of a graph in a stream from now on.
    pub(super) fn new(graph: &Arc<Graph>, stream: &Arc<Stream>) -> Arc<Self> {
        Arc::new(Self {
            graph: graph.clone(),
            aborts: graph.aborts.load(Ordering::Acquire),
            stream: stream.clone(),
            outer: None,
        })
    }

    /// Runs a part of the replay, whose loops and waits then look whether they are to end.
    pub(super) fn within<R>(self: &Arc<Self>, part: impl FnOnce() -> R) -> R {
        /// Puts back what was before, however the part ends.
        struct Before(Option<Arc<Replay>>, Option<Arc<dyn Submitter>>);
        impl Drop for Before {
            fn drop(&mut self) {
                replace_submitter(self.1.take());
                let before = self.0.take();
                // At the end of a thread there is nothing to put back.
                let _ = CURRENT.try_with(|current| current.replace(before));
            }
        }
        let outer = CURRENT.with_borrow(Clone::clone);
        let own = match outer {
            None => self.clone(),
            // A replay that was captured: it is the outer one's stream that runs it now.
            Some(outer) => Arc::new(Self {
                graph: self.graph.clone(),
                aborts: self.graph.aborts.load(Ordering::Acquire),
                stream: outer.stream.clone(),
                outer: Some(outer),
            }),
        };
        let submitter = replace_submitter(Some(own.clone()));
        let _before = Before(CURRENT.replace(Some(own)), submitter);
        part()
    }

    fn is_over(&self) -> bool {
        self.graph.aborts.load(Ordering::Acquire) != self.aborts
            || self.outer.as_ref().is_some_and(|outer| outer.is_over())
    }
}

impl Submitter for Replay {
    fn is_aborted(&self) -> bool {
        self.is_over()
    }
}

/// Refuses to go on where the graph that runs on this thread was aborted, or the work of its stream is to end.
pub(super) fn check() -> Result<()> {
    CURRENT.with_borrow(|current| match current {
        Some(replay) if replay.is_over() || replay.stream.is_cut() => Err(Reason::Aborted.into()),
        _ => Ok(()),
    })
}

impl Graph {
    /// Ends all replays that were submitted so far: what computes runs to its end, what comes behind it in them does not run. Their streams
    /// go on, and say so at the next synchronisation.
    pub fn abort(&self) {
        self.aborts.fetch_add(1, Ordering::AcqRel);
        let streams = std::mem::take(&mut *lock(&self.waiting));
        for stream in streams.iter().filter_map(Weak::upgrade) {
            stream.notify();
        }
    }
}
