//! The progress of a child, in memory that its parent sees even if it crashes.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

use crate::run::Outcome;

const TEXT: usize = 1 << 16;

/// The number of calls of an operator, by their ends.
#[repr(C)]
#[derive(Default)]
pub struct Counters {
    pub calls: AtomicU32,
    pub successes: AtomicU32,
    pub repeated: AtomicU32,
    pub empty: AtomicU32,
    pub planned: AtomicU32,
    pub refusals: AtomicU32,
    pub failures: AtomicU32,
}

#[repr(C)]
pub struct Progress {
    /// Calls that were begun.
    pub begun: AtomicU64,
    length: AtomicUsize,
    /// The text of the last call.
    text: [std::sync::atomic::AtomicU8; TEXT],
    pub operators: [Counters; 2048],
}

impl Progress {
    /// The progress in a file, which is made if it does not exist.
    pub fn open(path: &Path) -> io::Result<&'static Self> {
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        file.set_len(size_of::<Self>() as u64)?;
        // SAFETY: a shared mapping of a file as large as the type, all of whose bits are values; it stays for ever.
        unsafe {
            let (access, size) = (libc::PROT_READ | libc::PROT_WRITE, size_of::<Self>());
            let map = libc::mmap(
                std::ptr::null_mut(),
                size,
                access,
                libc::MAP_SHARED,
                file.as_raw_fd(),
                0,
            );
            match map == libc::MAP_FAILED {
                true => Err(io::Error::last_os_error()),
                false => Ok(&*map.cast::<Self>()),
            }
        }
    }

    /// Says what is called next.
    pub fn begin(&self, text: &str) {
        self.length.store(text.len().min(TEXT), Ordering::Relaxed);
        for (place, byte) in self.text.iter().zip(text.bytes()) {
            place.store(byte, Ordering::Relaxed);
        }
        self.begun.fetch_add(1, Ordering::Release);
    }

    /// The last call.
    pub fn last(&self) -> String {
        let length = self.length.load(Ordering::Acquire).min(TEXT);
        let bytes: Vec<u8> = self.text[..length]
            .iter()
            .map(|byte| byte.load(Ordering::Relaxed))
            .collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Counts a call.
    pub fn count(&self, operator: usize, outcome: &Outcome, repeated: bool) {
        let counters = &self.operators[operator];
        let counter = match outcome {
            Outcome::Success => &counters.successes,
            Outcome::Empty => &counters.empty,
            Outcome::Planned => &counters.planned,
            Outcome::Refused(_) => &counters.refusals,
            Outcome::Failed(_) => &counters.failures,
        };
        for counter in [counter, &counters.calls] {
            counter.fetch_add(1, Ordering::Relaxed);
        }
        if repeated && *outcome == Outcome::Success {
            counters.repeated.fetch_add(1, Ordering::Relaxed);
        }
    }
}
