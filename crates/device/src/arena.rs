//! Device memory whose addresses are used once: what was freed can be told from all that came after it.
//!
//! Under the check `host` it is mapped twice: the addresses that the program gets have no access, and the library works through others
//! ([`alias`]). What of the library does not, is let through by the check when it faults.

use std::ffi::c_int;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use hostnpu_base::{emulator, page};
use hostnpu_diagnostics::check;

/// Addresses that are reserved. Memory is used for what is touched only.
const SIZE: usize = 1 << 40;

/// Those that are reserved in an emulator, which may look at each page of a map.
const EMULATED_SIZE: usize = 1 << 33;

const HUGE_PAGE: usize = 2 << 20;

/// Bytes up to which new memory is filled as a whole; of larger blocks the first and the last megabyte are.
const FILLED: usize = 256 << 20;
const END: usize = 1 << 20;

/// Byte that new memory is filled with: NaN in every floating-point type, -1 in integers.
const POISON: u8 = 0xff;

/// The reserved addresses.
#[derive(Clone, Copy)]
struct Arena {
    base: usize,
    size: usize,
    /// The file behind them, where they are mapped twice.
    file: Option<c_int>,
}

impl Arena {
    /// The first address that is handed out.
    fn start(self) -> usize {
        self.base.next_multiple_of(HUGE_PAGE)
    }
}

/// The reserved addresses, and the number of bytes that were handed out.
static ARENA: OnceLock<Option<Arena>> = OnceLock::new();
static USED: AtomicUsize = AtomicUsize::new(0);

/// The first address of memory that is mapped twice, 0 if there is none, and the distance to its other address.
static CLOSED: AtomicUsize = AtomicUsize::new(0);
static DISTANCE: AtomicUsize = AtomicUsize::new(0);

/// Returns true if device memory has two addresses.
#[inline]
pub fn has_aliases() -> bool {
    CLOSED.load(Ordering::Relaxed) != 0
}

/// Returns the address at which the library reads and writes what the program knows as `address`.
#[inline]
pub fn alias(address: usize) -> usize {
    let closed = CLOSED.load(Ordering::Acquire);
    match closed != 0 && address.wrapping_sub(closed) < SIZE {
        true => address.wrapping_add(DISTANCE.load(Ordering::Relaxed)),
        false => address,
    }
}

/// Reserves addresses: of `file`, or of memory without one.
fn map(size: usize, access: c_int, file: Option<c_int>) -> Option<usize> {
    let kind = match file {
        Some(_) => libc::MAP_SHARED,
        None => libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
    };
    let flags = kind | libc::MAP_NORESERVE;
    // SAFETY: a new map touches no existing memory.
    let base = unsafe { libc::mmap(ptr::null_mut(), size, access, flags, file.unwrap_or(-1), 0) };
    if base == libc::MAP_FAILED {
        return None;
    }
    // SAFETY: the range is the map above. Advice may be refused: small pages go back one by one, and dumps stay small.
    unsafe {
        libc::madvise(base, size, libc::MADV_NOHUGEPAGE);
        libc::madvise(base, size, libc::MADV_DONTDUMP);
    }
    Some(base as usize)
}

fn start() -> Option<Arena> {
    *ARENA.get_or_init(|| {
        if check::is_on(check::HOST)
            && let Some(arena) = start_closed()
        {
            return Some(arena);
        }
        let size = match emulator() {
            Some(_) => EMULATED_SIZE,
            None => SIZE,
        };
        let base = map(size, libc::PROT_READ | libc::PROT_WRITE, None)?;
        let file = None;
        Some(Arena { base, size, file })
    })
}

/// Reserves addresses without access for the program, and others for the library.
fn start_closed() -> Option<Arena> {
    // SAFETY: a name; the size is the file's own.
    let file = unsafe {
        let file = libc::memfd_create(c"hostnpu-device".as_ptr(), libc::MFD_CLOEXEC);
        if file < 0 || libc::ftruncate(file, SIZE as libc::off_t) != 0 {
            return None;
        }
        file
    };
    let base = map(SIZE, libc::PROT_NONE, Some(file))?;
    let open = map(SIZE, libc::PROT_READ | libc::PROT_WRITE, Some(file))?;
    let distance = open.wrapping_sub(base);
    check::watch_host(base..base + SIZE, distance);
    DISTANCE.store(distance, Ordering::Relaxed);
    CLOSED.store(base, Ordering::Release);
    Some(Arena {
        base,
        size: SIZE,
        file: Some(file),
    })
}

/// Takes addresses that were never used, and fills them. Returns the first one and the length of their pages.
pub(super) fn obtain(size: usize) -> Option<(usize, usize)> {
    let arena = start()?;
    let start = arena.start();
    let alignment = if size < HUGE_PAGE / 2 {
        page::size()
    } else {
        HUGE_PAGE
    };
    let length = size.max(1).checked_next_multiple_of(page::size())?;
    let place = |used: usize| used.checked_next_multiple_of(alignment);
    // An unused page follows, so that no block begins where another one ends.
    let next = |used: usize| place(used)?.checked_add(length)?.checked_add(page::size());
    let is_inside = |end: &usize| *end <= arena.size - HUGE_PAGE;
    let used = USED.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
        next(used).filter(is_inside)
    });
    let address = start + place(used.ok()?)?;
    let fill = |offset: usize, count: usize| {
        // SAFETY: these reserved addresses are this call's own.
        unsafe { ptr::write_bytes(alias(address + offset) as *mut u8, POISON, count) };
    };
    if size <= FILLED {
        fill(0, size);
    } else {
        fill(0, END);
        fill(size - END, END);
    }
    Some((address, length))
}

/// Gives memory back to the system if its addresses are reserved here; they stay so. Says whether they are.
pub(super) fn release(address: usize, length: usize) -> bool {
    let Some(Some(arena)) = ARENA.get() else {
        return false;
    };
    if !(arena.start()..arena.start() + arena.size).contains(&address) {
        return false;
    }
    // SAFETY: the pages were handed out by `obtain`, and left the registry just now.
    unsafe {
        match arena.file {
            Some(file) => {
                let hole = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
                let offset = (address - arena.base) as libc::off_t;
                libc::fallocate(file, hole, offset, length as libc::off_t);
                // The program may have been let in.
                libc::mprotect(address as *mut libc::c_void, length, libc::PROT_NONE);
            }
            None => {
                libc::madvise(address as *mut libc::c_void, length, libc::MADV_DONTNEED);
            }
        }
    }
    true
}
