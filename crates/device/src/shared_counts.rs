//! Counts of an event, in memory that processes share.

use std::sync::atomic::{AtomicU64, Ordering};

use super::memory_file::MemoryFile;
use super::virtual_memory;
use hostnpu_base::error::Result;
use hostnpu_base::page;
use hostnpu_diagnostics::check;

/// The counts of an event: records issued, the last one reached, and the process that recorded last.
pub(super) struct SharedCounts {
    memory: MemoryFile,
    address: usize,
}

impl SharedCounts {
    pub(super) fn create() -> Result<Self> {
        Self::map(MemoryFile::create(page::size(), [0; 3])?)
    }

    /// Opens the counts of another process's event.
    pub(super) fn open(key: u64) -> Result<Self> {
        Self::map(MemoryFile::open(key)?)
    }

    fn map(memory: MemoryFile) -> Result<Self> {
        check::shared_with_processes();
        let address = virtual_memory::reserve_unregistered(page::size())?;
        let counts = Self { memory, address };
        // SAFETY: the page was reserved just now. Every file has a page at least behind its memory.
        unsafe {
            counts
                .memory
                .map_over(address, page::size(), libc::PROT_READ | libc::PROT_WRITE)?;
        }
        Ok(counts)
    }

    /// Returns a key under which every process may open them.
    pub(super) fn share(&self) -> Result<u64> {
        self.memory.share(true)
    }

    /// As [`SharedCounts::share`], for all processes or those that [`SharedCounts::allow`] names.
    pub(super) fn share_with(&self, for_all: bool) -> Result<u64> {
        self.memory.share(for_all)
    }

    /// Lets further processes open them.
    pub(super) fn allow(&self, arg: &'static str, processes: &[i32]) -> Result<()> {
        self.memory.allow(arg, processes)
    }

    pub(super) fn word(&self, at: usize) -> &AtomicU64 {
        // SAFETY: the page is mapped as long as this lives, and only atomic operations touch it.
        unsafe { AtomicU64::from_ptr((self.address as *mut u64).add(at)) }
    }

    /// Counts a record of this process; returns its number.
    pub(super) fn issue(&self) -> u64 {
        self.word(2)
            .store(std::process::id().into(), Ordering::Release);
        self.word(0).fetch_add(1, Ordering::AcqRel) + 1
    }

    pub(super) fn issued(&self) -> u64 {
        self.word(0).load(Ordering::Acquire)
    }

    /// Says that a record was reached.
    pub(super) fn complete(&self, ticket: u64) {
        self.word(1).fetch_max(ticket, Ordering::AcqRel);
    }

    pub(super) fn completed(&self) -> u64 {
        self.word(1).load(Ordering::Acquire)
    }

    /// The process that recorded last, if it is dead and its records will never be reached.
    pub(super) fn dead_recorder(&self) -> Option<u64> {
        let process = self.word(2).load(Ordering::Acquire);
        let is_pending = process != 0 && self.completed() < self.issued();
        (is_pending && is_dead(process)).then_some(process)
    }
}

/// Returns true if a process has ended, also if its parent does not know yet.
pub(super) fn is_dead(process: u64) -> bool {
    match std::fs::read_to_string(format!("/proc/{process}/stat")) {
        Ok(line) => {
            let state = line.rsplit(") ").next().unwrap_or("");
            state.starts_with(['Z', 'X'])
        }
        Err(_) => true,
    }
}

impl Drop for SharedCounts {
    fn drop(&mut self) {
        // SAFETY: `map` reserved exactly this page, and nothing else knows of it.
        unsafe { libc::munmap(self.address as *mut libc::c_void, page::size()) };
    }
}
