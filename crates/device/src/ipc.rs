//! Device memory that processes share: an allocation becomes a memory file at the same addresses, which others map.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard};

use super::allocations::{self, Allocation, Kind};
use super::backing::Origin;
use super::memory_file::MemoryFile;
use super::{Context, in_use, virtual_memory};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_base::page;
use hostnpu_base::sync::lock;
use hostnpu_diagnostics::{check, hooks};

/// Memory that is shared: by this process, by the start of its allocation, and by others, by its key.
#[derive(Default)]
pub(super) struct Shares {
    own: HashMap<usize, Own>,
    others: HashMap<Key, Import>,
}

struct Own {
    memory: MemoryFile,
    /// The key of the file, while others may open it.
    key: Option<u64>,
}

struct Import {
    start: usize,
    base: usize,
    length: usize,
    uses: usize,
}

/// True if this process has ever shared an allocation.
static SHARED: AtomicBool = AtomicBool::new(false);

static SHARES: LazyLock<Mutex<Shares>> = LazyLock::new(Mutex::default);

/// Locks all shares, for a fork.
pub(super) fn lock_shares() -> MutexGuard<'static, Shares> {
    lock(&SHARES)
}

/// Identity of shared memory in all processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The file's key.
    pub file: u64,
    /// Offset of the memory in it.
    pub offset: usize,
    /// Bytes of it.
    pub size: usize,
}

/// The memory of the file that an allocation becomes.
fn file_of(allocation: &Allocation) -> Result<MemoryFile> {
    let length = allocation.room.next_multiple_of(page::size());
    let memory = MemoryFile::create(length, [0; 3])?;
    // SAFETY: the allocation has whole pages of its own, so it can be read to the end of the last one, and replaced by pages with the
    // same bytes. No work is in the device's streams; the program promises to leave the memory alone meanwhile.
    unsafe {
        memory.fill_from(allocation.start)?;
        memory.map_over(allocation.start, length, libc::PROT_READ | libc::PROT_WRITE)?;
    }
    Ok(memory)
}

/// Shares `size` bytes of the device allocation around an address with all other processes, or with those that [`allow`] names.
pub fn share(
    arg: &'static str,
    context: &Context,
    address: usize,
    size: usize,
    for_all: bool,
) -> Result<Key> {
    super::bounds(arg, address, &(address..address.saturating_add(size)))?;
    context.device().drain()?;
    let own = &mut lock(&SHARES).own;
    let registry = allocations::write();
    let allocation = registry
        .containing(address)
        .filter(|allocation| matches!(allocation.kind, Kind::Device(_)))
        .ok_or_else(|| Error::value(arg, format!("{address:#x}"), "an address in device memory"))?;
    if matches!(allocation.origin, Origin::Program | Origin::Reserved) {
        return Err(Reason::NotSupported(format!(
            "`{arg}` is mapped memory; processes share it by the handle of its physical memory"
        ))
        .into());
    }
    SHARED.store(true, Ordering::Release);
    let shared = match own.entry(allocation.start) {
        std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
        std::collections::hash_map::Entry::Vacant(place) => place.insert(Own {
            memory: file_of(&allocation)?,
            key: None,
        }),
    };
    let file = match shared.key {
        Some(key) => key,
        None => shared.memory.share(for_all)?,
    };
    shared.key = Some(file);
    if hooks::on() {
        check::shared(allocation.start);
    }
    Ok(Key {
        file,
        offset: address - allocation.start,
        size,
    })
}

fn not_shared(arg: &'static str) -> Error {
    Error::value(
        arg,
        "a key of no memory that this process shares",
        "a key that this process made, until it is closed",
    )
}

/// Lets further processes open shared memory.
pub fn allow(arg: &'static str, key: Key, processes: &[i32]) -> Result<()> {
    let own = &lock(&SHARES).own;
    let shared = own.values().find(|shared| shared.key == Some(key.file));
    shared
        .ok_or_else(|| not_shared(arg))?
        .memory
        .allow("num", processes)
}

/// Opens memory that another process shares, as memory of a context's device. Returns its address; the same one each time, until it is closed as often.
pub fn open(arg: &'static str, context: &Context, key: Key) -> Result<usize> {
    let mut shares = lock(&SHARES);
    if shares
        .own
        .values()
        .any(|shared| shared.key == Some(key.file))
    {
        return Err(Error::value(
            arg,
            "a key that this process made itself",
            "a key of another process",
        ));
    }
    if let Some(opened) = shares.others.get_mut(&key) {
        opened.uses += 1;
        return Ok(opened.start);
    }
    let memory = MemoryFile::open(key.file)?;
    let end = key.offset.checked_add(key.size);
    if end.is_none_or(|end| end > memory.size()) || key.size == 0 {
        return Err(Error::value(
            arg,
            "a key with another size than its memory",
            "a key as it was made",
        ));
    }
    let length = memory.size();
    let base = virtual_memory::reserve_unregistered(length)?;
    // SAFETY: the range was reserved just now.
    let mapped = unsafe { memory.map_over(base, length, libc::PROT_READ | libc::PROT_WRITE) };
    if let Err(error) = mapped {
        // SAFETY: the range was reserved just now, and nothing knows of it.
        unsafe { libc::munmap(base as *mut libc::c_void, length) };
        return Err(error);
    }
    let start = base + key.offset;
    allocations::write().show(start..start + key.size, context.device().id());
    let opened = Import {
        start,
        base,
        length,
        uses: 1,
    };
    shares.others.insert(key, opened);
    Ok(start)
}

/// Closes shared memory: in the process that opened it, it is gone after as many calls as it was opened; in the process that shares it, no other can
/// open it any more.
pub fn close(arg: &'static str, key: Key) -> Result<()> {
    let mut shares = lock(&SHARES);
    if let Some(opened) = shares.others.get_mut(&key) {
        opened.uses -= 1;
        if opened.uses == 0 {
            let (base, length) = (opened.base, opened.length);
            shares.others.remove(&key);
            allocations::write().forget(base..base + length);
            drop(shares);
            in_use::when_unused(&(base..base + length), move || {
                // SAFETY: `open` mapped exactly this range, it left the registry just now, and no task uses it.
                unsafe { libc::munmap(base as *mut libc::c_void, length) };
            });
        }
        return Ok(());
    }
    let mut own = shares.own.values_mut();
    let shared = own
        .find(|shared| shared.key == Some(key.file))
        .ok_or_else(|| not_shared(arg))?;
    shared.key = None;
    shared.memory.unshare()
}

/// Ends the sharing of an allocation that is freed, and says whether there was one. Processes that opened it keep it.
pub(super) fn forget(allocation: &Allocation) -> bool {
    if !SHARED.load(Ordering::Acquire) {
        return false;
    }
    let shared = lock(&SHARES).own.remove(&allocation.start);
    if let Some(shared) = &shared {
        // Where the system refuses, the file goes all the same.
        let _ = shared.memory.unshare();
        if matches!(allocation.origin, Origin::Heap(_)) {
            virtual_memory::make_private(allocation.start, allocation.room);
        }
    }
    shared.is_some()
}
