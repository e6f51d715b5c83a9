//! Processors on which helpers run.
//!
//! A thread that is woken is placed on an idle processor, but not so in a virtual machine: the kernel takes a processor that its host has halted for one that
//! it was deprived of, and leaves the helper on the processor of the thread that woke it. There it waits until the next tick, some milliseconds, and the call
//! has long been computed by one thread. So the thread that wakes a helper takes its own processor out of those that helpers may use.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use hostnpu_base::sync::lock;
use rustix::thread::{CpuSet, Pid, gettid, sched_getaffinity, sched_getcpu, sched_setaffinity};

/// Helpers up to which they are placed. Where there are more, another one runs soon enough, and asking for each would take longer.
const MOST: usize = 8;

/// The helpers of a pool.
pub(super) struct Placement {
    threads: Mutex<Vec<Placed>>,
    /// The processor that they do not use, or none.
    avoided: AtomicUsize,
}

struct Placed {
    thread: Pid,
    /// Processors that the thread may use by itself.
    allowed: CpuSet,
    /// Those it was given.
    given: CpuSet,
}

const NONE: usize = usize::MAX;

impl Placement {
    pub const fn new() -> Self {
        Self {
            threads: Mutex::new(Vec::new()),
            avoided: AtomicUsize::new(NONE),
        }
    }

    /// Adds the calling thread, a helper.
    pub fn add_helper(&self) {
        let Ok(allowed) = sched_getaffinity(None) else {
            return;
        };
        let mut placed = Placed {
            thread: gettid(),
            allowed,
            given: allowed,
        };
        let threads = &mut *lock(&self.threads);
        if threads.len() < MOST {
            placed.avoid(self.avoided.load(Ordering::Relaxed));
        }
        threads.push(placed);
    }

    /// Forgets all helpers: they end.
    pub fn clear(&self) {
        lock(&self.threads).clear();
    }

    /// Lets helpers use all of their processors but the one on which this thread runs.
    pub fn avoid_this_processor(&self) {
        let here = sched_getcpu();
        if self.avoided.swap(here, Ordering::Relaxed) == here {
            return;
        }
        let threads = &mut *lock(&self.threads);
        if threads.len() > MOST {
            return;
        }
        for placed in threads {
            placed.avoid(here);
        }
    }
}

impl Placed {
    fn avoid(&mut self, processor: usize) {
        let thread = Some(self.thread);
        match sched_getaffinity(thread) {
            // The program has chosen others.
            Ok(now) if now != self.given => self.allowed = now,
            Ok(_) => {}
            Err(_) => return,
        }
        let mut others = self.allowed;
        if processor < CpuSet::MAX_CPU {
            others.unset(processor);
        }
        if others.count() == 0 {
            others = self.allowed;
        }
        if sched_setaffinity(thread, &others).is_ok() {
            self.given = others;
        }
    }
}
