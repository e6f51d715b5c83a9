//! Memory of an operand that changes while a call reads it: each half becomes wrong when the other half is accessed after it, so that what is read once is
//! right, and what is checked and read again was right and is wrong. One operand at a time, in a process of its own.

use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const PAGE: usize = 4096;

/// The pages of the operand, from the first to behind the last: those of the first half end where those of the second begin.
static PAGES: [AtomicUsize; 3] = [const { AtomicUsize::new(0) }; 3];
/// The same memory where it can always be written.
static ALIAS: AtomicUsize = AtomicUsize::new(0);
/// Bytes before the operand's first in its first page, and bytes of the operand.
static SKIPPED: AtomicUsize = AtomicUsize::new(0);
static BYTES: AtomicUsize = AtomicUsize::new(0);
/// Bits that every third element becomes, and bytes of an element.
static WILD: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];
/// So often the second half is accessed before anything is written.
static PATIENCE: AtomicUsize = AtomicUsize::new(0);
/// The last two accesses that faulted, which may be those of one instruction to both halves, and how often they did one after the other.
static LAST: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];
static REPEATED: AtomicUsize = AtomicUsize::new(0);

/// An operand's memory, whose middle element begins a page.
pub struct Halves {
    map: *mut u8,
    alias: *mut u8,
    length: usize,
    skipped: usize,
    good: Vec<u8>,
    size: usize,
}

impl Halves {
    /// Memory that holds these elements of `size` bytes.
    pub fn new(good: Vec<u8>, size: usize) -> Self {
        let first = good.len() / size / 2 * size;
        let pages = [first, good.len() - first].map(|bytes| bytes.next_multiple_of(PAGE));
        let length = pages[0] + pages[1];
        // SAFETY: a file without a name, mapped twice.
        let (map, alias) = unsafe {
            let file = libc::memfd_create(c"operand".as_ptr(), 0);
            assert!(file >= 0 && libc::ftruncate(file, length as i64) == 0);
            let map = || {
                let mode = libc::PROT_READ | libc::PROT_WRITE;
                let map = libc::mmap(ptr::null_mut(), length, mode, libc::MAP_SHARED, file, 0);
                assert_ne!(map, libc::MAP_FAILED);
                map.cast::<u8>()
            };
            let maps = (map(), map());
            libc::close(file);
            maps
        };
        let starts = [0, pages[0], length].map(|at| map.expose_provenance() + at);
        for (to, from) in PAGES.iter().zip(starts) {
            to.store(from, Relaxed);
        }
        ALIAS.store(alias.expose_provenance(), Relaxed);
        SKIPPED.store(pages[0] - first, Relaxed);
        BYTES.store(good.len(), Relaxed);
        Self {
            map,
            alias,
            length,
            skipped: pages[0] - first,
            good,
            size,
        }
    }

    /// Address of the first element.
    pub fn address(&self) -> usize {
        self.map.expose_provenance() + self.skipped
    }

    /// Runs a call while elements become `wild`, from the access number `patience` of the second half on.
    pub fn change<R>(&self, wild: u64, patience: usize, call: impl FnOnce() -> R) -> R {
        self.restore();
        WILD[0].store(wild as usize, Relaxed);
        WILD[1].store(self.size, Relaxed);
        PATIENCE.store(patience, Relaxed);
        REPEATED.store(0, Relaxed);
        catch_faults();
        allow(0, libc::PROT_NONE);
        allow(1, libc::PROT_NONE);
        let result = call();
        allow(0, libc::PROT_READ | libc::PROT_WRITE);
        allow(1, libc::PROT_READ | libc::PROT_WRITE);
        result
    }

    fn restore(&self) {
        // SAFETY: memory of so many bytes.
        unsafe {
            ptr::copy_nonoverlapping(
                self.good.as_ptr(),
                self.alias.add(self.skipped),
                self.good.len(),
            );
        }
    }
}

impl Drop for Halves {
    fn drop(&mut self) {
        // SAFETY: no call uses the memory after `change`.
        unsafe {
            libc::munmap(self.map.cast(), self.length);
            libc::munmap(self.alias.cast(), self.length);
        }
    }
}

fn pages_of(half: usize) -> Range<usize> {
    PAGES[half].load(Relaxed)..PAGES[half + 1].load(Relaxed)
}

fn allow(half: usize, access: c_int) {
    let pages = pages_of(half);
    // SAFETY: pages of the operand.
    unsafe {
        libc::mprotect(
            ptr::with_exposed_provenance_mut(pages.start),
            pages.len(),
            access,
        )
    };
}

/// Makes every third element of a half wrong.
fn spoil(half: usize) {
    let first = PAGES[0].load(Relaxed) + SKIPPED.load(Relaxed);
    let pages = pages_of(half);
    let (wild, size) = (WILD[0].load(Relaxed) as u64, WILD[1].load(Relaxed));
    let mut at = pages.start.max(first);
    let end = pages.end.min(first + BYTES.load(Relaxed));
    while at < end {
        let to = ALIAS.load(Relaxed) + (at - PAGES[0].load(Relaxed));
        let bytes = wild.to_le_bytes();
        // SAFETY: an element of the operand, where it can be written.
        unsafe {
            let to = ptr::with_exposed_provenance_mut::<u8>(to);
            ptr::copy_nonoverlapping(bytes.as_ptr(), to, size.min(8));
        }
        at += 3 * size;
    }
}

/// Handles SIGSEGV; one of another address ends the process.
fn catch_faults() {
    // SAFETY: the handler calls what handlers may.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_access as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_NODEFER | libc::SA_ONSTACK;
        libc::sigaction(libc::SIGSEGV, &action, ptr::null_mut());
    }
}

extern "C" fn on_access(signal: c_int, info: *mut libc::siginfo_t, _context: *mut c_void) {
    // SAFETY: of a signal that an access raised.
    let at = unsafe { (*info).si_addr() }.addr();
    let Some(own) = (0..2).find(|&half| pages_of(half).contains(&at)) else {
        // SAFETY: the access faults again and ends the process.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
        return;
    };
    let last = [&LAST[0], &LAST[1]].map(|last| last.load(Relaxed));
    let repeated = match last.contains(&at) {
        true => REPEATED.load(Relaxed) + 1,
        false => 0,
    };
    LAST[1].store(last[0], Relaxed);
    LAST[0].store(at, Relaxed);
    REPEATED.store(repeated, Relaxed);
    allow(own, libc::PROT_READ | libc::PROT_WRITE);
    let patience = PATIENCE.load(Relaxed);
    if own == 1 && patience > 0 {
        PATIENCE.store(patience - 1, Relaxed);
    }
    // Both halves have to stay for an access to both.
    if repeated < 4 {
        allow(1 - own, libc::PROT_NONE);
        if patience == 0 {
            spoil(1 - own);
        }
    }
}
