//! The memory and the threads of the process.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicIsize, Ordering};

/// The system's allocator, counting: the library's allocations are among the counted ones.
pub struct Counting;

static LIVE: AtomicIsize = AtomicIsize::new(0);

// SAFETY: the system's allocator does the work.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let memory = unsafe { System.alloc(layout) };
        if !memory.is_null() {
            LIVE.fetch_add(layout.size() as isize, Ordering::Relaxed);
        }
        memory
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size() as isize, Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Leaves bytes that the soak keeps for itself out of the count.
pub fn exempt(bytes: usize) {
    LIVE.fetch_sub(bytes as isize, Ordering::Relaxed);
}

/// Bytes that Rust code has allocated and not freed.
pub fn live() -> isize {
    LIVE.load(Ordering::Relaxed)
}

/// Threads of the process.
pub fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
}

/// Watches how memory and threads grow over the cycles of a run.
pub struct Growth {
    bytes: Vec<isize>,
    threads: usize,
}

/// Memory that the first cycles allocate once: tables of kernels, slots of handles, first results, helpers.
const WARM_UP: usize = 4;

/// Growth that is no leak: slots of handles and lists that reached a new greatest length.
const ALLOWED: isize = 512 << 10;

impl Growth {
    pub fn new() -> Self {
        Self {
            bytes: Vec::new(),
            threads: 0,
        }
    }

    /// To call after each cycle, when all of its threads have ended and all of its objects are destroyed.
    pub fn cycle(&mut self) {
        self.bytes.push(live());
        if self.bytes.len() <= WARM_UP {
            self.threads = self.threads.max(threads());
            return;
        }
        // A thread that has ended may be listed for a moment.
        for patience in 0.. {
            let now = threads();
            if now <= self.threads + 2 {
                break;
            }
            if patience == 300 {
                crate::c::finding(&format!(
                    "{now} threads after a cycle; {} after the first ones",
                    self.threads
                ));
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
    }

    /// To call at the end. What is lost again and again shows in each third of the cycles. One step may be a list that reached a new
    /// greatest length, whose memory doubles then; only over many cycles is that no excuse.
    pub fn check(&self) {
        let rest = self.bytes.get(WARM_UP..).unwrap_or_default();
        let least = |cycles: &[isize]| cycles.iter().copied().min().unwrap_or(0);
        let growth = |parts: usize| {
            let size = (rest.len() / parts).max(1);
            let parts: Vec<isize> = rest.rchunks(size).take(parts).map(least).collect();
            parts.windows(2).map(|pair| pair[0] - pair[1]).min()
        };
        let steady = growth(3).filter(|_| rest.len() >= 6);
        let once = growth(2).filter(|_| rest.len() >= 3 * WARM_UP);
        if steady.is_some_and(|bytes| bytes > ALLOWED / 2)
            || once.is_some_and(|bytes| bytes > ALLOWED)
        {
            crate::c::finding(&format!(
                "memory in use grew: {} bytes after the first of {} cycles, then {:?}",
                self.bytes[0],
                self.bytes.len(),
                &self.bytes[1..]
            ));
        }
    }
}
